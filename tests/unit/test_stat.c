/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <math.h>

#include "../../sim/cli/stat.h"

/* 1, 2, 3: standard deviation 1, t(0.975, 2) = 4.302653, 4.302653 / sqrt(3) = 2.484138. */
Test(stat, mean_and_students_interval)
{
	const double v[] = { 1, 2, 3 };
	struct stat_mean m = stat_mean(v, 3);

	cr_assert_float_eq(m.mean, 2, 1e-12);
	cr_assert_float_eq(m.half, 2.484138, 1e-6);
	m = stat_mean(v, 1);
	cr_assert_eq(m.mean, 1);
	cr_assert(isnan(m.half), "one value says nothing of its spread");
	cr_assert(isnan(stat_mean(v, 0).mean));
}

Test(stat, errors_are_relative_to_what_was_measured)
{
	struct stat_mape m = { 0, 0 }, other = { 0, 0 };

	cr_assert_float_eq(stat_error_pct(110, 100), 10, 1e-12);
	cr_assert_float_eq(stat_error_pct(90, 100), -10, 1e-12);
	cr_assert(isnan(stat_mape(&m)));
	stat_mape_add(&m, 10);
	stat_mape_add(&m, -20);
	cr_assert_float_eq(stat_mape(&m), 15, 1e-12);
	stat_mape_add(&other, 0);
	stat_mape_join(&m, &other);
	cr_assert_float_eq(stat_mape(&m), 10, 1e-12);
}

/* 100 ns a packet and 200 ns a batch: 1 / 300 ns at batch 1, 1 / 110 ns at batch 20. */
Test(stat, the_baseline_goes_through_its_two_cells)
{
	struct stat_baseline b;

	cr_assert(stat_baseline_fit(&b, 1, 1e9 / 300, 20, 1e9 / 110));
	cr_assert_float_eq(b.c0 * 1e9, 100, 1e-9);
	cr_assert_float_eq(b.c1 * 1e9, 200, 1e-9);
	cr_assert_float_eq(stat_baseline_rate(&b, 2), 1e9 / 200, 1e-3);
	cr_assert_not(stat_baseline_fit(&b, 1, 2, 1, 3));
	cr_assert_not(stat_baseline_fit(&b, 0, 2, 1, 3));
}

Test(stat, order_is_asked_only_beyond_the_noise)
{
	cr_assert_eq(stat_same_order(1, 2, 100, 104), -1);
	cr_assert_eq(stat_same_order(1, 2, 100, 105), 1);
	cr_assert_eq(stat_same_order(2, 1, 100, 105), 0);
	cr_assert_eq(stat_same_order(1, 1, 100, 105), 0);
}
