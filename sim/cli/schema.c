/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * schema.c - JSON Schema (draft 2020-12) of the descriptor table.
 *
 * It says what a schema can say: keys, types, units, choices, and ranges of plain
 * numbers. The range of a quantity stands in its description, since its value is text.
 */
#include "desc.h"

#include <stdio.h>
#include <string.h>

#include "units.h"

#define SCHEMA_DRAFT "https://json-schema.org/draft/2020-12/schema"

static json_t *object_schema(const struct desc *d);

static void put(json_t *schema, const char *key, json_t *value)
{
	json_object_set_new(schema, key, value);
}

static void put_type(json_t *schema, const char *type)
{
	put(schema, "type", json_string(type));
}

/* The integers of @f; powers of two are few enough to be listed. */
static void int_schema(const struct field *f, json_t *schema)
{
	json_t *powers;

	put_type(schema, "integer");
	if (!(f->flags & FIELD_POWER_OF_TWO)) {
		put(schema, "minimum", json_integer(f->min));
		put(schema, "maximum", json_integer(f->max));
		return;
	}
	powers = json_array();
	for (int64_t i = 1; i <= f->max; i *= 2)
		if (i >= f->min)
			json_array_append_new(powers, json_integer(i));
	put(schema, "enum", powers);
}

/* A number with its unit, or a bare 0 where that is in range. */
static void quantity_schema(const struct field *f, enum quantity q, json_t *schema)
{
	const char *zero = f->min > 0 ? "" : "|0";
	char units[128], pattern[256];

	quantity_units(q, "|", units, sizeof(units));
	snprintf(pattern, sizeof(pattern), "^([0-9]+(\\.[0-9]*)?(%s)%s)$", units, zero);
	if (!*zero) {
		put_type(schema, "string");
		put(schema, "pattern", json_string(pattern));
		return;
	}
	put(schema, "anyOf",
	    json_pack("[{s:s, s:s}, {s:i}]", "type", "string", "pattern", pattern,
		      "const", 0));
}

static void seed_schema(json_t *schema)
{
	put(schema, "anyOf",
	    json_pack("[{s:s, s:i}, {s:s, s:s}]", "type", "integer", "minimum", 0, "type",
		      "string", "pattern", "^[0-9]+$"));
}

static void string_schema(const struct field *f, json_t *schema)
{
	put_type(schema, "string");
	if (f->type == FIELD_NAME)
		put(schema, "pattern", json_string("^[A-Za-z0-9_-]+$"));
	if (f->size)
		put(schema, "maxLength", json_integer((json_int_t)f->size - 1));
}

static void choice_schema(const struct field *f, json_t *schema)
{
	json_t *choices = json_array();

	for (size_t i = 0; f->choice[i]; i++)
		json_array_append_new(choices, json_string(f->choice[i]));
	put(schema, "enum", choices);
}

static void list_schema(const struct field *f, json_t *schema)
{
	put_type(schema, "array");
	put(schema, "items", object_schema(f->sub));
	put(schema, "minItems", json_integer(f->min));
	put(schema, "maxItems", json_integer(f->max));
}

static void type_schema(const struct field *f, json_t *schema)
{
	switch (f->type) {
	case FIELD_INT:
		int_schema(f, schema);
		return;
	case FIELD_BOOL:
		put_type(schema, "boolean");
		return;
	case FIELD_SEED:
		seed_schema(schema);
		return;
	case FIELD_STRING:
	case FIELD_NAME:
		string_schema(f, schema);
		return;
	case FIELD_CHOICE:
		choice_schema(f, schema);
		return;
	case FIELD_TIME:
		quantity_schema(f, QUANTITY_TIME, schema);
		return;
	case FIELD_SIZE:
		quantity_schema(f, QUANTITY_SIZE, schema);
		return;
	case FIELD_RATE:
		quantity_schema(f, QUANTITY_RATE, schema);
		return;
	case FIELD_BITRATE:
		quantity_schema(f, QUANTITY_BITRATE, schema);
		return;
	case FIELD_PERCENT:
		quantity_schema(f, QUANTITY_PERCENT, schema);
		return;
	case FIELD_LIST:
		list_schema(f, schema);
		return;
	case FIELD_STRINGS:
		put_type(schema, "array");
		put(schema, "items", json_pack("{s:s}", "type", "string"));
		return;
	case FIELD_OBJECT:
		return; /* field_schema() has begun with it */
	}
}

/* What a person reads who points at the key. */
static json_t *description(const struct field *f)
{
	char range[160];

	field_range(f, range, sizeof(range));
	if (!*range || f->type == FIELD_CHOICE || f->type == FIELD_LIST)
		return json_string(f->help);
	return json_sprintf("%s (%s)", f->help, range);
}

static json_t *field_schema(const struct field *f)
{
	json_t *schema = f->type == FIELD_OBJECT ? object_schema(f->sub) : json_object();

	put(schema, "description", description(f));
	type_schema(f, schema);
	if (f->def)
		put(schema, "default", field_json(f, f->def));
	return schema;
}

static json_t *object_schema(const struct desc *d)
{
	json_t *schema = json_object(), *keys = json_object(), *required = json_array();

	for (size_t i = 0; i < d->fields; i++) {
		const struct field *f = &d->field[i];

		json_object_set_new(keys, f->name, field_schema(f));
		if (f->flags & FIELD_REQUIRED)
			json_array_append_new(required, json_string(f->name));
	}
	put(schema, "title", json_string(d->title));
	put_type(schema, "object");
	put(schema, "properties", keys);
	put(schema, "required", required);
	put(schema, "additionalProperties", json_false());
	return schema;
}

json_t *desc_schema(const struct desc *d)
{
	json_t *body = object_schema(d), *schema;

	if (!body)
		return NULL;
	schema = json_pack("{s:s}", "$schema", SCHEMA_DRAFT);
	if (schema)
		json_object_update(schema, body);
	json_decref(body);
	return schema;
}
