/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile.h"

#include <stdlib.h>
#include <string.h>

const struct path *path_new(struct path_table *tab, const uint16_t *op, unsigned int n,
			    const uint32_t *op_cycles)
{
	struct path *p;

	if (n > PATH_MAX_OPS)
		return NULL;
	if (tab->n == tab->cap) {
		uint16_t cap = tab->cap ? tab->cap * 2 : 32;
		struct path **grown = realloc(tab->path, cap * sizeof(*grown));

		if (!grown)
			return NULL;
		tab->path = grown;
		tab->cap = cap;
	}
	p = calloc(1, sizeof(*p));
	if (!p)
		return NULL;
	p->id = tab->n;
	p->n = (uint16_t)n;
	for (unsigned int i = 0; i < n; i++) {
		p->op[i] = op[i];
		p->op_cycles[i] = op_cycles[op[i]];
		p->cycles += p->op_cycles[i];
	}
	tab->path[tab->n++] = p;
	return p;
}

void path_table_destroy(struct path_table *tab)
{
	for (unsigned int i = 0; i < tab->n; i++)
		free(tab->path[i]);
	free(tab->path);
	memset(tab, 0, sizeof(*tab));
}

int profile_init(struct profile *p, unsigned int npaths, unsigned int nops)
{
	p->hits = calloc(npaths ? npaths : 1, sizeof(*p->hits));
	p->stall = calloc(nops ? nops : 1, sizeof(*p->stall));
	if (p->hits && p->stall)
		return 0;
	profile_destroy(p);
	return -1;
}

void profile_destroy(struct profile *p)
{
	free(p->hits);
	free(p->stall);
	memset(p, 0, sizeof(*p));
}

void profile_reset(struct profile *p, unsigned int npaths, unsigned int nops)
{
	memset(p->hits, 0, npaths * sizeof(*p->hits));
	memset(p->stall, 0, nops * sizeof(*p->stall));
}

cycles_t profile_total(const struct profile *p, const struct path_table *tab,
		       unsigned int nops)
{
	cycles_t sum = 0;

	for (unsigned int i = 0; i < tab->n; i++)
		sum += p->hits[i] * tab->path[i]->cycles;
	for (unsigned int i = 0; i < nops; i++)
		sum += p->stall[i];
	return sum;
}

void profile_by_op(const struct profile *p, const struct path_table *tab,
		   unsigned int nops, cycles_t *by_op, uint64_t *calls)
{
	for (unsigned int i = 0; i < tab->n; i++) {
		const struct path *path = tab->path[i];

		for (unsigned int k = 0; k < path->n; k++) {
			by_op[path->op[k]] += p->hits[i] * path->op_cycles[k];
			if (calls)
				calls[path->op[k]] += p->hits[i];
		}
	}
	for (unsigned int i = 0; i < nops; i++)
		by_op[i] += p->stall[i];
}
