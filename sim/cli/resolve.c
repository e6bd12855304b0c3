/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resolve.c - a JSON tree checked against the descriptor table. */
#include "resolve.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "units.h"

#define PATH_LEN 256

/* A value on its way from the tree into the struct. */
struct slot {
	const struct field *f;
	const json_t *json;
	const char *path;
	const struct blame *b;
	char *to; /* NULL: nowhere */
};

static json_t *resolve_object(const struct desc *desc, const json_t *in, const char *path,
			      const struct blame *b, char *base);

static void put(const struct slot *s, const void *value, size_t size)
{
	if (s->to)
		memcpy(s->to, value, size);
}

static int wrong_type(const struct slot *s)
{
	char *text = json_dumps(s->json, JSON_ENCODE_ANY | JSON_COMPACT);
	char range[160];

	field_range(s->f, range, sizeof(range));
	blame_set(s->b, s->path, "%.60s is not %s%s%s%s", text ? text : "this",
		  field_type_name(s->f), *range ? " (" : "", range, *range ? ")" : "");
	free(text);
	return -1;
}

static int out_of_range(const struct slot *s, const char *text)
{
	char range[160];

	field_range(s->f, range, sizeof(range));
	return blame_set(s->b, s->path, "%s is out of range; %s would be right", text,
			 range);
}

static int take_int(const struct slot *s)
{
	int64_t value = json_integer_value(s->json);
	char text[32];

	if (!json_is_integer(s->json))
		return wrong_type(s);
	snprintf(text, sizeof(text), "%" PRId64, value);
	if (value < s->f->min || value > s->f->max)
		return out_of_range(s, text);
	if ((s->f->flags & FIELD_POWER_OF_TWO) && (value & (value - 1))) {
		int64_t up = 1;

		while (up < value)
			up *= 2;
		return blame_set(s->b, s->path,
				 "%" PRId64 " is not a power of two; %" PRId64
				 " or %" PRId64 " would be right",
				 value, up / 2, up);
	}
	put(s, &value, sizeof(value));
	return 0;
}

static int take_bool(const struct slot *s)
{
	bool value = json_is_true(s->json);

	if (!json_is_boolean(s->json))
		return wrong_type(s);
	put(s, &value, sizeof(value));
	return 0;
}

static int take_seed(const struct slot *s)
{
	const char *text = json_string_value(s->json);
	uint64_t value;
	char *end;

	if (json_is_integer(s->json) && json_integer_value(s->json) >= 0) {
		value = (uint64_t)json_integer_value(s->json);
	} else {
		if (!text || !*text || strspn(text, "0123456789") != strlen(text))
			return wrong_type(s);
		errno = 0;
		value = strtoull(text, &end, 10);
		if (errno)
			return out_of_range(s, text);
	}
	put(s, &value, sizeof(value));
	return 0;
}

static int take_string(const struct slot *s)
{
	const char *text = json_string_value(s->json);
	size_t len = text ? strlen(text) : 0;

	if (!text)
		return wrong_type(s);
	if (s->f->type == FIELD_NAME &&
	    (!len || strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				  "0123456789_-") != len))
		return blame_set(s->b, s->path,
				 "\"%.40s\" is not a name; letters, digits, _ and - "
				 "would be right",
				 text);
	if (s->f->size && len >= s->f->size)
		return blame_set(s->b, s->path,
				 "has %zu characters; at most %zu would be right", len,
				 s->f->size - 1);
	put(s, text, len + 1);
	return 0;
}

static int take_choice(const struct slot *s)
{
	const char *text = json_string_value(s->json), *near;
	char range[160];
	size_t n = 0;

	if (!text)
		return wrong_type(s);
	for (int64_t i = 0; s->f->choice[i]; i++, n++) {
		if (!strcmp(s->f->choice[i], text)) {
			put(s, &i, sizeof(i));
			return 0;
		}
	}
	near = nearest(text, s->f->choice, n);
	if (near)
		return blame_set(s->b, s->path,
				 "\"%.40s\" is none; \"%s\" would be right", text, near);
	field_range(s->f, range, sizeof(range));
	return blame_set(s->b, s->path, "\"%.40s\" is none; one of %s would be right",
			 text, range);
}

/* Text of a quantity; a bare JSON number is turned into text to be told so. */
static int quantity_text(const struct slot *s, char *buf, size_t len)
{
	if (json_is_string(s->json))
		snprintf(buf, len, "%s", json_string_value(s->json));
	else if (json_is_number(s->json))
		snprintf(buf, len, "%.15g", json_number_value(s->json));
	else
		return wrong_type(s);
	return 0;
}

static int take_quantity(const struct slot *s, enum quantity q)
{
	char text[64], why[256];
	uint64_t whole;
	double value;

	if (quantity_text(s, text, sizeof(text)))
		return -1;
	if (text[0] == '-')
		return out_of_range(s, text);
	if (quantity_parse(q, text, &value, why, sizeof(why)))
		return blame_set(s->b, s->path, "%s", why);
	if (value < (double)s->f->min || value > (double)s->f->max)
		return out_of_range(s, text);
	whole = (uint64_t)value;
	if (q >= QUANTITY_RATE)
		put(s, &value, sizeof(value));
	else
		put(s, &whole, sizeof(whole));
	return 0;
}

