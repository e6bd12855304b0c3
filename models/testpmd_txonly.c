/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * testpmd_txonly.c - pkt_burst_transmit() of app/test-pmd/txonly.c over
 * virtio_xmit_pkts() of drivers/net/virtio/virtio_rxtx.c (DPDK 20.05).
 */
#include "testpmd.h"

#define VIRTIO_NET_HDR 12

enum txonly_state { TXONLY_BUILD, TXONLY_BURST, TXONLY_XMIT, TXONLY_END };

void testpmd_txonly_init(struct testpmd *p, const struct cfg_flow *f, uint16_t id,
			 struct pace pace)
{
	p->flow_id = id;
	p->packet_size = (uint16_t)f->packet_size;
	p->burst = (uint32_t)f->burst;
	p->pace = pace;
	p->vq->avail_flags = VRING_AVAIL_F_NO_INTERRUPT;
	p->task.state = TXONLY_BUILD;
}

/* Packets to build now: a burst, or what the offered rate has made due. */
static uint32_t wanted(struct sim *s, struct testpmd *p)
{
	uint32_t due;

	if (!p->pace.step)
		return p->burst;
	due = pace_ripe(&p->pace, s->now, p->burst);
	pace_take(&p->pace, due);
	return due;
}

static void build(struct sim *s, struct testpmd *p)
{
	p->n = wanted(s, p);
	p->done = 0;
	if (!p->n) {
		uint64_t wait = p->pace.due - s->now;
		uint64_t round = p->path->idle->cycles;

		task_spend_n(&p->task, p->path->idle,
			     (uint32_t)((wait + round - 1) / round));
		return;
	}
	task_spend_n(&p->task, p->path->build, p->n);
	p->task.state = TXONLY_BURST;
}

static void burst(struct testpmd *p)
{
	p->flow->n.made += p->n;
	p->published = p->vq->avail_shadow;
	task_spend(&p->task, p->path->tx_burst);
	p->task.state = TXONLY_XMIT;
}

/* virtio_xmit_cleanup() of one packet, if the ring is full and one has been used. */
static bool make_room(struct testpmd *p)
{
	cycles_t stall;
	uint16_t used;

	if (p->vq->num_free)
		return true;
	used = virtqueue_nused(p->vq, p->c, p->task.cpu, &stall);
	task_stall(&p->task, OP_PMD_XMIT, stall);
	if (!used)
		return false;
	virtqueue_get(p->vq, p->c, p->task.cpu, &stall);
	task_stall(&p->task, OP_PMD_XMIT, stall);
	return true;
}

static void xmit(struct testpmd *p)
{
	struct packet pkt = { .len = p->packet_size, .flow = p->flow_id };

	if (p->done == p->n || !make_room(p)) {
		p->task.state = TXONLY_END;
		return;
	}
	virtqueue_add(p->vq, p->c, p->task.cpu, pkt, pkt.len + VIRTIO_NET_HDR);
	p->done++;
	task_spend(&p->task, p->path->xmit);
}

static void end(struct sim *s, struct testpmd *p)
{
	uint32_t unsent = p->n - p->done;
	cycles_t stall;

	p->task.state = TXONLY_BUILD;
	p->flow->n.sent += p->done;
	p->flow->n.unsent += unsent;
	task_spend_n(&p->task, p->path->free, unsent);
	if (!p->done)
		return;
	virtqueue_publish(p->vq, p->c, p->task.cpu);
	if (virtqueue_kick_prepare(p->vq, p->c, p->task.cpu, p->published, &stall)) {
		task_spend(&p->task, p->path->kick);
		vhost_kick_tx(s, p->net);
	}
	task_stall(&p->task, OP_PMD_TX_BURST, stall);
}

enum task_next testpmd_txonly(struct sim *s, struct task *t)
{
	struct testpmd *p = (struct testpmd *)t;

	do {
		switch ((enum txonly_state)t->state) {
		case TXONLY_BUILD:
			build(s, p);
			break;
		case TXONLY_BURST:
			burst(p);
			break;
		case TXONLY_XMIT:
			xmit(p);
			break;
		case TXONLY_END:
			end(s, p);
			break;
		}
	} while (!t->spent);
	return TASK_RUN;
}
