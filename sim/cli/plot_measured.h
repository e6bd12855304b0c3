/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plot_measured.h - measured points beside the curves of a sweep. */
#ifndef VHOSTSIM_PLOT_MEASURED_H
#define VHOSTSIM_PLOT_MEASURED_H

#include "plot_data.h"

/*
 * Add to each curve of @p, made from @sweep, the column of @measured that belongs to it:
 * the one of its name, the one asked for, or that of its kernel. Each column is added
 * once, to the first curve. Counts become rates. Returns 0, or -1 with @d filled.
 */
int plot_measured(struct plot_data *p, const struct csv *sweep,
		  const struct csv *measured, const struct plot_options *o,
		  struct diag *d);

#endif
