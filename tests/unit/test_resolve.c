/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_resolve.c - trees against a small descriptor table of its own. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <string.h>

#include "../../sim/cli/resolve.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define AT(type, member) \
	.offset = offsetof(type, member), .size = sizeof(((type *)NULL)->member)

struct item {
	int64_t n;
};

struct thing {
	int64_t whole, ring, none, pick;
	bool yes;
	uint64_t seed, time, size;
	double rate;
	char name[8], text[8];
	struct item inner, item[3];
	uint32_t items;
};

static const char *const picks[] = { "one", "two", NULL };

static const struct field item_field[] = {
	{ .name = "n", .type = FIELD_INT, .def = "5", .max = 9, AT(struct item, n) },
};
static const struct desc item_desc = { "item", item_field, COUNT(item_field) };

static const struct field thing_field[] = {
	{ .name = "whole",
	  .type = FIELD_INT,
	  .def = "7",
	  .min = -8,
	  .max = 8,
	  AT(struct thing, whole) },
	{ .name = "ring",
	  .type = FIELD_INT,
	  .flags = FIELD_POWER_OF_TWO,
	  .def = "4",
	  .min = 2,
	  .max = 64,
	  AT(struct thing, ring) },
	{ .name = "none", .type = FIELD_INT, .max = 9, AT(struct thing, none) },
	{ .name = "pick",
	  .type = FIELD_CHOICE,
	  .def = "two",
	  .choice = picks,
	  AT(struct thing, pick) },
	{ .name = "yes", .type = FIELD_BOOL, .def = "true", AT(struct thing, yes) },
	{ .name = "seed", .type = FIELD_SEED, .def = "1", AT(struct thing, seed) },
	{ .name = "time",
	  .type = FIELD_TIME,
	  .def = "2us",
	  .min = 1000,
	  .max = 1000000,
	  AT(struct thing, time) },
	{ .name = "size",
	  .type = FIELD_SIZE,
	  .def = "1KiB",
	  .max = 65536,
	  AT(struct thing, size) },
	{ .name = "rate",
	  .type = FIELD_RATE,
	  .def = "0",
	  .max = 1000000,
	  AT(struct thing, rate) },
	{ .name = "name", .type = FIELD_NAME, .def = "x", AT(struct thing, name) },
	{ .name = "text", .type = FIELD_STRING, .def = "", AT(struct thing, text) },
	{ .name = "inner",
	  .type = FIELD_OBJECT,
	  .sub = &item_desc,
	  AT(struct thing, inner) },
	{ .name = "item",
	  .type = FIELD_LIST,
	  .flags = FIELD_REQUIRED,
	  .sub = &item_desc,
	  .min = 1,
	  .max = 3,
	  AT(struct thing, item),
	  .count_offset = offsetof(struct thing, items),
	  .stride = sizeof(struct item),
	  .help = "things" },
	{ .name = "note", .type = FIELD_STRINGS, .flags = FIELD_NOTE },
};
static const struct desc thing_desc = { "thing", thing_field, COUNT(thing_field) };

static struct thing t;
static struct diag d;

/* Resolve {"item": [{}], @members}. The tree, or NULL. */
static json_t *tree_of(const char *members)
{
	struct json_file f;
	struct blame b = { &f, NULL, 0, &d };
	char json[512];
	json_t *tree;

	d.set = false;
	memset(&t, 0, sizeof(t));
	snprintf(json, sizeof(json), "{\n%s%s}", members,
		 strstr(members, "\"item\"") ? ""
		 : *members		     ? ", \"item\": [{}]"
					     : "\"item\": [{}]");
	cr_assert_eq(json_file_parse(&f, "in", json, strlen(json), &d), 0, "%s", d.text);
	tree = resolve(&thing_desc, f.root, &b, &t);
	cr_expect_eq(tree == NULL, d.set);
	json_file_destroy(&f);
	return tree;
}

