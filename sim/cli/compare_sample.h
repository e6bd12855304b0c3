/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_sample.h - what tools printed: shown, and beside the result of a run. */
#ifndef VHOSTSIM_COMPARE_SAMPLE_H
#define VHOSTSIM_COMPARE_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>

#include "diag.h"

enum sample_format { SAMPLE_TEXT, SAMPLE_CSV, SAMPLE_JSON };

struct sample_options {
	const char *out;  /* NULL: stdout */
	int format;	  /* enum sample_format */
	double tolerance; /* percent; NAN: none */
	double seconds;	  /* that counters were taken over; 0: as the samples say */
};

/* Print what is read from the @n samples. Returns an exit code; @d is filled if 2. */
int samples_show(char **file, size_t n, const struct sample_options *o, struct diag *d);

/* Is @file a JSON document, and so no table? */
bool is_result(const char *file);

/*
 * Print each value of the @n samples beside its counterpart in @result, and name those
 * that have none. Returns an exit code: EXIT_DIFFERS if the mean error exceeds the
 * tolerance or nothing could be compared with one; @d is filled if 2.
 */
int samples_compare(const char *result, char **file, size_t n,
		    const struct sample_options *o, struct diag *d);

#endif
