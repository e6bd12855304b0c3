/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb_merge.c - vhostsim merge: join the parts of a sweep that --shard made. */
#include "verbs.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "output.h"
#include "slurp.h"
#include "sweep_table.h"

#define PART_MAX ((size_t)1 << 30)

struct merge_args {
	char **file;
	size_t files;
	const char *out;
	struct diag d;
};

/* One part, its text cut into head and rows. */
struct part {
	const char *file;
	char *text;
	char *rows; /* within @text */
	struct shard shard;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write to FILE instead of stdout", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct merge_args *a = state->input;

	switch (key) {
	case 'o':
		a->out = arg;
		return 0;
	case ARGP_KEY_ARGS:
		a->file = state->argv + state->next;
		a->files = (size_t)(state->argc - state->next);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "name the tables of all parts");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Where rows begin: behind the notes and the header row, or behind the first object. */
static char *first_row(char *text)
{
	char *p = text;

	while (p && *p == '#') {
		p = strchr(p, '\n');
		if (p)
			p++;
	}
	p = p ? strchr(p, '\n') : NULL;
	return p ? p + 1 : NULL;
}

static bool ends_torn(const char *rows)
{
	size_t len = strlen(rows);

	return len && rows[len - 1] != '\n';
}

static int read_part(struct part *p, const char *file, struct diag *d)
{
	size_t len;

	p->file = file;
	p->text = slurp(file, PART_MAX, &len, d);
	if (!p->text)
		return -1;
	if (strlen(p->text) != len || !sweep_table_config(p->text))
		return diag_set(d, file, 0, 0, NULL, "is no table of a sweep");
	p->rows = first_row(p->text);
	if (!p->rows || ends_torn(p->rows))
		return diag_set(
			d, file, 0, 0, NULL,
			"ends within a line; the sweep of this part has not ended");
	sweep_table_shard(p->text, &p->shard);
	if (!p->shard.n)
		return diag_set(d, file, 0, 0, NULL,
				"is a whole sweep, not a part that --shard made");
	return 0;
}

static int by_number(const void *a, const void *b)
{
	const struct part *p = a, *q = b;

	return (p->shard.i > q->shard.i) - (p->shard.i < q->shard.i);
}

/* Every part once, in order. */
static int check_numbers(struct part *part, size_t n, struct diag *d)
{
	size_t all = part[0].shard.n;

	qsort(part, n, sizeof(*part), by_number);
	for (size_t i = 0; i < n; i++) {
		const struct shard *s = &part[i].shard;

		if (s->n != all)
			return diag_set(d, part[i].file, 0, 0, NULL,
					"is part %zu of %zu, others are of %zu", s->i,
					s->n, all);
		if (i && s->i == part[i - 1].shard.i)
			return diag_set(d, part[i].file, 0, 0, NULL,
					"is part %zu, as %s is", s->i, part[i - 1].file);
		if (s->i != i + 1)
			return diag_set(d, NULL, 0, 0, NULL, "part %zu of %zu is missing",
					i + 1, all);
	}
	if (n < all)
		return diag_set(d, NULL, 0, 0, NULL, "part %zu of %zu is missing", n + 1,
				all);
	return 0;
}

/* The head without the line, or the member, that says which part it is. */
static char *common_head(const struct part *p)
{
	char *head = strndup(p->text, (size_t)(p->rows - p->text));
	bool json = *p->text == '{';
	char *at = head ? strstr(head, json ? "\"shard\":\"" : "# shard: ") : NULL;
	char *end = at ? strchr(at, json ? ',' : '\n') : NULL;

	if (end)
		memmove(at, end + 1, strlen(end + 1) + 1);
	return head;
}

static int check_heads(const struct part *part, size_t n, struct diag *d)
{
	char *first = common_head(&part[0]);
	int err = first ? 0 : diag_set(d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));

	for (size_t i = 1; i < n && !err; i++) {
		char *head = common_head(&part[i]);

		if (!head || strcmp(head, first))
			err = diag_set(d, part[i].file, 0, 0, NULL,
				       "is of another sweep than %s: scenario, profile, "
				       "values, seed, program or metrics differ",
				       part[0].file);
		free(head);
	}
	free(first);
	return err;
}

static int write_merged(const struct merge_args *a, const struct part *part,
			struct diag *d)
{
	struct output o;
	char *head;

	if (output_open(&o, a->out, d))
		return -1;
	head = common_head(&part[0]);
	fputs(head ? head : "", o.f);
	free(head);
	for (size_t i = 0; i < a->files; i++)
		fputs(part[i].rows, o.f);
	return output_close(&o, d);
}

static int merge(struct merge_args *a, struct part *part)
{
	for (size_t i = 0; i < a->files; i++)
		if (read_part(&part[i], a->file[i], &a->d))
			return -1;
	if (check_numbers(part, a->files, &a->d) || check_heads(part, a->files, &a->d))
		return -1;
	return write_merged(a, part, &a->d);
}

int verb_merge(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		parse,
		"PART...",
		"Join the parts of a sweep that was divided with --shard, on one machine or "
		"on many. All parts must be there, whole, and of the same sweep; what comes "
		"out is what one process would have written, byte for byte.",
		NULL,
		NULL,
		NULL,
	};
	struct merge_args a = { .file = NULL };
	struct part *part;
	int err;

	args_parse(&argp, argc, argv, "merge", &a);
	part = calloc(a.files, sizeof(*part));
	err = part ? merge(&a, part)
		   : diag_set(&a.d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
	for (size_t i = 0; part && i < a.files; i++)
		free(part[i].text);
	free(part);
	return err ? diag_print(&a.d) : EXIT_FINE;
}
