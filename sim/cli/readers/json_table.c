/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_table.c - members of a JSON document that are values, listed. */
#include "json_table.h"

void json_table(const struct input *in, struct sample *s, const struct json_row *row)
{
	for (; row->path; row++) {
		const json_t *value = input_json(in, row->path);

		if (json_is_number(value))
			sample_put(s, input_json_line(in, row->path),
				   json_number_value(value), row->unit, row->metric, "%s",
				   row->path);
	}
}
