/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrate_cells.c - the simulations that stand for the cells of a measured table. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "calibrate.h"

#define SETTINGS_LEN 1024

/* The key cells of @row, with blanks between. */
static char *label_of(const struct csv *m, const struct reading *r, size_t row)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	for (size_t i = 0; f && i < r->keys; i++)
		fprintf(f, "%s%s", i ? " " : "", csv_cell(m, row, r->key[i].column));
	return f && !fclose(f) ? text : NULL;
}

/* Load @scenario with @set and with what cell (@row, @column) was measured on. */
static int load(struct cal_cell *cell, const char *scenario, const struct setting *set,
		size_t n, const struct reading *r, const struct csv *m, size_t row,
		size_t column, struct diag *d)
{
	struct setting *all = calloc(n + 2 * KEYS_MAX + 1, sizeof(*all));
	char text[SETTINGS_LEN];
	int err;

	if (!all)
		return diag_set(d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
	if (n) /* there may be no settings, and no list of them */
		memcpy(all, set, n * sizeof(*set));
	n += reading_settings(r, m, row, column, all + n, text, sizeof(text));
	err = experiment_load(&cell->e, scenario, all, n, d);
	free(all);
	return err;
}

/* Add one cell, if there is a number in it that counts. */
static int add(struct calibration *c, const char *scenario, const struct setting *set,
	       size_t n, const struct reading *r, const struct csv *m, size_t row,
	       size_t column, struct diag *d)
{
	struct compare_options o = { .column = NULL };
	struct cal_cell *cell = &c->cell[c->cells];
	double seconds = reading_seconds(m, column);
	int empty;

	memset(cell, 0, sizeof(*cell));
	empty = csv_number(m, row, column, &cell->measured, d);
	if (empty)
		return empty < 0 ? -1 : 0;
	if (!reading_metric(m, column, &o, cell->metric, sizeof(cell->metric)))
		return diag_set(d, m->file, 0, 0, NULL,
				"does not say which metric \"%s\" is; a line "
				"\"# metric: tx_pps\" would be right",
				m->column[column]);
	cell->label = label_of(m, r, row);
	if (!cell->label)
		return diag_set(d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
	if (!cell->measured || reading_not_counted(m, cell->label, m->column[column]) ||
	    load(cell, scenario, set, n, r, m, row, column, d)) {
		free(cell->label);
		return d->set ? -1 : 0;
	}
	cell->table = m->file;
	cell->column = m->column[column];
	cell->measured /= seconds > 0 ? seconds : 1;
	c->cells++;
	return 0;
}

int calibration_add(struct calibration *c, const char *scenario,
		    const struct setting *set, size_t n, const struct csv *measured,
		    const char *column, struct diag *d)
{
	struct compare_options o = { .column = column };
	size_t room = c->cells + measured->rows * measured->columns + 1;
	struct cal_cell *grown = realloc(c->cell, room * sizeof(*grown));
	struct reading r;
	int err = 0;

	if (!grown)
		return diag_set(d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
	c->cell = grown;
	if (reading_init(&r, NULL, measured, &o, d))
		return -1;
	for (size_t i = 0; i < measured->columns && !err; i++) {
		if (reading_is_key(&r, i) ||
		    (column && !csv_list_has(column, measured->column[i])))
			continue;
		for (size_t row = 0; row < measured->rows && !err; row++)
			err = add(c, scenario, set, n, &r, measured, row, i, d);
	}
	reading_destroy(&r);
	return err;
}

void calibration_destroy(struct calibration *c)
{
	for (size_t i = 0; i < c->cells; i++) {
		experiment_destroy(&c->cell[i].e);
		free(c->cell[i].label);
	}
	free(c->cell);
	c->cell = NULL;
	c->cells = 0;
}
