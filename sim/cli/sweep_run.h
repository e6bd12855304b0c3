/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_run.h - simulate the points of a sweep that have no row yet. */
#ifndef VHOSTSIM_SWEEP_RUN_H
#define VHOSTSIM_SWEEP_RUN_H

#include "sweep_args.h"
#include "sweep_out.h"

/*
 * Run them in a->workers processes; rows go to @t and @o. What goes wrong is said on
 * stderr. Returns the exit code: EXIT_FINE, EXIT_STALL when a point stalled (the others
 * are done), EXIT_USAGE when rows cannot be written, EXIT_INTERNAL, or 128 + signal.
 */
int sweep_run(const struct sweep_args *a, struct sweep_table *t, struct sweep_out *o);

/* Load the experiment of @point, or of no point if it is SIZE_MAX. As experiment_load(). */
int sweep_load(const struct sweep_args *a, size_t point, struct experiment *e,
	       struct diag *d);

#endif
