/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare.c - a sweep beside a measured table, cell by cell. */
#include "compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_keys.h"
#include "compare_sums.h"
#include "machine_file.h"

#define FITTED_MAX 256

/* All that cells are made from. */
struct maker {
	struct comparison *c;
	const struct csv *sweep;
	struct reading *reading; /* [sweeps] */
	size_t sweeps;
	const struct compare_options *o;
	struct fitted_cell fitted[FITTED_MAX];
	size_t nfitted;
	struct diag *d;
};

const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* The key cells of @row, with blanks between. The caller frees it. */
static char *label_of(const struct csv *m, const struct reading *r, size_t row)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	for (size_t i = 0; f && i < r->keys; i++)
		fprintf(f, "%s%s", i ? " " : "", csv_cell(m, row, r->key[i].column));
	return f && !fclose(f) ? text : NULL;
}

static bool is_fitted(const struct maker *k, const char *label, const char *column)
{
	const char *table = base_name(k->c->measured->file);

	for (size_t i = 0; i < k->nfitted; i++)
		if (!strcmp(base_name(k->fitted[i].table), table) &&
		    !strcmp(k->fitted[i].row, label) &&
		    !strcmp(k->fitted[i].column, column))
			return true;
	return false;
}

/*
 * Points of one cell may differ in their repeat only: a mean over other parameters would
 * be of nothing that was measured.
 */
static int check_same(struct maker *k, const struct csv *sweep, size_t a, size_t b)
{
	int repeat = csv_column(sweep, "repeat");

	for (int i = 0; i < repeat; i++)
		if (strcmp(csv_cell(sweep, a, (size_t)i), csv_cell(sweep, b, (size_t)i)))
			return diag_set(
				k->d, sweep->file, sweep->line[b], 0, NULL,
				"varies \"%s\", of which %s says nothing; a sweep "
				"with one value of it would be right",
				sweep->column[i], k->c->measured->file);
	return 0;
}

/* Append the values of @metric at the points of sweep @s that are of this cell. */
static int gather(struct maker *k, size_t s, const struct cell *cell, const char *metric,
		  double *value, size_t *n)
{
	const struct csv *sweep = &k->sweep[s];
	int column = csv_column(sweep, metric);
	size_t first = sweep->rows;

	if (column < 0)
		return diag_set(k->d, sweep->file, 0, 0, NULL,
				"has no column \"%s\", the metric of %s (--metric names "
				"another)",
				metric, k->c->measured->file);
	for (size_t p = 0; p < sweep->rows; p++) {
		if (!reading_joins(&k->reading[s], sweep, p, k->c->measured, cell->row,
				   cell->column))
			continue;
		first = first < p ? first : p;
		if (check_same(k, sweep, first, p))
			return -1;
		switch (csv_number(sweep, p, (size_t)column, &value[*n], k->d)) {
		case 0:
			++*n;
			break;
		case -1:
			return -1;
		}
	}
	return 0;
}

static size_t all_points(const struct maker *k)
{
	size_t n = 0;

	for (size_t s = 0; s < k->sweeps; s++)
		n += k->sweep[s].rows;
	return n;
}

/* Only shards of one sweep may share a cell: those of two scenarios have no mean. */
static int check_source(struct maker *k, const struct cell *cell, size_t a, size_t b)
{
	const char *one = csv_note(&k->sweep[a], "config");
	const char *other = csv_note(&k->sweep[b], "config");

	if (a == b || (one && other && !strcmp(one, other)))
		return 0;
	return diag_set(k->d, k->sweep[b].file, 0, 0, NULL,
			"has points of row %s, column %s of %s, as %s has, which is of "
			"another scenario; one of the two would be right",
			csv_cell(k->c->measured, cell->row, 0),
			k->c->measured->column[cell->column], k->c->measured->file,
			k->sweep[a].file);
}

/* Gather from all sweeps. */
static int gather_all(struct maker *k, const struct cell *cell, double *value, size_t *n)
{
	size_t from = k->sweeps;

	for (size_t s = 0; s < k->sweeps; s++) {
		size_t before = *n;

		if (gather(k, s, cell, cell->metric, value, n))
			return -1;
		if (*n == before)
			continue;
		from = from < s ? from : s;
		if (check_source(k, cell, from, s))
			return -1;
	}
	return 0;
}

static int simulated(struct maker *k, struct cell *cell)
{
	double *value = calloc(all_points(k) + 1, sizeof(*value));
	size_t n = 0;
	int err = 0;

	if (!reading_metric(k->c->measured, cell->column, k->o, cell->metric,
			    sizeof(cell->metric)))
		err = diag_set(
			k->d, k->c->measured->file, 0, 0, NULL,
			"does not say which metric \"%s\" is; --metric tx_pps, or a "
			"line \"# metric: tx_pps\" in it, would be right",
			k->c->measured->column[cell->column]);
	if (value && !err)
		err = gather_all(k, cell, value, &n);
	if (value && !err)
		cell->simulated = stat_mean(value, n);
	free(value);
	return err;
}

