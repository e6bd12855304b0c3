/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_desc.c - the descriptor table of scenarios, and the schema that is made of it. */
#include <criterion/criterion.h>
#include <string.h>

#include "../../sim/cli/desc.h"
#include "../../sim/cli/json_get.h"

static void visit(const struct desc *d, void (*see)(const struct desc *, size_t))
{
	for (size_t i = 0; i < d->fields; i++) {
		see(d, i);
		if (d->field[i].sub)
			visit(d->field[i].sub, see);
	}
}

static void is_whole(const struct desc *d, size_t i)
{
	const struct field *f = &d->field[i];
	char range[256];

	cr_expect(f->name && *f->name);
	cr_expect(f->help && *f->help, "%s has no help", f->name);
	cr_expect_eq(desc_field(d, f->name), f, "%s is there twice", f->name);
	cr_expect_eq(f->sub != NULL, f->type == FIELD_OBJECT || f->type == FIELD_LIST);
	cr_expect_eq(f->choice != NULL, f->type == FIELD_CHOICE);
	cr_expect(f->min <= f->max, "%s: no value is in range", f->name);
	field_range(f, range, sizeof(range));
	cr_expect(strlen(range) < 80, "%s: %s", f->name, range);
	/* a default would hide that a required key is missing */
	cr_expect_not((f->flags & FIELD_REQUIRED) && f->def, "%s", f->name);
}

Test(desc, every_line_is_whole)
{
	visit(scenario_desc(), is_whole);
}

static const json_t *properties(const json_t *schema)
{
	return json_object_get(schema, "properties");
}

static bool lists(const json_t *names, const char *name)
{
	json_t *item;
	size_t i;

	json_array_foreach((json_t *)names, i,
			   item) if (!strcmp(json_string_value(item), name)) return true;
	return false;
}

/* @schema has the keys of @d and no others, down to the last object. */
static void same_keys(const struct desc *d, const json_t *schema)
{
	cr_expect_eq(json_object_size(properties(schema)), d->fields);
	cr_expect(json_is_false(json_object_get(schema, "additionalProperties")));
	for (size_t i = 0; i < d->fields; i++) {
		const struct field *f = &d->field[i];
		const json_t *s = json_object_get(properties(schema), f->name);

		cr_assert(s, "%s is not in the schema", f->name);
		cr_expect_eq(!strncmp(json_get_text(s, "description"), f->help,
				      strlen(f->help)),
			     1);
		cr_expect_eq(lists(json_object_get(schema, "required"), f->name),
			     (f->flags & FIELD_REQUIRED) != 0, "%s", f->name);
		cr_expect_eq(json_object_get(s, "default") != NULL, f->def != NULL);
		if (f->sub)
			same_keys(f->sub, f->type == FIELD_LIST
						  ? json_object_get(s, "items")
						  : s);
	}
}

Test(schema, has_the_keys_of_the_table)
{
	json_t *schema = desc_schema(scenario_desc());

	same_keys(scenario_desc(), schema);
	cr_expect_str_eq(json_get_text(schema, "$schema"),
			 "https://json-schema.org/draft/2020-12/schema");
	json_decref(schema);
}

static const char *const colours[] = { "red", "blue", NULL };

/* One of each kind, and what the schema says of it. */
static const struct {
	struct field f;
	const char *schema;
} kinds[] = {
	{ { .name = "k", .type = FIELD_INT, .min = -1, .max = 9, .def = "3" },
	  "{\"type\":\"integer\",\"minimum\":-1,\"maximum\":9,\"default\":3}" },
	{ { .name = "k",
	    .type = FIELD_INT,
	    .flags = FIELD_POWER_OF_TWO,
	    .min = 2,
	    .max = 9 },
	  "{\"type\":\"integer\",\"enum\":[2,4,8]}" },
	{ { .name = "k", .type = FIELD_BOOL, .def = "true" },
	  "{\"type\":\"boolean\",\"default\":true}" },
	{ { .name = "k", .type = FIELD_CHOICE, .choice = colours },
	  "{\"enum\":[\"red\",\"blue\"]}" },
	{ { .name = "k", .type = FIELD_NAME, .size = 32 },
	  "{\"type\":\"string\",\"pattern\":\"^[A-Za-z0-9_-]+$\",\"maxLength\":31}" },
	{ { .name = "k", .type = FIELD_TIME, .min = 1, .max = 1000 },
	  "{\"type\":\"string\","
	  "\"pattern\":\"^([0-9]+(\\\\.[0-9]*)?(ns|us|ms|s))$\"}" },
	{ { .name = "k", .type = FIELD_PERCENT, .max = 100 },
	  "{\"anyOf\":[{\"type\":\"string\","
	  "\"pattern\":\"^([0-9]+(\\\\.[0-9]*)?(%)|0)$\"},{\"const\":0}]}" },
	{ { .name = "k", .type = FIELD_STRINGS },
	  "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}" },
};

Test(schema, of_each_kind)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		struct field f = kinds[i].f;
		const struct desc d = { "kinds", &f, 1 };
		json_t *schema, *k;
		char *text;

		f.help = "help";
		schema = desc_schema(&d);
		k = json_object_get(properties(schema), "k");
		json_object_del(k, "description");
		text = json_dumps(k, JSON_COMPACT);
		cr_expect_str_eq(text, kinds[i].schema);
		free(text);
		json_decref(schema);
	}
}

static void becomes(enum field_type type, const char *text, const char *json)
{
	struct field f = { .type = type };
	json_t *value = field_json(&f, text);
	char *dump = json_dumps(value, JSON_ENCODE_ANY);

	cr_expect_str_eq(dump, json);
	free(dump);
	json_decref(value);
}

/* What does not fit stays text, so that the check can show it as it was typed. */
Test(desc, text_of_a_command_line_becomes_json)
{
	becomes(FIELD_INT, "64", "64");
	becomes(FIELD_INT, "-64", "-64");
	becomes(FIELD_INT, "", "\"\"");
	becomes(FIELD_INT, " 64", "\" 64\"");
	becomes(FIELD_INT, "6x", "\"6x\"");
	becomes(FIELD_INT, "99999999999999999999", "\"99999999999999999999\"");
	becomes(FIELD_SEED, "18446744073709551615", "\"18446744073709551615\"");
	becomes(FIELD_BOOL, "true", "true");
	becomes(FIELD_BOOL, "false", "false");
	becomes(FIELD_BOOL, "yes", "\"yes\"");
	becomes(FIELD_TIME, "20ms", "\"20ms\"");
	becomes(FIELD_TIME, "0", "0");
	becomes(FIELD_STRING, "64", "\"64\"");
}
