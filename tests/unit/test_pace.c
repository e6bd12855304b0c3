/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "../../models/pace.h"
#include "lab.h"

/* 1,919,104 packets a second at 2.5 GHz are 1302.69 cycles apart: after a second exactly
 * so many have been sent, not 1,920,122 as with 1302. */
Test(pace, the_mean_is_exact)
{
	const cycles_t start = UINT64_MAX - 1000000; /* the clock wraps on the way */
	uint64_t sent = 0;
	struct pace p;

	pace_init(&p, start, 2500000000, 1919104);
	for (cycles_t t = 0; t < 2500000000; t += 5000) {
		uint32_t n = pace_ripe(&p, start + t, 512);

		pace_take(&p, n);
		sent += n;
	}
	cr_assert_leq(sent, 1919104);
	cr_assert_geq(sent, 1919104 - 4); /* those of the last 5000 cycles */
}

Test(pace, who_is_late_sends_no_more_than_a_burst)
{
	struct pace p;

	pace_init(&p, 0, 1000000000, 1000000);
	cr_assert_eq(pace_ripe(&p, 0, 32), 1);
	pace_take(&p, 1);
	cr_assert_eq(pace_ripe(&p, 999, 32), 0);
	cr_assert_eq(pace_ripe(&p, 1000, 32), 1);
	cr_assert_eq(pace_ripe(&p, 10000, 32), 10);
	cr_assert_eq(pace_ripe(&p, 10000000, 32), 32);
	cr_assert_eq(pace_ripe(&p, 1ull << 62, 32), 32);
}

/* The slowest rate that one can write is no rate at all, and no overflow. */
Test(pace, extremes)
{
	struct pace p;

	pace_init(&p, 5, 2500000000, 1e-300);
	cr_assert_eq(pace_ripe(&p, 5, 8), 1);
	pace_take(&p, 1);
	cr_assert_eq(pace_ripe(&p, 5 + 1000000000000, 8), 0);
	pace_init(&p, 5, 2500000000, 1e9);
	cr_assert_eq(pace_ripe(&p, 5 + 25, 512), 11);
}
