/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_args.h - the command line of vhostsim sweep. */
#ifndef VHOSTSIM_SWEEP_ARGS_H
#define VHOSTSIM_SWEEP_ARGS_H

#include "sweep_table.h"

struct sweep_args {
	const char *scenario;
	const char *out;   /* NULL: stdout */
	const char *until; /* end of each run, or NULL */
	struct setting *set;
	size_t sets;
	struct grid grid; /* as given, not resolved */
	bool seed_given;
	unsigned int workers;
	struct shard shard;
	enum sweep_format format;
	bool progress;
	bool force;
};

/* Read the command line. 0, or -1 with @d filled. Misuse of options ends the program. */
int sweep_args_parse(struct sweep_args *a, int argc, char **argv, struct diag *d);
void sweep_args_destroy(struct sweep_args *a);

#endif
