/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb_report.c - vhostsim report: where the cycles of the simulated threads went. */
#include "verbs.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "json_file.h"
#include "json_get.h"
#include "output.h"
#include "result.h"
#include "result_profile.h"

enum option_key { KEY_SET = 256, KEY_TASK, KEY_LIMIT, KEY_FORMAT, KEY_PROGRESS };

enum report_format { REPORT_TEXT, REPORT_CSV, REPORT_JSON, REPORT_FOLDED };

struct report_args {
	const char *file, *out;
	struct settings set;
	struct profile_filter filter;
	int format;
	bool progress;
	struct diag d;
};

static const char *const format_name[] = { "text", "csv", "json", "folded", NULL };

static const struct argp_option options[] = {
	{ "set", KEY_SET, "PATH=VALUE", 0, "Set a key of the scenario", 0 },
	{ "task", KEY_TASK, "NAME", 0, "Only this thread (\"vhost-tap0\")", 0 },
	{ "percent-limit", KEY_LIMIT, "PCT", 0,
	  "Leave away symbols below this share of their thread", 0 },
	{ "format", KEY_FORMAT, "FORMAT", 0,
	  "text (default), csv, json, or folded (for flamegraph.pl)", 0 },
	{ "output", 'o', "FILE", 0, "Write to FILE instead of stdout", 0 },
	{ "progress", KEY_PROGRESS, NULL, 0, "Show progress on stderr", 0 },
	{ 0 },
};

static void set_limit(struct report_args *a, const char *text)
{
	char *end;

	a->filter.percent_limit = strtod(text, &end);
	if (!*text || *end ||
	    !(a->filter.percent_limit >= 0 && a->filter.percent_limit <= 100))
		diag_set(&a->d, "--percent-limit", 0, 0, NULL,
			 "\"%.40s\" is not a number from 0 to 100", text);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct report_args *a = state->input;

	switch (key) {
	case KEY_SET:
		settings_add(&a->set, arg, &a->d);
		return 0;
	case KEY_TASK:
		a->filter.task = arg;
		return 0;
	case KEY_LIMIT:
		set_limit(a, arg);
		return 0;
	case KEY_FORMAT:
		a->format = args_choice("--format", arg, format_name, &a->d);
		return 0;
	case KEY_PROGRESS:
		a->progress = true;
		return 0;
	case 'o':
		a->out = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (a->file)
			argp_error(state, "one file at a time; \"%s\" is too much", arg);
		a->file = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state,
			   "name a scenario, or a result of \"run --format json\"");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The document that a run of the scenario gives. NULL with a->d filled. */
static json_t *simulated(struct report_args *a)
{
	struct run_outcome run;
	struct experiment e;
	json_t *doc = NULL;

	if (experiment_load(&e, a->file, a->set.v, a->set.n, &a->d))
		return NULL;
	signals_catch();
	if (!run_once(&e, a->progress, NULL, &run)) {
		doc = result_document(&e, &run, 1);
		run_outcome_destroy(&run);
	}
	if (!doc)
		diag_set(&a->d, NULL, 0, 0, NULL, "out of memory");
	experiment_destroy(&e);
	return doc;
}

static int check_document(const struct report_args *a, const struct json_file *f,
			  struct diag *d)
{
	if (json_get_number(f->root, "schema_version") != RESULT_SCHEMA_VERSION)
		return json_file_error(f, d, "schema_version",
				       "this program reads version %d",
				       RESULT_SCHEMA_VERSION);
	if (!json_is_array(json_object_get(f->root, "profile")))
		return json_file_error(f, d, "profile", "is missing: a list");
	if (a->set.n)
		return json_file_error(f, d, NULL, "is a result; --set is for scenarios");
	return 0;
}

/* A result file as it is, or what comes out of a scenario. NULL with a->d filled. */
static json_t *document(struct report_args *a)
{
	struct json_file f;
	json_t *doc = NULL;
	bool result;

	if (json_file_read(&f, a->file, &a->d))
		return NULL;
	result = json_object_get(f.root, "schema_version");
	if (result && !check_document(a, &f, &a->d))
		doc = json_incref(f.root);
	json_file_destroy(&f);
	return result ? doc : simulated(a);
}

/* --task must name one of the threads. */
static int check_task(struct report_args *a, const json_t *profile)
{
	const char *names[256], *task = "";
	char text[512];
	json_t *line;
	size_t n = 0, i;

	json_array_foreach((json_t *)profile, i, line)
	{
		if (!a->filter.task ||
		    !strcmp(json_get_text(line, "task"), a->filter.task))
			return 0;
		if (strcmp(task, json_get_text(line, "task")) && n < 256)
			names[n++] = task = json_get_text(line, "task");
	}
	if (!a->filter.task)
		return 0;
	unknown_name(text, sizeof(text), "thread", a->filter.task, names, n);
	return diag_set(&a->d, "--task", 0, 0, NULL, "%s", text);
}

static void print(const struct report_args *a, const json_t *doc, FILE *out)
{
	const json_t *profile = json_object_get(doc, "profile");
	json_t *lines;

	if (a->format == REPORT_TEXT) {
		fprintf(out, "# %s, machine %s, kernel %s, fingerprint %s\n#\n",
			json_get_text(doc, "scenario_file"),
			json_get_text(doc, "machine"), json_get_text(doc, "kernel"),
			json_get_text(doc, "fingerprint"));
		profile_print_text(profile, &a->filter, out);
	} else if (a->format == REPORT_CSV) {
		profile_print_csv(profile, &a->filter, out);
	} else if (a->format == REPORT_FOLDED) {
		profile_print_folded(profile, &a->filter, out);
	} else {
		lines = profile_filtered(profile, &a->filter);
		json_dumpf(lines, out, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
		putc('\n', out);
		json_decref(lines);
	}
}

static int report(struct report_args *a, const json_t *doc)
{
	struct output o;

	if (check_task(a, json_object_get(doc, "profile")) ||
	    output_open(&o, a->out, &a->d))
		return diag_print(&a->d);
	print(a, doc, o.f);
	if (output_close(&o, &a->d))
		return diag_print(&a->d);
	if (signals_came())
		return 128 + signals_number();
	return strcmp(json_get_text(doc, "end"), "stalled") ? EXIT_FINE : EXIT_STALL;
}

int verb_report(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		parse,
		"SCENARIO|RESULT.json",
		"Show where the cycles of the simulated threads went, by kernel symbol, as "
		"perf report does. A scenario is simulated first; a result that \"vhostsim "
		"run --format json\" wrote is read.",
		NULL,
		NULL,
		NULL,
	};
	struct report_args a = { .format = REPORT_TEXT };
	json_t *doc;
	int code;

	args_parse(&argp, argc, argv, "report", &a);
	doc = a.d.set ? NULL : document(&a);
	code = doc ? report(&a, doc) : diag_print(&a.d);
	json_decref(doc);
	settings_free(&a.set);
	return code;
}
