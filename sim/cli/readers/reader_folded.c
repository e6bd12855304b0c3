/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_folded.c - folded stacks, as flame graphs are made of: "command;a;b;c samples".
 *
 * A symbol's own share is what its stacks, those that end in it, have of all samples of
 * the command.
 */
#include <stdlib.h>
#include <string.h>

#include "perf_metric.h"
#include "readers.h"

/* A stack's command and last symbol, by name and then by line. */
struct leaf {
	char *command, *symbol; /* point into @text */
	char *text;
	double samples;
	int line;
};

struct leaves {
	struct leaf *v;
	size_t n;
};

/* Length of the stack in @line before its count; 0 if it is no folded stack. */
static size_t stack_length(const char *line, double *samples)
{
	const char *space = strrchr(line, ' ');
	char *end;

	if (!space || space == line || !strchr(line, ';') || space[1] < '0' ||
	    space[1] > '9')
		return 0;
	*samples = strtod(space + 1, &end);
	return *end ? 0 : (size_t)(space - line);
}

static bool detect(const struct input *in)
{
	size_t i = 0;
	double n;

	while (i < in->lines && !in->raw[i][0])
		i++;
	return i < in->lines && stack_length(in->raw[i], &n) > 0;
}

static bool parse_leaf(struct leaf *l, const char *line, int number)
{
	size_t len = stack_length(line, &l->samples);

	l->text = len ? strndup(line, len) : NULL;
	if (!l->text)
		return false;
	l->line = number;
	l->symbol = strrchr(l->text, ';') + 1;
	l->command = l->text;
	l->text[strcspn(l->text, ";")] = '\0';
	return true;
}

static int by_name(const void *pa, const void *pb)
{
	const struct leaf *a = pa, *b = pb;
	int c = strcmp(a->command, b->command);

	c = c ? c : strcmp(a->symbol, b->symbol);
	return c ? c : a->line - b->line;
}

static int by_line(const void *pa, const void *pb)
{
	const struct leaf *a = pa, *b = pb;

	return a->line - b->line;
}

/* Add up stacks that end in the same symbol; the first line stays. */
static void join(struct leaves *all)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++) {
		struct leaf *last = n ? &all->v[n - 1] : NULL;

		if (last && !strcmp(last->command, all->v[i].command) &&
		    !strcmp(last->symbol, all->v[i].symbol)) {
			last->samples += all->v[i].samples;
			free(all->v[i].text);
			continue;
		}
		all->v[n++] = all->v[i];
	}
	all->n = n;
}

static int gather(const struct input *in, struct leaves *all, struct diag *d)
{
	all->v = calloc(in->lines + 1, sizeof(*all->v));
	if (!all->v)
		return diag_set(d, in->file, 0, 0, NULL, "no memory to read it");
	for (size_t i = 0; i < in->lines; i++) {
		if (!in->raw[i][0])
			continue;
		if (!parse_leaf(&all->v[all->n], in->raw[i], (int)i + 1))
			return diag_set(d, in->file, (int)i + 1, 0, NULL,
					"\"%.60s\" is no folded stack; \"command;a;b;c "
					"N\" would be right",
					in->raw[i]);
		all->n++;
	}
	return 0;
}

/* Shares of the samples of the command, which stand together in @all. */
static void set_shares(struct leaves *all)
{
	for (size_t i = 0; i < all->n;) {
		size_t end = i;
		double sum = 0;

		while (end < all->n && !strcmp(all->v[end].command, all->v[i].command))
			sum += all->v[end++].samples;
		for (; i < end; i++)
			all->v[i].samples *= sum > 0 ? 100 / sum : 0;
	}
}

static void put_all(struct sample *s, const struct leaves *all)
{
	bool several = strcmp(all->v[0].command, all->v[all->n - 1].command) != 0;

	qsort(all->v, all->n, sizeof(*all->v), by_line);
	for (size_t i = 0; i < all->n; i++) {
		const struct leaf *l = &all->v[i];
		char metric[2 * PERF_TEXT + 16];

		perf_metric(metric, sizeof(metric), l->command, l->symbol);
		sample_put(s, l->line, l->samples, "%", metric, "%s%s%s", l->symbol,
			   several ? " of " : "", several ? l->command : "");
	}
}

static int read_folded(const struct input *in, struct sample *s, struct diag *d)
{
	struct leaves all = { NULL, 0 };
	int err = gather(in, &all, d);

	if (!err) {
		qsort(all.v, all.n, sizeof(*all.v), by_name);
		join(&all);
		set_shares(&all);
		put_all(s, &all);
	}
	while (all.n)
		free(all.v[--all.n].text);
	free(all.v);
	return err;
}

const struct reader reader_folded = {
	"folded stacks",
	"lines \"command;a;b;c N\"",
	detect,
	read_folded,
};
