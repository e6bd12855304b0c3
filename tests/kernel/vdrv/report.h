/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h - a row of named values, as CSV or as a JSON object. */
#ifndef VHOSTSIM_VDRV_REPORT_H
#define VHOSTSIM_VDRV_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REPORT_FIELDS 48
#define REPORT_TEXT 48

enum report_format { REPORT_CSV, REPORT_JSON };

struct report_field {
	char name[REPORT_TEXT], value[REPORT_TEXT];
	bool quoted; /* in JSON */
};

struct report {
	struct report_field field[REPORT_FIELDS];
	size_t n;
};

/* Names are words: letters, digits, underscores; text is without commas and quotes. */
void report_int(struct report *r, const char *name, uint64_t value);
void report_real(struct report *r, const char *name, double value);
void report_text(struct report *r, const char *name, const char *value);

/* "name value" lines that another program printed: one word each, numbers mostly. */
void report_line(struct report *r, const char *line);

/* CSV: a line of names and a line of values. Ends the program if stdout fails. */
void report_print(const struct report *r, enum report_format format);

#endif
