/* SPDX-License-Identifier: GPL-3.0-or-later */
/* testpmd.c - what txonly and rxonly share. */
#include "testpmd.h"

static const struct path *one(struct path_table *tab, const struct machine *m, enum op op)
{
	return path_new(tab, (const uint16_t[]){ (uint16_t)op }, 1, m->op);
}

int testpmd_paths_init(struct testpmd_paths *p, struct path_table *tab,
		       const struct machine *m)
{
	p->build = one(tab, m, OP_PMD_BUILD);
	p->free = one(tab, m, OP_PMD_FREE);
	p->tx_burst = one(tab, m, OP_PMD_TX_BURST);
	p->xmit = one(tab, m, OP_PMD_XMIT);
	p->idle = one(tab, m, OP_PMD_IDLE);
	p->poll = one(tab, m, OP_PMD_POLL);
	p->dequeue = one(tab, m, OP_PMD_DEQUEUE);
	p->refill = one(tab, m, OP_PMD_REFILL);
	p->kick = one(tab, m, OP_PMD_KICK);
	return p->build && p->free && p->tx_burst && p->xmit && p->idle && p->poll &&
			       p->dequeue && p->refill && p->kick
		       ? 0
		       : -1;
}
