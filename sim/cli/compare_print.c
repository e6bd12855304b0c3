/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_print.c - a comparison, for people and for programs. */
#include "compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const kind_name[] = {
	[CELL_PREDICTED] = "predicted",
	[CELL_FITTED] = "fitted",
	[CELL_NOT_COUNTED] = "not counted",
};

static const char *column_of(const struct comparison *c, const struct cell *cell)
{
	return c->measured->column[cell->column];
}

static void print_mape(const char *what, const struct stat_mape *m, FILE *out)
{
	if (m->n)
		fprintf(out, "  %-10s MAPE %6.2f %%  over %zu cells\n", what,
			stat_mape(m), m->n);
}

static void print_order(const char *what, const struct order *o, FILE *out)
{
	if (o->asked)
		fprintf(out,
			"  order %-13s %zu of %zu as measured (differences over "
			"%.0f %%)\n",
			what, o->right, o->asked, 100 * STAT_NOISE);
}

/* How far @b is from @a, in percent: measured, and simulated. */
static double step_pct(double a, double b)
{
	return 100 * (b - a) / a;
}

static void print_wrong(const struct comparison *c, FILE *out)
{
	for (size_t i = 0; i < c->wrongs; i++) {
		const struct cell *a = c->wrong[i].a, *b = c->wrong[i].b;

		fprintf(out,
			"  other order: from %s, %s to %s, %s measured %+.1f %%, "
			"simulated %+.1f %%\n",
			a->label, column_of(c, a), b->label, column_of(c, b),
			step_pct(a->measured, b->measured),
			step_pct(a->simulated.mean, b->simulated.mean));
	}
}

/* Nothing can be said relative to a measured 0. */
static void error_text(const struct cell *cell, char *buf, size_t len)
{
	if (isfinite(cell->error_pct))
		snprintf(buf, len, "%+.2f %%", cell->error_pct);
	else
		snprintf(buf, len, "n/a");
}

static void print_cell(const struct comparison *c, const struct cell *cell, FILE *out)
{
	char half[32] = "n/a", error[32]; /* one run has no confidence */

	if (!isnan(cell->simulated.half))
		snprintf(half, sizeof(half), "+- %.1f", cell->simulated.half);
	error_text(cell, error, sizeof(error));
	fprintf(out, "  %-14s %-14s %14.1f %-12s %14.1f %10s  %s", cell->label,
		column_of(c, cell), cell->simulated.mean, half, cell->measured, error,
		kind_name[cell->kind]);
	if (!isnan(cell->baseline))
		fprintf(out, "  (baseline %+.2f %%)",
			stat_error_pct(cell->baseline, cell->measured));
	putc('\n', out);
}

void compare_print_text(const struct comparison *c, FILE *out)
{
	fprintf(out, "%s\n\n  %-14s %-14s %14s %-12s %14s %10s\n", c->measured->file,
		"row", "column", "simulated", "+- 95 %", "measured", "error");
	for (size_t i = 0; i < c->cells; i++)
		print_cell(c, &c->cell[i], out);
	putc('\n', out);
	print_mape("predicted", &c->predicted, out);
	print_mape("fitted", &c->fitted, out);
	print_mape("baseline", &c->baseline, out);
	if (c->worst)
		fprintf(out, "  worst      %+.2f %%  at %s, %s\n", c->worst->error_pct,
			c->worst->label, column_of(c, c->worst));
	print_order("along rows", &c->along, out);
	print_order("of columns", &c->across, out);
	print_wrong(c, out);
	if (c->missing)
		fprintf(out, "  %zu measured cells without a point of the sweep\n",
			c->missing);
}

/* An empty cell for what is not known. */
static void put_number(double value, const char *fmt, FILE *out)
{
	char text[64];

	snprintf(text, sizeof(text), fmt, value);
	fprintf(out, ",%s", isfinite(value) ? text : "");
}

void compare_print_csv(const struct comparison *c, FILE *out)
{
	fputs("table,row,column,simulated,ci95,measured,error_pct,kind,baseline_pct\n",
	      out);
	for (size_t i = 0; i < c->cells; i++) {
		const struct cell *cell = &c->cell[i];

		csv_put_cell(out, base_name(c->measured->file));
		putc(',', out);
		csv_put_cell(out, cell->label);
		putc(',', out);
		csv_put_cell(out, column_of(c, cell));
		put_number(cell->simulated.mean, "%.10g", out);
		put_number(cell->simulated.half, "%.6g", out);
		put_number(cell->measured, "%.10g", out);
		put_number(cell->error_pct, "%.4f", out);
		fprintf(out, ",%s", kind_name[cell->kind]);
		put_number(stat_error_pct(cell->baseline, cell->measured), "%.4f", out);
		putc('\n', out);
	}
}