static int take_strings(const struct slot *s)
{
	if (!json_is_array(s->json))
		return wrong_type(s);
	for (size_t i = 0; i < json_array_size(s->json); i++)
		if (!json_is_string(json_array_get(s->json, i)))
			return wrong_type(s);
	return 0;
}

static int take(const struct slot *s)
{
	switch (s->f->type) {
	case FIELD_INT:
		return take_int(s);
	case FIELD_BOOL:
		return take_bool(s);
	case FIELD_SEED:
		return take_seed(s);
	case FIELD_CHOICE:
		return take_choice(s);
	case FIELD_TIME:
		return take_quantity(s, QUANTITY_TIME);
	case FIELD_SIZE:
		return take_quantity(s, QUANTITY_SIZE);
	case FIELD_RATE:
		return take_quantity(s, QUANTITY_RATE);
	case FIELD_BITRATE:
		return take_quantity(s, QUANTITY_BITRATE);
	case FIELD_PERCENT:
		return take_quantity(s, QUANTITY_PERCENT);
	case FIELD_STRINGS:
		return take_strings(s);
	default:
		return take_string(s);
	}
}

static json_t *resolve_list(const struct slot *s, char *base)
{
	size_t n = json_array_size(s->json);
	json_t *out = json_array();
	uint32_t count = (uint32_t)n;
	char path[PATH_LEN], text[32];

	if (!json_is_array(s->json)) {
		wrong_type(s);
	} else if ((int64_t)n < s->f->min || (int64_t)n > s->f->max) {
		snprintf(text, sizeof(text), "a length of %zu", n);
		out_of_range(s, text);
	} else {
		for (size_t i = 0; i < n; i++) {
			json_t *item;

			snprintf(path, sizeof(path), "%s[%zu]", s->path, i);
			item = resolve_object(s->f->sub, json_array_get(s->json, i), path,
					      s->b,
					      s->to ? s->to + i * s->f->stride : NULL);
			if (!item)
				break;
			json_array_append_new(out, item);
		}
		if (s->to)
			memcpy(base + s->f->count_offset, &count, sizeof(count));
	}
	if (!s->b->d->set)
		return out;
	json_decref(out);
	return NULL;
}

/* The default of @f, or NULL (which may be an error). */
static json_t *absent(const struct slot *s)
{
	const struct field *f = s->f;
	int64_t none = -1;

	if (f->flags & FIELD_REQUIRED) {
		blame_set(s->b, s->path, "is missing; %s would be right: %s",
			  field_type_name(f), f->help);
		return NULL;
	}
	if (f->type == FIELD_OBJECT)
		return json_object();
	if (f->def)
		return field_json(f, f->def);
	if (f->type == FIELD_INT)
		put(s, &none, sizeof(none));
	return NULL;
}

/* Resolve the value of @s (new reference) and put it into @out. */
static void resolve_field(struct slot *s, json_t *value, char *base, json_t *out)
{
	if (!value)
		value = absent(s);
	if (!value)
		return;
	s->json = value;
	if (s->f->type == FIELD_OBJECT) {
		json_object_set_new(
			out, s->f->name,
			resolve_object(s->f->sub, value, s->path, s->b, s->to));
	} else if (s->f->type == FIELD_LIST) {
		json_object_set_new(out, s->f->name, resolve_list(s, base));
	} else if (!take(s)) {
		json_object_set(out, s->f->name, value);
	}
	json_decref(value);
}

static int unknown_keys(const struct desc *desc, const json_t *in, const char *path,
			const struct blame *b)
{
	const char *names[32];

	for (size_t i = 0; i < desc->fields; i++)
		names[i] = desc->field[i].name;
	return json_file_keys(b->file, in, path, names, desc->fields, b->d);
}

static json_t *resolve_object(const struct desc *desc, const json_t *in, const char *path,
			      const struct blame *b, char *base)
{
	json_t *out;

	if (!json_is_object(in)) {
		blame_set(b, path, "is not an object; {...} would be right");
		return NULL;
	}
	if (unknown_keys(desc, in, path, b))
		return NULL;
	out = json_object();
	for (size_t i = 0; i < desc->fields && !b->d->set; i++) {
		const struct field *f = &desc->field[i];
		bool stored = base && !(f->flags & (FIELD_NOTE | FIELD_TREE_ONLY));
		char full[PATH_LEN];
		struct slot s = { f, NULL, full, b, stored ? base + f->offset : NULL };

		snprintf(full, sizeof(full), "%s%s%s", path, *path ? "." : "", f->name);
		resolve_field(&s, json_incref(json_object_get(in, f->name)), base, out);
	}
	if (!b->d->set)
		return out;
	json_decref(out);
	return NULL;
}

json_t *resolve(const struct desc *desc, const json_t *in, const struct blame *b,
		void *base)
{
	return resolve_object(desc, in, "", b, base);
}
