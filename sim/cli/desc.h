/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * desc.h - the descriptor table: what a scenario may say.
 *
 * One table says for every key its type, range, default and meaning. The parser
 * (resolve.h), --set and --vary (setting.h), "vhostsim help scenario" and the JSON Schema
 * all walk it, so a new key is one more line here (scenario_desc.c) and nothing else.
 */
#ifndef VHOSTSIM_DESC_H
#define VHOSTSIM_DESC_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum field_type {
	FIELD_INT,     /* int64_t */
	FIELD_BOOL,    /* bool */
	FIELD_SEED,    /* uint64_t; a string where JSON integers end */
	FIELD_STRING,  /* char[] */
	FIELD_NAME,    /* char[]: letters, digits, _ and - */
	FIELD_CHOICE,  /* int64_t: index in @choice */
	FIELD_TIME,    /* uint64_t, nanoseconds */
	FIELD_SIZE,    /* uint64_t, bytes */
	FIELD_RATE,    /* double, packets per second */
	FIELD_BITRATE, /* double, bits per second */
	FIELD_PERCENT, /* double */
	FIELD_OBJECT,  /* struct described by @sub */
	FIELD_LIST,    /* array of them, with a uint32_t count */
	FIELD_STRINGS, /* list of strings, for readers only */
};

enum field_flags {
	FIELD_REQUIRED = 1,
	FIELD_POWER_OF_TWO = 2,
	FIELD_NOTE = 4,	     /* for readers: stays in the tree, cannot be set */
	FIELD_TREE_ONLY = 8, /* has no place in the struct: who loads it looks it up */
};

struct desc;

struct field {
	const char *name;
	const char *help;
	const char *def;	   /* as --set would write it; NULL: stays away */
	const char *const *choice; /* NULL-terminated */
	const struct desc *sub;
	int64_t min, max; /* of the number, in its base unit; of a list, its length */
	size_t offset, size;
	size_t count_offset, stride; /* of lists */
	enum field_type type;
	unsigned int flags;
};

struct desc {
	const char *title;
	const struct field *field;
	size_t fields;
};

/* What a scenario file holds; offsets are those of struct config. */
const struct desc *scenario_desc(void);

const struct field *desc_field(const struct desc *d, const char *name);

/* A single value that a person may set. */
static inline bool field_settable(const struct field *f)
{
	return f->type < FIELD_OBJECT && !(f->flags & FIELD_NOTE);
}

/*
 * @text from a command line or a default as the JSON value that a file would hold. Text
 * that does not fit the type becomes a string, which the check then refuses. NULL
 * without memory.
 */
json_t *field_json(const struct field *f, const char *text);

/* "a whole number", "true or false", ... */
const char *field_type_name(const struct field *f);

/* "2 to 32768", "60B to 1514B", "drop | pass"; "" if anything goes. */
void field_range(const struct field *f, char *buf, size_t len);

/* JSON Schema (draft 2020-12) of @d. NULL without memory. */
json_t *desc_schema(const struct desc *d);

#endif
