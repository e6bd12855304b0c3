/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/cli/sweep_table.h"

#define CONFIG 0x1234
#define ANSWER "tx_pps=100\nrx_pps=90\nfingerprint=0xabc\n"

/* Two batch sizes, two repeats: four points. */
struct lab {
	struct grid grid;
	struct sweep_table table;
	json_t *tree;
	struct diag d;
};

static void setup(struct lab *l, enum sweep_format format, uint64_t config,
		  struct shard shard)
{
	struct sweep_head head = {
		.program = "vhostsim 1",
		.scenario = "two\nlines.json",
		.machine = "m",
		.config = config,
		.shard = shard,
	};
	struct experiment e;

	*l = (struct lab){ .grid = { .repeats = 2, .seed = 1 } };
	l->tree = json_pack("{s:i}", "burst", 64);
	head.tree = l->tree;
	cr_assert_eq(experiment_load(&e, "scenarios/descriptor-batching/tx.json", NULL, 0,
				     &l->d),
		     0, "%s", l->d.text);
	cr_assert_eq(grid_add(&l->grid, "VHOST_NET_BATCH=1,64", &l->d), 0);
	cr_assert_eq(grid_resolve(&l->grid, &e, &l->d), 0, "%s", l->d.text);
	cr_assert_eq(sweep_table_init(&l->table, &l->grid, format, &head, &l->d), 0);
	experiment_destroy(&e);
}

static void teardown(struct lab *l)
{
	sweep_table_destroy(&l->table);
	grid_destroy(&l->grid);
	json_decref(l->tree);
}

static const struct shard whole_sweep = { 1, 1 };

static void answer(struct lab *l, size_t point)
{
	cr_assert_eq(sweep_table_answer(&l->table, point, ANSWER, &l->d), 0, "%s",
		     l->d.text);
}

/* The table as it would stand in a file: rows in the order of @point. */
static char *text_of(const struct lab *l, const size_t *point, size_t n)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	sweep_table_put_head(&l->table, f);
	for (size_t i = 0; i < n; i++)
		fputs(l->table.row[point[i]], f);
	fclose(f);
	return text;
}

static int resume(struct lab *l, const char *text, size_t *whole)
{
	l->d = (struct diag){ .set = false };
	return sweep_table_resume(&l->table, "t.part", text, strlen(text), whole, &l->d);
}

Test(sweep_table, head_columns_and_rows)
{
	char right[512], *text;
	struct lab l;

	setup(&l, SWEEP_CSV, CONFIG, whole_sweep);
	answer(&l, 2);
	text = text_of(&l, (size_t[]){ 2 }, 1);
	/* a scenario's name with a newline must not break out of its comment */
	snprintf(right, sizeof(right),
		 "# program: vhostsim 1\n# scenario: two?lines.json\n# machine: m\n"
		 "# config: 0x0000000000001234\n# resolved: {\"burst\":64}\n"
		 "VHOST_NET_BATCH,repeat,seed,tx_pps,rx_pps,fingerprint\n"
		 "64,0,%" PRIu64 ",100,90,0xabc\n",
		 grid_seed(&l.grid, 2));
	cr_assert_str_eq(text, right);
	cr_assert_eq(sweep_table_config(text), CONFIG);
	free(text);
	teardown(&l);
}

Test(sweep_table, json_lines_are_json_and_have_no_nan)
{
	struct lab l;
	json_t *row;

	setup(&l, SWEEP_JSONL, CONFIG, whole_sweep);
	cr_assert_eq(
		sweep_table_answer(&l.table, 3, "tx_pps=1e6\nx=-nan\nf=0xabc\n", &l.d),
		0);
	cr_assert_eq(sweep_table_config(l.table.head), CONFIG);
	row = json_loads(l.table.row[3], JSON_REJECT_DUPLICATES, NULL);
	cr_assert_eq(json_integer_value(json_object_get(row, "VHOST_NET_BATCH")), 64);
	cr_assert_eq(json_integer_value(json_object_get(row, "repeat")), 1);
	cr_assert_eq((uint64_t)json_integer_value(json_object_get(row, "seed")),
		     grid_seed(&l.grid, 3));
	cr_assert_eq(json_number_value(json_object_get(row, "tx_pps")), 1e6);
	cr_assert(json_is_null(json_object_get(row, "x")));
	cr_assert_str_eq(json_string_value(json_object_get(row, "f")), "0xabc");
	json_decref(row);
	teardown(&l);
}

/* Columns are those of the first answer: another set of metrics has no place. */
Test(sweep_table, other_metrics_are_refused)
{
	struct lab l;

	setup(&l, SWEEP_CSV, CONFIG, whole_sweep);
	answer(&l, 0);
	cr_assert_eq(sweep_table_answer(&l.table, 1, "tx_pps=1\n", &l.d), -1);
	cr_assert(strstr(l.d.text, "VHOST_NET_BATCH=1 repeat=1"), "%s", l.d.text);
	cr_assert(strstr(l.d.text, "other metrics"), "%s", l.d.text);
	cr_assert_null(l.table.row[1]);
	teardown(&l);
}

