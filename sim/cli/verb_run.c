/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb_run.c - vhostsim run: simulate a scenario and show what came out. */
#include "verbs.h"

#include <argp.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "args.h"
#include "output.h"
#include "result.h"
#include "series.h"
#include "units.h"

#define REPEATS_MAX 10000

enum option_key {
	KEY_SET = 256,
	KEY_SEED,
	KEY_REPEAT,
	KEY_UNTIL,
	KEY_FORMAT,
	KEY_PROGRESS,
	KEY_SERIES,
	KEY_INTERVAL,
};

struct run_args {
	const char *scenario, *out, *until, *series;
	uint64_t interval_ns;
	struct settings set;
	uint64_t repeats;
	int format;
	bool progress;
	struct diag d;
};

static const char *const format_name[] = { "text", "json", "csv", "jsonl", "md", NULL };

static void (*const format_print[])(const json_t *doc, FILE *out) = {
	result_print_text,  result_print_json, result_print_csv,
	result_print_jsonl, result_print_md,
};

static const struct argp_option options[] = {
	{ "set", KEY_SET, "PATH=VALUE", 0,
	  "Set a key of the scenario; PATH is a full path, or a last name that is unique",
	  0 },
	{ "seed", KEY_SEED, "N", 0, "Seed of the random streams (run.seed)", 0 },
	{ "repeat", KEY_REPEAT, "N", 0,
	  "Run N times with other seeds; shows means and 95 % confidence", 0 },
	{ "until", KEY_UNTIL, "TIME", 0,
	  "End at this simulated time, warm-up included (\"5ms\")", 0 },
	{ "format", KEY_FORMAT, "FORMAT", 0, "text (default), json, csv, jsonl or md",
	  0 },
	{ "output", 'o', "FILE", 0, "Write to FILE instead of stdout", 0 },
	{ "series", KEY_SERIES, "FILE", 0,
	  "Write queue lengths and counts over simulated time to FILE (of the first run)",
	  0 },
	{ "interval", KEY_INTERVAL, "TIME", 0, "... a row each TIME (default 1ms)", 0 },
	{ "progress", KEY_PROGRESS, NULL, 0,
	  "Show progress on stderr, also when that is no terminal", 0 },
	{ 0 },
};

static int set_seed(struct run_args *a, const char *text)
{
	char setting[64];
	uint64_t seed;

	if (args_u64("--seed", text, 0, UINT64_MAX, &seed, &a->d))
		return -1;
	snprintf(setting, sizeof(setting), "run.seed=%" PRIu64, seed);
	return settings_add(&a->set, setting, &a->d);
}

static void set_interval(struct run_args *a, const char *text)
{
	char why[256];
	double ns;

	if (quantity_parse(QUANTITY_TIME, text, &ns, why, sizeof(why)))
		diag_set(&a->d, "--interval", 0, 0, NULL, "%s", why);
	else if (ns < 1 || ns > 3600e9)
		diag_set(&a->d, "--interval", 0, 0, NULL,
			 "%s is out of range; 1ns to 3600s would be right", text);
	else
		a->interval_ns = (uint64_t)ns;
}

/* The first mistake counts; verb_run() reports it. */
static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct run_args *a = state->input;

	switch (key) {
	case KEY_SET:
		settings_add(&a->set, arg, &a->d);
		return 0;
	case KEY_SEED:
		set_seed(a, arg);
		return 0;
	case KEY_REPEAT:
		args_u64("--repeat", arg, 1, REPEATS_MAX, &a->repeats, &a->d);
		return 0;
	case KEY_UNTIL:
		a->until = arg;
		return 0;
	case KEY_FORMAT:
		a->format = args_choice("--format", arg, format_name, &a->d);
		return 0;
	case KEY_SERIES:
		a->series = arg;
		return 0;
	case KEY_INTERVAL:
		set_interval(a, arg);
		return 0;
	case KEY_PROGRESS:
		a->progress = true;
		return 0;
	case 'o':
		a->out = arg;
		return 0;
	case ARGP_KEY_ARG:
		if (a->scenario)
			argp_error(state, "one scenario at a time; \"%s\" is too much",
				   arg);
		a->scenario = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "name a scenario file");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Simulate the repeats; ends with the first that does not come to its end. */
