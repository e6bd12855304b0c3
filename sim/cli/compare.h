/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compare.h - a sweep beside a measured table, cell by cell.
 *
 * A measured table has key columns, which say where a row was measured, and value
 * columns. Its notes say how they are to be read:
 *
 *   # metric: tx_pps              all value columns hold this metric, or
 *   # metric: rx_a=A.rx_pps ...   each its own
 *   # columns-are: kernel         the value columns' names are values of this key
 *   # keys: mode netem_limit=limit  key columns (default: the first); COLUMN=KEY where
 *                                 the scenario calls it otherwise
 *   # value: mode zerocopy=true   what a cell of a key column is in a scenario, or
 *   # value: limit none=flow:     several conditions KEY:VALUE, joined by &; "*" before
 *                                 the = is any other cell, and in a value the cell
 *   # seconds: rx_a=10 ...        a count over so many seconds, to be made a rate
 *   # not-counted: row=128 column=base WHY
 *
 * A point of the sweep belongs to a cell when it has the same value of each key, in its
 * columns or, for keys that the sweep does not vary, in its resolved scenario.
 */
#ifndef VHOSTSIM_COMPARE_H
#define VHOSTSIM_COMPARE_H

#include <jansson.h>
#include <stdio.h>

#include "csv.h"
#include "stat.h"

struct compare_options {
	const char *column;	 /* only these value columns, "a,b" */
	const char *columns_are; /* instead of the table's note */
	const char *metric;	 /* instead of the table's note */
	double baseline[2];	 /* rows that the two-parameter baseline is fitted to */
	bool has_baseline;
};

enum cell_kind { CELL_PREDICTED, CELL_FITTED, CELL_NOT_COUNTED };

struct cell {
	size_t row, column; /* of the measured table */
	char metric[64];
	char *label; /* "64", "zerocopy 100" */
	double x;    /* first key as a number, NAN if it is none */
	double measured;
	struct stat_mean simulated;
	double error_pct;
	enum cell_kind kind;
	double baseline; /* NAN: none, or the cell was used for it */
};

/* How often simulated values stand in the order of the measured ones. */
struct order {
	size_t right, asked;
};

/* Two cells that simulation and measurement put in another order. */
struct pair {
	const struct cell *a, *b;
};

struct comparison {
	const struct csv *measured;
	struct cell *cell;
	size_t cells;
	size_t missing; /* measured cells without a point of the sweep */
	struct stat_mape fitted, predicted, baseline;
	const struct cell *worst;   /* among predicted ones */
	struct order along, across; /* neighbours in a column; columns in a row */
	struct pair *wrong;	    /* those of both that are not right */
	size_t wrongs;
};

/*
 * Compare the @n sweeps in @sweep with @measured. Fitted cells are those that @machine, a
 * profile's tree, names (NULL: none). Returns 0, or -1 with @d filled.
 */
int compare(struct comparison *c, const struct csv *sweep, size_t n,
	    const struct csv *measured, const json_t *machine,
	    const struct compare_options *o, struct diag *d);
void comparison_destroy(struct comparison *c);

/* File name without its folders: what a fitted cell's table is known by. */
const char *base_name(const char *path);

void compare_print_text(const struct comparison *c, FILE *out);
void compare_print_csv(const struct comparison *c, FILE *out);
void compare_print_md(const struct comparison *c, FILE *out);
void compare_print_json(const struct comparison *c, FILE *out);

/* One row: table, cells, fitted cells, MAPEs, order. With @header its header first. */
void compare_print_summary(const struct comparison *c, bool header, FILE *out);

#endif
