/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/cli/sweep_table.h"

#define CONFIG 0x0123456789abcdef

/* burst = 1, 2, each repeated: four points. Paths need no resolving here. */
struct lab {
	struct grid grid;
	json_t *tree;
	struct sweep_head head;
	struct sweep_table table;
	struct diag d;
};

static void lab_open(struct lab *l, enum sweep_format format, struct shard shard)
{
	*l = (struct lab){ .grid = { .repeats = 2, .seed = 1 } };
	cr_assert_eq(grid_add(&l->grid, "burst=1,2", &l->d), 0);
	l->grid.axis[0].name = l->grid.axis[0].path;
	l->tree = json_pack("{s:s}", "name", "lab");
	l->head = (struct sweep_head){ .program = "vhostsim 1",
				       .scenario = "a\nb.json",
				       .machine = "m",
				       .tree = l->tree,
				       .config = CONFIG,
				       .shard = shard };
	cr_assert_eq(sweep_table_init(&l->table, &l->grid, format, &l->head, &l->d), 0);
}

static void lab_open_all(struct lab *l, enum sweep_format format)
{
	lab_open(l, format, (struct shard){ 1, 1 });
}

static void lab_close(struct lab *l)
{
	sweep_table_destroy(&l->table);
	grid_destroy(&l->grid);
	json_decref(l->tree);
}

static void answer(struct lab *l, size_t point, const char *metrics)
{
	cr_assert_eq(sweep_table_answer(&l->table, point, metrics, &l->d), 0, "%s",
		     l->d.text);
}

/* The whole text of the table, in the order of its points. The caller frees it. */
static char *text_of(const struct sweep_table *t)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	sweep_table_put_head(t, f);
	for (size_t i = t->first; i < t->end; i++)
		if (t->row[i])
			fputs(t->row[i], f);
	fclose(f);
	return text;
}

static int resume(struct lab *l, const char *text, size_t *whole)
{
	return sweep_table_resume(&l->table, "x.part", text, strlen(text), whole, &l->d);
}

static void row_is(const struct lab *l, size_t point, const char *before,
		   const char *after)
{
	char want[256];

	snprintf(want, sizeof(want), "%s%" PRIu64 "%s\n", before,
		 grid_seed(&l->grid, point), after);
	cr_assert_str_eq(l->table.row[point], want);
}

/* A line break in a file's name does not end the comment. */
Test(sweep_table, csv_text)
{
	static const char head[] = "# program: vhostsim 1\n"
				   "# scenario: a?b.json\n"
				   "# machine: m\n"
				   "# config: 0x0123456789abcdef\n"
				   "# resolved: {\"name\":\"lab\"}\n"
				   "burst,repeat,seed,tx_pps,wait_us,fingerprint\n"
				   "2,1,";
	struct lab l;
	char *text;

	lab_open_all(&l, SWEEP_CSV);
	answer(&l, 3, "tx_pps=1000000\nwait_us=nan\nfingerprint=0x0f\n");
	text = text_of(&l.table);
	cr_assert_eq(strncmp(text, head, strlen(head)), 0, "%s", text);
	row_is(&l, 3, "2,1,", ",1000000,,0x0f"); /* not a number: an empty cell */
	cr_assert_eq(l.table.done, 1);
	free(text);
	lab_close(&l);
}

Test(sweep_table, jsonl_rows_are_json)
{
	struct lab l;

	lab_open_all(&l, SWEEP_JSONL);
	answer(&l, 0, "tx_pps=1000000\nwait_us=nan\nshare=0.25\nfingerprint=0x0f\n");
	row_is(&l, 0, "{\"burst\":1,\"repeat\":0,\"seed\":",
	       ",\"tx_pps\":1000000,\"wait_us\":null,\"share\":0.25,"
	       "\"fingerprint\":\"0x0f\"}");
	/* other metrics are no mistake: each row has its own names */
	answer(&l, 1, "rx_pps=1\n");
	lab_close(&l);
}

Test(sweep_table, csv_rows_have_the_same_metrics)
{
	struct lab l;

	lab_open_all(&l, SWEEP_CSV);
	answer(&l, 0, "tx_pps=1\n");
	cr_assert_eq(sweep_table_answer(&l.table, 2, "rx_pps=1\n", &l.d), -1);
	cr_assert(strstr(l.d.text, "burst=2 repeat=0: has other metrics"), "%s",
		  l.d.text);
	cr_assert_null(l.table.row[2]);
	lab_close(&l);
}

