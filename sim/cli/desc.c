/* SPDX-License-Identifier: GPL-3.0-or-later */
/* desc.c - questions about one line of the descriptor table. */
#include "desc.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "units.h"

const struct field *desc_field(const struct desc *d, const char *name)
{
	for (size_t i = 0; i < d->fields; i++)
		if (!strcmp(d->field[i].name, name))
			return &d->field[i];
	return NULL;
}

/* A whole decimal number as JSON integer, anything else as string. */
static json_t *integer_json(const char *text)
{
	char *end;
	long long value;

	errno = 0;
	value = strtoll(text, &end, 10);
	if (!*text || *end || errno || strspn(text, "-0123456789") != strlen(text))
		return json_string(text);
	return json_integer(value);
}

json_t *field_json(const struct field *f, const char *text)
{
	switch (f->type) {
	case FIELD_INT:
	case FIELD_SEED:
		return integer_json(text);
	case FIELD_BOOL:
		if (!strcmp(text, "true"))
			return json_true();
		if (!strcmp(text, "false"))
			return json_false();
		return json_string(text);
	case FIELD_TIME:
	case FIELD_SIZE:
	case FIELD_RATE:
	case FIELD_BITRATE:
	case FIELD_PERCENT:
		return strcmp(text, "0") ? json_string(text) : json_integer(0);
	default:
		return json_string(text);
	}
}

const char *field_type_name(const struct field *f)
{
	static const char *const name[] = {
		[FIELD_INT] = "a whole number",	  [FIELD_BOOL] = "true or false",
		[FIELD_SEED] = "a whole number",  [FIELD_STRING] = "a string",
		[FIELD_NAME] = "a name",	  [FIELD_CHOICE] = "a choice",
		[FIELD_TIME] = "a time",	  [FIELD_SIZE] = "a size",
		[FIELD_RATE] = "a rate",	  [FIELD_BITRATE] = "a bit rate",
		[FIELD_PERCENT] = "a percentage", [FIELD_OBJECT] = "an object",
		[FIELD_LIST] = "a list",	  [FIELD_STRINGS] = "a list of strings",
	};

	return name[f->type];
}

static void quantity_range(const struct field *f, enum quantity q, char *buf, size_t len)
{
	char low[32], high[32];

	quantity_print(q, (double)f->min, low, sizeof(low));
	quantity_print(q, (double)f->max, high, sizeof(high));
	snprintf(buf, len, "%s to %s", low, high);
}

static void choice_range(const struct field *f, char *buf, size_t len)
{
	size_t at = 0;

	for (size_t i = 0; f->choice[i] && at < len; i++)
		at += (size_t)snprintf(buf + at, len - at, "%s%s", i ? " | " : "",
				       f->choice[i]);
}

void field_range(const struct field *f, char *buf, size_t len)
{
	buf[0] = '\0';
	switch (f->type) {
	case FIELD_INT:
	case FIELD_LIST:
		snprintf(buf, len, "%" PRId64 " to %" PRId64 "%s", f->min, f->max,
			 f->flags & FIELD_POWER_OF_TWO ? ", a power of two" : "");
		return;
	case FIELD_TIME:
		quantity_range(f, QUANTITY_TIME, buf, len);
		return;
	case FIELD_SIZE:
		quantity_range(f, QUANTITY_SIZE, buf, len);
		return;
	case FIELD_RATE:
		quantity_range(f, QUANTITY_RATE, buf, len);
		return;
	case FIELD_BITRATE:
		quantity_range(f, QUANTITY_BITRATE, buf, len);
		return;
	case FIELD_PERCENT:
		quantity_range(f, QUANTITY_PERCENT, buf, len);
		return;
	case FIELD_SEED:
		snprintf(buf, len, "0 to %" PRIu64, UINT64_MAX);
		return;
	case FIELD_CHOICE:
		choice_range(f, buf, len);
		return;
	default:
		return;
	}
}
