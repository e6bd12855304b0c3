/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * handle_rx.c - handle_rx() of drivers/vhost/net.c (5.8), with the batched descriptor
 * fetch of RFC v8.
 *
 * A packet's way: RX_PEEK looks at it (and refills the private array from the tap's ring
 * when that is used up), RX_BUFS finds a guest buffer and spends the copy, RX_DONE counts
 * it. Used entries are written when more than VHOST_NET_BATCH have gathered, so after
 * VHOST_NET_BATCH + 1, and at the end of a run.
 */
#include "vhost_net.h"

static uint32_t dequeue_batch(const struct vhost_net *n)
{
	return n->kernel->has[KERNEL_RX_DEQUEUE_BATCH] ? (uint32_t)n->cfg.VHOST_NET_BATCH
						       : 1;
}

static uint32_t used_batch(const struct vhost_net *n)
{
	return n->kernel->has[KERNEL_RX_USED_BATCH] ? (uint32_t)n->cfg.VHOST_NET_BATCH
						    : 0;
}

static void rx_start(struct vhost_net *n)
{
	struct vhost_net_virtqueue *rx = &n->rx;
	cycles_t stall;

	rx->packets = 0;
	rx->bytes = 0;
	rx->last = rx->requeue = false;
	vhost_vring_disable_notify(&rx->v, &stall);
	task_stall(&n->task, OP_DISABLE_NOTIFY, stall);
	task_spend(&n->task, n->path->disable_notify);
	task_spend(&n->task, n->path->rx_run);
	n->tap->rx.waits = false; /* vhost_net_disable_vq() */
	n->task.state = RX_PEEK;
}

/* vhost_net_buf_produce(). Returns false when the tap's ring is empty. */
static bool refill(struct sim *s, struct vhost_net *n)
{
	cycles_t stall;

	n->rxq_head = 0;
	n->rxq_tail = tap_read(s, n->tap, n->c, n->task.cpu, n->rxq, dequeue_batch(n),
			       &stall);
	task_stall(&n->task, OP_RX_PEEK, stall);
	task_spend(&n->task, n->path->rx_refill);
	hist_add(&n->dequeued, n->rxq_tail);
	return n->rxq_tail;
}

static void leave(struct vhost_net *n, bool requeue)
{
	n->rx.last = true;
	n->rx.requeue = requeue;
	n->task.state = RX_FLUSH;
}

static uint32_t skb_offset(const struct vhost_net *n, const struct packet *pkt)
{
	return pkt->skb * n->skb_stride;
}

/* vhost_net_rx_peek_head_len() */
static void rx_peek(struct sim *s, struct vhost_net *n)
{
	if (n->rxq_head == n->rxq_tail && !refill(s, n)) {
		/* vhost_net_enable_vq(): back onto the tap's wait queue */
		n->tap->rx.waits = true;
		leave(n, false);
		return;
	}
	task_stall(&n->task, OP_RX_PEEK,
		   line_read(n->c, n->skb_lines, skb_offset(n, &n->rxq[n->rxq_head]),
			     n->task.cpu));
	task_spend(&n->task, n->path->rx_peek);
	n->task.state = RX_BUFS;
}

/*
 * consume_skb(): the last holder frees it; one of several lowers its count, and a locked
 * instruction waits for its line.
 */
static void consume_skb(struct vhost_net *n, const struct packet *pkt)
{
	cycles_t stall = line_write(n->c, n->skb_lines, skb_offset(n, pkt), n->task.cpu);

	if (pkt->shared)
		task_stall(&n->task, OP_RX_CONSUME, stall);
	else
		task_spend(&n->task, n->path->rx_free);
}

/* tun_recvmsg() into buffer @id; the packet has arrived there when RX_DONE comes. */
static void receive(struct vhost_net *n, uint16_t id)
{
	struct vhost_net_virtqueue *rx = &n->rx;

	rx->head = id;
	rx->pkt = n->rxq[n->rxq_head++];
	rx->busy = true;
	/* the packet's data lie on the line behind its head */
	task_stall(&n->task, OP_RX_TUN_READ,
		   line_read(n->c, n->skb_lines,
			     skb_offset(n, &rx->pkt) + (1u << n->c->shift), n->task.cpu));
	task_spend(&n->task, n->path->rx_packet);
	task_spend_n(&n->task, n->path->rx_copy64, (rx->pkt.len - 1u) / 64);
	consume_skb(n, &rx->pkt);
	n->task.state = RX_DONE;
}

static void get_rx_bufs(struct vhost_net *n)
{
	cycles_t avail, desc;
	uint16_t id;
	bool got = vhost_vring_fetch(&n->rx.v, &id, &avail, &desc);

	task_stall(&n->task, OP_RX_FETCH, avail);
	if (!got) {
		n->task.state = RX_EMPTY;
		return;
	}
	/* as in handle_tx: the first users of the descriptor wait for its line */
	task_stall(&n->task, OP_RX_XLATE, desc - desc / 3);
	task_stall(&n->task, OP_RX_SEARCH, desc / 3);
	task_spend(&n->task, n->path->rx_restart);
	task_spend(&n->task, n->path->rx_fetch);
	receive(n, id);
}

