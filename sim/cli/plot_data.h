/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_data.h - the curves of a sweep and of a measured table, for gnuplot. */
#ifndef VHOSTSIM_PLOT_DATA_H
#define VHOSTSIM_PLOT_DATA_H

#include <stdio.h>

#include "csv.h"

#define CURVES_MAX 64
#define TICKS_MAX 24

struct plot_options {
	const char *x;	    /* column of the sweep; NULL: the first */
	const char *metric; /* NULL: as the measured table says, or tx_pps */
	const char *column; /* only this curve; NULL: all */
};

/* One point: mean and confidence over the rows that have its x. */
struct plot_point {
	double x, y, ci; /* ci NAN: one row */
};

struct curve {
	char name[64];
	char measured_name[64]; /* column of the measured table */
	size_t row;		/* of the sweep, the curve's first */
	struct plot_point *simulated, *measured;
	size_t nsimulated, nmeasured;
};

struct plot_data {
	struct curve curve[CURVES_MAX];
	size_t curves;
	char x[64], metric[64];
	struct {
		double x;
		char text[24];
	} tick[TICKS_MAX]; /* of quantities on the x axis */
	size_t ticks;
	bool series; /* over time: many points, no repeats */
	double low_x, high_x, low_y, high_y;
};

/*
 * Curves of @sweep over one parameter: one for each combination of its other parameters,
 * named by their values. With @measured (or NULL), the column of that table that belongs
 * to a curve beside it, each once. Returns 0, or -1 with @d filled.
 */
int plot_data_init(struct plot_data *p, const struct csv *sweep,
		   const struct csv *measured, const struct plot_options *o,
		   struct diag *d);
void plot_data_destroy(struct plot_data *p);

/* Blocks for gnuplot's "index": simulated and measured points of each curve by turns. */
void plot_data_print(const struct plot_data *p, FILE *out);

#endif