static void fine(const char *members)
{
	json_t *tree = tree_of(members);

	cr_assert(tree, "%s: %s", members, d.text);
	json_decref(tree);
}

static void refused(const char *members, const char *expected)
{
	json_t *tree = tree_of(members);

	cr_assert_null(tree, "%s passes", members);
	cr_expect_str_eq(d.text, expected);
}

Test(resolve, fills_in_defaults)
{
	fine("");
	cr_expect_eq(t.whole, 7);
	cr_expect_eq(t.ring, 4);
	cr_expect_eq(t.none, -1, "an optional number that is not there");
	cr_expect_eq(t.pick, 1);
	cr_expect(t.yes);
	cr_expect_eq(t.seed, 1);
	cr_expect_eq(t.time, 2000);
	cr_expect_eq(t.size, 1024);
	cr_expect_eq(t.rate, 0);
	cr_expect_str_eq(t.name, "x");
	cr_expect_eq(t.inner.n, 5);
	cr_expect_eq(t.items, 1);
	cr_expect_eq(t.item[0].n, 5);
}

Test(resolve, takes_values)
{
	fine("\"whole\": -8, \"ring\": 64, \"none\": 0, \"pick\": \"one\", \"yes\": false,"
	     "\"time\": \"0.5ms\", \"size\": \"64KiB\", \"rate\": \"0.25Mpps\","
	     "\"name\": \"a-B_9\", \"inner\": {\"n\": 1}, \"item\": [{\"n\": 2}, {}]");
	cr_expect_eq(t.whole, -8);
	cr_expect_eq(t.ring, 64);
	cr_expect_eq(t.none, 0);
	cr_expect_eq(t.pick, 0);
	cr_expect_not(t.yes);
	cr_expect_eq(t.time, 500000);
	cr_expect_eq(t.size, 65536);
	cr_expect_eq(t.rate, 250000);
	cr_expect_str_eq(t.name, "a-B_9");
	cr_expect_eq(t.inner.n, 1);
	cr_expect_eq(t.items, 2);
	cr_expect_eq(t.item[0].n, 2);
	cr_expect_eq(t.item[1].n, 5);
}

/* The tree can be run again, and its bytes do not depend on how the file was written. */
Test(resolve, the_tree_has_all_keys_in_the_order_of_the_table)
{
	json_t *tree = tree_of("\"yes\": false, \"whole\": 1");
	char *text = json_dumps(tree, JSON_COMPACT);

	cr_expect_str_eq(text, "{\"whole\":1,\"ring\":4,\"pick\":\"two\",\"yes\":false,"
			       "\"seed\":1,\"time\":\"2us\",\"size\":\"1KiB\",\"rate\":0,"
			       "\"name\":\"x\",\"text\":\"\",\"inner\":{\"n\":5},"
			       "\"item\":[{\"n\":5}]}");
	free(text);
	json_decref(tree);
}

Test(resolve, seeds_reach_over_json_integers)
{
	fine("\"seed\": 0");
	cr_expect_eq(t.seed, 0);
	fine("\"seed\": 9223372036854775807");
	cr_expect_eq(t.seed, INT64_MAX);
	fine("\"seed\": \"18446744073709551615\"");
	cr_expect_eq(t.seed, UINT64_MAX);
	refused("\"seed\": \"18446744073709551616\"",
		"in:2: seed: 18446744073709551616 is out of range; 0 to "
		"18446744073709551615 would be right");
	refused("\"seed\": -1",
		"in:2: seed: -1 is not a whole number (0 to 18446744073709551615)");
	refused("\"seed\": \"0x1\"", "in:2: seed: \"0x1\" is not a whole number (0 to "
				     "18446744073709551615)");
}

