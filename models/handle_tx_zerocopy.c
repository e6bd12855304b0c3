/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * handle_tx_zerocopy.c - handle_tx() of drivers/vhost/net.c before it was split (4.12 to
 * 4.18), which sends packet by packet and copies small ones, and handle_tx_zerocopy() of
 * 5.8, which is the same loop.
 *
 * A packet's way: ZTX_GET takes its descriptor and decides; ZTX_SEND hands it to the tap.
 * A copied one is given back at once, out of order; a zerocopy one takes a slot and waits
 * for its last user. What has been done so far is given back in ZTX_LOOP, in order.
 */
#include "vhost_net.h"

static void ztx_start(struct vhost_net *n)
{
	struct vhost_net_virtqueue *tx = &n->tx;
	cycles_t stall;

	tx->packets = 0;
	tx->bytes = 0;
	tx->requeue = false;
	vhost_vring_disable_notify(&tx->v, &stall);
	task_stall(&n->task, OP_DISABLE_NOTIFY, stall);
	task_spend(&n->task, n->path->disable_notify);
	task_spend(&n->task, n->path->tx_run);
	n->task.state = ZTX_LOOP;
}

static bool any_order(const struct vhost_net *n)
{
	return n->kernel->has[KERNEL_ZEROCOPY_ANY_ORDER];
}

/* Count what is done and spend vhost_zerocopy_signal_used(); ZTX_GIVE then does it. */
static void ztx_loop(struct vhost_net *n)
{
	uint32_t done = any_order(n) ? vhost_ubufs_done(&n->ubufs)
				     : vhost_ubufs_releasable(&n->ubufs);

	n->task.state = ZTX_GET;
	if (!done)
		return;
	task_spend_n(&n->task, n->path->ztx_release, done);
	task_spend(&n->task, n->path->ztx_used);
	n->task.state = ZTX_GIVE;
}

/* @n heads are used: write them; an interrupt, if the driver wants one, comes first. */
static void add_used(struct sim *s, struct vhost_net *n, const uint16_t *heads,
		     uint32_t count, enum vhost_state next)
{
	cycles_t store, load;
	bool call;

	hist_add(&n->tx.flushed, count);
	call = vhost_vring_add_used(&n->tx.v, heads, count, &store, &load);
	task_stall(&n->task, OP_ZTX_USED, store + load);
	if (n->tx.v.vq->poller)
		task_poll_wake(s, n->tx.v.vq->poller);
	n->task.state = (uint16_t)next;
	if (!call)
		return;
	task_spend(&n->task, n->path->call);
	n->after_call = next;
	n->task.state = ZTX_CALL;
}

static void ztx_give(struct sim *s, struct vhost_net *n)
{
	uint16_t heads[UIO_MAXIOV];
	uint32_t got = vhost_ubufs_release(s, &n->ubufs, heads, UIO_MAXIOV, any_order(n));

	add_used(s, n, heads, got, ZTX_GET);
}

static void ztx_call(struct sim *s, struct vhost_net *n)
{
	n->task.state = (uint16_t)n->after_call;
	vhost_call_tx(s, n);
}

/* vhost_exceeds_maxpend() before "do not stall on zerocopy depletion": an equality that
 * a ring of fewer than 1024 descriptors cannot fulfil. */
static bool at_maxpend(const struct vhost_net *n)
{
	const struct vhost_ubufs *u = &n->ubufs;
	uint32_t ring = n->tx.v.vq->num;

	return (u->upend_idx + ring - (uint32_t)n->cfg.VHOST_MAX_PEND + UIO_MAXIOV) %
		       UIO_MAXIOV ==
	       u->done_idx;
}

/* ... and since then: more than a part of the ring is outstanding. */
static bool over_maxpend(const struct vhost_net *n)
{
	uint32_t ring = n->tx.v.vq->num >> n->cfg.zcopy_pend_shift;
	uint32_t max = (uint32_t)n->cfg.VHOST_MAX_PEND;

	return vhost_ubufs_outstanding(&n->ubufs) > (ring < max ? ring : max);
}

static bool zcopy_used(const struct vhost_net *n, uint16_t len)
{
	if (!n->cfg.experimental_zcopytx || len < VHOST_GOODCOPY_LEN ||
	    vhost_ubufs_full(&n->ubufs) || !vhost_net_tx_select_zcopy(&n->ubufs))
		return false;
	return !n->kernel->has[KERNEL_ZEROCOPY_LIMIT] || !over_maxpend(n);
}

