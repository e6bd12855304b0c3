/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vhost.c - the worker thread, its work list and its paths. */
#include <stdlib.h>
#include <string.h>

#include "vhost_net.h"

static const struct path *make(struct path_table *tab, const struct machine *m,
			       const uint16_t *op, unsigned int n)
{
	return path_new(tab, op, n, m->op);
}

#define MAKE(...)                                       \
	make(tab, m, (const uint16_t[]){ __VA_ARGS__ }, \
	     sizeof((const uint16_t[]){ __VA_ARGS__ }) / sizeof(uint16_t))

static int tx_paths(struct vhost_paths *p, struct path_table *tab,
		    const struct machine *m, const struct kernel *k)
{
	p->tx_run = MAKE(OP_TX_RUN);
	p->tx_buffer = MAKE(OP_TX_TUN, OP_TX_XDP);
	p->tx_batch = MAKE(OP_TX_BATCH, OP_TX_SIGNAL);
#define TX_PACKET                                                                       \
	OP_TX_GET, OP_TX_XLATE, OP_TX_SEARCH, OP_TX_FIRST, OP_TX_COPY_USER,             \
		OP_TX_COPY_PAGE, OP_TX_HANDLE, OP_TX_COPY_ERMS, OP_TX_BUFS, OP_TX_ITER, \
		OP_TX_NETIF, OP_TX_FREE, OP_TX_DISSECT, OP_TX_WEIGHT, OP_TX_COPYIN,     \
		OP_TX_REST
	if (!k->has[KERNEL_DESC_BATCH]) {
		p->tx_fetch = NULL;
		p->tx_packet = MAKE(OP_TX_FETCH, TX_PACKET);
		return p->tx_packet ? 0 : -1;
	}
	p->tx_fetch = MAKE(OP_FETCH_BUF, OP_DESC_STORE);
	if (k->has[KERNEL_BUF_API])
		p->tx_packet = MAKE(OP_DESC_RELOAD, OP_BUF_API, TX_PACKET);
	else
		p->tx_packet = MAKE(OP_DESC_RELOAD, TX_PACKET);
	return p->tx_fetch && p->tx_packet ? 0 : -1;
}

static int ztx_paths(struct vhost_paths *p, struct path_table *tab,
		     const struct machine *m)
{
	p->ztx_packet[false] = MAKE(OP_ZTX_HANDLE, OP_ZTX_COPY, OP_ZTX_NETIF,
				    OP_ZTX_USED);
	p->ztx_packet[true] = MAKE(OP_ZTX_HANDLE, OP_ZTX_PIN, OP_ZTX_NETIF);
	p->ztx_copy64 = MAKE(OP_ZTX_COPY64);
	p->ztx_release = MAKE(OP_ZTX_RELEASE);
	p->ztx_used = MAKE(OP_ZTX_USED);
	p->tx_skb = MAKE(OP_ZTX_NETIF);
	return p->ztx_packet[0] && p->ztx_packet[1] && p->ztx_copy64 && p->ztx_release &&
			       p->ztx_used && p->tx_skb
		       ? 0
		       : -1;
}

