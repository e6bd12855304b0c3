/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counterpart.h - what a run's result says about a value that a tool measured. */
#ifndef VHOSTSIM_COUNTERPART_H
#define VHOSTSIM_COUNTERPART_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "diag.h"
#include "readers/readers.h"

/* Why there is none, and a number to say it with. */
struct counterpart {
	double simulated; /* in the unit of the value, at its layer */
	char why[160];	  /* "" if there is one */
};

/*
 * Is @doc, read from @file, what "vhostsim run --format json" writes? Returns 0, or -1
 * with @d filled.
 */
int result_check(const json_t *doc, const char *file, struct diag *d);

/*
 * The counterpart of @v, a value of @s, in the result @doc: means over the repeats if
 * there are some. Counters are compared as counts of @seconds (0: not known). Bits are
 * those of the value's layer: headers, as many a packet as @s says, are taken off or put
 * on. Shares of a profile are of the threads that the value names.
 */
void counterpart_find(struct counterpart *c, const json_t *doc, const struct sample *s,
		      const struct value *v, double seconds);

#endif
