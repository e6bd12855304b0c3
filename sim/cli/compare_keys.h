/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_keys.h - what a measured table says of how it is to be read. */
#ifndef VHOSTSIM_COMPARE_KEYS_H
#define VHOSTSIM_COMPARE_KEYS_H

#include "compare.h"
#include "experiment.h"

#define KEYS_MAX 8

/* A key column of the measured table, and what the sweep calls it. */
struct key {
	size_t column;
	char name[64];
};

struct reading {
	struct key key[KEYS_MAX];
	size_t keys;
	const char *columns_are; /* key that the value columns' names are values of */
	json_t *resolved;	 /* the sweep's scenario, or NULL */
};

/*
 * How @measured is to be read beside @sweep; NULL: without a sweep, for
 * reading_settings(). 0, or -1 with @d filled.
 */
int reading_init(struct reading *r, const struct csv *sweep, const struct csv *measured,
		 const struct compare_options *o, struct diag *d);
void reading_destroy(struct reading *r);

bool reading_is_key(const struct reading *r, size_t column);

/* The metric that value column @column holds, into @buf; false if nobody says. */
bool reading_metric(const struct csv *measured, size_t column,
		    const struct compare_options *o, char *buf, size_t len);

/* Seconds that a count in @column was taken over, 0 if it is a rate already. */
double reading_seconds(const struct csv *measured, size_t column);

/* Is row @point of the sweep where cell (@row, @column) of the table was measured? */
bool reading_joins(const struct reading *r, const struct csv *sweep, size_t point,
		   const struct csv *measured, size_t row, size_t column);

/* Value of key @name in the sweep's resolved scenario into @buf; false if unknown. */
bool reading_fixed(const struct reading *r, const char *name, char *buf, size_t len);

/* Are the keys of @row that the sweep does not vary those of its scenario? */
bool reading_row(const struct reading *r, const struct csv *sweep,
		 const struct csv *measured, size_t row);

/*
 * The settings that make a scenario into what cell (@row, @column) was measured on, into
 * @set, which has room for KEYS_MAX * 2 + 1; their text is in @buf. Returns how many.
 */
size_t reading_settings(const struct reading *r, const struct csv *measured, size_t row,
			size_t column, struct setting *set, char *buf, size_t len);

/* "row=128 column=base" in a note not-counted: is that this cell? */
bool reading_not_counted(const struct csv *measured, const char *label,
			 const char *column);

#endif