static int simulate(struct run_args *a, struct experiment *e,
		    const struct run_watch *watch, struct run_outcome *run, size_t *n)
{
	uint64_t base = e->cfg.run.seed;

	signals_catch();
	for (*n = 0; *n < a->repeats; (*n)++) {
		e->cfg.run.seed = repeat_seed(base, (unsigned int)*n);
		if (run_once(e, a->progress, *n ? NULL : watch, &run[*n]))
			return -1;
		if (*n)
			run_outcome_reduce(&run[*n]);
		if (run[*n].end != RUN_COMPLETE) {
			(*n)++;
			break;
		}
	}
	e->cfg.run.seed = base;
	return 0;
}

static int print(const struct run_args *a, const json_t *doc, struct diag *d)
{
	struct output o;

	if (output_open(&o, a->out, d))
		return -1;
	format_print[a->format](doc, o.f);
	return output_close(&o, d);
}

/* What the last of the runs is worth. */
static int verdict(const struct run_outcome *run)
{
	if (run->end == RUN_STALLED) {
		fprintf(stderr, "vhostsim: error: the simulated system stalls\n%s",
			run->stall);
		return EXIT_STALL;
	}
	if (run->result && run->result->unbalanced) {
		fprintf(stderr,
			"vhostsim: error: %s do not add up (seed %" PRIu64
			", simulated time %" PRIu64 " ns of the window)\n",
			run->result->unbalanced, run->seed, run->result->window_ns);
		return EXIT_INTERNAL;
	}
	return run->end == RUN_INTERRUPTED ? 128 + signals_number() : EXIT_FINE;
}

static int report(struct run_args *a, const struct experiment *e,
		  const struct run_outcome *run, size_t n)
{
	json_t *doc = result_document(e, run, n);
	int code = verdict(&run[n - 1]);

	if (!doc)
		diag_set(&a->d, NULL, 0, 0, NULL, "out of memory");
	if (!doc || print(a, doc, &a->d))
		code = diag_print(&a->d);
	json_decref(doc);
	return code;
}

static int run_all(struct run_args *a, struct experiment *e)
{
	struct run_outcome *run = calloc(a->repeats, sizeof(*run));
	int code = EXIT_INTERNAL;
	struct series series;
	size_t n = 0;

	if (a->series && series_open(&series, a->series, a->interval_ns, e, &a->d)) {
		free(run);
		return diag_print(&a->d);
	}
	if (run && !simulate(a, e, a->series ? &series.watch : NULL, run, &n))
		code = report(a, e, run, n);
	else
		fputs("vhostsim: error: out of memory\n", stderr);
	if (a->series && series_close(&series, &a->d))
		code = diag_print(&a->d);
	for (size_t i = 0; run && i < n; i++)
		run_outcome_destroy(&run[i]);
	free(run);
	return code;
}

int verb_run(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		parse,
		"SCENARIO",
		"Simulate a scenario and show what came out: metrics, batch histograms, the "
		"profile by symbol, the conservation sheet and the fingerprint."
		"\v"
		"Exit status: 0; 2 bad usage or scenario; 3 the simulated system stalls; "
		"4 an internal error; 130 interrupted (what there is is printed, marked "
		"\"complete\": false).",
		NULL,
		NULL,
		NULL,
	};
	struct run_args a = { .repeats = 1,
			      .interval_ns = 1000000,
			      .progress = isatty(STDERR_FILENO) };
	struct experiment e;
	int code;

	args_parse(&argp, argc, argv, "run", &a);
	if (a.d.set || experiment_load(&e, a.scenario, a.set.v, a.set.n, &a.d)) {
		code = diag_print(&a.d);
	} else {
		code = a.until && experiment_until(&e, a.until, &a.d) ? diag_print(&a.d)
								      : run_all(&a, &e);
		experiment_destroy(&e);
	}
	settings_free(&a.set);
	return code;
}
