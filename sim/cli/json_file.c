/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_file.c - a JSON file with its text. */
#include "json_file.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "slurp.h"

/* Take over @text. */
static int parse(struct json_file *f, const char *name, char *text, size_t len,
		 struct diag *d)
{
	json_error_t err;

	*f = (struct json_file){ strdup(name), text, len, NULL };
	if (!f->name || !text) {
		diag_set(d, name, 0, 0, NULL, "%s", strerror(ENOMEM));
		json_file_destroy(f);
		return -1;
	}
	f->root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &err);
	if (!f->root)
		diag_set(d, name, err.line, err.column, NULL, "broken JSON: %s",
			 err.text);
	else if (!json_is_object(f->root))
		diag_set(d, name, 1, 0, NULL, "is a JSON list; an object would be right");
	if (!json_is_object(f->root)) {
		json_file_destroy(f);
		return -1;
	}
	return 0;
}

int json_file_read(struct json_file *f, const char *file, struct diag *d)
{
	size_t len;
	char *text = slurp(file, JSON_FILE_MAX, &len, d);

	return text ? parse(f, file, text, len, d) : -1;
}

int json_file_parse(struct json_file *f, const char *name, const char *text, size_t len,
		    struct diag *d)
{
	char *copy = malloc(len + 1);

	if (copy) {
		memcpy(copy, text, len);
		copy[len] = '\0';
	}
	return parse(f, name, copy, len, d);
}

void json_file_destroy(struct json_file *f)
{
	free(f->name);
	free(f->text);
	json_decref(f->root);
	*f = (struct json_file){ NULL, NULL, 0, NULL };
}

int json_file_error(const struct json_file *f, struct diag *d, const char *path,
		    const char *fmt, ...)
{
	char what[768];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	return diag_set(d, f->name, json_file_line(f, path), 0, path, "%s", what);
}

void unknown_name(char *buf, size_t len, const char *what, const char *word,
		  const char *const *names, size_t n)
{
	const char *near = nearest(word, names, n);
	int at = snprintf(buf, len, "there is no %s \"%.64s\"; ", what, word);

	if (near) {
		snprintf(buf + at, len - (size_t)at, "\"%s\" would be right", near);
		return;
	}
	for (size_t i = 0; i < n && (size_t)at < len; i++)
		at += snprintf(buf + at, len - (size_t)at, "%s%s",
			       i ? ", " : "known: ", names[i]);
}

int json_file_keys(const struct json_file *f, const json_t *obj, const char *path,
		   const char *const *names, size_t n, struct diag *d)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)obj, key, value)
	{
		char full[256], text[640];
		size_t i = 0;

		while (i < n && strcmp(names[i], key))
			i++;
		if (i < n)
			continue;
		snprintf(full, sizeof(full), "%s%s%.64s", path, *path ? "." : "", key);
		unknown_name(text, sizeof(text), "key", key, names, n);
		return json_file_error(f, d, full, "%s", text);
	}
	return 0;
}
