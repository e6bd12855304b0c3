/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/cli/csv.h"

static int parse(struct csv *c, const char *text, struct diag *d)
{
	memset(d, 0, sizeof(*d));
	return csv_parse(c, "t.csv", text, strlen(text), d);
}

Test(csv, cells_notes_and_lines)
{
	struct csv c;
	struct diag d;
	double x;

	cr_assert_eq(parse(&c,
			   "# a table\n# metric: tx_pps\n"
			   "n,\"a,b\",c\r\n1,\"x \"\"y\"\"\n2\",\n3,4,5\n",
			   &d),
		     0, "%s", d.text);
	cr_assert_eq(c.columns, 3);
	cr_assert_eq(c.rows, 2);
	cr_assert_str_eq(c.column[1], "a,b");
	cr_assert_str_eq(csv_cell(&c, 0, 1), "x \"y\"\n2");
	cr_assert_str_eq(csv_note(&c, "metric"), "tx_pps");
	cr_assert_null(csv_note(&c, "a"));
	cr_assert_eq(csv_number(&c, 0, 2, &x, &d), 1); /* empty */
	cr_assert_eq(csv_number(&c, 1, 2, &x, &d), 0);
	cr_assert_eq(x, 5);
	/* the quoted cell goes over a line: the second row is line 6 of the file */
	cr_assert_eq(c.line[1], 6);
	cr_assert_eq(csv_number(&c, 0, 1, &x, &d), -1);
	cr_assert(strstr(d.text, "t.csv:4:"), "%s", d.text);
	csv_destroy(&c);
}

static const struct {
	const char *text, *message;
} wrong[] = {
	{ "", "no header row" },
	{ "# only a comment\n", "no header row" },
	{ "a,b\n1\n", "t.csv:2: 1 cells in this row; the header has 2" },
	{ "a,b\n1,2,3\n", "3 cells" },
	{ "a,a\n", "two columns are called \"a\"" },
	{ "a,\n", "column 2 has no name" },
	{ "a,b\n1,\"2\n", "never closed" },
	{ "a,b\n1,2\"3\n", "a quote inside a cell" },
	{ "a,b\n\"1\"2,3\n", "after a cell's closing quote" },
};

Test(csv, mistakes_name_their_line)
{
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		struct csv c;
		struct diag d;

		cr_assert_eq(parse(&c, wrong[i].text, &d), -1, "%s", wrong[i].text);
		cr_assert(strstr(d.text, wrong[i].message), "%s", d.text);
	}
}

Test(csv, a_nul_byte_is_refused)
{
	struct diag d = { .set = false };
	struct csv c;

	cr_assert_eq(csv_parse(&c, "t.csv", "a\n1\0\n", 5, &d), -1);
	cr_assert(strstr(d.text, "t.csv:2: a NUL byte"), "%s", d.text);
}

Test(csv, only_decimal_numbers_are_numbers)
{
	static const char *const not [] = { "",	    "x",     "1x", "inf", "nan",
					    "0x10", "1e999", " 1", "1 ",  "--1" };
	double x;

	for (size_t i = 0; i < sizeof(not ) / sizeof(not [0]); i++)
		cr_assert_eq(csv_parse_number(not [i], &x), -1, "%s", not [i]);
	cr_assert_eq(csv_parse_number("-1.5e3", &x), 0);
	cr_assert_eq(x, -1500);
}

/* What is written is read back. */
Test(csv, cells_survive_a_round_trip)
{
	static const char *const cell[] = { "# no comment", "#a,b", "say \"x\"",
					    "two\nlines", "" };
	struct diag d = { .set = false };
	char *text;
	size_t len;
	FILE *f = open_memstream(&text, &len);
	struct csv c;

	fputs("a,b,c,d,e\n", f);
	for (int i = 0; i < 5; i++) {
		csv_put_cell(f, cell[i]);
		putc(i < 4 ? ',' : '\n', f);
	}
	fclose(f);
	cr_assert_eq(csv_parse(&c, "t.csv", text, len, &d), 0, "%s", d.text);
	for (size_t i = 0; i < 5; i++)
		cr_assert_str_eq(csv_cell(&c, 0, i), cell[i]);
	csv_destroy(&c);
	free(text);
}
