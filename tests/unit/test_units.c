/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "../../sim/cli/units.h"

static double value(enum quantity q, const char *text)
{
	char why[256] = "";
	double v = -1;

	cr_expect_eq(quantity_parse(q, text, &v, why, sizeof(why)), 0, "%s: %s", text,
		     why);
	return v;
}

static void refused(enum quantity q, const char *text, const char *expected)
{
	char why[256] = "";
	double v;

	cr_expect_eq(quantity_parse(q, text, &v, why, sizeof(why)), -1, "%s passes",
		     text);
	cr_expect(strstr(why, expected), "%s: \"%s\"", text, why);
}

Test(units, times_are_nanoseconds)
{
	cr_expect_eq(value(QUANTITY_TIME, "1ns"), 1);
	cr_expect_eq(value(QUANTITY_TIME, "20us"), 20e3);
	cr_expect_eq(value(QUANTITY_TIME, "1.5ms"), 1.5e6);
	cr_expect_eq(value(QUANTITY_TIME, "3600s"), 3600e9);
}

Test(units, binary_and_decimal_sizes_differ)
{
	cr_expect_eq(value(QUANTITY_SIZE, "64KiB"), 65536);
	cr_expect_eq(value(QUANTITY_SIZE, "64kB"), 64000);
	cr_expect_eq(value(QUANTITY_SIZE, "1MiB"), 1048576);
	cr_expect_eq(value(QUANTITY_SIZE, "1GiB"), 1073741824);
}

Test(units, rates)
{
	cr_expect_eq(value(QUANTITY_RATE, "1.2Mpps"), 1.2e6);
	cr_expect_eq(value(QUANTITY_RATE, "0.5pps"), 0.5);
	cr_expect_eq(value(QUANTITY_BITRATE, "1Mbit"), 1e6);
	cr_expect_eq(value(QUANTITY_PERCENT, "0.1%"), 0.1);
}

/* 0.3 * 1000 is not 300 in binary; 1.1 * 1e6 is not 1100000 */
Test(units, what_is_whole_comes_out_whole)
{
	cr_expect_eq(value(QUANTITY_TIME, "0.3us"), 300);
	cr_expect_eq(value(QUANTITY_TIME, "1.1ms"), 1100000);
	cr_expect_eq(value(QUANTITY_TIME, "0.000000001s"), 1);
}

Test(units, nought_needs_no_unit)
{
	for (int q = 0; q < QUANTITY_COUNT; q++)
		cr_expect_eq(value((enum quantity)q, "0"), 0);
}

Test(units, a_missing_unit_is_suggested)
{
	refused(QUANTITY_TIME, "20", "20 has no unit; \"20ms\" would be right");
	refused(QUANTITY_SIZE, "64", "\"64B\" would be right");
	refused(QUANTITY_RATE, "1000", "\"1000pps\" would be right");
}

Test(units, an_unknown_unit_is_refused)
{
	refused(QUANTITY_TIME, "20Ms", "\"20ms\" would be right");
	refused(QUANTITY_TIME, "20min", "a time in ns, us, ms, s would be right");
	refused(QUANTITY_SIZE, "1KB", "\"1kB\" would be right");
	refused(QUANTITY_SIZE, "64ms", "a size in B, kB, MB, KiB, MiB, GiB");
	refused(QUANTITY_BITRATE, "1Mpps", "a bit rate in bit, kbit, Mbit, Gbit");
}

Test(units, only_plain_decimal_numbers)
{
	static const char *const bad[] = { "",	   "ms",   "abc",  ".5ms", "+1ms",
					   " 1ms", "infs", "nans", "-ms" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		refused(QUANTITY_TIME, bad[i], "is not a time");
	refused(QUANTITY_TIME, "0x10ms", "has no known unit");
	refused(QUANTITY_TIME, "1e3ms", "has no known unit");
	refused(QUANTITY_TIME, "1ms ", "has no known unit");
	refused(QUANTITY_TIME, "1,5ms", "has no known unit");
}

Test(units, parts_of_a_nanosecond_or_byte_are_refused)
{
	refused(QUANTITY_TIME, "0.5ns", "is not a whole number of ns");
	refused(QUANTITY_TIME, "1.0000001us", "is not a whole number of ns");
	refused(QUANTITY_SIZE, "1.5B", "is not a whole number of B");
	refused(QUANTITY_SIZE, "0.1KiB", "is not a whole number of B");
}

static void printed(enum quantity q, double v, const char *expected)
{
	char text[32];

	quantity_print(q, v, text, sizeof(text));
	cr_expect_str_eq(text, expected);
}

Test(units, print_takes_the_unit_that_reads_best)
{
	printed(QUANTITY_TIME, 0, "0ns");
	printed(QUANTITY_TIME, 999, "999ns");
	printed(QUANTITY_TIME, 22000000, "22ms");
	printed(QUANTITY_TIME, 3600e9, "3600s");
	printed(QUANTITY_SIZE, 1514, "1514B");
	printed(QUANTITY_SIZE, 65536, "64KiB");
	printed(QUANTITY_SIZE, 4294967296, "4GiB");
	printed(QUANTITY_RATE, 1.5e6, "1.5Mpps");
	printed(QUANTITY_BITRATE, 1e6, "1Mbit");
}

/* What help and messages print, a scenario may say. */
Test(units, what_is_printed_can_be_read)
{
	static const double values[] = { 1,    60,    64,    1000,   1024,
					 1514, 65536, 20000, 999999, 1234567 };

	for (int q = 0; q < QUANTITY_PERCENT; q++)
		for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
			char text[32];
			double v;

			quantity_print((enum quantity)q, values[i], text, sizeof(text));
			v = value((enum quantity)q, text);
			/* six digits are printed */
			cr_expect(v >= values[i] * 0.999995 && v <= values[i] * 1.000005,
				  "%g became %s", values[i], text);
		}
}
