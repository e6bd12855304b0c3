/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * profile.h - where the cycles go.
 *
 * An operation is a named piece of work (a kernel symbol in a context). A path is a
 * straight run of operations between two effects: a task spends it as a whole, and
 * its cycles are split among the operations only when somebody asks. Stalls (a cache
 * line that has to come from another core) are charged beside it to the operation
 * that waits.
 */
#ifndef VHOSTSIM_PROFILE_H
#define VHOSTSIM_PROFILE_H

#include <stdint.h>

#include "clock.h"

#define PATH_MAX_OPS 40

struct op_desc {
	const char *symbol; /* as perf report prints it */
	const char *module; /* as perf report prints the shared object */
};

struct path {
	uint16_t id;
	uint16_t n;
	uint16_t op[PATH_MAX_OPS];
	uint32_t op_cycles[PATH_MAX_OPS];
	cycles_t cycles; /* sum of op_cycles */
};

/* The paths of one simulation; filled while models are built, constant in the run. */
struct path_table {
	struct path **path;
	uint16_t n, cap;
};

/* What one task has spent. */
struct profile {
	uint64_t *hits;	 /* [paths] how often each path was spent */
	uint64_t *stall; /* [ops] cycles of waiting, by operation */
};

/*
 * Make a path of the @n operations in @op, each costing @op_cycles[op]. Returns the
 * path, owned by @tab, or NULL without memory or with more than PATH_MAX_OPS.
 */
const struct path *path_new(struct path_table *tab, const uint16_t *op, unsigned int n,
			    const uint32_t *op_cycles);
void path_table_destroy(struct path_table *tab);

int profile_init(struct profile *p, unsigned int npaths, unsigned int nops);
void profile_destroy(struct profile *p);

/* Forget what was spent so far (end of the warm-up). */
void profile_reset(struct profile *p, unsigned int npaths, unsigned int nops);

/* Cycles spent in @p altogether. */
cycles_t profile_total(const struct profile *p, const struct path_table *tab,
		       unsigned int nops);

/* Add the cycles of each operation to @by_op[nops]; @calls (may be NULL) likewise. */
void profile_by_op(const struct profile *p, const struct path_table *tab,
		   unsigned int nops, cycles_t *by_op, uint64_t *calls);

#endif