Test(resolve, wrong_types)
{
	refused("\"whole\": \"7\"", "in:2: whole: \"7\" is not a whole number (-8 to 8)");
	refused("\"whole\": 7.0", "in:2: whole: 7.0 is not a whole number (-8 to 8)");
	refused("\"whole\": null", "in:2: whole: null is not a whole number (-8 to 8)");
	refused("\"yes\": 1", "in:2: yes: 1 is not true or false");
	refused("\"pick\": 1", "in:2: pick: 1 is not a choice (one | two)");
	refused("\"time\": true", "in:2: time: true is not a time (1us to 1ms)");
	refused("\"name\": 1", "in:2: name: 1 is not a name");
	refused("\"inner\": 1", "in:2: inner: is not an object; {...} would be right");
	refused("\"item\": {}", "in:2: item: {} is not a list (1 to 3)");
	refused("\"item\": [1]", "in:2: item[0]: is not an object; {...} would be right");
	refused("\"note\": [1]", "in:2: note: [1] is not a list of strings");
}

Test(resolve, ends_of_ranges)
{
	fine("\"whole\": 8, \"time\": \"1us\"");
	fine("\"time\": \"1ms\", \"rate\": \"1Mpps\", \"size\": 0");
	refused("\"whole\": 9", "in:2: whole: 9 is out of range; -8 to 8 would be right");
	refused("\"time\": \"999ns\"",
		"in:2: time: 999ns is out of range; 1us to 1ms would be right");
	refused("\"time\": 0",
		"in:2: time: 0 is out of range; 1us to 1ms would be right");
	refused("\"rate\": \"1.1Mpps\"", "in:2: rate: 1.1Mpps is out of range; 0pps to "
					 "1Mpps would be right");
	refused("\"rate\": \"-1pps\"", "in:2: rate: -1pps is out of range; 0pps to "
				       "1Mpps would be right");
	refused("\"item\": []",
		"in:2: item: a length of 0 is out of range; 1 to 3 would be right");
	refused("\"item\": [{}, {}, {}, {}]",
		"in:2: item: a length of 4 is out of range; 1 to 3 would be right");
}

Test(resolve, powers_of_two)
{
	fine("\"ring\": 2");
	refused("\"ring\": 48",
		"in:2: ring: 48 is not a power of two; 32 or 64 would be right");
	refused("\"ring\": 1", "in:2: ring: 1 is out of range; 2 to 64, a power of two "
			       "would be right");
}

Test(resolve, names_and_texts_fit_their_place)
{
	fine("\"name\": \"1234567\", \"text\": \"a b c d\"");
	refused("\"name\": \"12345678\"",
		"in:2: name: has 8 characters; at most 7 would be right");
	refused("\"name\": \"\"",
		"in:2: name: \"\" is not a name; letters, digits, _ and "
		"- would be right");
	refused("\"name\": \"a.b\"",
		"in:2: name: \"a.b\" is not a name; letters, digits, "
		"_ and - would be right");
	refused("\"text\": \"12345678\"",
		"in:2: text: has 8 characters; at most 7 would be right");
}

Test(resolve, unknown_and_missing_keys)
{
	refused("\"wohle\": 1",
		"in:2: wohle: there is no key \"wohle\"; \"whole\" would be right");
	refused("\"item\": [{}, {\"m\": 1}]",
		"in:2: item[1].m: there is no key \"m\"; known: n");
}

/* A setting is named instead of a line of the file, which does not say it. */
Test(resolve, a_setting_is_blamed_for_its_value)
{
	struct setting set = { "whole", "9" };
	struct applied applied = { (char *)"whole", &set };
	struct json_file f;
	struct blame b = { &f, &applied, 1, &d };
	static const char json[] = "{\"whole\": 9, \"item\": [{}]}";

	d.set = false;
	cr_assert_eq(json_file_parse(&f, "in", json, strlen(json), &d), 0);
	cr_expect_null(resolve(&thing_desc, f.root, &b, &t));
	cr_expect_str_eq(d.text, "setting whole=9: whole: 9 is out of range; -8 to 8 "
				 "would be right");
	json_file_destroy(&f);
}
