/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "../../sim/cli/metric_desc.h"
#include "lab_guest.h"

/* The table in its order is what a run of @c measures before the lines of its flows. */
static void expect_table(struct config *c, bool guests)
{
	const struct metric_desc *m = metric_table();
	struct machine machine = lab_machine(100, 10);
	struct kernel k = lab_kernel();
	struct host_result *r;
	struct host *h;
	unsigned int i = 0;

	c->run.warmup_ns = c->run.duration_ns = 1000000;
	h = lab_run(c, &machine, &k, NULL);
	r = host_result(h);
	for (; m->name; m++)
		if (guests || !m->guests)
			cr_expect_str_eq(r->metric[i++].name, m->name);
	for (; i < r->metrics; i++) {
		cr_expect(strchr(r->metric[i].name, '.') != NULL, "%s",
			  r->metric[i].name);
		cr_expect(metric_find(r->metric[i].name) != NULL, "%s",
			  r->metric[i].name);
	}
	host_result_free(r);
	host_free(h);
}

Test(metric_desc, is_what_a_run_measures)
{
	struct config c = lab_config(CFG_TESTPMD_TXONLY);

	expect_table(&c, false);
}

Test(metric_desc, is_what_a_run_with_guests_measures)
{
	struct config c = lab_guest_config();

	expect_table(&c, true);
}

Test(metric_desc, finds_those_of_a_flow)
{
	cr_expect_str_eq(metric_find("tx_pps")->name, "tx_pps");
	cr_expect_str_eq(metric_find("A.tx_pps")->name, "tx_pps");
	cr_expect_null(metric_find("A.host_cpu_pct"), "a host is not a flow's");
	cr_expect_null(metric_find("tx_pp"));
	cr_expect_null(metric_find(""));
}
