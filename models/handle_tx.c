/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * handle_tx.c - handle_tx() and handle_tx_copy() of drivers/vhost/net.c (5.8), with the
 * batched descriptor fetch of RFC v8 ("vhost: use batched get_vq_desc version").
 *
 * A packet's way: TX_LOOP takes its descriptor and spends the copy into an XDP buffer;
 * back in TX_LOOP it joins the batch. The batch goes to the tap at exactly
 * VHOST_NET_BATCH, when the ring is empty, and at the weight: TX_SUBMIT, then TX_USED.
 */
#include "vhost_net.h"

static uint32_t batch_size(const struct vhost_net *n)
{
	return n->kernel->has[KERNEL_TX_XDP_BATCH] ? (uint32_t)n->cfg.VHOST_NET_BATCH : 1;
}

static void tx_start(struct vhost_net *n)
{
	struct vhost_net_virtqueue *tx = &n->tx;
	cycles_t stall;

	tx->packets = 0;
	tx->bytes = 0;
	tx->last = tx->requeue = false;
	vhost_vring_disable_notify(&tx->v, &stall);
	task_stall(&n->task, OP_DISABLE_NOTIFY, stall);
	task_spend(&n->task, n->path->disable_notify);
	task_spend(&n->task, n->path->tx_run);
	n->task.state = TX_LOOP;
}

/* The packet under way has been copied: into the batch with it, and count. */
static void packet_done(struct vhost_net *n)
{
	struct vhost_net_virtqueue *tx = &n->tx;

	if (!tx->busy)
		return;
	tx->busy = false;
	tx->heads[tx->done_idx] = tx->head;
	tx->batch[tx->done_idx++] = tx->pkt;
	tx->packets++;
	tx->bytes += tx->pkt.len;
	if (vhost_exceeds_weight(n, tx))
		tx->last = tx->requeue = true;
}

/* Spend the copy of the packet in buffer @id; it is done when the cycles are. */
static void take_packet(struct vhost_net *n, uint16_t id)
{
	struct vhost_net_virtqueue *tx = &n->tx;

	tx->head = id;
	tx->pkt = vhost_vring_desc(&tx->v, id)->pkt;
	tx->busy = true;
	task_spend(&n->task, n->path->tx_packet);
	task_spend_n(&n->task, n->path->tx_copy64, (tx->pkt.len - 1u) / 64);
}

/* vhost_get_vq_desc() without the series. Returns false when the ring is empty. */
static bool get_vq_desc(struct vhost_net *n)
{
	cycles_t avail, desc;
	uint16_t id;
	bool got = vhost_vring_fetch(&n->tx.v, &id, &avail, &desc);

	task_stall(&n->task, OP_TX_FETCH, avail);
	if (!got)
		return false;
	/* The first to use what the descriptor says are translate_desc() and the search
	 * below it: they wait for its line. */
	task_stall(&n->task, OP_TX_XLATE, desc - desc / 3);
	task_stall(&n->task, OP_TX_SEARCH, desc / 3);
	take_packet(n, id);
	return true;
}

/* One round of fetch_descs(); the pass ends at its limit or with the ring. */
static void fetch_buf(struct vhost_net *n)
{
	struct vhost_virtqueue *v = &n->tx.v;
	cycles_t avail, desc;

	if (v->ndescs < v->descs_cap &&
	    vhost_vring_fetch(v, &v->descs[v->ndescs], &avail, &desc)) {
		v->ndescs++;
		task_stall(&n->task, OP_FETCH_BUF, avail + desc);
		task_spend(&n->task, n->path->tx_fetch);
		return;
	}
	n->task.state = v->ndescs ? TX_LOOP : TX_EMPTY;
}

static void tx_loop(struct vhost_net *n)
{
	struct vhost_net_virtqueue *tx = &n->tx;
	struct vhost_virtqueue *v = &tx->v;

	packet_done(n);
	if (tx->last || tx->done_idx >= batch_size(n)) {
		n->task.state = TX_SUBMIT;
	} else if (!v->descs) {
		if (!get_vq_desc(n))
			n->task.state = TX_EMPTY;
	} else if (!vhost_vring_drained(v)) {
		take_packet(n, v->descs[v->first_desc++]);
	} else {
		v->ndescs = v->first_desc = 0;
		n->task.state = TX_FETCH;
	}
}

