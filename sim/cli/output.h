/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * output.h - a file that appears whole or not at all.
 *
 * What is written goes to NAME.part; output_close() brings it to the disk and renames it.
 * A NAME that exists and is no regular file (/dev/null, a pipe) is written directly.
 */
#ifndef VHOSTSIM_OUTPUT_H
#define VHOSTSIM_OUTPUT_H

#include <stdio.h>

#include "diag.h"

struct output {
	FILE *f;
	char *name; /* NULL: stdout */
	char *part; /* NULL: written directly */
};

/* Begin @name, or stdout if @name is NULL. Returns 0, or -1 with @d filled. */
int output_open(struct output *o, const char *name, struct diag *d);

/*
 * Finish it. Returns 0, or -1 with @d filled (disk full, ...); then nothing has the final
 * name and the part is gone.
 */
int output_close(struct output *o, struct diag *d);

/* Give it up: the part is removed. */
void output_abandon(struct output *o);

#endif
