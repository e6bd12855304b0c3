/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verbs.c - the table of the program's verbs. */
#include "verbs.h"

#include <stdio.h>
#include <string.h>

static const struct verb table[] = {
	{ "run", verb_run, "simulate a scenario and show what came out" },
	{ "sweep", verb_sweep, "simulate a scenario over values of its parameters" },
	{ "explain", verb_explain, "say what limits a scenario, and what would next" },
	{ "ndr", verb_ndr, "find the highest rate without loss, and with little" },
	{ "merge", verb_merge, "join the parts of a sweep that --shard made" },
	{ "plot", verb_plot, "draw a sweep, with the measured values if there are any" },
	{ "compare", verb_compare, "compare a sweep with a measured table" },
	{ "report", verb_report, "show where the simulated threads' cycles went" },
	{ "calibrate", verb_calibrate, "fit a machine profile to measured tables" },
	{ "check", verb_check, "check scenario files" },
	{ "schema", verb_schema, "print the JSON Schema of scenario files" },
	{ "list", verb_list, "list scenarios, machines, kernels and metrics" },
	{ "help", verb_help, "help on a verb, on scenario files, on units" },
	{ NULL, NULL, NULL },
};

const struct verb *verb_table(void)
{
	return table;
}

const struct verb *verb_find(const char *name)
{
	for (const struct verb *v = table; v->name; v++)
		if (!strcmp(v->name, name))
			return v;
	return NULL;
}

void verbs_usage(FILE *out)
{
	fputs("Usage: vhostsim VERB [OPTION...] [FILE...]\n"
	      "Simulate the Linux vhost/virtio network data path.\n\n",
	      out);
	for (const struct verb *v = table; v->name; v++)
		fprintf(out, "  %-9s  %s\n", v->name, v->help);
	fputs("\n\"vhostsim VERB --help\" says what a verb can do, \"vhostsim help "
	      "scenario\" what\na scenario may hold. Exit status: 0 fine, 1 a difference, "
	      "2 bad usage or input,\n3 the simulated system stalls, 4 an internal error.\n",
	      out);
}
