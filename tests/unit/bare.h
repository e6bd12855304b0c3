/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bare.h - the engine with no model on it: one operation, paths of any length. */
#ifndef VHOSTSIM_TEST_BARE_H
#define VHOSTSIM_TEST_BARE_H

#include <criterion/criterion.h>

#include "../../sim/engine/sim.h"

static const struct op_desc bare_op[] = { { "work", "toy" }, { "wait", "toy" } };

/* A clock of 1 GHz, so that a cycle is a nanosecond. */
static inline struct sim *bare_sim(cycles_t origin)
{
	struct sim_config cfg = {
		.seed = 7,
		.hz = 1000000000,
		.origin = origin,
		.cpus = 4,
		.ops = bare_op,
		.nops = 2,
	};
	struct sim *s = sim_new(&cfg);

	cr_assert_not_null(s);
	return s;
}

/* A path of one operation that costs @cycles. */
static inline const struct path *bare_path(struct sim *s, uint32_t cycles)
{
	static const uint16_t op[] = { 0 };
	const struct path *p = path_new(&s->paths, op, 1, &cycles);

	cr_assert_not_null(p);
	return p;
}

static inline void bare_task(struct sim *s, struct task *t, const char *name,
			     task_step_fn step, cycles_t delay)
{
	cr_assert_eq(sim_add_task(s, t, name, s->ntasks, step, delay), 0);
}

/* Every cycle of every processor is spent or waited. */
static inline void expect_cycles_add_up(struct sim *s)
{
	struct sheet *sheet = calloc(1, sizeof(*sheet));

	sim_sheet(s, sheet);
	for (unsigned int i = 0; i < sheet->n; i++)
		cr_expect_eq(sheet_balance(sheet, sheet->line[i].subject), 0,
			     "%s at cycle %llu: %lld left over", sheet->line[i].subject,
			     (unsigned long long)(s->now - s->cfg.origin),
			     (long long)sheet_balance(sheet, sheet->line[i].subject));
	cr_expect_gt(sheet->n, 0);
	free(sheet);
}

#endif
