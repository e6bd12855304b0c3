/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_json.c - samples that are JSON documents. */
#include "input.h"

#include <stdlib.h>
#include <string.h>

#include "../json_file.h"

/* Text in brackets may be a log's "[  5]"; a list of a tool has objects. */
static bool looks_like_json(const char *text)
{
	text += strspn(text, " \t\n");
	if (*text != '{' && *text != '[')
		return false;
	if (*text == '[') {
		text += 1 + strspn(text + 1, " \t\n");
		return *text == '{' || *text == ']';
	}
	text += 1 + strspn(text + 1, " \t\n");
	return *text == '"' || *text == '}' || !*text;
}

/* One object a line, as some tools print events. */
static bool json_lines(const char *text, size_t len)
{
	const char *end = memchr(text, '\n', len);
	json_t *first = end ? json_loadb(text, (size_t)(end - text), 0, NULL) : NULL;
	bool more = first && end[strspn(end, " \t\n")] == '{';

	json_decref(first);
	return more;
}

/*
 * Where the objects of a list begin. jansson reads them one by one and says how far it
 * came; so a line in the last one of many is found without a walk over all others.
 */
static bool index_elements(struct input *in)
{
	const char *p = in->text + strspn(in->text, " \t\n");
	size_t n = json_array_size(in->json);
	int line = 1;

	in->element = n ? calloc(n, sizeof(*in->element)) : NULL;
	for (const char *q = in->text; q < p; q++)
		line += *q == '\n';
	for (; in->element && in->elements < n; in->elements++) {
		json_error_t err;
		const char *from = p + 1;
		json_t *one;

		from += strspn(from, " \t\n,");
		for (; p < from; p++)
			line += *p == '\n';
		in->element[in->elements] = (struct input_element){ p - in->text, line };
		one = json_loadb(p, in->len - (size_t)(p - in->text),
				 JSON_DISABLE_EOF_CHECK | JSON_DECODE_ANY, &err);
		if (!one)
			return false;
		json_decref(one);
		for (from = p + err.position; p < from; p++)
			line += *p == '\n';
		p--; /* to be stepped over like a comma */
	}
	return !n || in->element;
}

int input_load_json(struct input *in, struct diag *d)
{
	json_error_t err;

	if (!looks_like_json(in->text) || json_lines(in->text, in->len))
		return 0;
	/* iperf3 writes keys twice; the last one counts */
	in->json = json_loadb(in->text, in->len, 0, &err);
	if (in->json && !index_elements(in))
		return diag_set(d, in->file, 0, 0, NULL, "no memory to read it");
	if (in->json)
		return 0;
	return diag_set(d, in->file, err.line, err.column, NULL,
			"broken JSON: %s; the whole document, to its last bracket, would "
			"be right",
			err.text);
}

const json_t *input_json(const struct input *in, const char *path)
{
	const json_t *at = in->json;

	while (at && *path) {
		char key[64];
		size_t n = strcspn(path, ".[");

		if (*path == '[') {
			char *end;

			at = json_array_get(at, strtoul(path + 1, &end, 10));
			path = end + (*end == ']');
		} else {
			snprintf(key, sizeof(key), "%.*s", (int)n, path);
			at = json_object_get(at, key);
			path += n;
		}
		path += *path == '.';
	}
	return at;
}

int input_json_line(const struct input *in, const char *path)
{
	struct json_file f = { NULL, in->text, in->len, NULL };
	const struct input_element *e;
	size_t i = in->elements;
	char *rest;
	int line;

	if (*path == '[')
		i = strtoul(path + 1, &rest, 10);
	if (i >= in->elements)
		return json_file_line(&f, path);
	e = &in->element[i];
	rest += *rest == ']';
	if (!*rest)
		return e->line;
	f.text += e->at;
	f.len -= e->at;
	line = json_file_line(&f, rest + (*rest == '.'));
	return line ? line + e->line - 1 : 0;
}
