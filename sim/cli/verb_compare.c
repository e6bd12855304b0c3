/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb_compare.c - vhostsim compare: a sweep beside a measured table, or samples. */
#include "verbs.h"

#include <argp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "compare.h"
#include "compare_sample.h"
#include "machine_file.h"
#include "output.h"

#define SWEEPS_MAX 64

enum option_key {
	KEY_COLUMN = 256,
	KEY_COLUMNS_ARE,
	KEY_METRIC,
	KEY_MACHINE,
	KEY_TOLERANCE,
	KEY_BASELINE,
	KEY_SUMMARY,
	KEY_FORMAT,
	KEY_SHOW,
	KEY_SECONDS,
};

enum compare_format { COMPARE_TEXT, COMPARE_CSV, COMPARE_JSON, COMPARE_MD };

struct compare_args {
	char **file; /* sweeps, then the measured table */
	size_t files;
	const char *out, *machine, *summary;
	double tolerance; /* NAN: none */
	double seconds;	  /* 0: as the samples say */
	struct compare_options o;
	int format;
	bool show;
	struct diag d;
};

static const char *const format_name[] = { "text", "csv", "json", "md", NULL };

static const struct argp_option options[] = {
	{ "column", KEY_COLUMN, "NAME,...", 0,
	  "Compare only this column of MEASURED, or these (a,b)", 0 },
	{ "columns-are", KEY_COLUMNS_ARE, "KEY", 0,
	  "The columns of MEASURED are values of this key (kernel)", 0 },
	{ "metric", KEY_METRIC, "NAME", 0, "What MEASURED holds (tx_pps)", 0 },
	{ "machine", KEY_MACHINE, "NAME", 0,
	  "Profile whose fitted cells are counted apart (default: the sweep's)", 0 },
	{ "tolerance", KEY_TOLERANCE, "PCT", 0,
	  "Exit with 1 if the mean error of predicted cells, or of a SAMPLE's values, is "
	  "larger",
	  0 },
	{ "baseline", KEY_BASELINE, "X1,X2", 0,
	  "Beside it c0 + c1/x, fitted by hand to two measured cells of each column", 0 },
	{ "summary", KEY_SUMMARY, "FILE", 0, "Write one row of sums to FILE, too", 0 },
	{ "format", KEY_FORMAT, "FORMAT", 0,
	  "text (default), csv, json, or for sweeps md", 0 },
	{ "seconds", KEY_SECONDS, "N", 0,
	  "That the counters in each SAMPLE were taken over", 0 },
	{ "show", KEY_SHOW, NULL, 0, "Print what is read from each SAMPLE", 0 },
	{ "output", 'o', "FILE", 0, "Write to FILE instead of stdout", 0 },
	{ 0 },
};

static void set_tolerance(struct compare_args *a, const char *arg)
{
	if (csv_parse_number(arg, &a->tolerance) || a->tolerance < 0)
		diag_set(&a->d, "--tolerance", 0, 0, NULL,
			 "\"%.40s\" is not a percentage", arg);
}

static void set_seconds(struct compare_args *a, const char *arg)
{
	if (csv_parse_number(arg, &a->seconds) || !(a->seconds > 0))
		diag_set(&a->d, "--seconds", 0, 0, NULL,
			 "\"%.40s\" is no time; a number of seconds over 0 would be "
			 "right",
			 arg);
}

