/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_sums.h - what the cells of a comparison come to. */
#ifndef VHOSTSIM_COMPARE_SUMS_H
#define VHOSTSIM_COMPARE_SUMS_H

#include "compare.h"

/*
 * Mean errors (percent), the worst cell, and which pairs stand in the measured order.
 * Returns 0, or -1 with @d filled when memory is out.
 */
int compare_sum(struct comparison *c, struct diag *d);

/*
 * Errors of c0 + c1/x through the cells of rows @x[0] and @x[1] of each column, on the
 * other cells. Returns 0, or -1 with @d filled when there is no such row.
 */
int compare_baseline(struct comparison *c, const double *x, struct diag *d);

#endif
