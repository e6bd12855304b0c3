/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * csv.h - tables: measured ones from results/measured, sweeps of our own.
 *
 * RFC 4180 with a header row; lines that start with # before it are comments, and those
 * of the form "# key: value" are kept as notes (a measured table says there which metric
 * it holds). An empty cell is a missing value. Lines end in LF or CR LF.
 *
 * A table is refused, with the line named, when a row has more or fewer cells than the
 * header, when two columns share a name, when a byte is NUL, and when it is larger than
 * the limits below.
 */
#ifndef VHOSTSIM_CSV_H
#define VHOSTSIM_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "diag.h"

#define CSV_MAX_BYTES (16u << 20)
#define CSV_MAX_COLUMNS 1024
#define CSV_MAX_CELLS (4u << 20)

struct csv_note {
	char *key, *value;
};

struct csv {
	char *file;
	struct csv_note *note;
	size_t notes;
	char **column; /* names */
	size_t columns;
	char **cell; /* [rows * columns], never NULL */
	int *line;   /* [rows] line in the file */
	size_t rows;
	char *text; /* what all names, notes and cells point into */
};

/* Read @file. Returns 0, or -1 with @d filled (file, line, what is wrong). */
int csv_read(struct csv *c, const char *file, struct diag *d);
/* The same from @len bytes at @text; @file is what messages call it. */
int csv_parse(struct csv *c, const char *file, const char *text, size_t len,
	      struct diag *d);
void csv_destroy(struct csv *c);

/* Index of column @name, or -1. */
int csv_column(const struct csv *c, const char *name);

/* Text of a cell. */
const char *csv_cell(const struct csv *c, size_t row, size_t column);

/* Value of note @key, or NULL. The first one counts. */
const char *csv_note(const struct csv *c, const char *key);

/*
 * Cell as a number. 0: fine; 1: empty; -1: not a number, @d filled.
 */
int csv_number(const struct csv *c, size_t row, size_t column, double *value,
	       struct diag *d);

/* Text as a finite decimal number, nothing before or after it. 0, or -1. */
int csv_parse_number(const char *text, double *value);

/* Is @name one of the names in @list, "a,b,c"? */
bool csv_list_has(const char *list, const char *name);

/* Write @text as one cell, in quotes when it needs them. */
void csv_put_cell(FILE *out, const char *text);

#endif
