/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * diag.h - what is wrong with an input, said once and well.
 *
 * Whoever finds a mistake fills a struct diag; only main() and the verbs print it. A
 * message names the file, the line and column where they are known, the JSON path, what
 * was wrong, and what would be right.
 */
#ifndef VHOSTSIM_DIAG_H
#define VHOSTSIM_DIAG_H

#include <stdbool.h>
#include <stddef.h>

/* Exit codes of the program. */
enum exit_code {
	EXIT_FINE = 0,
	EXIT_DIFFERS = 1,  /* a difference, a failed expectation */
	EXIT_USAGE = 2,	   /* bad usage, scenario or input file */
	EXIT_STALL = 3,	   /* the simulated system stalls */
	EXIT_INTERNAL = 4, /* an internal error */
};

struct diag {
	bool set;
	char text[1024]; /* "file:line:column: path: what; what would be right" */
};

/*
 * Fill @d, unless an earlier mistake is already there (the first one counts). @file,
 * @path may be NULL, @line and @column 0 when unknown. Returns -1, for "return
 * diag_set(...)".
 */
int diag_set(struct diag *d, const char *file, int line, int column, const char *path,
	     const char *fmt, ...) __attribute__((format(printf, 6, 7)));

#ifdef __clang_analyzer__
/* It sees one file at a time, and has to be told that this is always -1. */
#define diag_set(...) (diag_set(__VA_ARGS__), -1)
#endif

/* Print "vhostsim: error: ..." to stderr. Returns EXIT_USAGE. */
int diag_print(const struct diag *d);

/* Print "vhostsim: warning: ..." to stderr. */
void warn(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * The one of @n @names nearest to @word (edit distance, case ignored, at most a third of
 * its letters wrong), or NULL when none is near.
 */
const char *nearest(const char *word, const char *const *names, size_t n);

#endif
