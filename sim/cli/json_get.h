/* SPDX-License-Identifier: GPL-3.0-or-later */
/* json_get.h - members of documents that are known to be well-formed. */
#ifndef VHOSTSIM_JSON_GET_H
#define VHOSTSIM_JSON_GET_H

#include <jansson.h>

/* Text of @key in @object; "" when it is not there or no text. */
static inline const char *json_get_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* Number @key in @object, whole or not; 0 when it is not there or no number. */
static inline double json_get_number(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

#endif