static void rx_bufs(struct vhost_net *n)
{
	struct vhost_virtqueue *v = &n->rx.v;

	if (!v->descs) {
		get_rx_bufs(n);
	} else if (!vhost_vring_drained(v)) {
		receive(n, v->descs[v->first_desc++]);
	} else {
		v->ndescs = v->first_desc = 0;
		task_spend(&n->task, n->path->rx_restart);
		n->task.state = RX_FETCH;
	}
}

/* One round of fetch_descs(); the pass ends at its limit or with the ring. */
static void fetch_buf(struct vhost_net *n)
{
	struct vhost_virtqueue *v = &n->rx.v;
	cycles_t avail, desc;

	if (v->ndescs < v->descs_cap &&
	    vhost_vring_fetch(v, &v->descs[v->ndescs], &avail, &desc)) {
		v->ndescs++;
		task_stall(&n->task, OP_FETCH_BUF, avail + desc);
		task_spend(&n->task, n->path->rx_fetch);
		return;
	}
	n->task.state = v->ndescs ? RX_BUFS : RX_EMPTY;
}

/* The guest has no buffer: ask for a kick; the packet stays in the private array. */
static void rx_empty(struct vhost_net *n)
{
	struct vhost_net_virtqueue *rx = &n->rx;
	cycles_t stall;

	if (vhost_vring_enable_notify(&rx->v, &stall)) {
		task_stall(&n->task, OP_ENABLE_NOTIFY, stall);
		task_spend(&n->task, n->path->enable_notify);
		vhost_vring_disable_notify(&rx->v, &stall);
		task_stall(&n->task, OP_DISABLE_NOTIFY, stall);
		task_spend(&n->task, n->path->disable_notify);
		n->task.state = RX_BUFS;
		return;
	}
	task_stall(&n->task, OP_ENABLE_NOTIFY, stall);
	task_spend(&n->task, n->path->enable_notify);
	leave(n, false);
}

static void rx_done(struct vhost_net *n)
{
	struct vhost_net_virtqueue *rx = &n->rx;

	vhost_vring_fill(&rx->v, rx->head, rx->pkt);
	rx->busy = false;
	rx->heads[rx->done_idx++] = rx->head;
	rx->packets++;
	rx->bytes += rx->pkt.len;
	n->task.state = rx->done_idx > used_batch(n) ? RX_FLUSH : RX_PEEK;
	if (vhost_exceeds_weight(n, rx))
		leave(n, true);
}

/* vhost_net_signal_used(); its effects come with RX_USED. */
static void rx_flush(struct vhost_net *n)
{
	if (n->rx.done_idx)
		task_spend(&n->task, n->path->rx_flush);
	n->task.state = RX_USED;
}

static void rx_used(struct sim *s, struct vhost_net *n)
{
	struct vhost_net_virtqueue *rx = &n->rx;
	cycles_t store, load;

	if (rx->done_idx) {
		hist_add(&rx->flushed, rx->done_idx);
		if (vhost_vring_add_used(&rx->v, rx->heads, rx->done_idx, &store,
					 &load)) {
			task_spend(&n->task, n->path->call);
			n->n.calls++;
		}
		task_stall(&n->task, OP_RX_USED, store);
		task_stall(&n->task, OP_RX_SIGNAL, load);
		rx->done_idx = 0;
		if (rx->v.vq->poller)
			task_poll_wake(s, rx->v.vq->poller);
	}
	n->task.state = rx->last ? RX_END : RX_PEEK;
}

static void rx_end(struct sim *s, struct vhost_net *n)
{
	n->task.state = VHOST_WORKER;
	/* A packet that came while the entry was off the wait queue queues the work. */
	if (n->rx.requeue || (n->tap->rx.waits && !ptr_ring_empty(&n->tap->ring)))
		vhost_work_queue(s, n, WORK_RX_NET);
}

static void station(struct sim *s, struct vhost_net *n)
{
	switch ((enum vhost_state)n->task.state) {
	case RX_START:
		rx_start(n);
		break;
	case RX_PEEK:
		rx_peek(s, n);
		break;
	case RX_BUFS:
		rx_bufs(n);
		break;
	case RX_FETCH:
		fetch_buf(n);
		break;
	case RX_EMPTY:
		rx_empty(n);
		break;
	case RX_DONE:
		rx_done(n);
		break;
	case RX_FLUSH:
		rx_flush(n);
		break;
	case RX_USED:
		rx_used(s, n);
		break;
	case RX_END:
		rx_end(s, n);
		break;
	default:
		sim_fatal(s, "handle_rx in state %u", n->task.state);
	}
}

enum task_next handle_rx(struct sim *s, struct vhost_net *n)
{
	/* A station that only decides costs nothing: go on at once. */
	do
		station(s, n);
	while (!n->task.spent && n->task.state != VHOST_WORKER);
	return TASK_RUN;
}
