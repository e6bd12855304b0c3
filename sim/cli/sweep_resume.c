/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sweep_resume.c - take over the rows of an unfinished table.
 *
 * Rows stand there in the order in which their points ended, and the last one may be
 * torn. A row is known by its seed, which no two points of a sweep share.
 */
#include "sweep_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The line behind the one at @p, or NULL. */
static const char *next_line(const char *p)
{
	p = strchr(p, '\n');
	return p ? p + 1 : NULL;
}

uint64_t sweep_table_config(const char *text)
{
	const char *at = text;

	if (*text == '{') {
		at = strstr(text, "\"config\":\"0x");
		return at ? strtoull(at + strlen("\"config\":\""), NULL, 16) : 0;
	}
	for (; at && *at == '#'; at = next_line(at))
		if (!strncmp(at, "# config: 0x", strlen("# config: 0x")))
			return strtoull(at + strlen("# config: "), NULL, 16);
	return 0;
}

/* Where the head of a table in @text ends: the words may stand in a row's cell, too. */
static const char *head_end(const char *text)
{
	const char *p = text;

	if (*text == '{')
		return strchr(text, '\n');
	while (p && *p == '#')
		p = next_line(p);
	return p;
}

void sweep_table_shard(const char *text, struct shard *shard)
{
	const char *at = strstr(text, *text == '{' ? "\"shard\":\"" : "# shard: ");
	const char *end = head_end(text);

	*shard = (struct shard){ 0, 0 };
	if (at && (!end || at < end))
		sscanf(at + strcspn(at, "0123456789"), "%zu/%zu", &shard->i, &shard->n);
}

bool sweep_table_same(const char *text, const char *other)
{
	struct shard a, b;

	sweep_table_shard(text, &a);
	sweep_table_shard(other, &b);
	return sweep_table_config(text) == sweep_table_config(other) && a.i == b.i &&
	       a.n == b.n;
}

/* The text of the next cell, or NULL behind the last one. */
static const char *skip_cell(const char *p)
{
	bool quoted = false;

	for (; *p; p++) {
		quoted ^= *p == '"';
		if (*p == ',' && !quoted)
			return p + 1;
	}
	return NULL;
}

static size_t count_cells(const char *p)
{
	size_t n = 0;

	for (; p; p = skip_cell(p))
		n++;
	return n;
}

static bool csv_seed(const struct sweep_table *t, const char *line, uint64_t *seed)
{
	const char *p = line;
	char *end;

	if (count_cells(line) != count_cells(t->header))
		return false;
	for (size_t i = 0; i < t->grid->axes + 1; i++)
		p = skip_cell(p);
	*seed = strtoull(p, &end, 10);
	return end != p && *end == ',';
}

static bool jsonl_seed(const char *line, uint64_t *seed)
{
	json_t *o = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
	json_t *value = json_object_get(o, "seed");
	bool fine = json_is_integer(value);

	if (fine)
		*seed = (uint64_t)json_integer_value(value);
	json_decref(o);
	return fine;
}

static int compare_seed(const void *key, const void *element)
{
	const uint64_t *seed = key;
	const struct seed_point *p = element;

	return (*seed > p->seed) - (*seed < p->seed);
}

/* @line without its newline. Returns 0, or -1 when it is no row of this sweep. */
static int take_row(struct sweep_table *t, const char *line)
{
	struct seed_point *found;
	uint64_t seed = 0;
	char **row;

	if (!(t->format == SWEEP_CSV ? csv_seed(t, line, &seed)
				     : jsonl_seed(line, &seed)))
		return -1;
	found = bsearch(&seed, t->by_seed, t->points, sizeof(*t->by_seed), compare_seed);
	if (!found)
		return -1;
	row = &t->row[found->point];
	if (*row)
		return -1;
	if (asprintf(row, "%s\n", line) < 0) {
		*row = NULL;
		return -1;
	}
	t->done++;
	return 0;
}

static int take_line(struct sweep_table *t, const char *line)
{
	bool in_head = !t->header || t->format == SWEEP_JSONL;

	if (in_head && sweep_table_config(line))
		return 0;
	if (!t->header && *line == '#')
		return 0;
	if (t->header)
		return take_row(t, line);
	return asprintf(&t->header, "%s\n", line) < 0 ? -1 : 0;
}

/* Nothing whole is there: a sweep was killed before its head was written. */
static bool torn_head(const struct sweep_table *t, const char *text, size_t len)
{
	size_t head = strlen(t->head);

	return len < head && !memcmp(text, t->head, len);
}

static int other_sweep(const char *file, struct diag *d)
{
	return diag_set(d, file, 0, 0, NULL,
			"belongs to another sweep (other scenario, profile, values, seed "
			"or program); remove it, or pass --force to start anew");
}

int sweep_table_resume(struct sweep_table *t, const char *file, const char *text,
		       size_t len, size_t *whole, struct diag *d)
{
	char *copy;
	int line_number = 0;
	int err = 0;

	*whole = 0;
	if (torn_head(t, text, len))
		return 0;
	if (!sweep_table_same(text, t->head))
		return other_sweep(file, d);
	copy = strdup(text);
	if (!copy)
		return diag_set(d, file, 0, 0, NULL, "out of memory");
	for (char *p = copy, *end; !err && (end = strchr(p, '\n')); p = end + 1) {
		*end = '\0';
		line_number++;
		if (take_line(t, p))
			err = diag_set(
				d, file, line_number, 0, NULL,
				"is no row of this sweep; remove the file, or pass "
				"--force to start anew");
		*whole = (size_t)(end + 1 - copy);
	}
	free(copy);
	return err;
}