static void md_mape(const char *what, const struct stat_mape *m, FILE *out)
{
	if (m->n)
		fprintf(out, "| MAPE %s | %.2f %% over %zu cells |\n", what, stat_mape(m),
			m->n);
}

void compare_print_md(const struct comparison *c, FILE *out)
{
	fprintf(out,
		"**%s**\n\n| row | column | simulated | measured | error | |\n"
		"|---|---|--:|--:|--:|---|\n",
		base_name(c->measured->file));
	for (size_t i = 0; i < c->cells; i++) {
		const struct cell *cell = &c->cell[i];

		char error[32];

		error_text(cell, error, sizeof(error));
		fprintf(out, "| %s | %s | %.1f | %.1f | %s | %s |\n", cell->label,
			column_of(c, cell), cell->simulated.mean, cell->measured, error,
			kind_name[cell->kind]);
	}
	fputs("\n| | |\n|---|---|\n", out);
	md_mape("predicted", &c->predicted, out);
	md_mape("fitted", &c->fitted, out);
	md_mape("baseline", &c->baseline, out);
	fprintf(out, "| order | %zu of %zu along rows, %zu of %zu of columns |\n",
		c->along.right, c->along.asked, c->across.right, c->across.asked);
	for (size_t i = 0; i < c->wrongs; i++) {
		const struct cell *a = c->wrong[i].a, *b = c->wrong[i].b;

		fprintf(out, "| other order | %s, %s and %s, %s |\n", a->label,
			column_of(c, a), b->label, column_of(c, b));
	}
}

static json_t *real_or_null(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *mape_json(const struct stat_mape *m)
{
	return json_pack("{s:o, s:I}", "mape_pct", real_or_null(stat_mape(m)), "cells",
			 (json_int_t)m->n);
}

static json_t *order_json(const struct order *o)
{
	return json_pack("{s:I, s:I}", "right", (json_int_t)o->right, "asked",
			 (json_int_t)o->asked);
}

static json_t *cell_json(const struct comparison *c, const struct cell *cell)
{
	return json_pack("{s:s, s:s, s:s, s:f, s:o, s:f, s:o, s:s, s:o}", "row",
			 cell->label, "column", column_of(c, cell), "metric",
			 cell->metric, "simulated", cell->simulated.mean, "ci95",
			 real_or_null(cell->simulated.half), "measured", cell->measured,
			 "error_pct", real_or_null(cell->error_pct), "kind",
			 kind_name[cell->kind], "baseline", real_or_null(cell->baseline));
}

static json_t *wrong_json(const struct comparison *c)
{
	json_t *list = json_array();

	for (size_t i = 0; i < c->wrongs; i++) {
		const struct cell *a = c->wrong[i].a, *b = c->wrong[i].b;

		json_array_append_new(list, json_pack("[{s:s, s:s}, {s:s, s:s}]", "row",
						      a->label, "column", column_of(c, a),
						      "row", b->label, "column",
						      column_of(c, b)));
	}
	return list;
}

void compare_print_json(const struct comparison *c, FILE *out)
{
	json_t *cells = json_array();
	json_t *doc;

	for (size_t i = 0; i < c->cells; i++)
		json_array_append_new(cells, cell_json(c, &c->cell[i]));
	doc = json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:I}", "table",
			base_name(c->measured->file), "cells", cells, "predicted",
			mape_json(&c->predicted), "fitted", mape_json(&c->fitted),
			"baseline", mape_json(&c->baseline), "order_along",
			order_json(&c->along), "order_across", order_json(&c->across),
			"out_of_order", wrong_json(c), "missing", (json_int_t)c->missing);
	json_dumpf(doc, out, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	putc('\n', out);
	json_decref(doc);
}

void compare_print_summary(const struct comparison *c, bool header, FILE *out)
{
	if (header)
		fputs("table,cells,fitted,mape_fitted_pct,predicted,mape_predicted_pct,"
		      "worst_pct,baseline,mape_baseline_pct,order_right,order_asked\n",
		      out);
	csv_put_cell(out, base_name(c->measured->file));
	fprintf(out, ",%zu,%zu", c->cells, c->fitted.n);
	put_number(stat_mape(&c->fitted), "%.3f", out);
	fprintf(out, ",%zu", c->predicted.n);
	put_number(stat_mape(&c->predicted), "%.3f", out);
	put_number(c->worst ? c->worst->error_pct : NAN, "%.2f", out);
	fprintf(out, ",%zu", c->baseline.n);
	put_number(stat_mape(&c->baseline), "%.3f", out);
	fprintf(out, ",%zu,%zu\n", c->along.right + c->across.right,
		c->along.asked + c->across.asked);
}
