/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pktgen.h"

#define LINES_PER_SKB 2 /* its head, and the start of its data */

enum pktgen_state { PKTGEN_MAKE, PKTGEN_XMIT };

static const struct path *make(struct path_table *tab, const struct machine *m, enum op a,
			       enum op b, enum op c)
{
	const uint16_t op[] = { (uint16_t)a, (uint16_t)b, (uint16_t)c };

	return path_new(tab, op, c == OP_COUNT ? 2 : 3, m->op);
}

int pktgen_paths_init(struct pktgen_paths *p, struct path_table *tab,
		      const struct machine *m)
{
	p->fresh = make(tab, m, OP_PKTGEN_BUILD, OP_TUN_XMIT, OP_COUNT);
	p->clone = make(tab, m, OP_PKTGEN_CLONE, OP_TUN_XMIT, OP_COUNT);
	p->retry_fresh = make(tab, m, OP_TUN_DROP, OP_PKTGEN_BUILD, OP_TUN_XMIT);
	p->retry_clone = make(tab, m, OP_TUN_DROP, OP_PKTGEN_CLONE, OP_TUN_XMIT);
	p->wake = op_path(tab, m, OP_PKTGEN_WAKE);
	p->idle = op_path(tab, m, OP_PMD_IDLE);
	return p->fresh && p->clone && p->retry_fresh && p->retry_clone && p->wake &&
			       p->idle
		       ? 0
		       : -1;
}

int pktgen_init(struct pktgen *p, const struct cfg_flow *f, uint16_t id, uint32_t skbs,
		struct pace pace)
{
	p->flow_id = id;
	p->packet_size = (uint16_t)f->packet_size;
	p->clone_skb = (uint32_t)f->clone_skb;
	p->pace = pace;
	p->skbs = skbs;
	p->skb_stride = LINES_PER_SKB << p->c->shift;
	p->task.state = PKTGEN_MAKE;
	return lines_init(&p->skb_lines, p->c, skbs * p->skb_stride);
}

void pktgen_destroy(struct pktgen *p)
{
	lines_destroy(&p->skb_lines);
}

/* Spend an skb, made or sent again, and the try to send it; the try comes next. */
static void make_skb(struct sim *s, struct pktgen *p)
{
	if (p->pace.step && !pace_ripe(&p->pace, s->now, 1)) {
		uint64_t wait = p->pace.due - s->now;
		uint64_t round = p->path->idle->cycles;

		task_spend_n(&p->task, p->path->idle,
			     (uint32_t)((wait + round - 1) / round));
		return;
	}
	pace_take(&p->pace, 1);
	task_spend(&p->task, p->clones ? p->path->clone : p->path->fresh);
	p->task.state = PKTGEN_XMIT;
}

/*
 * This try's stores to the skb: its head when it is made and when its count is raised
 * for a clone, its data only when it is made.
 */
static void touch_skb(struct pktgen *p)
{
	uint32_t head = p->skb * p->skb_stride;

	line_write(p->c, &p->skb_lines, head, p->task.cpu);
	if (!p->clones)
		line_write(p->c, &p->skb_lines, head + p->skb_stride / 2, p->task.cpu);
}

/* The skb is on its way: send it again, or take another. A dropped one is used anew. */
static void next_skb(struct pktgen *p)
{
	if (p->clones) {
		p->clones--;
		return;
	}
	p->clones = p->clone_skb;
	if (!p->clone_skb)
		p->skb = p->skb + 1 == p->skbs ? 0 : p->skb + 1;
}

/* The ring is full: the packet is dropped. At a limited rate the next one is not due. */
static enum task_next drop(struct sim *s, struct pktgen *p, cycles_t stall)
{
	/* A fresh skb that is dropped touches nothing that another thread sees. */
	if (!stall && !p->pace.step && !p->clone_skb)
		return task_poll(s, &p->task, p->path->retry_fresh);
	p->flow->n.made++;
	p->flow->n.dropped_tap++;
	task_stall(&p->task, OP_TUN_XMIT, stall);
	if (p->pace.step)
		p->task.state = PKTGEN_MAKE;
	else
		task_spend(&p->task,
			   p->clone_skb ? p->path->retry_clone : p->path->retry_fresh);
	return TASK_RUN;
}

/* Each fruitless round of a wait is a packet made and dropped. */
static void count_polled(struct pktgen *p)
{
	p->flow->n.made += p->task.polled;
	p->flow->n.dropped_tap += p->task.polled;
	p->task.polled = 0;
}

void pktgen_settle(struct sim *s, struct pktgen *p)
{
	task_poll_settle(s, &p->task);
	count_polled(p);
}

static enum task_next try_xmit(struct sim *s, struct pktgen *p)
{
	struct packet pkt = { p->skb, p->packet_size, p->flow_id, p->clone_skb };
	cycles_t stall;
	bool woken;

	count_polled(p);
	touch_skb(p);
	if (!tap_xmit(s, p->tap, p->c, p->task.cpu, pkt, &stall, &woken))
		return drop(s, p, stall);
	next_skb(p);
	p->flow->n.made++;
	p->flow->n.sent++;
	task_stall(&p->task, OP_TUN_XMIT, stall);
	if (woken)
		task_spend(&p->task, p->path->wake);
	p->task.state = PKTGEN_MAKE;
	return TASK_RUN;
}

enum task_next pktgen_xmit(struct sim *s, struct task *t)
{
	struct pktgen *p = (struct pktgen *)t;

	do {
		if (t->state == PKTGEN_MAKE)
			make_skb(s, p);
		else if (try_xmit(s, p) == TASK_PARK)
			return TASK_PARK;
	} while (!t->spent);
	return TASK_RUN;
}
