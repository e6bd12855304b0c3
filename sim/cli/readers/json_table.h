/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_table.h - members of a JSON document that are values, listed. */
#ifndef VHOSTSIM_JSON_TABLE_H
#define VHOSTSIM_JSON_TABLE_H

#include "readers.h"

struct json_row {
	const char *path; /* and the value's name */
	const char *unit, *metric;
};

/* Add the numbers that are there; @row ends with one without a path. */
void json_table(const struct input *in, struct sample *s, const struct json_row *row);

#endif
