/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The reader of tables on any bytes: it refuses with a message, or what it has read can
 * be written and read again as the same table.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/cli/csv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *what)
{
	fprintf(stderr, "%s\n", what);
	abort();
}

/* Bare, a line's first cell may look like a comment or make a line of nothing. */
static void write_first(const char *text, FILE *out)
{
	putc('"', out);
	for (; *text; text++)
		fputs(*text == '"' ? "\"\"" : (char[]){ *text, 0 }, out);
	putc('"', out);
}

static void write_cell(size_t i, const char *text, FILE *out)
{
	if (!i) {
		write_first(text, out);
		return;
	}
	putc(',', out);
	csv_put_cell(out, text);
}

static void write_table(const struct csv *c, FILE *out)
{
	/* A byte order mark counts at the start of a file only: here it is a name. */
	fputs("# again\n", out);
	for (size_t i = 0; i < c->columns; i++)
		write_cell(i, c->column[i], out);
	fputs("\n", out);
	for (size_t row = 0; row < c->rows; row++) {
		for (size_t i = 0; i < c->columns; i++)
			write_cell(i, csv_cell(c, row, i), out);
		fputs("\n", out);
	}
}

static void expect_same(const struct csv *a, const struct csv *b)
{
	if (a->columns != b->columns || a->rows != b->rows)
		fail("another shape");
	for (size_t i = 0; i < a->columns; i++)
		if (strcmp(a->column[i], b->column[i]))
			fail("another name of a column");
	for (size_t row = 0; row < a->rows; row++)
		for (size_t i = 0; i < a->columns; i++)
			if (strcmp(csv_cell(a, row, i), csv_cell(b, row, i)))
				fail("another cell");
}

static void read_everything(const struct csv *c)
{
	for (size_t i = 0; i < c->columns; i++)
		if (csv_column(c, c->column[i]) != (int)i)
			fail("a column is not found under its name");
	for (size_t i = 0; i < c->notes; i++)
		if (!csv_note(c, c->note[i].key))
			fail("a note is not found under its key");
	for (size_t row = 0; row < c->rows; row++)
		for (size_t i = 0; i < c->columns; i++) {
			struct diag d = { .set = false };
			double value;

			if (csv_number(c, row, i, &value, &d) < 0 && !d.set)
				fail("no number, and no message");
		}
}

static void write_and_read_again(const struct csv *c)
{
	struct diag d = { .set = false };
	struct csv again;
	size_t len;
	char *text;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		fail("no memory");
	write_table(c, out);
	fclose(out);
	if (csv_parse(&again, "again.csv", text, len, &d)) {
		fprintf(stderr, "%s\n%s", d.text, text);
		fail("what was written cannot be read");
	}
	expect_same(c, &again);
	csv_destroy(&again);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag d = { .set = false };
	struct csv c;

	if (csv_parse(&c, "fuzz.csv", (const char *)data, size, &d)) {
		if (!d.set || !d.text[0])
			fail("refused without a message");
		return 0;
	}
	read_everything(&c);
	write_and_read_again(&c);
	csv_destroy(&c);
	return 0;
}
