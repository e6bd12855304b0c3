/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <string.h>

#include "../../sim/cli/json_file.h"

static const char text[] = "{\n"			    /* 1 */
			   "  \"a\": 1,\n"		    /* 2 */
			   "  \"b\": {\n"		    /* 3 */
			   "    \"a\": \"x\\\"}]\",\n"	    /* 4 */
			   "    \"list\": [ 1, [ 2, 3 ],\n" /* 5 */
			   "      { \"a\": { },\n"	    /* 6 */
			   "        \"c\": null } ]\n"	    /* 7 */
			   "  },\n"			    /* 8 */
			   "  \"d.e\": true, \"f\":\n"	    /* 9 */
			   "  \"g\"\n"			    /* 10 */
			   "}\n";

static struct json_file f;
static struct diag d;

static void parse(const char *json)
{
	d.set = false;
	cr_assert_eq(json_file_parse(&f, "in.json", json, strlen(json), &d), 0, "%s",
		     d.text);
}

static void refused(const char *json, size_t len, const char *expected)
{
	d.set = false;
	cr_assert_eq(json_file_parse(&f, "in.json", json, len, &d), -1);
	cr_expect(!strncmp(d.text, expected, strlen(expected)), "%s", d.text);
}

static void line(const char *path, int expected)
{
	int found = json_file_line(&f, path);

	cr_expect_eq(found, expected, "%s: %d instead of %d", path, found, expected);
}

Test(json_file, lines_of_paths)
{
	parse(text);
	line("a", 2);
	line("b", 3);
	line("b.a", 4);
	line("b.list", 5);
	line("b.list[0]", 5);
	line("b.list[1]", 5);
	line("b.list[2]", 6);
	line("b.list[2].a", 6);
	line("b.list[2].c", 7);
	json_file_destroy(&f);
}

/* Brackets and quotes in strings are no structure; a key may hold a dot. */
Test(json_file, lines_behind_strings)
{
	parse(text);
	line("d.e", 9);
	line("f", 9);
	json_file_destroy(&f);
}

/* A key that is not there is missing in its object: that is where to look. */
Test(json_file, line_of_what_is_not_there)
{
	parse(text);
	line("zzz", 0);
	line("b.zzz", 3);
	line("b.list[9]", 5);
	line("", 0);
	cr_expect_eq(json_file_line(&f, NULL), 0);
	json_file_destroy(&f);
}

Test(json_file, errors_name_file_line_and_path)
{
	parse(text);
	cr_expect_eq(json_file_error(&f, &d, "b.list[2].c", "is %d", 1), -1);
	cr_expect_str_eq(d.text, "in.json:7: b.list[2].c: is 1");
	json_file_destroy(&f);
}

Test(json_file, unknown_keys)
{
	static const char *const names[] = { "a", "lists" };
	static const char *const all[] = { "a", "list" };
	const json_t *b;

	parse(text);
	b = json_object_get(f.root, "b");
	cr_expect_eq(json_file_keys(&f, b, "b", all, 2, &d), 0);
	cr_expect_eq(json_file_keys(&f, b, "b", names, 2, &d), -1);
	cr_expect_str_eq(d.text, "in.json:5: b.list: there is no key \"list\"; "
				 "\"lists\" would be right");
	json_file_destroy(&f);
}

Test(json_file, broken_json_has_line_and_column)
{
	static const char open[] = "{\n \"a\": 1\n", bare[] = "{\n \"a\": x\n}",
			  behind[] = "{}\n}", empty[] = "";

	refused(open, strlen(open), "in.json:3:");
	refused(bare, strlen(bare), "in.json:2:7: broken JSON: ");
	refused(behind, strlen(behind), "in.json:2:1: broken JSON: ");
	refused(empty, 0, "in.json:1:");
}

Test(json_file, what_json_allows_and_a_scenario_does_not)
{
	static const char twice[] = "{\"a\": 1,\n\"a\": 2}", list[] = "[ 1 ]",
			  nul[] = "{\"a\": \"x\\u0000y\"}";

	refused(twice, strlen(twice), "in.json:2:");
	refused(list, strlen(list),
		"in.json:1: is a JSON list; an object would be right");
	refused(nul, strlen(nul), "in.json:1:");
}

Test(json_file, bytes_that_are_no_text)
{
	static const char nul[] = "{\"a\": 1}\0{}", latin[] = "{\"a\": \"\xe4\"}";

	refused(nul, sizeof(nul) - 1, "in.json:1:");
	refused(latin, strlen(latin), "in.json:1:");
}

/* jansson stops at a depth of 2048; the stack must hold as much. */
Test(json_file, deep_nesting_is_refused)
{
	char deep[5000];

	memset(deep, '[', sizeof(deep));
	refused(deep, sizeof(deep), "in.json:1:");
}

Test(json_file, unknown_name_lists_all_when_none_is_near)
{
	static const char *const names[] = { "run", "sweep" };
	char buf[128];

	unknown_name(buf, sizeof(buf), "verb", "rnu", names, 2);
	cr_expect_str_eq(buf, "there is no verb \"rnu\"; \"run\" would be right");
	unknown_name(buf, sizeof(buf), "verb", "zzzz", names, 2);
	cr_expect_str_eq(buf, "there is no verb \"zzzz\"; known: run, sweep");
}

/* Many names in a small place: cut, not overrun. */
Test(json_file, unknown_name_is_cut)
{
	const char *names[64];
	char buf[64];

	for (int i = 0; i < 64; i++)
		names[i] = "something";
	unknown_name(buf, sizeof(buf), "key", "zzzzzzzzzz", names, 64);
	cr_expect_eq(strlen(buf), sizeof(buf) - 1);
}
