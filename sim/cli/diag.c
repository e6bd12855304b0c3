/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diag.c - messages, and what a mistyped word was meant to be. */
#include "diag.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Longer words are not compared: no name in the program comes near it. */
#define WORD_MAX 64

static size_t append(char *text, size_t size, size_t at, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

static size_t append(char *text, size_t size, size_t at, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text + at, size - at, fmt, ap);
	va_end(ap);
	if (n < 0)
		return at;
	return at + (size_t)n < size ? at + (size_t)n : size - 1;
}

int(diag_set)(struct diag *d, const char *file, int line, int column, const char *path,
	      const char *fmt, ...)
{
	size_t size = sizeof(d->text), at = 0;
	va_list ap;

	if (d->set)
		return -1;
	d->set = true;
	d->text[0] = '\0';
	if (file)
		at = append(d->text, size, at, "%s:", file);
	if (line > 0)
		at = append(d->text, size, at, "%d:", line);
	if (line > 0 && column > 0)
		at = append(d->text, size, at, "%d:", column);
	if (path && *path)
		at = append(d->text, size, at, "%s%s:", at ? " " : "", path);
	if (at)
		at = append(d->text, size, at, " ");
	va_start(ap, fmt);
	vsnprintf(d->text + at, size - at, fmt, ap);
	va_end(ap);
	return -1;
}

int diag_print(const struct diag *d)
{
	fprintf(stderr, "vhostsim: error: %s\n", d->text);
	return EXIT_USAGE;
}

void warn(const char *fmt, ...)
{
	va_list ap;

	fputs("vhostsim: warning: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

static unsigned int min3(unsigned int a, unsigned int b, unsigned int c)
{
	unsigned int ab = a < b ? a : b;

	return ab < c ? ab : c;
}

static bool same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/*
 * Insertions, deletions, exchanges and swaps of neighbours that make @a into @b: the
 * restricted Damerau-Levenshtein distance, since swaps are what fingers do. Row i of the
 * usual matrix needs the two rows before it, so three are kept in turn.
 */
static unsigned int distance(const char *a, size_t la, const char *b, size_t lb)
{
	unsigned int row[3][WORD_MAX + 1];

	for (size_t j = 0; j <= lb; j++)
		row[0][j] = (unsigned int)j;
	for (size_t i = 1; i <= la; i++) {
		const unsigned int *before = row[(i + 1) % 3];
		const unsigned int *last = row[(i - 1) % 3];
		unsigned int *now = row[i % 3];

		now[0] = (unsigned int)i;
		for (size_t j = 1; j <= lb; j++) {
			now[j] = min3(now[j - 1] + 1, last[j] + 1,
				      last[j - 1] + !same(a[i - 1], b[j - 1]));
			if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) &&
			    same(a[i - 2], b[j - 1]))
				now[j] = min3(now[j], before[j - 2] + 1, now[j]);
		}
	}
	return row[la % 3][lb];
}

const char *nearest(const char *word, const char *const *names, size_t n)
{
	size_t len = strlen(word);
	unsigned int best = WORD_MAX;
	const char *found = NULL;

	if (len > WORD_MAX)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		size_t other = strlen(names[i]);
		unsigned int d;

		if (other > WORD_MAX)
			continue;
		d = distance(word, len, names[i], other);
		if (d < best && d * 3 <= (len > other ? len : other)) {
			best = d;
			found = names[i];
		}
	}
	return found;
}
