/* SPDX-License-Identifier: GPL-3.0-or-later */
/* args.h - what the command lines of the verbs have in common. */
#ifndef VHOSTSIM_ARGS_H
#define VHOSTSIM_ARGS_H

#include <argp.h>
#include <stddef.h>
#include <stdint.h>

#include "diag.h"
#include "experiment.h"

/* All --set of a command line, in order. */
struct settings {
	struct setting *v;
	size_t n;
};

/* Take "path=value". Returns 0, or -1 with @d filled. */
int settings_add(struct settings *s, const char *text, struct diag *d);
void settings_free(struct settings *s);

/*
 * Value of @option, a whole number from @min to @max, from @text. Returns 0, or -1 with
 * @d filled.
 */
int args_u64(const char *option, const char *text, uint64_t min, uint64_t max,
	     uint64_t *value, struct diag *d);

/* Index of @text in the NULL-terminated @names, or -1 with @d filled. */
int args_choice(const char *option, const char *text, const char *const *names,
		struct diag *d);

/*
 * Parse the command line of @verb into @input. Misuse ends the program with a message
 * and exit code 2, --help with exit code 0.
 */
void args_parse(const struct argp *argp, int argc, char **argv, const char *verb,
		void *input);

#endif
