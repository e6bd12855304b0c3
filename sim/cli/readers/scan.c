/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scan.c - lines of text with values in them, listed. */
#include "scan.h"

#include <string.h>

#include "../csv.h"

/* sscanf() looks for the end of its text each time: no line of a tool is this long. */
#define LINE_MAX_BYTES 2048

static int wanted(const struct scan_row *row)
{
	int n = 0;

	while (n < SCAN_VALUES && row->value[n].unit)
		n++;
	return n;
}

/* How many values of @row are in @line. */
static int match(const char *line, const struct scan_row *row, double *v)
{
	int n = sscanf(line, row->fmt, &v[0], &v[1], &v[2], &v[3], &v[4], &v[5]);

	return n < 0 ? 0 : n;
}

static void put_row(struct sample *s, int line, const char *prefix,
		    const struct scan_row *row, const double *v)
{
	for (int i = 0; i < wanted(row); i++)
		if (row->value[i].name)
			sample_put(s, line, v[i], row->value[i].unit,
				   row->value[i].metric, "%s%s", prefix,
				   row->value[i].name);
}

/* What a line like @row is, for a message: numbers are N. */
static void show_row(char *buf, size_t len, const char *fmt)
{
	size_t at = 0;

	while (*fmt && at + 1 < len) {
		if (!strncmp(fmt, "%lf", 3)) {
			buf[at++] = 'N';
			fmt += 3;
		} else if (!strncmp(fmt, "%*[", 3)) {
			buf[at++] = '_';
			fmt += strcspn(fmt, "]") + 1;
		} else {
			fmt += *fmt == '%';
			buf[at++] = *fmt++;
		}
	}
	buf[at] = '\0';
}

static int breaks_off(const struct input *in, size_t i, const struct scan_row *row,
		      struct diag *d)
{
	char right[160];

	show_row(right, sizeof(right), row->fmt);
	return diag_set(d, in->file, (int)i + 1, 0, NULL,
			"\"%.60s\" breaks off; \"%s\" would be right",
			in->line[i] + strspn(in->line[i], " \t"),
			right + strspn(right, " "));
}

int scan_line(const struct input *in, size_t i, struct sample *s, const char *prefix,
	      const struct scan_row *row, size_t n, struct diag *d)
{
	const struct scan_row *part = NULL; /* of those that break off, the longest */
	int most = 0;

	if (strlen(in->line[i]) > LINE_MAX_BYTES)
		return 0;
	for (; n--; row++) {
		double v[SCAN_VALUES] = { 0 };
		int found = match(in->line[i], row, v);

		if (found == wanted(row)) {
			put_row(s, (int)i + 1, prefix, row, v);
			return 1;
		}
		part = found > most ? row : part;
		most = found > most ? found : most;
	}
	return part ? breaks_off(in, i, part, d) : 0;
}

int scan_lines(const struct input *in, struct sample *s, const struct scan_row *row,
	       size_t n, struct diag *d)
{
	for (size_t i = 0; i < in->lines; i++)
		if (scan_line(in, i, s, "", row, n, d) < 0)
			return -1;
	return 0;
}

void words_cut(struct words *w, const char *line, const char *separators)
{
	char *rest = w->text, *word;

	snprintf(w->text, sizeof(w->text), "%s", line);
	w->n = 0;
	while (w->n < WORDS_MAX && (word = strtok_r(rest, separators, &rest)))
		w->word[w->n++] = word;
}

int words_find(const struct words *w, const char *word)
{
	for (size_t i = 0; i < w->n; i++)
		if (!strcmp(w->word[i], word))
			return (int)i;
	return -1;
}

bool number_of(const char *text, const char *unit, double *value)
{
	size_t len = strlen(text), tail = strlen(unit);
	char digits[64];

	if (len < tail || len - tail >= sizeof(digits) || strcmp(text + len - tail, unit))
		return false;
	memcpy(digits, text, len - tail);
	digits[len - tail] = '\0';
	return !csv_parse_number(digits, value);
}
