/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sysstat.h - tables of mpstat, pidstat and sar: heads, rows of intervals, averages.
 *
 * Columns are told by the heads. Where there are lines of averages only these count
 * (their first word is translated, but it is the one that is no time and ends in ":");
 * else a value is the mean over the intervals.
 */
#ifndef VHOSTSIM_SYSSTAT_H
#define VHOSTSIM_SYSSTAT_H

#include "readers.h"
#include "scan.h"

struct sys_cell {
	char key[64];	 /* processor, thread, interface */
	char column[16]; /* its head */
	double value;
	int line;
};

struct sys_table {
	struct sys_cell *cell;
	size_t cells, room;
	bool no_memory;
};

/* One row: its words behind the time, and those of the heads above. */
struct sys_row {
	const struct words *heads, *words;
	size_t skip_heads, skip; /* words of time */
	int line;
};

/*
 * Call @row for each row below heads whose first column is @first. It returns -1 with
 * @d filled if something is wrong. Returns 0, or -1.
 */
int sys_rows(const struct input *in, const char *first, struct sys_table *t,
	     int (*row)(const struct input *in, const struct sys_row *r,
			struct sys_table *t, struct diag *d),
	     struct diag *d);

/* The head or cell of column @i; NULL if the line has not so many. */
const char *sys_head(const struct sys_row *r, size_t i);
const char *sys_word(const struct sys_row *r, size_t i);

/*
 * Add cell @i of the row under @key; "-" is no value. Returns 0, or -1 with @d filled if
 * it is missing or no number.
 */
int sys_add_word(const struct input *in, const struct sys_row *r, size_t i,
		 const char *key, struct sys_table *t, struct diag *d);
void sys_add(struct sys_table *t, const char *key, const char *column, double value,
	     int line);

/* Cells of the same key and column become their mean; in the order of their lines. */
void sys_join(struct sys_table *t);

/* Cell of @key and @column, or NULL. */
const struct sys_cell *sys_find(const struct sys_table *t, const char *key,
				const char *column);

/* Heads of a table whose first column is @first? */
bool sys_has(const struct input *in, const char *first);
void sys_destroy(struct sys_table *t);

/* "%", "1/s", or "unknown": what the head @column says. */
const char *sys_unit(const char *column);

#endif
