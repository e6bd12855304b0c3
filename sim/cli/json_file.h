/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * json_file.h - a JSON file with its text, so that mistakes found in the tree later can
 * still be shown by line.
 */
#ifndef VHOSTSIM_JSON_FILE_H
#define VHOSTSIM_JSON_FILE_H

#include <jansson.h>
#include <stddef.h>

#include "diag.h"

#define JSON_FILE_MAX (16u << 20)

struct json_file {
	char *name;
	char *text;
	size_t len;
	json_t *root; /* an object */
};

/*
 * Read @file. Broken JSON, a key given twice, a root that is no object, and anything but
 * a regular file of at most JSON_FILE_MAX bytes is an error. Returns 0, or -1 with @d
 * filled; then @f needs no destroying.
 */
int json_file_read(struct json_file *f, const char *file, struct diag *d);

/* The same from @len bytes at @text; @name is what messages call it. */
int json_file_parse(struct json_file *f, const char *name, const char *text, size_t len,
		    struct diag *d);
void json_file_destroy(struct json_file *f);

/* Line of the key or list item @path ("devices[0].name") in the text, 0 if not found. */
int json_file_line(const struct json_file *f, const char *path);

/* Fill @d with a mistake at @path of @f. Returns -1. */
int json_file_error(const struct json_file *f, struct diag *d, const char *path,
		    const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/*
 * Refuse keys of the object @obj, at @path, that are not among the @n in @names; the
 * nearest one is suggested. Returns 0, or -1 with @d filled.
 */
int json_file_keys(const struct json_file *f, const json_t *obj, const char *path,
		   const char *const *names, size_t n, struct diag *d);

/* "what; "NEAR" would be right" for a key nobody knows, into @buf. */
void unknown_name(char *buf, size_t len, const char *what, const char *word,
		  const char *const *names, size_t n);

#endif