static void set_baseline(struct compare_args *a, const char *arg)
{
	char first[32];
	const char *comma = strchr(arg, ',');

	snprintf(first, sizeof(first), "%.*s", (int)(comma ? comma - arg : 0), arg);
	a->o.has_baseline = true;
	if (!comma || csv_parse_number(first, &a->o.baseline[0]) ||
	    csv_parse_number(comma + 1, &a->o.baseline[1]))
		diag_set(&a->d, "--baseline", 0, 0, NULL,
			 "\"%.40s\" is not two numbers; 1,64 would be right", arg);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct compare_args *a = state->input;

	switch (key) {
	case KEY_COLUMN:
		a->o.column = arg;
		return 0;
	case KEY_COLUMNS_ARE:
		a->o.columns_are = arg;
		return 0;
	case KEY_METRIC:
		a->o.metric = arg;
		return 0;
	case KEY_MACHINE:
		a->machine = arg;
		return 0;
	case KEY_TOLERANCE:
		set_tolerance(a, arg);
		return 0;
	case KEY_BASELINE:
		set_baseline(a, arg);
		return 0;
	case KEY_SUMMARY:
		a->summary = arg;
		return 0;
	case KEY_FORMAT:
		a->format = args_choice("--format", arg, format_name, &a->d);
		return 0;
	case KEY_SECONDS:
		set_seconds(a, arg);
		return 0;
	case KEY_SHOW:
		a->show = true;
		return 0;
	case 'o':
		a->out = arg;
		return 0;
	case ARGP_KEY_ARGS:
		a->file = state->argv + state->next;
		a->files = (size_t)(state->argc - state->next);
		return 0;
	case ARGP_KEY_END:
		if (a->show && a->files < 1)
			argp_error(state, "name a sample to show");
		if (!a->show && a->files < 2)
			argp_error(state, "name a sweep's table and a measured one, or "
					  "a run's result and a sample");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static void print(const struct compare_args *a, const struct comparison *c, FILE *out)
{
	switch ((enum compare_format)a->format) {
	case COMPARE_TEXT:
		compare_print_text(c, out);
		break;
	case COMPARE_CSV:
		compare_print_csv(c, out);
		break;
	case COMPARE_JSON:
		compare_print_json(c, out);
		break;
	case COMPARE_MD:
		compare_print_md(c, out);
		break;
	}
}

static int print_to(const struct compare_args *a, const struct comparison *c,
		    struct diag *d)
{
	struct output o;

	if (output_open(&o, a->out, d))
		return -1;
	print(a, c, o.f);
	if (output_close(&o, d))
		return -1;
	if (!a->summary)
		return 0;
	if (output_open(&o, a->summary, d))
		return -1;
	compare_print_summary(c, true, o.f);
	return output_close(&o, d);
}

/* The machine's profile, for its fitted cells. NULL with @d filled, or without. */
static json_t *profile(const struct compare_args *a, const struct csv *sweep,
		       struct diag *d)
{
	const char *name = a->machine ? a->machine : csv_note(sweep, "machine");
	struct machine m;
	json_t *tree = NULL;

	if (name && machine_load(name, &m, &tree, d))
		return NULL;
	return tree;
}

static int compare_files(struct compare_args *a, const struct csv *sweep, size_t n,
			 const struct csv *measured)
{
	json_t *machine = profile(a, &sweep[0], &a->d);
	struct comparison c;
	int code = EXIT_FINE;

	if (a->d.set || compare(&c, sweep, n, measured, machine, &a->o, &a->d)) {
		json_decref(machine);
		return diag_print(&a->d);
	}
	if (c.missing)
		warn("%zu cells of %s have no point in the sweep", c.missing,
		     measured->file);
	if (print_to(a, &c, &a->d))
		code = diag_print(&a->d);
	else if (!isnan(a->tolerance) && !(stat_mape(&c.predicted) <= a->tolerance))
		code = EXIT_DIFFERS;
	comparison_destroy(&c);
	json_decref(machine);
	return code;
}

static int read_files(struct compare_args *a)
{
	struct csv table[SWEEPS_MAX] = { { .file = NULL } };
	size_t n = 0;
	int code;

	if (a->files > SWEEPS_MAX)
		diag_set(&a->d, NULL, 0, 0, NULL, "at most %d sweeps", SWEEPS_MAX - 1);
	while (!a->d.set && n < a->files)
		n += !csv_read(&table[n], a->file[n], &a->d);
	code = a->d.set ? diag_print(&a->d)
			: compare_files(a, table, n - 1, &table[n - 1]);
	while (n--)
		csv_destroy(&table[n]);
	return code;
}

/* What concerns tables only is refused beside samples. */
static int check_samples(struct compare_args *a)
{
	const char *table_only = a->o.column	     ? "--column"
				 : a->o.columns_are  ? "--columns-are"
				 : a->o.metric	     ? "--metric"
				 : a->machine	     ? "--machine"
				 : a->o.has_baseline ? "--baseline"
				 : a->summary	     ? "--summary"
						     : NULL;

	if (table_only)
		return diag_set(&a->d, table_only, 0, 0, NULL,
				"is for a sweep and a measured table only");
	if (a->show && (!isnan(a->tolerance) || a->seconds > 0))
		return diag_set(&a->d, a->seconds > 0 ? "--seconds" : "--tolerance", 0, 0,
				NULL, "is for comparisons; --show only prints");
	if (a->format == COMPARE_MD)
		return diag_set(&a->d, "--format", 0, 0, NULL,
				"md is for a sweep and a measured table only; text, csv "
				"or json would be right");
	return 0;
}

static int read_samples(struct compare_args *a)
{
	struct sample_options o = { a->out, a->format, a->tolerance, a->seconds };
	int code = EXIT_USAGE;

	if (!check_samples(a))
		code = a->show ? samples_show(a->file, a->files, &o, &a->d)
			       : samples_compare(a->file[0], a->file + 1, a->files - 1,
						 &o, &a->d);
	return a->d.set ? diag_print(&a->d) : code;
}

int verb_compare(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		parse,
		"SWEEP.csv... MEASURED.csv\nRESULT.json SAMPLE...\n--show SAMPLE...",
		"Compare sweeps with a measured table: for each cell the simulated mean and "
		"its 95 % confidence, the measured value and the error; then the mean "
		"absolute percentage error (MAPE), of cells that the machine's profile was "
		"fitted to and of predicted ones apart, and whether values stand in the "
		"measured order.\n\n"
		"A SAMPLE is what a tool printed, as it was redirected or as a mail quotes "
		"it; which tool that was is told by the content. Beside RESULT, what \"run "
		"--format json\" wrote: for each value with a counterpart in it, the "
		"measured value, the simulated one and the difference; the others are "
		"named. With --show its values alone, with their units and the layer of "
		"the network that they were taken at. \"vhostsim help samples\" lists the "
		"tools."
		"\v"
		"Exit status: 0; 1 if --tolerance is exceeded; 2 bad usage or input.",
		NULL,
		NULL,
		NULL,
	};
	struct compare_args a = { .tolerance = NAN };

	args_parse(&argp, argc, argv, "compare", &a);
	if (a.d.set)
		return diag_print(&a.d);
	if (a.show || is_result(a.file[0]))
		return read_samples(&a);
	if (a.seconds > 0)
		diag_set(&a.d, "--seconds", 0, 0, NULL,
			 "is for a result and samples only");
	return a.d.set ? diag_print(&a.d) : read_files(&a);
}
