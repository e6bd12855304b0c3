/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.h - what stands where, over simulated time, as a CSV table. */
#ifndef VHOSTSIM_SERIES_H
#define VHOSTSIM_SERIES_H

#include "output.h"
#include "result.h"

struct series {
	struct output out;
	struct run_watch watch; /* for run_once() */
	bool header_out;
};

/* Begin the table @name of @e with a row each @interval_ns. 0, or -1 with @d filled. */
int series_open(struct series *s, const char *name, uint64_t interval_ns,
		const struct experiment *e, struct diag *d);

/* Finish it. 0, or -1 with @d filled; then nothing has its name. */
int series_close(struct series *s, struct diag *d);

#endif
