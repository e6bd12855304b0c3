/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "../../sim/engine/sheet.h"

static struct sheet *empty(void)
{
	struct sheet *s = calloc(1, sizeof(*s));

	cr_assert_not_null(s);
	return s;
}

Test(sheet, made_is_delivered_dropped_or_in_flight)
{
	struct sheet *s = empty();

	sheet_add(s, SHEET_MADE, "packets A", "pktgen", 100);
	sheet_add(s, SHEET_DELIVERED, "packets A", "testpmd", 60);
	sheet_add(s, SHEET_DROPPED, "packets A", "tap", 30);
	cr_expect_eq(sheet_balance(s, "packets A"), 10);
	cr_expect_str_eq(sheet_check(s), "packets A", "ten are lost");
	sheet_add(s, SHEET_IN_FLIGHT, "packets A", "ring", 10);
	cr_expect_eq(sheet_balance(s, "packets A"), 0);
	cr_expect_null(sheet_check(s));
	free(s);
}

/* One subject's surplus does not hide what another lacks. */
Test(sheet, subjects_are_apart)
{
	struct sheet *s = empty();

	sheet_add(s, SHEET_MADE, "packets A", "x", 5);
	sheet_add(s, SHEET_DELIVERED, "packets A", "y", 5);
	sheet_add(s, SHEET_MADE, "packets B", "x", 1);
	sheet_add(s, SHEET_DELIVERED, "packets C", "y", 1);
	cr_expect_str_eq(sheet_check(s), "packets B");
	cr_expect_eq(sheet_balance(s, "packets C"), -1, "delivered but never made");
	free(s);
}

Test(sheet, too_many_lines_are_an_error)
{
	struct sheet *s = empty();

	for (int i = 0; i < SHEET_MAX; i++)
		sheet_add(s, SHEET_MADE, "nothing", "nowhere", 0);
	cr_expect_null(sheet_check(s), "full, but fine");
	sheet_add(s, SHEET_MADE, "nothing", "nowhere", 0);
	cr_expect_not_null(sheet_check(s));
	cr_expect_eq(s->n, SHEET_MAX);
	free(s);
}

Test(sheet, long_names_are_cut_not_overrun)
{
	struct sheet *s = empty();
	char name[200];

	memset(name, 'x', sizeof(name) - 1);
	name[199] = 0;
	sheet_add(s, SHEET_MADE, name, name, 1);
	cr_expect_eq(strlen(s->line[0].subject), sizeof(s->line[0].subject) - 1);
	cr_expect_eq(strlen(s->line[0].place), sizeof(s->line[0].place) - 1);
	cr_expect_eq(s->line[0].kind, SHEET_MADE, "not written over");
	free(s);
}

Test(sheet, kinds_have_the_names_that_results_use)
{
	cr_expect_str_eq(sheet_kind_name(SHEET_MADE), "made");
	cr_expect_str_eq(sheet_kind_name(SHEET_DELIVERED), "delivered");
	cr_expect_str_eq(sheet_kind_name(SHEET_DROPPED), "dropped");
	cr_expect_str_eq(sheet_kind_name(SHEET_IN_FLIGHT), "in_flight");
}
