/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * experiment.h - a scenario file, resolved: everything that a run needs.
 *
 * The way of a scenario: file -> JSON tree (jansson) -> --set applied to the tree ->
 * checked against the descriptor table, defaults filled in -> struct config, machine
 * profile and kernel loaded by name. The tree with all defaults is kept: a result shows
 * it, and a run can be repeated from it.
 */
#ifndef VHOSTSIM_EXPERIMENT_H
#define VHOSTSIM_EXPERIMENT_H

#include <jansson.h>

#include "../../models/config.h"
#include "../../models/kernel.h"
#include "../../models/machine.h"
#include "diag.h"

struct experiment {
	char *file;
	json_t *tree; /* the scenario with every default filled in */
	struct config cfg;
	struct machine machine;
	json_t *machine_tree; /* the profile as read, with its sources */
	struct kernel kernel;
};

/* One "--set path=value", or one value of a "--vary". */
struct setting {
	const char *path; /* full path, or a last name that is unique */
	const char *value;
};

/*
 * Load @file and apply @n settings in order. Returns 0 and fills @e, or -1 and fills @d;
 * then @e needs no destroying.
 */
int experiment_load(struct experiment *e, const char *file, const struct setting *set,
		    size_t n, struct diag *d);
/* The same from @len bytes at @text; @file is what messages call it. */
int experiment_parse(struct experiment *e, const char *file, const char *text, size_t len,
		     const struct setting *set, size_t n, struct diag *d);
void experiment_destroy(struct experiment *e);

/*
 * Let the run end at simulated time @text ("5ms", after the start of the warm-up).
 * Returns 0, or -1 with @d filled.
 */
int experiment_until(struct experiment *e, const char *text, struct diag *d);

/*
 * Resolve @path (full, or a unique last name) against the scenario in @e to its full
 * path, "devices[0].tx_queue_len". The caller frees it. NULL, with @d filled and the
 * nearest valid path named, when there is no such key or when several fit; @who asks
 * ("--vary").
 */
char *experiment_path(const struct experiment *e, const char *path, const char *who,
		      struct diag *d);

/* Last name of a full path: "tx_queue_len". */
const char *experiment_last_name(const char *path);

#endif
