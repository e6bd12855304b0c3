/* SPDX-License-Identifier: GPL-3.0-or-later */
/* leaves.c - the last symbols of stacks, and their shares of the samples of a command. */
#include "leaves.h"

#include <stdlib.h>
#include <string.h>

#include "perf_metric.h"

static void free_leaf(struct leaf *l)
{
	free(l->command);
	free(l->symbol);
}

bool leaves_add(struct leaves *all, const char *command, size_t command_len,
		const char *symbol, size_t symbol_len, double samples, int line)
{
	struct leaf l = { strndup(command, command_len), strndup(symbol, symbol_len),
			  samples, line };

	if (all->n == all->room) {
		size_t room = all->room ? 2 * all->room : 64;
		struct leaf *more = realloc(all->v, room * sizeof(*more));

		all->v = more ? more : all->v;
		all->room = more ? room : all->room;
	}
	if (!l.command || !l.symbol || all->n == all->room) {
		free_leaf(&l);
		return false;
	}
	all->v[all->n++] = l;
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
			free_leaf(&all->v[i]);
			continue;
		}
		all->v[n++] = all->v[i];
	}
	all->n = n;
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

void leaves_put(struct leaves *all, struct sample *s)
{
	bool several;

	if (!all->n)
		return;
	qsort(all->v, all->n, sizeof(*all->v), by_name);
	join(all);
	set_shares(all);
	several = strcmp(all->v[0].command, all->v[all->n - 1].command) != 0;
	qsort(all->v, all->n, sizeof(*all->v), by_line);
	for (size_t i = 0; i < all->n; i++) {
		const struct leaf *l = &all->v[i];
		char metric[2 * PERF_TEXT + 16];

		perf_metric(metric, sizeof(metric), l->command, l->symbol);
		sample_put(s, l->line, l->samples, "%", metric, "%s%s%s", l->symbol,
			   several ? " of " : "", several ? l->command : "");
	}
}

void leaves_destroy(struct leaves *all)
{
	while (all->n)
		free_leaf(&all->v[--all->n]);
	free(all->v);
	*all = (struct leaves){ NULL, 0, 0 };
}
