/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * testpmd_rxonly.c - pkt_burst_receive() of app/test-pmd/rxonly.c over virtio_recv_pkts()
 * of drivers/net/virtio/virtio_rxtx.c (DPDK 20.05).
 */
#include "testpmd.h"

#define MBUF_BYTES 2048 /* RTE_MBUF_DEFAULT_DATAROOM */

enum rxonly_state { RXONLY_POLL, RXONLY_DEQUEUE, RXONLY_REFILL, RXONLY_PUBLISH };

void testpmd_rxonly_init(struct testpmd *p, const struct cfg_flow *f, uint16_t id)
{
	const struct packet none = { 0 };

	p->flow_id = id;
	p->burst = (uint32_t)f->burst;
	p->vq->avail_flags = VRING_AVAIL_F_NO_INTERRUPT;
	while (p->vq->num_free)
		virtqueue_add(p->vq, p->c, p->task.cpu, none, MBUF_BYTES);
	virtqueue_publish(p->vq, p->c, p->task.cpu);
	p->task.state = RXONLY_POLL;
}

static enum task_next poll(struct sim *s, struct testpmd *p)
{
	uint32_t per_line = (1u << p->c->shift) / 16; /* DESC_PER_CACHELINE */
	cycles_t stall;
	uint32_t n = virtqueue_nused(p->vq, p->c, p->task.cpu, &stall);

	if (!n && !stall)
		return task_poll(s, &p->task, p->path->poll);
	task_stall(&p->task, OP_PMD_POLL, stall);
	task_spend(&p->task, p->path->poll);
	if (n > p->burst)
		n = p->burst;
	/* Leave a part of a line for the next look: the device still writes there. */
	if (n > per_line)
		n -= (p->vq->last_used + n) % per_line;
	p->n = n;
	p->done = 0;
	p->task.state = n ? RXONLY_DEQUEUE : RXONLY_POLL;
	return TASK_RUN;
}

/* As many of the burst's packets as end with the line of the entry at @index. */
static uint32_t to_line_end(const struct testpmd *p, uint32_t index, uint32_t per_line)
{
	uint32_t k = per_line - index % per_line;
	uint32_t left = p->n - p->done;

	return k < left ? k : left;
}

/* virtqueue_dequeue_burst_rx(), a line of used entries at a time */
static void dequeue(struct testpmd *p)
{
	uint32_t k = to_line_end(p, p->vq->last_used, (1u << p->c->shift) / 8);
	cycles_t stall;

	for (uint32_t i = 0; i < k; i++) {
		virtqueue_get(p->vq, p->c, p->task.cpu, &stall);
		task_stall(&p->task, OP_PMD_DEQUEUE, stall);
	}
	task_spend_n(&p->task, p->path->dequeue, k);
	p->done += k;
	p->flow->n.delivered += k;
	if (p->done < p->n)
		return;
	p->done = 0;
	p->published = p->vq->avail_shadow;
	p->task.state = RXONLY_REFILL;
}

/* virtqueue_enqueue_recv_refill(), a line of descriptors at a time */
static void refill(struct testpmd *p)
{
	const struct packet none = { 0 };
	uint32_t k = to_line_end(p, p->vq->avail_shadow, (1u << p->c->shift) / 16);

	for (uint32_t i = 0; i < k; i++)
		virtqueue_add(p->vq, p->c, p->task.cpu, none, MBUF_BYTES);
	task_spend_n(&p->task, p->path->refill, k);
	p->done += k;
	if (p->done == p->n)
		p->task.state = RXONLY_PUBLISH;
}

static void publish(struct sim *s, struct testpmd *p)
{
	cycles_t stall;

	virtqueue_publish(p->vq, p->c, p->task.cpu);
	if (virtqueue_kick_prepare(p->vq, p->c, p->task.cpu, p->published, &stall)) {
		task_spend(&p->task, p->path->kick);
		vhost_kick_rx(s, p->net);
	}
	task_stall(&p->task, OP_PMD_REFILL, stall);
	task_spend_n(&p->task, p->path->free, p->n);
	p->task.state = RXONLY_POLL;
}

enum task_next testpmd_rxonly(struct sim *s, struct task *t)
{
	struct testpmd *p = (struct testpmd *)t;

	switch ((enum rxonly_state)t->state) {
	case RXONLY_POLL:
		return poll(s, p);
	case RXONLY_DEQUEUE:
		dequeue(p);
		break;
	case RXONLY_REFILL:
		refill(p);
		break;
	case RXONLY_PUBLISH:
		publish(s, p);
		break;
	}
	return TASK_RUN;
}
