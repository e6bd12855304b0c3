/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_measured.c - measured points beside the curves of a sweep. */
#include "plot_measured.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_keys.h"

struct maker {
	struct plot_data *p;
	const struct csv *sweep, *measured;
	const struct plot_options *o;
	struct diag *d;
};

/* The column of the kernel (or what else columns are) that curve @c was made with. */
static int column_of_key(const struct maker *k, const struct reading *r,
			 const struct curve *c)
{
	int at = csv_column(k->sweep, r->columns_are);
	char fixed[64];

	if (at >= 0)
		return csv_column(k->measured, csv_cell(k->sweep, c->row, (size_t)at));
	/* a sweep of one kernel: its scenario says which column that is */
	if (reading_fixed(r, r->columns_are, fixed, sizeof(fixed)))
		return csv_column(k->measured, fixed);
	return -1;
}

/* The value column that goes beside curve @c, or -1. */
static int measured_column(const struct maker *k, const struct reading *r,
			   const struct curve *c)
{
	const struct csv *m = k->measured;
	int column = csv_column(m, c->name);

	if (column >= 0)
		return column;
	if (k->o->column)
		return csv_column(m, k->o->column);
	column = r->columns_are ? column_of_key(k, r, c) : -1;
	if (column >= 0 || (r->columns_are && csv_column(k->sweep, r->columns_are) >= 0))
		return column;
	for (size_t i = 0; i < m->columns; i++)
		if (!reading_is_key(r, i))
			return (int)i;
	return -1;
}

static bool is_drawn(const struct plot_data *p, const char *measured_name)
{
	for (size_t i = 0; i < p->curves; i++)
		if (!strcmp(p->curve[i].measured_name, measured_name))
			return true;
	return false;
}

/* The measured points of @column that the sweep's scenario could be. */
static int add_points(struct maker *k, const struct reading *r, struct curve *c,
		      size_t column)
{
	const struct csv *m = k->measured;
	double seconds = reading_seconds(m, column);

	for (size_t row = 0; row < m->rows; row++) {
		struct plot_point *p = &c->measured[c->nmeasured];

		if (csv_parse_number(csv_cell(m, row, r->key[r->keys - 1].column),
				     &p->x) ||
		    !reading_row(r, k->sweep, m, row))
			continue;
		if (csv_number(m, row, column, &p->y, k->d)) {
			if (k->d->set)
				return -1;
			continue;
		}
		p->y /= seconds > 0 ? seconds : 1;
		p->ci = NAN;
		c->nmeasured++;
	}
	return 0;
}

static int add_measured(struct maker *k, const struct reading *r, struct curve *c)
{
	const struct csv *m = k->measured;
	int column = measured_column(k, r, c);

	c->measured = calloc(m->rows + 1, sizeof(*c->measured));
	if (!c->measured)
		return diag_set(k->d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
	if (column < 0)
		return 0;
	if (!c->name[0])
		snprintf(c->name, sizeof(c->name), "%s", m->column[column]);
	if (is_drawn(k->p, m->column[column]))
		return 0;
	snprintf(c->measured_name, sizeof(c->measured_name), "%s", m->column[column]);
	return add_points(k, r, c, (size_t)column);
}

int plot_measured(struct plot_data *p, const struct csv *sweep,
		  const struct csv *measured, const struct plot_options *o,
		  struct diag *d)
{
	struct maker k = { p, sweep, measured, o, d };
	struct compare_options none = { .column = o->column };
	struct reading r;
	int err = 0;

	if (reading_init(&r, sweep, measured, &none, d))
		return -1;
	for (size_t i = 0; i < p->curves && !err; i++)
		err = add_measured(&k, &r, &p->curve[i]);
	reading_destroy(&r);
	return err;
}
