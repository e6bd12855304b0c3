/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.h - lines of text with values in them, listed. */
#ifndef VHOSTSIM_SCAN_H
#define VHOSTSIM_SCAN_H

#include "readers.h"

#define SCAN_VALUES 6
#define WORDS_MAX 48

struct scan_value {
	const char *name, *unit, *metric;
};

/*
 * A line as sscanf() knows it: only %lf and %*[...] are in it, one %lf a value. A value
 * without a name is skipped.
 */
struct scan_row {
	const char *fmt;
	struct scan_value value[SCAN_VALUES];
};

/*
 * Add the values of line @i if it is like one of the @n rows in @row; "@prefix" goes
 * before their names. A line that begins like a row and breaks off is an error. Returns
 * 1 if values were added, 0, or -1 with @d filled.
 */
int scan_line(const struct input *in, size_t i, struct sample *s, const char *prefix,
	      const struct scan_row *row, size_t n, struct diag *d);

/* All lines of the input. Returns 0, or -1 with @d filled. */
int scan_lines(const struct input *in, struct sample *s, const struct scan_row *row,
	       size_t n, struct diag *d);

/* The words of a line. */
struct words {
	char text[1024];
	char *word[WORDS_MAX];
	size_t n;
};

/* Cut @line, or as much of it as there is room for, at any of @separators. */
void words_cut(struct words *w, const char *line, const char *separators);

/* Index of @word, or -1. */
int words_find(const struct words *w, const char *word);

/*
 * Text as a finite decimal number with nothing but @unit ("%", or "") behind it. Returns
 * false if it is none.
 */
bool number_of(const char *text, const char *unit, double *value);

#endif
