/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sweep_table.h - the table that a sweep fills: a head, then one row a point.
 *
 * CSV: notes in comment lines, a header row, rows. JSON lines: an object with the notes,
 * then one object a row. The varied parameters come first, then repeat and seed, then
 * the metrics, fingerprint last. Rows are kept as text, so a row that was read back from
 * an interrupted sweep is the same bytes as one that has just been computed.
 */
#ifndef VHOSTSIM_SWEEP_TABLE_H
#define VHOSTSIM_SWEEP_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "grid.h"

enum sweep_format { SWEEP_CSV, SWEEP_JSONL };

/* One of several parts of a sweep: number @i of @n, 1 of 1 for all of it. */
struct shard {
	size_t i, n;
};

/* The first point of @s among @points: shards are runs of neighbours. */
static inline size_t shard_first(const struct shard *s, size_t points)
{
	return (s->i - 1) * points / s->n;
}

/* What the head of a sweep's table says. */
struct sweep_head {
	const char *program;  /* name and version */
	const char *scenario; /* file as given */
	const char *machine;
	const json_t *tree; /* the scenario as resolved, without any point's values */
	uint64_t config;    /* hash of everything that the rows depend on */
	struct shard shard;
};

struct seed_point {
	uint64_t seed;
	size_t point;
};

struct sweep_table {
	const struct grid *grid;
	enum sweep_format format;
	size_t first, end; /* its points: all of the grid, or those of a shard */
	size_t points;	   /* end - first */
	size_t done;
	char *head;		    /* text ahead of the rows, without the header row */
	char *header;		    /* header row, NULL until the metrics are known */
	char **row;		    /* [end] with its newline; NULL: not there yet */
	struct seed_point *by_seed; /* [points] sorted */
};

/* Prepare an empty table. @grid must live as long. 0, or -1 with @d filled. */
int sweep_table_init(struct sweep_table *t, const struct grid *grid,
		     enum sweep_format format, const struct sweep_head *head,
		     struct diag *d);
void sweep_table_destroy(struct sweep_table *t);

/*
 * Make the row of @point out of @answer, a line "name=value" for each metric.
 * 0, or -1 with @d filled when it has other metrics than the rows before.
 */
int sweep_table_answer(struct sweep_table *t, size_t point, const char *answer,
		       struct diag *d);

/*
 * Take over the rows in @text, the @len bytes of an unfinished table @file. Everything
 * behind the last whole line is ignored; *@whole is where that ends. 0, or -1 with @d
 * filled when the text is not of this sweep.
 */
int sweep_table_resume(struct sweep_table *t, const char *file, const char *text,
		       size_t len, size_t *whole, struct diag *d);

/* The part that the head of a table in @text names, 0 of 0 when it is a whole sweep. */
void sweep_table_shard(const char *text, struct shard *shard);

/* Do the heads of two tables say that they are of the same (part of a) sweep? */
bool sweep_table_same(const char *text, const char *other);

/* The config hash that the head of a table in @text shows, or 0. */
uint64_t sweep_table_config(const char *text);

/* Print the head, with the header row if that is known. */
void sweep_table_put_head(const struct sweep_table *t, FILE *out);

#endif
