/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/cli/compare.h"

static struct csv table(const char *name, const char *text)
{
	struct diag d = { .set = false };
	struct csv c;

	cr_assert_eq(csv_parse(&c, name, text, strlen(text), &d), 0, "%s", d.text);
	return c;
}

#define MACHINE                                                                        \
	"{\"ops\": {\"tx.x\": {\"cycles\": 1, \"source\": {\"kind\": \"fitted\", "     \
	"\"from\": \"y\", \"cells\": [{\"table\": \"results/m.csv\", \"row\": \"1\", " \
	"\"column\": \"base\"}]}}}}"

/* A fitted cell is counted apart, one that is not counted in neither. */
Test(compare, fitted_and_predicted_cells_are_apart)
{
	struct csv m = table("x/m.csv", "# metric: tx_pps\n# columns-are: kernel\n"
					"# not-counted: row=4 column=base noise\n"
					"n,base,new\n1,100,200\n2,100,\n4,100,100\n");
	struct csv s = table("s.csv", "kernel,n,repeat,seed,tx_pps\n"
				      "base,1,0,1,104\nbase,1,1,2,106\nbase,2,0,3,110\n"
				      "base,4,0,4,500\nnew,1,0,5,180\nnew,4,0,6,100\n");
	json_t *machine = json_loads(MACHINE, 0, NULL);
	struct compare_options o = { .column = NULL };
	struct diag d = { .set = false };
	struct comparison c;

	cr_assert_eq(compare(&c, &s, 1, &m, machine, &o, &d), 0, "%s", d.text);
	cr_assert_eq(c.cells, 5);
	cr_assert_eq(c.fitted.n, 1);
	cr_assert_float_eq(stat_mape(&c.fitted), 5, 1e-9); /* mean of 104 and 106 */
	cr_assert_eq(c.predicted.n, 3);
	cr_assert_float_eq(stat_mape(&c.predicted), (10 + 10 + 0) / 3.0, 1e-9);
	/* base 2 is +10 %, new 1 is -10 %: the first of the two is the worst */
	cr_assert_str_eq(c.worst->label, "2");
	/* 100 and 200 at row 1 stand in the measured order; row 4 is not asked */
	cr_assert_eq(c.across.asked, 1);
	cr_assert_eq(c.across.right, 1);
	comparison_destroy(&c);
	json_decref(machine);
	csv_destroy(&m);
	csv_destroy(&s);
}

/* Keys under other names, translated values, counts over seconds, fixed parameters. */
Test(compare, notes_say_how_a_table_is_read)
{
	struct csv m = table(
		"m.csv", "# metric: a=A.rx_pps\n"
			 "# keys: mode=zcopy lim=limit\n"
			 "# value: mode zero=true copied=false\n"
			 "# value: lim none=flow: *=limit:*&flow:B\n"
			 "# seconds: a=10\n"
			 "mode,lim,a,b\nzero,none,500,1\nzero,5,100,1\ncopied,5,70,1\n");
	struct csv with = table("w.csv", "# resolved: {\"v\":{\"zcopy\":true},"
					 "\"netem\":{\"flow\":\"B\"}}\n"
					 "limit,repeat,seed,A.rx_pps\n5,0,1,11\n");
	struct csv without = table("o.csv", "# resolved: {\"v\":{\"zcopy\":true},"
					    "\"netem\":{\"flow\":\"\",\"limit\":5}}\n"
					    "x,repeat,seed,A.rx_pps\n1,0,1,50\n");
	struct csv both[] = { with, without };
	struct compare_options o = { .column = NULL };
	struct diag d = { .set = false };
	struct comparison c;

	cr_assert_eq(compare(&c, both, 2, &m, NULL, &o, &d), 0, "%s", d.text);
	cr_assert_eq(c.cells, 2);
	cr_assert_eq(c.missing, 1); /* copied */
	cr_assert_str_eq(c.cell[0].label, "zero none");
	cr_assert_float_eq(c.cell[0].error_pct, 0, 1e-9);
	cr_assert_float_eq(c.cell[1].error_pct, 10, 1e-9);
	comparison_destroy(&c);
	csv_destroy(&m);
	csv_destroy(&with);
	csv_destroy(&without);
}

