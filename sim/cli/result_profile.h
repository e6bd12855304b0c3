/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result_profile.h - the profile of a result document, as perf report shows one. */
#ifndef VHOSTSIM_RESULT_PROFILE_H
#define VHOSTSIM_RESULT_PROFILE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Which lines to show. */
struct profile_filter {
	const char *task;     /* NULL: all */
	double percent_limit; /* of the task's cycles, and more */
};

bool profile_wants(const struct profile_filter *f, const json_t *line);

/* @profile is the list "profile" of a result document. */
void profile_print_text(const json_t *profile, const struct profile_filter *f, FILE *out);
void profile_print_csv(const json_t *profile, const struct profile_filter *f, FILE *out);

/*
 * A line a symbol, "thread;module;symbol cycles", as flame graph tools read folded
 * stacks. A simulated thread has no call chain, so a stack is these three.
 */
void profile_print_folded(const json_t *profile, const struct profile_filter *f,
			  FILE *out);

/* The lines that @f wants, as a new list. */
json_t *profile_filtered(const json_t *profile, const struct profile_filter *f);

#endif