/* The ring is empty: ask for a kick, look again. */
static void ztx_empty(struct vhost_net *n)
{
	struct vhost_net_virtqueue *tx = &n->tx;
	cycles_t stall;
	bool more = vhost_vring_enable_notify(&tx->v, &stall);

	task_stall(&n->task, OP_ENABLE_NOTIFY, stall);
	task_spend(&n->task, n->path->enable_notify);
	n->task.state = ZTX_END;
	if (!more)
		return;
	vhost_vring_disable_notify(&tx->v, &stall);
	task_stall(&n->task, OP_DISABLE_NOTIFY, stall);
	task_spend(&n->task, n->path->disable_notify);
	n->task.state = ZTX_LOOP;
}

static void ztx_get(struct vhost_net *n)
{
	struct vhost_net_virtqueue *tx = &n->tx;
	cycles_t avail, desc;

	if (!n->kernel->has[KERNEL_ZEROCOPY_LIMIT] && n->cfg.experimental_zcopytx &&
	    at_maxpend(n)) {
		n->task.state = ZTX_END; /* the callbacks will queue the work */
		return;
	}
	if (!sock_may_send(&n->tap->sk)) {
		/* -EAGAIN; vhost_net_enable_vq(): the tap's socket will queue the work */
		n->tap->sk.nospace = true;
		n->task.state = ZTX_END;
		return;
	}
	if (!vhost_vring_fetch(&tx->v, &tx->head, &avail, &desc)) {
		task_stall(&n->task, OP_ZTX_HANDLE, avail);
		ztx_empty(n);
		return;
	}
	task_stall(&n->task, OP_ZTX_HANDLE, avail + desc);
	tx->pkt = vhost_vring_desc(&tx->v, tx->head)->pkt;
	tx->busy = true;
	n->zerocopy = zcopy_used(n, tx->pkt.len);
	task_spend(&n->task, n->path->ztx_packet[n->zerocopy]);
	if (!n->zerocopy)
		task_spend_n(&n->task, n->path->ztx_copy64, tx->pkt.len / 64u);
	n->task.state = ZTX_SEND;
}

/* sendmsg(): the packet is with the host. */
static void ztx_send(struct sim *s, struct vhost_net *n)
{
	struct vhost_net_virtqueue *tx = &n->tx;
	struct flow_count *count = &n->tap->flow[tx->pkt.flow].n;
	enum vhost_state next = ZTX_LOOP;
	bool zerocopy = n->zerocopy;

	tx->busy = false;
	tx->packets++;
	tx->bytes += tx->pkt.len;
	if (vhost_exceeds_weight(n, tx)) {
		tx->requeue = true;
		next = ZTX_END;
	}
	vhost_net_tx_packet(&n->ubufs);
	hist_add(&n->submitted, 1);
	if (zerocopy) {
		uint16_t slot = vhost_ubuf_get(s, &n->ubufs, tx->head);

		count->zerocopy++;
		n->task.state = (uint16_t)next;
		tap_rx_skb(s, n->tap, &tx->pkt, &n->ubufs, slot, &n->task);
	} else {
		count->copy++;
		add_used(s, n, &tx->head, 1, next);
		tap_rx_skb(s, n->tap, &tx->pkt, NULL, 0, &n->task);
	}
}

static void ztx_end(struct sim *s, struct vhost_net *n)
{
	n->task.state = VHOST_WORKER;
	if (n->tx.requeue)
		vhost_work_queue(s, n, WORK_TX_KICK);
}

static void station(struct sim *s, struct vhost_net *n)
{
	switch ((enum vhost_state)n->task.state) {
	case ZTX_START:
		ztx_start(n);
		break;
	case ZTX_LOOP:
		ztx_loop(n);
		break;
	case ZTX_GIVE:
		ztx_give(s, n);
		break;
	case ZTX_GET:
		ztx_get(n);
		break;
	case ZTX_SEND:
		ztx_send(s, n);
		break;
	case ZTX_CALL:
		ztx_call(s, n);
		break;
	case ZTX_END:
		ztx_end(s, n);
		break;
	default:
		sim_fatal(s, "handle_tx_zerocopy in state %u", n->task.state);
	}
}

enum task_next handle_tx_zerocopy(struct sim *s, struct vhost_net *n)
{
	do
		station(s, n);
	while (!n->task.spent && n->task.state != VHOST_WORKER);
	return TASK_RUN;
}
