/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * units.h - quantities as people write them: "10ms", "64KiB", "1.2Mpps".
 *
 * A number needs its unit, since 20 may be anything; only 0 is the same in all of them.
 */
#ifndef VHOSTSIM_UNITS_H
#define VHOSTSIM_UNITS_H

#include <stddef.h>
#include <stdint.h>

enum quantity {
	QUANTITY_TIME,	  /* nanoseconds */
	QUANTITY_SIZE,	  /* bytes */
	QUANTITY_RATE,	  /* packets per second */
	QUANTITY_BITRATE, /* bits per second */
	QUANTITY_PERCENT,
	QUANTITY_COUNT,
};

/*
 * Value of @text in the base unit; times and sizes must come out whole. Returns 0, or -1
 * with @why saying what is wrong and what would be right.
 */
int quantity_parse(enum quantity q, const char *text, double *value, char *why,
		   size_t len);

/* @value with the largest unit that keeps it short: "22ms", "512KiB", "1.5Mpps". */
void quantity_print(enum quantity q, double value, char *buf, size_t len);

/* "a time", and the i-th unit of a kind with its value in base units, NULL at the end. */
const char *quantity_name(enum quantity q);
const char *quantity_unit(enum quantity q, unsigned int i, double *scale);

/* The unit to suggest for a bare number: "ms", "B", "pps". */
const char *quantity_usual(enum quantity q);

/* All units of a kind, joined by @between, into @buf. */
void quantity_units(enum quantity q, const char *between, char *buf, size_t len);

#endif
