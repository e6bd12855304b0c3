/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "../../sim/engine/profile.h"

enum { COPY, LOCK, FREE, OPS };

static const uint32_t cost[OPS] = { 100, 20, 7 };

Test(profile, a_path_costs_the_sum_of_its_operations)
{
	static const uint16_t op[] = { COPY, LOCK, LOCK, FREE };
	struct path_table tab = { .n = 0 };
	const struct path *p = path_new(&tab, op, 4, cost);

	cr_assert_not_null(p);
	cr_expect_eq(p->cycles, 100 + 20 + 20 + 7);
	cr_expect_eq(p->id, 0);
	path_table_destroy(&tab);
}

Test(profile, cycles_and_stalls_come_out_by_operation)
{
	static const uint16_t fast[] = { COPY, FREE }, slow[] = { COPY, LOCK, LOCK };
	struct path_table tab = { .n = 0 };
	cycles_t by_op[OPS] = { 0 };
	uint64_t calls[OPS] = { 0 };
	struct profile p;

	path_new(&tab, fast, 2, cost);
	path_new(&tab, slow, 3, cost);
	cr_assert_eq(profile_init(&p, tab.n, OPS), 0);
	p.hits[0] = 3;
	p.hits[1] = 2;
	p.stall[LOCK] = 55;
	profile_by_op(&p, &tab, OPS, by_op, calls);
	cr_expect_eq(by_op[COPY], 5 * 100);
	cr_expect_eq(by_op[LOCK], 4 * 20 + 55);
	cr_expect_eq(by_op[FREE], 3 * 7);
	cr_expect_eq(calls[LOCK], 4, "a stall is no call");
	cr_expect_eq(profile_total(&p, &tab, OPS), 500 + 135 + 21);
	profile_reset(&p, tab.n, OPS);
	cr_expect_eq(profile_total(&p, &tab, OPS), 0);
	profile_destroy(&p);
	path_table_destroy(&tab);
}

Test(profile, a_path_has_a_limit)
{
	uint16_t op[PATH_MAX_OPS + 1] = { 0 };
	struct path_table tab = { .n = 0 };

	cr_expect_not_null(path_new(&tab, op, PATH_MAX_OPS, cost));
	cr_expect_null(path_new(&tab, op, PATH_MAX_OPS + 1, cost));
	cr_expect_eq(tab.n, 1);
	path_table_destroy(&tab);
}

Test(profile, paths_stay_where_they_are_when_more_come)
{
	static const uint16_t op[] = { LOCK };
	struct path_table tab = { .n = 0 };
	const struct path *first = path_new(&tab, op, 1, cost);

	for (int i = 1; i < 200; i++)
		cr_expect_eq(path_new(&tab, op, 1, cost)->id, i);
	cr_expect_eq(tab.path[0], first);
	cr_expect_eq(first->cycles, 20);
	path_table_destroy(&tab);
}
