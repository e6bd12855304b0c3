/* SPDX-License-Identifier: GPL-3.0-or-later */
/* testpmd.c - what txonly and rxonly share. */
#include "testpmd.h"

int testpmd_paths_init(struct testpmd_paths *p, struct path_table *tab,
		       const struct machine *m)
{
	p->build = op_path(tab, m, OP_PMD_BUILD);
	p->free = op_path(tab, m, OP_PMD_FREE);
	p->tx_burst = op_path(tab, m, OP_PMD_TX_BURST);
	p->xmit = op_path(tab, m, OP_PMD_XMIT);
	p->idle = op_path(tab, m, OP_PMD_IDLE);
	p->poll = op_path(tab, m, OP_PMD_POLL);
	p->dequeue = op_path(tab, m, OP_PMD_DEQUEUE);
	p->refill = op_path(tab, m, OP_PMD_REFILL);
	p->kick = op_path(tab, m, OP_PMD_KICK);
	return p->build && p->free && p->tx_burst && p->xmit && p->idle && p->poll &&
			       p->dequeue && p->refill && p->kick
		       ? 0
		       : -1;
}