static void tx_empty(struct vhost_net *n)
{
	struct vhost_net_virtqueue *tx = &n->tx;
	bool more;
	cycles_t stall;

	more = vhost_vring_enable_notify(&tx->v, &stall);
	task_stall(&n->task, OP_ENABLE_NOTIFY, stall);
	task_spend(&n->task, n->path->enable_notify);
	if (more) {
		vhost_vring_disable_notify(&tx->v, &stall);
		task_stall(&n->task, OP_DISABLE_NOTIFY, stall);
		task_spend(&n->task, n->path->disable_notify);
		n->task.state = TX_LOOP;
		return;
	}
	tx->last = true;
	n->task.state = TX_SUBMIT;
}

/* vhost_tx_batch(): the batch goes to tun_sendmsg(); its effects come with TX_USED. */
static void tx_submit(struct vhost_net *n)
{
	uint32_t done = n->tx.done_idx;

	if (done) {
		task_spend_n(&n->task, n->path->tx_buffer, done);
		if (n->tap->host)
			task_spend_n(&n->task, n->path->tx_skb, done);
		task_spend(&n->task, n->path->tx_batch);
		hist_add(&n->submitted, done);
	}
	n->task.state = TX_USED;
}

/* The batch is with the tap: dropped by its XDP program, or up the host's stack. */
static void arrive(struct sim *s, struct vhost_net *n)
{
	struct vhost_net_virtqueue *tx = &n->tx;

	for (uint32_t i = 0; i < tx->done_idx; i++) {
		struct packet *pkt = &tx->batch[i];

		n->tap->flow[pkt->flow].n.copy++;
		if (n->tap->host)
			tap_rx_skb(s, n->tap, pkt, NULL, 0, &n->task);
		else
			tap_xdp_drop(n->tap, pkt);
	}
}

static void tx_used(struct sim *s, struct vhost_net *n)
{
	struct vhost_net_virtqueue *tx = &n->tx;
	cycles_t store, load;

	n->task.state = tx->last ? VHOST_WORKER : TX_LOOP;
	arrive(s, n);
	if (tx->done_idx) {
		hist_add(&tx->flushed, tx->done_idx);
		if (vhost_vring_add_used(&tx->v, tx->heads, tx->done_idx, &store,
					 &load)) {
			task_spend(&n->task, n->path->call);
			n->after_call = (enum vhost_state)n->task.state;
			n->task.state = TX_CALL;
		}
		task_stall(&n->task, OP_TX_USED, store);
		task_stall(&n->task, OP_TX_SIGNAL, load);
		tx->done_idx = 0;
		if (tx->v.vq->poller)
			task_poll_wake(s, tx->v.vq->poller);
	}
	if (tx->requeue)
		vhost_work_queue(s, n, WORK_TX_KICK);
}

static void station(struct sim *s, struct vhost_net *n)
{
	switch ((enum vhost_state)n->task.state) {
	case TX_START:
		tx_start(n);
		break;
	case TX_LOOP:
		tx_loop(n);
		break;
	case TX_FETCH:
		fetch_buf(n);
		break;
	case TX_EMPTY:
		tx_empty(n);
		break;
	case TX_SUBMIT:
		tx_submit(n);
		break;
	case TX_USED:
		tx_used(s, n);
		break;
	case TX_CALL:
		n->task.state = (uint16_t)n->after_call;
		vhost_call_tx(s, n);
		break;
	default:
		sim_fatal(s, "handle_tx in state %u", n->task.state);
	}
}

enum task_next handle_tx(struct sim *s, struct vhost_net *n)
{
	/* A station that only decides costs nothing: go on at once. */
	do
		station(s, n);
	while (!n->task.spent && n->task.state != VHOST_WORKER);
	return TASK_RUN;
}
