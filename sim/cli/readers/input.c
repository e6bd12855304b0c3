/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input.c - the text of a sample, freed from what its way here did to it. */
#include "input.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
	return isdigit((unsigned char)c);
}

/* Length of the terminal's command at @p, 0 if there is none: ESC [ ... letter. */
static size_t escape_length(const char *p, const char *end)
{
	const char *q = p + 2;

	if (end - p < 3 || p[0] != '\x1b' || p[1] != '[')
		return 0;
	while (q < end && (is_digit(*q) || *q == ';' || *q == '?'))
		q++;
	return q < end && isalpha((unsigned char)*q) ? (size_t)(q + 1 - p) : 0;
}

/* Behind the marks of quoting at the start of a line, each with at most one blank. */
static const char *skip_quotes(const char *p, const char *end)
{
	while (p < end && *p == '>') {
		p++;
		p += p < end && *p == ' ' && p + 1 < end;
	}
	return p;
}

/* A carriage return that no line ends with: a terminal writes over the line. */
static bool overwrites(const char *p, const char *end)
{
	while (p < end && *p == '\r')
		p++;
	return p < end && *p != '\n';
}

/* Copy @text to @out without what does not belong to it. */
static void clean(char *out, const char *text, size_t len)
{
	const char *p = text, *end = text + len;
	size_t n = 0, line = 0, escape;
	bool start = true;

	if (len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		p += 3;
	while (p < end) {
		if (start)
			p = skip_quotes(p, end);
		start = false;
		if (p == end)
			break;
		escape = escape_length(p, end);
		if (escape) {
			p += escape;
			continue;
		}
		if (*p != '\r')
			out[n++] = *p;
		else if (overwrites(p, end))
			n = line;
		start = *p++ == '\n';
		line = start ? n : line;
	}
	out[n] = '\0';
}

/* Blanks that all lines of @text begin with, empty ones aside. */
static size_t indentation(const char *text)
{
	size_t least = SIZE_MAX;

	while (*text) {
		size_t blanks = strspn(text, " ");

		text += blanks;
		if (*text && *text != '\n' && blanks < least)
			least = blanks;
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	return least == SIZE_MAX ? 0 : least;
}

/* Take away what a mail indents a whole excerpt by. Returns the length. */
static size_t unindent(char *text)
{
	size_t least = indentation(text), n = 0;
	const char *p = text;

	while (*p) {
		size_t blanks = strspn(p, " "), len;

		p += blanks < least ? blanks : least;
		len = strcspn(p, "\n");
		len += p[len] == '\n';
		memmove(text + n, p, len);
		n += len;
		p += len;
	}
	text[n] = '\0';
	return n;
}

struct number {
	size_t len;
	int commas, points;
	const char *last; /* comma or point */
	bool groups;	  /* after each comma three digits, and no more */
};

static bool is_mark(const char *p)
{
	return (*p == ',' || *p == '.') && is_digit(p[1]);
}

static struct number measure(const char *p)
{
	struct number n = { 0, 0, 0, NULL, true };
	size_t since = 0;

	for (; is_digit(p[n.len]) || (n.len && is_mark(p + n.len)); n.len++) {
		if (is_digit(p[n.len])) {
			since++;
			continue;
		}
		n.groups = n.groups && (!n.commas || since == 3);
		n.last = p + n.len;
		n.commas += *n.last == ',';
		n.points += *n.last == '.';
		since = 0;
	}
	n.groups = n.groups && (n.points || since == 3);
	return n;
}

/* "14,40" and "1.234,5" have decimal commas; in "1,234.5" and "1,234,567" they group. */
static size_t copy_number(char *out, const char *p, const struct number *n)
{
	bool group = n->groups && (n->commas > 1 || (n->points == 1 && *n->last == '.'));
	bool decimal = n->commas == 1 && *n->last == ',';
	size_t at = 0;

	for (size_t i = 0; i < n->len; i++) {
		if ((p[i] == ',' && group) || (p[i] == '.' && decimal))
			continue;
		out[at++] = p[i] == ',' && decimal ? '.' : p[i];
	}
	return at;
}

/* Copy @text with its numbers as C writes them; it only gets shorter. */
static void plain_copy(char *out, const char *text)
{
	while (*text) {
		struct number n = measure(text);

		if (!n.len) {
			*out++ = *text++;
			continue;
		}
		if (n.commas) {
			out += copy_number(out, text, &n);
		} else {
			memcpy(out, text, n.len);
			out += n.len;
		}
		text += n.len;
	}
	*out = '\0';
}

/* Cut @text into lines; the first is where it begins, even if there is none. */
static char **cut(char *text, size_t lines)
{
	char **line = calloc(lines + 1, sizeof(*line));

	if (line)
		line[0] = text;
	for (size_t i = 0; line && i < lines; i++) {
		char *end = text + strcspn(text, "\n");

		line[i] = text;
		text = *end ? end + 1 : end;
		*end = '\0';
	}
	return line;
}

static size_t count_lines(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += *text == '\n' || !text[1];
	return n;
}

static int no_memory(struct diag *d, const char *file)
{
	return diag_set(d, file, 0, 0, NULL, "no memory to read it");
}

static int fill(struct input *in, const char *text, size_t len, struct diag *d)
{
	in->text = calloc(1, len + 1);
	in->plain = malloc(len + 1);
	if (!in->text || !in->plain)
		return no_memory(d, in->file);
	clean(in->text, text, len);
	in->len = unindent(in->text);
	if (input_load_json(in, d))
		return -1;
	plain_copy(in->plain, in->text);
	in->lines = count_lines(in->text);
	in->line = cut(in->plain, in->lines);
	return in->line ? 0 : no_memory(d, in->file);
}

/* A second copy in lines, for what keeps its commas. */
static int fill_raw(struct input *in, struct diag *d)
{
	char *copy = malloc(in->len + 1);

	if (!copy)
		return no_memory(d, in->file);
	memcpy(copy, in->text, in->len + 1);
	in->raw = cut(copy, in->lines);
	if (in->raw)
		return 0;
	free(copy);
	return no_memory(d, in->file);
}

int input_init(struct input *in, const char *file, const char *text, size_t len,
	       struct diag *d)
{
	const char *nul = memchr(text, '\0', len);
	int line = 1;

	memset(in, 0, sizeof(*in));
	in->file = file;
	for (const char *p = text; nul && p < nul; p++)
		line += *p == '\n';
	if (nul)
		return diag_set(d, file, line, 0, NULL,
				"a NUL byte; what the tool prints, as text, would be "
				"right");
	if (!fill(in, text, len, d) && !fill_raw(in, d))
		return 0;
	input_destroy(in);
	return -1;
}

void input_destroy(struct input *in)
{
	if (in->raw)
		free(in->raw[0]);
	free(in->raw);
	free(in->line);
	free(in->plain);
	free(in->text);
	json_decref(in->json);
	free(in->element);
	memset(in, 0, sizeof(*in));
}

int input_find(const struct input *in, size_t from, const char *what)
{
	for (size_t i = from; i < in->lines; i++)
		if (strstr(in->line[i], what))
			return (int)i;
	return -1;
}

bool input_has(const struct input *in, const char *what)
{
	return strstr(in->text, what) != NULL;
}
