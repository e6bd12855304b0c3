/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leaves.h - the last symbols of stacks, and their shares of the samples of a command. */
#ifndef VHOSTSIM_LEAVES_H
#define VHOSTSIM_LEAVES_H

#include "readers.h"

struct leaf {
	char *command, *symbol; /* allocated */
	double samples;
	int line;
};

struct leaves {
	struct leaf *v;
	size_t n, room;
};

/* Add a stack of @samples that ends in @symbol; texts are copied. False: no memory. */
bool leaves_add(struct leaves *all, const char *command, size_t command_len,
		const char *symbol, size_t symbol_len, double samples, int line);

/*
 * Add a value for each symbol of each command: what its stacks, those that end in it,
 * have of all samples of the command, at the line of the first.
 */
void leaves_put(struct leaves *all, struct sample *s);
void leaves_destroy(struct leaves *all);

#endif
