/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_csv.c - a plain table: heads, and numbers below.
 *
 * A column called as a metric of a result has that metric's unit; where rows are runs its
 * mean over them has a counterpart. One metric for all columns may be said by a note, as
 * measured tables have it: "# metric: tx_pps". Columns "percent" and "symbol" are a
 * profile. With ";" between cells, numbers may have decimal commas.
 */
#include <stdlib.h>
#include <string.h>

#include "../csv.h"
#include "../metric_desc.h"
#include "perf_metric.h"
#include "readers.h"
#include "scan.h"

static size_t count(const char *text, char c)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == c;
	return n;
}

/* Index of the heads, or -1. */
static int find_heads(const struct input *in)
{
	for (size_t i = 0; i < in->lines; i++)
		if (in->raw[i][0] && in->raw[i][0] != '#')
			return (int)i;
	return -1;
}

static char separator_of(const struct input *in, size_t heads)
{
	return strchr(in->raw[heads], ';') && !strchr(in->raw[heads], ',') ? ';' : ',';
}

/* A first row with a number, and heads without; a letter has commas, too. */
static bool detect(const struct input *in)
{
	int heads = find_heads(in);
	struct words names, cells;
	bool numbers = false;
	char between[2] = "";
	double v;

	if (heads < 0 || (size_t)heads + 1 >= in->lines)
		return false;
	between[0] = separator_of(in, (size_t)heads);
	words_cut(&names, in->raw[heads], between);
	words_cut(&cells, in->line[heads + 1], between);
	for (size_t i = 0; i < names.n; i++)
		if (number_of(names.word[i], "", &v))
			return false;
	if (between[0] == ',')
		words_cut(&cells, in->raw[heads + 1], between);
	for (size_t i = 0; i < cells.n; i++)
		numbers |= number_of(cells.word[i], "", &v);
	return numbers && count(in->raw[heads], between[0]) > 0;
}

/* What csv.h reads: ";" becomes ",", and then decimal commas are points already. */
static char *table_text(const struct input *in, char separator)
{
	char *text = malloc(in->len + 2), *p = text; /* a last line may lack its end */

	if (!text)
		return NULL;
	if (separator == ',')
		return memcpy(text, in->text, in->len + 1);
	for (size_t i = 0; i < in->lines; i++)
		p += sprintf(p, "%s\n", in->line[i]);
	for (p = text; *p; p++)
		*p = *p == ';' ? ',' : *p;
	return text;
}

/* The metric of a column, NULL if nobody says. */
static const char *metric_of(const struct csv *c, size_t column)
{
	const char *note = csv_note(c, "metric");

	if (metric_find(c->column[column]))
		return c->column[column];
	return note && metric_find(note) ? note : NULL;
}

struct unit {
	const char *end, *unit;
	double factor;
};

static const struct unit *unit_of(const char *metric)
{
	static const struct unit units[] = {
		{ "_pps", "pkt/s", 1 }, { "_gbps", "bit/s", 1e9 }, { "_pct", "%", 1 },
		{ "_per_s", "1/s", 1 }, { "_mean", "count", 1 },   { "", "unknown", 1 },
	};
	const struct unit *u = units;

	while (*u->end && !(metric && strlen(metric) > strlen(u->end) &&
			    !strcmp(metric + strlen(metric) - strlen(u->end), u->end)))
		u++;
	return u;
}

static void put_cell(const struct csv *c, size_t row, size_t column, double value,
		     struct sample *s)
{
	const char *metric = metric_of(c, column);
	const struct unit *u = unit_of(metric);
	bool several = c->rows > 1;

	sample_put(s, c->line[row], value * u->factor, u->unit, several ? NULL : metric,
		   "%s%s%s", several ? csv_cell(c, row, 0) : "", several ? " " : "",
		   c->column[column]);
}

/* Are rows repeats of the same, so that a mean over them says something? */
static bool rows_are_runs(const struct csv *c)
{
	return metric_find(c->column[0]) || csv_list_has("run,repeat", c->column[0]);
}

static void put_mean(const struct csv *c, size_t column, double sum, size_t n,
		     struct sample *s)
{
	const char *metric = metric_of(c, column);
	const struct unit *u = unit_of(metric);

	if (n > 1 && metric == c->column[column] && rows_are_runs(c))
		sample_put(s, c->line[0], sum / (double)n * u->factor, u->unit, metric,
			   "mean of %s", metric);
}

static void read_column(const struct csv *c, size_t column, struct sample *s)
{
	double sum = 0, value;
	size_t n = 0;

	for (size_t row = 0; row < c->rows; row++) {
		if (csv_parse_number(csv_cell(c, row, column), &value))
			continue; /* a label, or empty */
		put_cell(c, row, column, value, s);
		sum += value;
		n++;
	}
	put_mean(c, column, sum, n, s);
}

/* Rows of symbols: of the thread in the column "task", or of vhost. */
static void read_profile(const struct csv *c, int percent, int symbol, struct sample *s)
{
	int task = csv_column(c, "task");

	for (size_t row = 0; row < c->rows; row++) {
		const char *name = csv_cell(c, row, (size_t)symbol);
		char metric[2 * PERF_TEXT + 16];
		double value;

		if (csv_parse_number(csv_cell(c, row, (size_t)percent), &value))
			continue;
		perf_metric(metric, sizeof(metric),
			    task < 0 ? "" : csv_cell(c, row, (size_t)task), name);
		sample_put(s, c->line[row], value, "%", metric, "%s", name);
	}
}

static void read_cells(const struct csv *c, struct sample *s)
{
	int percent = csv_column(c, "percent"), symbol = csv_column(c, "symbol");
	bool label = c->rows > 1 && !metric_find(c->column[0]);

	if (percent >= 0 && symbol >= 0) {
		read_profile(c, percent, symbol, s);
		return;
	}
	s->layer = LAYER_FRAME;
	for (size_t i = label; i < c->columns; i++)
		read_column(c, i, s);
}

static int read_table(const struct input *in, struct sample *s, struct diag *d)
{
	char *text = table_text(in, separator_of(in, (size_t)find_heads(in)));
	struct csv c;
	int err;

	if (!text)
		return diag_set(d, in->file, 0, 0, NULL, "no memory to read it");
	err = csv_parse(&c, in->file, text, strlen(text), d);
	if (!err) {
		read_cells(&c, s);
		csv_destroy(&c);
	}
	free(text);
	return err;
}

const struct reader reader_csv = {
	"CSV",
	"heads and rows of numbers, with commas between",
	detect,
	read_table,
};