/* Rows come back under their points, in whatever order they ended, as the same bytes. */
static void comes_back(enum sweep_format format)
{
	const size_t order[] = { 3, 0, 2 };
	struct lab l, again;
	size_t whole;
	char *text;

	setup(&l, format, CONFIG, whole_sweep);
	for (size_t i = 0; i < 3; i++)
		answer(&l, order[i]);
	text = text_of(&l, order, 3);
	setup(&again, format, CONFIG, whole_sweep);
	cr_assert_eq(resume(&again, text, &whole), 0, "%s", again.d.text);
	cr_assert_eq(whole, strlen(text));
	cr_assert_eq(again.table.done, 3);
	cr_assert_null(again.table.row[1]);
	for (size_t i = 0; i < 3; i++)
		cr_assert_str_eq(again.table.row[order[i]], l.table.row[order[i]]);
	free(text);
	teardown(&l);
	teardown(&again);
}

Test(sweep_table, rows_come_back)
{
	comes_back(SWEEP_CSV);
	comes_back(SWEEP_JSONL);
}

static size_t lines_behind(const char *text, size_t from)
{
	size_t n = 0;

	if (strlen(text) > from)
		for (const char *p = text + from; (p = strchr(p, '\n')); p++)
			n++;
	return n;
}

/* Wherever a crash cut the file, whole rows are taken, and no more is said to be whole. */
static void any_cut(enum sweep_format format)
{
	const size_t order[] = { 1, 0 };
	struct lab l;
	char *text;

	setup(&l, format, CONFIG, whole_sweep);
	answer(&l, 1);
	answer(&l, 0);
	text = text_of(&l, order, 2);
	for (size_t len = strlen(text) + 1; len-- > 0;) {
		struct lab again;
		size_t whole, lines;

		text[len] = '\0';
		setup(&again, format, CONFIG, whole_sweep);
		cr_assert_eq(resume(&again, text, &whole), 0, "%zu: %s", len,
			     again.d.text);
		cr_assert(whole <= len);
		cr_assert(!whole || text[whole - 1] == '\n', "%zu of %zu", whole, len);
		lines = lines_behind(text, strlen(l.table.head) + strlen(l.table.header));
		cr_assert_eq(again.table.done, lines, "cut at %zu: %zu rows of %zu", len,
			     again.table.done, lines);
		for (size_t i = 0; i < 2; i++)
			if (again.table.row[i])
				cr_assert_str_eq(again.table.row[i], l.table.row[i]);
		teardown(&again);
	}
	free(text);
	teardown(&l);
}

Test(sweep_table, a_table_cut_anywhere_goes_on)
{
	any_cut(SWEEP_CSV);
	any_cut(SWEEP_JSONL);
}

static void refused(const char *text, const char *message)
{
	struct lab l;
	size_t whole;

	setup(&l, SWEEP_CSV, CONFIG, whole_sweep);
	cr_assert_eq(resume(&l, text, &whole), -1, "%s", text);
	cr_assert(strstr(l.d.text, message), "%s", l.d.text);
	teardown(&l);
}

/* Rows of another sweep, of no point, or of one point twice must not be mixed in. */
Test(sweep_table, what_is_no_row_of_this_sweep_is_refused)
{
	char text[2048];
	struct lab l;

	setup(&l, SWEEP_CSV, CONFIG, whole_sweep);
	answer(&l, 0);
	snprintf(text, sizeof(text), "%s%s%s%s", l.table.head, l.table.header,
		 l.table.row[0], l.table.row[0]);
	refused(text, "t.part:8: ");
	snprintf(text, sizeof(text), "%s%s1,0,12,1,1,0x1\n", l.table.head,
		 l.table.header);
	refused(text, "is no row of this sweep");
	snprintf(text, sizeof(text), "%s%s1,0,%" PRIu64 "x,1,1,0x1\n", l.table.head,
		 l.table.header, grid_seed(&l.grid, 0));
	refused(text, "is no row of this sweep");
	refused("# config: 0x9999\na,b\n", "belongs to another sweep");
	refused("a,b\n1,2\n", "belongs to another sweep");
	teardown(&l);
}

/* A part takes only its own points, and no other part's table. */
Test(sweep_table, a_shard_is_a_sweep_of_its_own)
{
	struct shard first = { 1, 2 }, second = { 2, 2 }, found;
	struct lab a, b;
	size_t whole;
	char *text;

	setup(&a, SWEEP_CSV, CONFIG, first);
	setup(&b, SWEEP_CSV, CONFIG, second);
	cr_assert_eq(a.table.first, 0);
	cr_assert_eq(a.table.end, 2);
	cr_assert_eq(b.table.first, 2);
	cr_assert_eq(b.table.end, 4);
	answer(&a, 1);
	text = text_of(&a, (size_t[]){ 1 }, 1);
	sweep_table_shard(text, &found);
	cr_assert(found.i == 1 && found.n == 2);
	cr_assert_eq(resume(&b, text, &whole), -1);
	cr_assert(strstr(b.d.text, "belongs to another sweep"), "%s", b.d.text);
	free(text);
	teardown(&a);
	teardown(&b);
}
