/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_data.c - the curves of a sweep and of a measured table. */
#include "plot_data.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_keys.h"
#include "plot_measured.h"
#include "stat.h"
#include "units.h"

struct maker {
	struct plot_data *p;
	const struct csv *sweep, *measured;
	const struct plot_options *o;
	size_t x, metric;  /* columns of the sweep */
	size_t parameters; /* those ahead of "repeat" */
	struct diag *d;
};

static int no_memory(struct diag *d)
{
	return diag_set(d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
}

static int find_column(const struct csv *c, const char *name, size_t *column,
		       struct diag *d)
{
	int at = csv_column(c, name);
	const char *near;

	if (at >= 0) {
		*column = (size_t)at;
		return 0;
	}
	near = nearest(name, (const char *const *)c->column, c->columns);
	return diag_set(d, c->file, 0, 0, NULL, "has no column \"%s\"%s%s%s", name,
			near ? "; \"" : "", near ? near : "",
			near ? "\" would be right" : "");
}

/* A number says nothing without its name; "4.12-limit" and "base" do. */
static size_t put_value(char *buf, size_t len, bool more, const char *name,
			const char *value)
{
	bool bare = !strcmp(name, "kernel") || !strcmp(name, "machine");

	return (size_t)snprintf(buf, len, "%s%s%s%s", more ? " " : "", bare ? "" : name,
				bare ? "" : "=", value);
}

/* The values of all parameters but x, which name the curve that @row is of. */
static void curve_name(const struct maker *k, size_t row, char *buf, size_t len)
{
	size_t at = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < k->parameters && at < len; i++)
		if (i != k->x)
			at += put_value(buf + at, len - at, at, k->sweep->column[i],
					csv_cell(k->sweep, row, i));
}

static struct curve *find_curve(struct plot_data *p, const char *name)
{
	for (size_t i = 0; i < p->curves; i++)
		if (!strcmp(p->curve[i].name, name))
			return &p->curve[i];
	return NULL;
}

/* Quantities are shown as they were given. */
static void add_tick(struct plot_data *p, double x, const char *text)
{
	for (size_t i = 0; i < p->ticks; i++)
		if (p->tick[i].x == x)
			return;
	if (p->ticks == TICKS_MAX)
		return;
	p->tick[p->ticks].x = x;
	snprintf(p->tick[p->ticks].text, sizeof(p->tick->text), "%s", text);
	p->ticks++;
}

/*
 * The x of @row: a number, or a quantity in its base unit. 0; 1: empty; -1: neither, @d
 * filled.
 */
static int x_value(struct maker *k, size_t row, double *x)
{
	const char *text = csv_cell(k->sweep, row, k->x);
	char why[256];

	if (!*text)
		return 1;
	if (!csv_parse_number(text, x))
		return 0;
	for (int q = 0; q < QUANTITY_COUNT; q++) {
		if (quantity_parse((enum quantity)q, text, x, why, sizeof(why)))
			continue;
		add_tick(k->p, *x, text);
		return 0;
	}
	return diag_set(k->d, k->sweep->file, k->sweep->line[row], 0, k->p->x,
			"\"%s\" is neither a number nor a quantity; --x with another "
			"parameter would be right",
			text);
}

/* Mean of the metric over the rows of curve @name at @x. */
static int point_at(struct maker *k, const char *name, double x, struct plot_point *out)
{
	double *value = calloc(k->sweep->rows, sizeof(*value));
	struct stat_mean mean;
	size_t n = 0;

	if (!value)
		return no_memory(k->d);
	for (size_t row = 0; row < k->sweep->rows; row++) {
		char other[64];
		double at;

		curve_name(k, row, other, sizeof(other));
		if (strcmp(other, name) || x_value(k, row, &at) || at != x)
			continue;
		if (!csv_number(k->sweep, row, k->metric, &value[n], k->d))
			n++;
	}
	mean = stat_mean(value, n);
	free(value);
	*out = (struct plot_point){ x, mean.mean, mean.half };
	return 0;
}

