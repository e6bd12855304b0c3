/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "../../sim/engine/clock.h"

Test(clock, converts_exactly_and_rounds_down)
{
	cr_expect_eq(clock_cycles(2400000000, 10), 24);
	cr_expect_eq(clock_cycles(2400000000, 1), 2, "2.4 cycles");
	cr_expect_eq(clock_cycles(999999999, 1), 0, "just under a cycle");
	cr_expect_eq(clock_ns(2400000000, 24), 10);
	cr_expect_eq(clock_ns(3000000000, 2), 0, "two thirds of a nanosecond");
}

/* A year at 3 GHz: the product passes 2^64, and a double could not hold it either. */
Test(clock, long_spans_lose_nothing)
{
	uint64_t year_ns = 365ull * 86400 * NSEC_PER_SEC;
	cycles_t year = clock_cycles(3000000001, year_ns);

	cr_expect_eq(year, 365ull * 86400 * 3000000001);
	cr_expect_eq(clock_ns(3000000001, year), year_ns);
}

Test(clock, a_span_over_the_wrap_is_a_span)
{
	cycles_t before = UINT64_MAX - 11, after = before + 24;

	cr_expect_lt(after, before);
	cr_expect_eq(clock_ns(2400000000, after - before), 10);
	cr_expect_float_eq(clock_seconds(2400000000, after - before), 1e-8, 1e-20);
}
