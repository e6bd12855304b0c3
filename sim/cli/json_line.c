/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * json_line.c - the line of a path in a JSON text.
 *
 * jansson keeps no positions in its tree. This walks the text that jansson has already
 * accepted, so it may trust brackets and quotes and has nothing to check; it goes down
 * one path only and skips all values beside it.
 */
#include "json_file.h"

#include <stdlib.h>
#include <string.h>

struct walk {
	const char *at, *end;
	int line;
};

static void step(struct walk *w)
{
	w->line += *w->at == '\n';
	w->at++;
}

static void skip_space(struct walk *w)
{
	while (w->at < w->end && strchr(" \t\r\n,:", *w->at))
		step(w);
}

/* @w stands on the opening quote; leave it behind the closing one. */
static void skip_string(struct walk *w)
{
	for (w->at++; w->at < w->end && *w->at != '"'; w->at++)
		w->at += *w->at == '\\';
	w->at++;
}

static void skip_value(struct walk *w)
{
	int depth = 0;

	while (w->at < w->end) {
		char c = *w->at;

		if (c == '"') {
			skip_string(w);
		} else if (depth == 0 && strchr(",]} \t\r\n", c)) {
			return;
		} else {
			depth += (c == '{' || c == '[') - (c == '}' || c == ']');
			step(w);
		}
		if (depth == 0 && strchr("\"]}", c))
			return;
	}
}

/* The part of @path behind @key, if @path begins with that key; else NULL. */
static const char *behind_key(const char *path, const char *key, size_t len)
{
	if (strncmp(path, key, len))
		return NULL;
	path += len;
	return *path == '\0' || *path == '[' ? path : *path == '.' ? path + 1 : NULL;
}

/* Go into the object at @w to the value of @path's first key. The rest, or NULL. */
static const char *into_object(struct walk *w, const char *path, int *line)
{
	w->at++;
	for (skip_space(w); w->at < w->end && *w->at == '"'; skip_space(w)) {
		const char *key = w->at + 1;
		int here = w->line;
		const char *rest;

		skip_string(w);
		rest = behind_key(path, key, (size_t)(w->at - 1 - key));
		skip_space(w);
		if (rest) {
			*line = here;
			return rest;
		}
		skip_value(w);
	}
	return NULL;
}

static const char *into_list(struct walk *w, const char *path, int *line)
{
	char *rest;
	unsigned long i = strtoul(path + 1, &rest, 10);

	w->at++;
	for (skip_space(w); w->at < w->end && *w->at != ']'; skip_space(w)) {
		if (!i--) {
			*line = w->line;
			rest += *rest == ']';
			return rest + (*rest == '.');
		}
		skip_value(w);
	}
	return NULL;
}

int json_file_line(const struct json_file *f, const char *path)
{
	struct walk w = { f->text, f->text + f->len, 1 };
	int line = 0;

	skip_space(&w);
	while (path && *path && w.at < w.end) {
		if (*w.at == '{')
			path = into_object(&w, path, &line);
		else if (*w.at == '[' && *path == '[')
			path = into_list(&w, path, &line);
		else
			break;
	}
	return line;
}