static int by_x(const void *a, const void *b)
{
	const struct plot_point *p = a, *q = b;

	return (p->x > q->x) - (p->x < q->x);
}

static bool has_x(const struct curve *c, double x)
{
	for (size_t i = 0; i < c->nsimulated; i++)
		if (c->simulated[i].x == x)
			return true;
	return false;
}

static int new_curve(struct maker *k, size_t row, const char *name, struct curve **out)
{
	struct curve *c = &k->p->curve[k->p->curves];

	if (k->p->curves == CURVES_MAX)
		return diag_set(k->d, k->sweep->file, 0, 0, NULL,
				"more than %d curves; vary less, or pick one (--column)",
				CURVES_MAX);
	snprintf(c->name, sizeof(c->name), "%s", name);
	c->row = row;
	c->simulated = calloc(k->sweep->rows, sizeof(*c->simulated));
	if (!c->simulated)
		return no_memory(k->d);
	k->p->curves++;
	*out = c;
	return 0;
}

static int add_row(struct maker *k, size_t row)
{
	struct curve *c;
	char name[64];
	double x;

	if (x_value(k, row, &x))
		return k->d->set ? -1 : 0;
	curve_name(k, row, name, sizeof(name));
	if (k->o->column && *name && strcmp(name, k->o->column))
		return 0;
	c = find_curve(k->p, name);
	if (!c && new_curve(k, row, name, &c))
		return -1;
	if (has_x(c, x))
		return 0;
	return point_at(k, name, x, &c->simulated[c->nsimulated++]);
}

/* A column asked for must be one, unless it is a curve of the sweep alone. */
static int check_column(const struct maker *k)
{
	size_t column;

	if (!k->o->column || find_curve(k->p, k->o->column))
		return 0;
	return find_column(k->measured, k->o->column, &column, k->d);
}

static void widen(struct plot_data *p, const struct plot_point *at, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		double half = isnan(at[i].ci) ? 0 : at[i].ci;

		p->low_x = fmin(p->low_x, at[i].x);
		p->high_x = fmax(p->high_x, at[i].x);
		p->low_y = fmin(p->low_y, at[i].y - half);
		p->high_y = fmax(p->high_y, at[i].y + half);
	}
}

/* Sort the curves, and find out how far they reach. */
static void finish(struct plot_data *p)
{
	p->low_x = p->low_y = INFINITY;
	p->high_x = p->high_y = -INFINITY;
	for (size_t i = 0; i < p->curves; i++) {
		struct curve *c = &p->curve[i];

		qsort(c->simulated, c->nsimulated, sizeof(*c->simulated), by_x);
		widen(p, c->simulated, c->nsimulated);
		if (c->measured) {
			qsort(c->measured, c->nmeasured, sizeof(*c->measured), by_x);
			widen(p, c->measured, c->nmeasured);
		}
		if (!c->name[0])
			snprintf(c->name, sizeof(c->name), "%s", p->metric);
	}
}

static int find_parameters(struct maker *k)
{
	const struct csv *s = k->sweep;
	int repeat = csv_column(s, "repeat");

	if (repeat < 1)
		return diag_set(k->d, s->file, 0, 0, NULL,
				"is no table of \"vhostsim sweep\": no column \"repeat\" "
				"behind the varied parameters");
	k->parameters = (size_t)repeat;
	k->x = k->parameters - 1; /* the one that turns fastest */
	if (k->measured && csv_column(s, k->measured->column[0]) >= 0)
		k->x = (size_t)csv_column(s, k->measured->column[0]);
	if (k->o->x && find_column(s, k->o->x, &k->x, k->d))
		return -1;
	snprintf(k->p->x, sizeof(k->p->x), "%s", s->column[k->x]);
	return 0;
}