static int compare_two(const char *config, struct comparison *c, struct diag *d)
{
	struct csv m = table("m.csv", "# metric: tx_pps\nn,base\n1,100\n");
	struct csv s[2] = { table("a.csv",
				  "# config: 0x1\nn,repeat,seed,tx_pps\n1,0,1,100\n") };
	struct compare_options o = { .column = NULL };
	char text[128];
	int err;

	snprintf(text, sizeof(text), "# config: %s\nn,repeat,seed,tx_pps\n1,1,2,300\n",
		 config);
	s[1] = table("b.csv", text);
	err = compare(c, s, 2, &m, NULL, &o, d);
	csv_destroy(&m);
	csv_destroy(&s[0]);
	csv_destroy(&s[1]);
	return err;
}

/* Shards of one sweep are joined; 100 of one scenario and 300 of another are not 200. */
Test(compare, only_sweeps_of_one_scenario_share_a_cell)
{
	struct diag d = { .set = false };
	struct comparison c;

	cr_assert_eq(compare_two("0x1", &c, &d), 0, "%s", d.text);
	cr_assert_eq(c.cells, 1);
	cr_assert_float_eq(c.cell[0].simulated.mean, 200, 1e-9);
	comparison_destroy(&c);
	cr_assert_eq(compare_two("0x2", &c, &d), -1);
	cr_assert(strstr(d.text, "b.csv: has points of row 1, column base of m.csv"),
		  "%s", d.text);
}

Test(compare, the_baseline_is_judged_on_the_other_cells)
{
	struct csv m = table("m.csv", "# metric: tx_pps\nn,base\n1,100\n2,150\n4,200\n");
	struct csv s = table("s.csv", "n,repeat,seed,tx_pps\n1,0,1,100\n2,0,2,150\n"
				      "4,0,3,200\n");
	struct compare_options o = { .baseline = { 1, 4 }, .has_baseline = true };
	struct diag d = { .set = false };
	struct comparison c;

	cr_assert_eq(compare(&c, &s, 1, &m, NULL, &o, &d), 0, "%s", d.text);
	/* 1/100 = c0 + c1, 1/200 = c0 + c1/4: c1 = 1/150, c0 = 1/300; at 2: 1/150 */
	cr_assert_eq(c.baseline.n, 1);
	cr_assert_float_eq(c.cell[1].baseline, 150, 1e-6);
	comparison_destroy(&c);
	o.baseline[1] = 3;
	cr_assert_eq(compare(&c, &s, 1, &m, NULL, &o, &d), -1);
	cr_assert(strstr(d.text, "no row 3"), "%s", d.text);
	csv_destroy(&m);
	csv_destroy(&s);
}

/* A measured 0 has no relative error; every format must say so, and still be valid. */
Test(compare, a_measured_zero_has_no_error)
{
	struct csv m = table("m.csv", "# metric: tx_pps\nn,base\n1,0\n2,10\n");
	struct csv s = table("s.csv", "n,repeat,seed,tx_pps\n1,0,1,0\n2,0,2,10\n");
	struct compare_options o = { .column = NULL };
	struct diag d = { .set = false };
	struct comparison c;
	json_t *doc;
	char *text;
	size_t len;
	FILE *f;

	cr_assert_eq(compare(&c, &s, 1, &m, NULL, &o, &d), 0, "%s", d.text);
	cr_assert_eq(c.cell[0].kind, CELL_NOT_COUNTED);
	f = open_memstream(&text, &len);
	compare_print_json(&c, f);
	fclose(f);
	doc = json_loads(text, 0, NULL);
	cr_assert_eq(json_array_size(json_object_get(doc, "cells")), 2);
	json_decref(doc);
	free(text);
	f = open_memstream(&text, &len);
	compare_print_text(&c, f);
	compare_print_md(&c, f);
	compare_print_csv(&c, f);
	fclose(f);
	cr_assert_null(strstr(text, "nan"), "%s", text);
	free(text);
	comparison_destroy(&c);
	csv_destroy(&m);
	csv_destroy(&s);
}
