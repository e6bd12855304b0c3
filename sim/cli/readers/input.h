/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * input.h - the text of a sample, freed from what its way here did to it.
 *
 * Marks of quoting at the start of lines ("> ", nested too), terminal colours, carriage
 * returns with what they write over, a byte order mark, and blanks that all lines begin
 * with are taken away; lines stay the lines of the file. For
 * text, numbers with a decimal comma ("14,40%") or commas between thousands
 * ("1,234,567") are given as C writes them.
 */
#ifndef VHOSTSIM_INPUT_H
#define VHOSTSIM_INPUT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "../diag.h"

/* Where an element of a document that is a list begins. */
struct input_element {
	size_t at;
	int line;
};

struct input {
	const char *file;
	char *text; /* commas as they are: JSON, tables */
	size_t len;
	char *plain; /* C's numbers */
	char **raw;  /* [lines] of text */
	char **line; /* [lines] of plain */
	size_t lines;
	json_t *json;		       /* if it is one JSON document */
	struct input_element *element; /* of its list, if it is one */
	size_t elements;
};

/* Returns 0, or -1 with @d filled: no text (NUL bytes, empty), broken JSON, no memory. */
int input_init(struct input *in, const char *file, const char *text, size_t len,
	       struct diag *d);
void input_destroy(struct input *in);

/* Load what looks like one JSON document; for input_init(). 0, or -1 with @d filled. */
int input_load_json(struct input *in, struct diag *d);

/* Index of the first line at or behind @from that has @what in it, or -1. */
int input_find(const struct input *in, size_t from, const char *what);
bool input_has(const struct input *in, const char *what);

/* Member @path ("end.sum.bytes", "[0].kind") of the document, or NULL; no quotes in it. */
const json_t *input_json(const struct input *in, const char *path);

/* Line of @path in the JSON text. */
int input_json_line(const struct input *in, const char *path);

#endif
