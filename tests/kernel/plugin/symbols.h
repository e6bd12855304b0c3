/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symbols.h - functions of the guest's kernel and its modules, from /proc/kallsyms. */
#ifndef VHOSTSIM_KERNEL_SYMBOLS_H
#define VHOSTSIM_KERNEL_SYMBOLS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct symbol {
	uint64_t address;
	size_t order; /* in the file: the first of several at one address is used */
	char name[64];
	char module[32]; /* "" for the kernel itself */
};

struct symbols {
	struct symbol *symbol; /* by address */
	size_t n, capacity;
};

/*
 * Reads lines of kallsyms from @f until its end. Functions only; those of modules take
 * the place of all that were read before. Returns 0, or -1 without memory.
 */
int symbols_read(struct symbols *s, FILE *f);
void symbols_destroy(struct symbols *s);

/* The function that @address is in, or NULL. */
const struct symbol *symbols_find(const struct symbols *s, uint64_t address);
/* By name; NULL if there is none. */
const struct symbol *symbols_named(const struct symbols *s, const char *name);

#endif
