/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sysstat.c - tables of mpstat, pidstat and sar: heads, rows of intervals, averages. */
#include "sysstat.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How many words of @w say when; "10:21:47 AM", "# Time", "Average:". 0: none does. */
static size_t time_words(const struct words *w)
{
	const char *first = w->n ? w->word[0] : "";

	if (!strcmp(first, "#"))
		return w->n > 1 && !strcmp(w->word[1], "Time") ? 2 : 0;
	if (!strchr(first, ':') && !isdigit((unsigned char)*first))
		return 0;
	if (w->n > 1 && (!strcmp(w->word[1], "AM") || !strcmp(w->word[1], "PM")))
		return 2;
	return 1;
}

static bool is_average(const struct words *w)
{
	const char *first = w->n ? w->word[0] : "";
	size_t len = strlen(first);

	return len && !isdigit((unsigned char)*first) && first[len - 1] == ':';
}

/* A head is no number: rows of processors have one in its place. */
static bool is_heads(const struct words *w, const char *first)
{
	size_t skip = time_words(w);

	return skip && skip < w->n && !strcmp(w->word[skip], first);
}

static bool has_averages(const struct input *in)
{
	struct words w;

	for (size_t i = 0; i < in->lines; i++) {
		words_cut(&w, in->line[i], " \t");
		if (is_average(&w))
			return true;
	}
	return false;
}

bool sys_has(const struct input *in, const char *first)
{
	struct words w;

	for (size_t i = 0; i < in->lines; i++) {
		words_cut(&w, in->line[i], " \t");
		if (is_heads(&w, first))
			return true;
	}
	return false;
}

int sys_rows(const struct input *in, const char *first, struct sys_table *t,
	     int (*row)(const struct input *in, const struct sys_row *r,
			struct sys_table *t, struct diag *d),
	     struct diag *d)
{
	bool averages = has_averages(in);
	struct words heads = { .n = 0 }, w;

	for (size_t i = 0; i < in->lines; i++) {
		struct sys_row r = { &heads, &w, 0, 0, (int)i + 1 };

		words_cut(&w, in->line[i], " \t");
		r.skip = time_words(&w);
		if (is_heads(&w, first)) {
			words_cut(&heads, in->line[i], " \t");
			continue;
		}
		if (!r.skip)
			heads.n = 0; /* a blank line ends a table, or -h goes on below */
		if (!heads.n || is_average(&w) != averages)
			continue;
		r.skip_heads = time_words(&heads);
		if (row(in, &r, t, d))
			return -1;
	}
	return 0;
}

const char *sys_head(const struct sys_row *r, size_t i)
{
	i += r->skip_heads;
	return i < r->heads->n ? r->heads->word[i] : NULL;
}

const char *sys_word(const struct sys_row *r, size_t i)
{
	i += r->skip;
	return i < r->words->n ? r->words->word[i] : NULL;
}

int sys_add_word(const struct input *in, const struct sys_row *r, size_t i,
		 const char *key, struct sys_table *t, struct diag *d)
{
	const char *word = sys_word(r, i), *head = sys_head(r, i);
	double value;

	if (!word)
		return diag_set(d, in->file, r->line, 0, NULL,
				"the row breaks off before \"%.20s\"; %zu columns, as "
				"its heads have, would be right",
				head, r->heads->n);
	if (!strcmp(word, "-"))
		return 0;
	if (!number_of(word, "", &value))
		return diag_set(
			d, in->file, r->line, 0, NULL,
			"\"%.20s\" below \"%.20s\" is no number; one, or -, would "
			"be right",
			word, head);
	sys_add(t, key, head, value, r->line);
	return 0;
}

void sys_add(struct sys_table *t, const char *key, const char *column, double value,
	     int line)
{
	struct sys_cell *c;

	if (t->cells == t->room) {
		size_t room = t->room ? 2 * t->room : 64;

		c = realloc(t->cell, room * sizeof(*c));
		if (!c) {
			t->no_memory = true;
			return;
		}
		t->cell = c;
		t->room = room;
	}
	c = &t->cell[t->cells++];
	snprintf(c->key, sizeof(c->key), "%s", key);
	snprintf(c->column, sizeof(c->column), "%s", column);
	c->value = value;
	c->line = line;
}

static int by_key(const void *pa, const void *pb)
{
	const struct sys_cell *a = pa, *b = pb;
	int c = strcmp(a->key, b->key);

	c = c ? c : strcmp(a->column, b->column);
	return c ? c : a->line - b->line;
}

static int by_line(const void *pa, const void *pb)
{
	const struct sys_cell *a = pa, *b = pb;

	return a->line != b->line ? a->line - b->line : by_key(pa, pb);
}

static bool same(const struct sys_cell *a, const struct sys_cell *b)
{
	return !strcmp(a->key, b->key) && !strcmp(a->column, b->column);
}

void sys_join(struct sys_table *t)
{
	size_t n = 0;

	if (!t->cells)
		return;
	qsort(t->cell, t->cells, sizeof(*t->cell), by_key);
	for (size_t i = 0; i < t->cells;) {
		struct sys_cell mean = t->cell[i];
		size_t end = i + 1;

		for (; end < t->cells && same(&t->cell[end], &mean); end++)
			mean.value += t->cell[end].value;
		mean.value /= (double)(end - i);
		t->cell[n++] = mean;
		i = end;
	}
	t->cells = n;
	qsort(t->cell, t->cells, sizeof(*t->cell), by_line);
}

const struct sys_cell *sys_find(const struct sys_table *t, const char *key,
				const char *column)
{
	for (size_t i = 0; i < t->cells; i++)
		if (!strcmp(t->cell[i].key, key) && !strcmp(t->cell[i].column, column))
			return &t->cell[i];
	return NULL;
}

void sys_destroy(struct sys_table *t)
{
	free(t->cell);
	*t = (struct sys_table){ .cells = 0 };
}

const char *sys_unit(const char *column)
{
	size_t len = strlen(column);

	if (*column == '%')
		return "%";
	return len > 2 && !strcmp(column + len - 2, "/s") ? "1/s" : "unknown";
}