static int rx_paths(struct vhost_paths *p, struct path_table *tab,
		    const struct machine *m, const struct kernel *k)
{
	p->rx_run = MAKE(OP_RX_RUN);
	p->rx_refill = MAKE(OP_RX_REFILL);
	p->rx_peek = MAKE(OP_RX_PEEK);
	p->rx_restart = MAKE(OP_RX_RESTART);
	p->rx_flush = MAKE(OP_RX_FLUSH, OP_RX_SIGNAL);
	p->rx_free = MAKE(OP_RX_FREE, OP_RX_SLAB, OP_RX_PAGE_FRAG, OP_RX_RELEASE,
			  OP_RX_PAGES, OP_RX_HEAD);
#define RX_PACKET                                                                       \
	OP_RX_GET, OP_RX_XLATE, OP_RX_SEARCH, OP_RX_FIRST, OP_RX_COPY_USER,             \
		OP_RX_TUN_READ, OP_RX_COPY_ITER, OP_RX_HANDLE, OP_RX_CHECK, OP_RX_ITER, \
		OP_RX_VIRT, OP_RX_RECVMSG, OP_RX_COPY_ERMS, OP_RX_DATAGRAM,             \
		OP_RX_COPY_DGRAM, OP_RX_SIMPLE, OP_RX_WEIGHT, OP_RX_CONSUME, OP_RX_REST
	if (!k->has[KERNEL_DESC_BATCH]) {
		p->rx_fetch = MAKE(OP_RX_FETCH);
		p->rx_packet = MAKE(RX_PACKET);
	} else {
		p->rx_fetch = MAKE(OP_FETCH_BUF, OP_DESC_STORE);
		p->rx_packet = k->has[KERNEL_BUF_API]
				       ? MAKE(OP_DESC_RELOAD, OP_BUF_API, RX_PACKET)
				       : MAKE(OP_DESC_RELOAD, RX_PACKET);
	}
	return p->rx_fetch && p->rx_packet ? 0 : -1;
}

int vhost_paths_init(struct vhost_paths *p, struct path_table *tab,
		     const struct machine *m, const struct kernel *k)
{
	p->work = MAKE(OP_WORKER);
	p->enable_notify = MAKE(OP_ENABLE_NOTIFY);
	p->disable_notify = MAKE(OP_DISABLE_NOTIFY);
	p->call = MAKE(OP_CALL);
	p->tx_copy64 = MAKE(OP_TX_COPY64);
	p->rx_copy64 = MAKE(OP_RX_COPY64);
	if (tx_paths(p, tab, m, k) || ztx_paths(p, tab, m) || rx_paths(p, tab, m, k))
		return -1;
	return p->tx_copy64 && p->rx_copy64 && p->work && p->enable_notify &&
			       p->disable_notify && p->call
		       ? 0
		       : -1;
}

/* Room for done_idx: the weight ends a run, and with it a batch, before that. */
static uint32_t batch_max(const struct cfg_vhost_net *cfg, const struct kernel *k)
{
	int64_t max = cfg->VHOST_NET_BATCH + 1;

	if (k->has[KERNEL_PKT_WEIGHT] && cfg->VHOST_NET_PKT_WEIGHT < max)
		max = cfg->VHOST_NET_PKT_WEIGHT;
	return (uint32_t)max;
}

static int nvq_init(struct vhost_net_virtqueue *nvq, struct vhost_net *n,
		    struct virtqueue *vq, unsigned int cpu)
{
	/* RFC v8 fetches while the count is <= VHOST_NET_BATCH + batch_num */
	uint32_t fetch =
		n->kernel->has[KERNEL_DESC_BATCH]
			? (uint32_t)(n->cfg.VHOST_NET_BATCH + n->cfg.batch_num + 1)
			: 0;

	nvq->heads = calloc(batch_max(&n->cfg, n->kernel), sizeof(*nvq->heads));
	nvq->batch = calloc(batch_max(&n->cfg, n->kernel), sizeof(*nvq->batch));
	if (!nvq->heads || !nvq->batch)
		return -1;
	return vhost_vring_init(&nvq->v, vq, n->c, cpu, fetch);
}

static void nvq_destroy(struct vhost_net_virtqueue *nvq)
{
	free(nvq->heads);
	free(nvq->batch);
	vhost_vring_destroy(&nvq->v);
}

static void tap_data_ready(struct sim *s, void *reader)
{
	vhost_work_queue(s, reader, WORK_RX_NET);
}

/* tun_sock_write_space(), for a handle_tx() that found no room */
static void tap_write_space(struct sim *s, void *ctx)
{
	vhost_work_queue(s, ctx, WORK_TX_KICK);
}