/* The metric: asked for, or what the measured table holds. */
static int find_metric(struct maker *k)
{
	struct compare_options none = { .metric = k->o->metric };
	char *metric = k->p->metric;

	snprintf(metric, sizeof(k->p->metric), "%s",
		 k->o->metric ? k->o->metric : "tx_pps");
	for (size_t i = 0; k->measured && !k->o->metric && i < k->measured->columns; i++)
		if ((!k->o->column || !strcmp(k->measured->column[i], k->o->column)) &&
		    reading_metric(k->measured, i, &none, metric, sizeof(k->p->metric)))
			break;
	return find_column(k->sweep, metric, &k->metric, k->d);
}

static int add_series(struct plot_data *p, const struct csv *t, size_t column,
		      struct diag *d)
{
	struct curve *c = &p->curve[p->curves];

	if (p->curves == CURVES_MAX)
		return diag_set(d, t->file, 0, 0, NULL,
				"more than %d curves; --column "
				"A,B picks some",
				CURVES_MAX);
	c->simulated = calloc(t->rows + 1, sizeof(*c->simulated));
	if (!c->simulated)
		return no_memory(d);
	p->curves++;
	snprintf(c->name, sizeof(c->name), "%s", t->column[column]);
	for (size_t row = 0; row < t->rows; row++) {
		struct plot_point *at = &c->simulated[c->nsimulated];

		if (csv_number(t, row, 0, &at->x, d) < 0 ||
		    csv_number(t, row, column, &at->y, d) < 0)
			return -1;
		at->x /= 1e3;
		at->ci = NAN;
		c->nsimulated++;
	}
	return 0;
}

/* A table of "run --series": each column over time. */
static int plot_series_init(struct plot_data *p, const struct csv *t,
			    const struct plot_options *o, struct diag *d)
{
	int err = 0;

	p->series = true;
	snprintf(p->x, sizeof(p->x), "simulated time (ms)");
	for (size_t i = 1; i < t->columns && !err; i++)
		if (!o->column || csv_list_has(o->column, t->column[i]))
			err = add_series(p, t, i, d);
	if (!err && !p->curves)
		err = diag_set(d, t->file, 0, 0, NULL, "has no column \"%s\"",
			       o->column ? o->column : "");
	if (err) {
		plot_data_destroy(p);
		return -1;
	}
	finish(p);
	return 0;
}

int plot_data_init(struct plot_data *p, const struct csv *sweep,
		   const struct csv *measured, const struct plot_options *o,
		   struct diag *d)
{
	struct maker k = { .p = p, .sweep = sweep, .measured = measured, .o = o, .d = d };
	int err;

	memset(p, 0, sizeof(*p));
	if (!strcmp(sweep->column[0], "time_us"))
		return plot_series_init(p, sweep, o, d);
	err = find_parameters(&k) || find_metric(&k);
	for (size_t row = 0; !err && row < sweep->rows; row++)
		err = add_row(&k, row);
	if (!err && !p->curves)
		err = diag_set(d, sweep->file, 0, 0, NULL, "has nothing to draw%s%s",
			       o->column ? " for " : "", o->column ? o->column : "");
	if (!err && measured)
		err = check_column(&k) || plot_measured(p, sweep, measured, o, d);
	if (err) {
		plot_data_destroy(p);
		return -1;
	}
	finish(p);
	return 0;
}

void plot_data_destroy(struct plot_data *p)
{
	for (size_t i = 0; i < p->curves; i++) {
		free(p->curve[i].simulated);
		free(p->curve[i].measured);
	}
	p->curves = 0;
}

static void print_points(const struct plot_point *at, size_t n, FILE *out)
{
	for (size_t i = 0; i < n; i++)
		fprintf(out, "%.10g %.10g %.6g\n", at[i].x, at[i].y,
			isnan(at[i].ci) ? 0 : at[i].ci);
	if (!n)
		fputs("? ? ?\n",
		      out); /* gnuplot counts only blocks that hold something */
	fputs("\n\n", out);
}

void plot_data_print(const struct plot_data *p, FILE *out)
{
	for (size_t i = 0; i < p->curves; i++) {
		print_points(p->curve[i].simulated, p->curve[i].nsimulated, out);
		print_points(p->curve[i].measured, p->curve[i].nmeasured, out);
	}
}
