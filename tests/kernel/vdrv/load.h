/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load.h - the loads, a file each; they end the program when something fails. */
#ifndef VHOSTSIM_VDRV_LOAD_H
#define VHOSTSIM_VDRV_LOAD_H

#include "options.h"
#include "report.h"

struct load {
	const char *name;
	void (*run)(const struct options *o, struct report *r);
};

extern const struct load load_tx, load_rx, load_zerocopy, load_pair;

/* "PROGRAM what TAP LIMIT" of --hook, if there is one; what it prints goes into @r. */
void hook_run(const struct options *o, const char *what, struct report *r);

/* Columns that tell runs apart. */
void report_options(const struct options *o, struct report *r);

#endif