int vhost_net_init(struct vhost_net *n, const struct cfg_vhost_net *cfg,
		   const struct kernel *k, const struct machine *m, struct coherence *c,
		   const struct vhost_paths *path, struct tap *tap, struct virtqueue *tx,
		   struct virtqueue *rx, unsigned int cpu)
{
	n->c = c;
	n->path = path;
	n->kernel = k;
	n->cfg = *cfg;
	n->wake_latency = (cycles_t)m->wake_latency;
	n->tap = tap;
	n->lose_calls_from = UINT64_MAX;
	n->rxq = calloc((size_t)cfg->VHOST_NET_BATCH, sizeof(*n->rxq));
	if (!n->rxq || nvq_init(&n->tx, n, tx, cpu) || nvq_init(&n->rx, n, rx, cpu)) {
		vhost_net_destroy(n);
		return -1;
	}
	tap->rx = (struct tap_reader){ tap_data_ready, n, true };
	tap->sk.write_space = tap_write_space;
	tap->sk.write_ctx = n;
	vhost_ubufs_init(&n->ubufs, n);
	return 0;
}

void vhost_net_destroy(struct vhost_net *n)
{
	free(n->rxq);
	nvq_destroy(&n->tx);
	nvq_destroy(&n->rx);
}

void vhost_net_mark(struct sim *s, struct vhost_net *n)
{
	vhost_ubufs_mark(s, &n->ubufs);
	n->mark = n->n;
	memset(&n->submitted, 0, sizeof(n->submitted));
	memset(&n->dequeued, 0, sizeof(n->dequeued));
	memset(&n->tx.flushed, 0, sizeof(n->tx.flushed));
	memset(&n->rx.flushed, 0, sizeof(n->rx.flushed));
}

void vhost_work_queue(struct sim *s, struct vhost_net *n, enum vhost_work work)
{
	if (n->queued[work])
		return;
	n->queued[work] = true;
	n->list[n->works++] = work;
	if (task_wake(s, &n->task, n->wake_latency))
		n->n.wakeups++;
}

void vhost_call_tx(struct sim *s, struct vhost_net *n)
{
	struct virtqueue *vq = n->tx.v.vq;

	if (n->n.calls++ >= n->lose_calls_from)
		return;
	if (vq->call)
		vq->call(s, vq->call_ctx);
}

void vhost_kick_tx(struct sim *s, struct vhost_net *n)
{
	n->n.kicks++;
	vhost_work_queue(s, n, WORK_TX_KICK);
}

void vhost_kick_rx(struct sim *s, struct vhost_net *n)
{
	n->n.kicks++;
	vhost_work_queue(s, n, WORK_RX_KICK);
}

static enum vhost_work take_work(struct vhost_net *n)
{
	enum vhost_work work = n->list[0];

	n->works--;
	memmove(n->list, n->list + 1, n->works * sizeof(*n->list));
	n->queued[work] = false;
	return work;
}

/*
 * Does handle_tx() send packet by packet? It does before it was split, for zerocopy, and
 * where the tap's send buffer has an end (sock_can_batch).
 */
static bool one_by_one(const struct vhost_net *n)
{
	return !n->kernel->has[KERNEL_TX_SPLIT] || n->cfg.experimental_zcopytx ||
	       n->tap->sk.sk_sndbuf != SNDBUF_UNLIMITED;
}

enum task_next vhost_worker(struct sim *s, struct task *t)
{
	/* the task is the device's first member */
	struct vhost_net *n = (struct vhost_net *)t;

	if (t->state >= ZTX_START)
		return handle_tx_zerocopy(s, n);
	if (t->state >= RX_START && t->state <= RX_END)
		return handle_rx(s, n);
	if (t->state >= TX_START)
		return handle_tx(s, n);
	if (!n->works) {
		t->waits_for = "work: a kick or a packet in the tap's ring";
		return TASK_PARK;
	}
	if (take_work(n) == WORK_TX_KICK)
		t->state = one_by_one(n) ? ZTX_START : TX_START;
	else
		t->state = RX_START;
	task_spend(t, n->path->work);
	return TASK_RUN;
}

uint32_t vhost_net_rx_held(const struct vhost_net *n)
{
	return n->rxq_tail - n->rxq_head + n->rx.busy + n->rx.done_idx;
}
