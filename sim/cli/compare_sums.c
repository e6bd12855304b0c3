/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_sums.c - what the cells of a comparison come to. */
#include "compare_sums.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void count_errors(struct comparison *c)
{
	for (size_t i = 0; i < c->cells; i++) {
		struct cell *cell = &c->cell[i];

		if (cell->kind == CELL_FITTED)
			stat_mape_add(&c->fitted, cell->error_pct);
		if (cell->kind != CELL_PREDICTED)
			continue;
		stat_mape_add(&c->predicted, cell->error_pct);
		if (!c->worst || fabs(cell->error_pct) > fabs(c->worst->error_pct))
			c->worst = cell;
	}
}

/* One pair asked for its order; a wrong one is kept. */
static int ask_order(struct comparison *c, struct order *o, const struct cell *a,
		     const struct cell *b)
{
	int same = stat_same_order(a->simulated.mean, b->simulated.mean, a->measured,
				   b->measured);
	struct pair *more;

	if (a->kind == CELL_NOT_COUNTED || b->kind == CELL_NOT_COUNTED || same < 0)
		return 0;
	o->asked++;
	o->right += (size_t)same;
	if (same)
		return 0;
	more = realloc(c->wrong, (c->wrongs + 1) * sizeof(*more));
	if (!more)
		return -1;
	c->wrong = more;
	c->wrong[c->wrongs++] = (struct pair){ a, b };
	return 0;
}

static int ask_pair(struct comparison *c, size_t i, size_t k)
{
	const struct cell *a = &c->cell[i], *b = &c->cell[k];

	if (a->column == b->column && k == i + 1)
		return ask_order(c, &c->along, a, b);
	/* other metrics are other things */
	if (a->row == b->row && a->column != b->column && !strcmp(a->metric, b->metric))
		return ask_order(c, &c->across, a, b);
	return 0;
}

int compare_sum(struct comparison *c, struct diag *d)
{
	count_errors(c);
	for (size_t i = 0; i < c->cells; i++)
		for (size_t k = i + 1; k < c->cells; k++)
			if (ask_pair(c, i, k))
				return diag_set(d, NULL, 0, 0, NULL, "%s",
						strerror(ENOMEM));
	return 0;
}

static const struct cell *cell_at(const struct comparison *c, size_t column, double x)
{
	for (size_t i = 0; i < c->cells; i++)
		if (c->cell[i].column == column && c->cell[i].x == x)
			return &c->cell[i];
	return NULL;
}

/* c0 + c1/x through two measured cells of each column; its error on the others. */
static void fit_baseline(struct comparison *c, const double *x)
{
	for (size_t i = 0; i < c->cells; i++) {
		struct cell *cell = &c->cell[i];
		const struct cell *a = cell_at(c, cell->column, x[0]);
		const struct cell *b = cell_at(c, cell->column, x[1]);
		struct stat_baseline line;

		if (!a || !b || cell == a || cell == b ||
		    cell->kind == CELL_NOT_COUNTED ||
		    !stat_baseline_fit(&line, a->x, a->measured, b->x, b->measured))
			continue;
		cell->baseline = stat_baseline_rate(&line, cell->x);
		stat_mape_add(&c->baseline,
			      stat_error_pct(cell->baseline, cell->measured));
	}
}

static bool has_row(const struct comparison *c, double x)
{
	for (size_t i = 0; i < c->cells; i++)
		if (c->cell[i].x == x)
			return true;
	return false;
}

/* A baseline through rows that are not there would silently be none. */
static int check_baseline(const struct comparison *c, const double *x, struct diag *d)
{
	for (int i = 0; i < 2; i++)
		if (!has_row(c, x[i]))
			return diag_set(
				d, c->measured->file, 0, 0, NULL,
				"has no row %g for the baseline, or the sweep has "
				"no such point",
				x[i]);
	return 0;
}

int compare_baseline(struct comparison *c, const double *x, struct diag *d)
{
	if (check_baseline(c, x, d))
		return -1;
	fit_baseline(c, x);
	return 0;
}