/* Rows in any order, the last one torn: what is whole comes back byte by byte. */
static void check_resume(enum sweep_format format)
{
	struct lab a, b;
	char text[2048];
	size_t whole, torn;

	lab_open_all(&a, format);
	for (size_t i = 0; i < 3; i++)
		answer(&a, i, "tx_pps=1.5\nfingerprint=0x0f\n");
	torn = (size_t)snprintf(text, sizeof(text), "%s%s%s%s", a.table.head,
				a.table.header, a.table.row[2], a.table.row[0]);
	snprintf(text + torn, sizeof(text) - torn, "%.20s", a.table.row[1]);

	lab_open_all(&b, format);
	cr_assert_eq(resume(&b, text, &whole), 0, "%s", b.d.text);
	cr_assert_eq(whole, torn, "the torn row is cut off");
	cr_assert_eq(b.table.done, 2);
	cr_assert_str_eq(b.table.header, a.table.header);
	cr_assert_str_eq(b.table.row[0], a.table.row[0]);
	cr_assert_str_eq(b.table.row[2], a.table.row[2]);
	cr_assert_null(b.table.row[1]);
	cr_assert_null(b.table.row[3]);
	lab_close(&a);
	lab_close(&b);
}

Test(sweep_table, unfinished_tables_are_taken_over)
{
	check_resume(SWEEP_CSV);
	check_resume(SWEEP_JSONL);
}

/* Cut at each byte: always taken over, and never more than the whole lines. */
static void check_cut(enum sweep_format format)
{
	struct lab a, b;
	char *text;
	size_t whole;

	lab_open_all(&a, format);
	answer(&a, 0, "tx_pps=1\n");
	answer(&a, 1, "tx_pps=2\n");
	text = text_of(&a.table);
	for (size_t len = strlen(text) + 1; len-- > 0;) {
		text[len] = '\0';
		lab_open_all(&b, format);
		cr_assert_eq(resume(&b, text, &whole), 0, "%zu: %s", len, b.d.text);
		cr_assert(whole <= len && (!whole || text[whole - 1] == '\n'));
		cr_assert(!whole || !strchr(text + whole, '\n'), "a whole line is lost");
		for (size_t i = 0; i < b.table.end; i++)
			cr_assert(!b.table.row[i] ||
				  !strcmp(b.table.row[i], a.table.row[i]));
		lab_close(&b);
	}
	free(text);
	lab_close(&a);
}

Test(sweep_table, a_table_may_be_cut_anywhere)
{
	check_cut(SWEEP_CSV);
	check_cut(SWEEP_JSONL);
}

static void refused(enum sweep_format format, const char *text, const char *message)
{
	struct lab l;
	size_t whole;

	lab_open_all(&l, format);
	cr_assert_eq(resume(&l, text, &whole), -1, "taken: %s", text);
	cr_assert(strstr(l.d.text, message), "%s", l.d.text);
	lab_close(&l);
}

Test(sweep_table, what_is_not_of_this_sweep_is_refused)
{
	struct lab l;
	char text[2048];

	refused(SWEEP_CSV, "burst,repeat\n1,2\n", "belongs to another sweep");
	refused(SWEEP_CSV, "# config: 0x1\nburst\n", "belongs to another sweep");
	refused(SWEEP_JSONL, "{\"config\":\"0x1\"}\n", "belongs to another sweep");

	lab_open_all(&l, SWEEP_CSV);
	answer(&l, 0, "tx_pps=1\n");
	snprintf(text, sizeof(text), "%s%s%s%s", l.table.head, l.table.header,
		 l.table.row[0], l.table.row[0]);
	refused(SWEEP_CSV, text, "x.part:8: is no row of this sweep"); /* twice */
	snprintf(text, sizeof(text), "%s%s1,0,12345,1\n", l.table.head, l.table.header);
	refused(SWEEP_CSV, text, "x.part:7: is no row of this sweep"); /* no such seed */
	snprintf(text, sizeof(text), "%s%s1,0,%" PRIu64 ",1,1\n", l.table.head,
		 l.table.header, grid_seed(&l.grid, 0));
	refused(SWEEP_CSV, text, "x.part:7: is no row of this sweep"); /* a cell more */
	lab_close(&l);
}

/* Parts are runs of neighbours that together are all points, and know which they are. */
Test(sweep_table, parts)
{
	static const size_t first[] = { 0, 1, 2, 4 };
	struct shard found;
	struct lab l, all;

	lab_open_all(&all, SWEEP_CSV);
	for (size_t i = 1; i <= 3; i++) {
		for (int format = SWEEP_CSV; format <= SWEEP_JSONL; format++) {
			lab_open(&l, (enum sweep_format)format, (struct shard){ i, 3 });
			cr_assert_eq(l.table.first, first[i - 1]);
			cr_assert_eq(l.table.end, first[i]);
			sweep_table_shard(l.table.head, &found);
			cr_assert(found.i == i && found.n == 3);
			cr_assert_eq(sweep_table_config(l.table.head), CONFIG);
			cr_assert_not(sweep_table_same(l.table.head, all.table.head));
			lab_close(&l);
		}
	}
	sweep_table_shard(all.table.head, &found);
	cr_assert(found.i == 0 && found.n == 0);
	lab_close(&all);
}