/* The cell at (@row, @column) if it has a number and the sweep has its point. */
static int add_cell(struct maker *k, size_t row, size_t column)
{
	struct comparison *c = k->c;
	struct cell *cell = &c->cell[c->cells];
	const char *name = c->measured->column[column];
	double seconds = reading_seconds(c->measured, column);
	int empty;

	*cell = (struct cell){ .row = row, .column = column, .baseline = NAN, .x = NAN };
	empty = csv_number(c->measured, row, column, &cell->measured, k->d);
	if (empty)
		return empty < 0 ? -1 : 0;
	if (seconds > 0)
		cell->measured /= seconds;
	if (simulated(k, cell))
		return -1;
	if (!cell->simulated.n) {
		c->missing++;
		return 0;
	}
	cell->label = label_of(c->measured, &k->reading[0], row);
	if (!cell->label)
		return diag_set(k->d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
	csv_parse_number(csv_cell(c->measured, row, k->reading[0].key[0].column),
			 &cell->x);
	cell->error_pct = stat_error_pct(cell->simulated.mean, cell->measured);
	if (reading_not_counted(c->measured, cell->label, name) || !cell->measured)
		cell->kind = CELL_NOT_COUNTED;
	else if (is_fitted(k, cell->label, name))
		cell->kind = CELL_FITTED;
	c->cells++;
	return 0;
}

static bool wants_column(const struct maker *k, size_t column)
{
	const char *name = k->c->measured->column[column];
	char metric[64];

	if (reading_is_key(&k->reading[0], column))
		return false;
	if (k->o->column)
		return csv_list_has(k->o->column, name);
	/* a table that names the metrics of some columns compares these */
	return k->o->metric || !csv_note(k->c->measured, "metric") ||
	       reading_metric(k->c->measured, column, k->o, metric, sizeof(metric));
}

/* Column by column, so that neighbours in the list are neighbours in a curve. */
static int add_cells(struct maker *k)
{
	const struct csv *m = k->c->measured;

	k->c->cell = calloc(m->rows * m->columns + 1, sizeof(*k->c->cell));
	if (!k->c->cell)
		return diag_set(k->d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
	for (size_t column = 0; column < m->columns; column++) {
		if (!wants_column(k, column))
			continue;
		for (size_t row = 0; row < m->rows; row++)
			if (add_cell(k, row, column))
				return -1;
	}
	if (k->c->cells)
		return 0;
	return diag_set(k->d, k->sweep[0].file, 0, 0, NULL,
			"none of its points is one of %s: the values of \"%s\" differ",
			m->file, m->column[k->reading[0].key[0].column]);
}

static int check_column(const struct maker *k)
{
	const struct csv *m = k->c->measured;

	if (!k->o->column)
		return 0;
	for (size_t i = 0; i < m->columns; i++)
		if (csv_list_has(k->o->column, m->column[i]))
			return 0;
	return diag_set(k->d, m->file, 0, 0, NULL,
			"has no column \"%s\"; nearest: \"%s\"", k->o->column,
			nearest(k->o->column, (const char *const *)m->column, m->columns)
				?: m->column[m->columns - 1]);
}

static int read_all(struct maker *k)
{
	k->reading = calloc(k->sweeps, sizeof(*k->reading));
	if (!k->reading)
		return diag_set(k->d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
	for (size_t s = 0; s < k->sweeps; s++)
		if (reading_init(&k->reading[s], &k->sweep[s], k->c->measured, k->o,
				 k->d))
			return -1;
	return check_column(k);
}

int compare(struct comparison *c, const struct csv *sweep, size_t n,
	    const struct csv *measured, const json_t *machine,
	    const struct compare_options *o, struct diag *d)
{
	struct maker k = { .c = c, .sweep = sweep, .sweeps = n, .o = o, .d = d };
	int err;

	memset(c, 0, sizeof(*c));
	c->measured = measured;
	k.nfitted = machine ? machine_fitted(machine, k.fitted, FITTED_MAX) : 0;
	err = read_all(&k) || add_cells(&k);
	for (size_t s = 0; k.reading && s < n; s++)
		reading_destroy(&k.reading[s]);
	free(k.reading);
	if (err) {
		comparison_destroy(c);
		return -1;
	}
	err = compare_sum(c, d) ||
	      (o->has_baseline && compare_baseline(c, o->baseline, d));
	if (err)
		comparison_destroy(c);
	return err ? -1 : 0;
}

void comparison_destroy(struct comparison *c)
{
	for (size_t i = 0; c->cell && i < c->cells; i++)
		free(c->cell[i].label);
	free(c->cell);
	free(c->wrong);
	c->cell = NULL;
	c->wrong = NULL;
}
