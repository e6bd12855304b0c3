/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_args.c - the command line of vhostsim sweep. */
#include "sweep_args.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args.h"
#include "workers.h"

#define REPEATS_MAX 10000
#define SHARDS_MAX 100000

enum option_key {
	KEY_SET = 256,
	KEY_VARY,
	KEY_SEED,
	KEY_REPEAT,
	KEY_UNTIL,
	KEY_FORMAT,
	KEY_PROGRESS,
	KEY_FORCE,
	KEY_SHARD,
};

struct parsing {
	struct sweep_args *a;
	struct settings set;
	struct diag *d;
};

static const char *const format_name[] = { "csv", "jsonl", NULL };

static const struct argp_option options[] = {
	{ "vary", KEY_VARY, "PATH=V1,V2,...", 0,
	  "Values of a key of the scenario; given more than once: all combinations", 0 },
	{ "set", KEY_SET, "PATH=VALUE", 0, "Set a key of the scenario at all points", 0 },
	{ "seed", KEY_SEED, "N", 0, "Seed that those of the points are derived from", 0 },
	{ "repeat", KEY_REPEAT, "N", 0, "Simulate each point N times with other seeds",
	  0 },
	{ "until", KEY_UNTIL, "TIME", 0,
	  "End each run at this simulated time, warm-up included", 0 },
	{ "jobs", 'j', "N", 0, "Work with N processes (default 1)", 0 },
	{ "shard", KEY_SHARD, "I/N", 0,
	  "Only part I of N, for several machines; \"vhostsim merge\" joins the parts",
	  0 },
	{ "output", 'o', "FILE", 0,
	  "Write to FILE; an interrupted sweep goes on from what it has there", 0 },
	{ "format", KEY_FORMAT, "FORMAT", 0, "csv (default) or jsonl", 0 },
	{ "progress", KEY_PROGRESS, NULL, 0,
	  "Show progress on stderr, also when that is no terminal", 0 },
	{ "force", KEY_FORCE, NULL, 0, "Start anew, and replace FILE if it is there", 0 },
	{ 0 },
};

static void set_number(struct parsing *p, int key, const char *arg)
{
	struct sweep_args *a = p->a;
	uint64_t value = 0;

	if (key == KEY_SEED && !args_u64("--seed", arg, 0, UINT64_MAX, &value, p->d)) {
		a->grid.seed = value;
		a->seed_given = true;
	} else if (key == KEY_REPEAT &&
		   !args_u64("--repeat", arg, 1, REPEATS_MAX, &value, p->d)) {
		a->grid.repeats = value;
	} else if (key == 'j' && !args_u64("-j", arg, 1, WORKERS_MAX, &value, p->d)) {
		a->workers = (unsigned int)value;
	}
}

/* "I/N", as array jobs count: 1/4 to 4/4. */
static void set_shard(struct parsing *p, const char *arg)
{
	const char *slash = strchr(arg, '/');
	uint64_t i = 0, n = 0;
	char first[24];

	snprintf(first, sizeof(first), "%.*s", (int)(slash ? slash - arg : 0), arg);
	if (!slash)
		diag_set(p->d, "--shard", 0, 0, NULL,
			 "\"%.40s\" is no part of a sweep; 1/4 would be right", arg);
	else if (!args_u64("--shard", slash + 1, 1, SHARDS_MAX, &n, p->d) &&
		 !args_u64("--shard", first, 1, n, &i, p->d))
		p->a->shard = (struct shard){ i, n };
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct parsing *p = state->input;
	struct sweep_args *a = p->a;
	int format;

	switch (key) {
	case KEY_SET:
		settings_add(&p->set, arg, p->d);
		return 0;
	case KEY_VARY:
		grid_add(&a->grid, arg, p->d);
		return 0;
	case KEY_SEED:
	case KEY_REPEAT:
	case 'j':
		set_number(p, key, arg);
		return 0;
	case KEY_UNTIL:
		a->until = arg;
		return 0;
	case KEY_FORMAT:
		format = args_choice("--format", arg, format_name, p->d);
		a->format = format < 0 ? SWEEP_CSV : (enum sweep_format)format;
		return 0;
	case KEY_SHARD:
		set_shard(p, arg);
		return 0;
	case KEY_PROGRESS:
		a->progress = true;
		return 0;
	case KEY_FORCE:
		a->force = true;
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

int sweep_args_parse(struct sweep_args *a, int argc, char **argv, struct diag *d)
{
	static const struct argp argp = {
		options,
		parse,
		"SCENARIO",
		"Simulate a scenario over values of its parameters and print a table: a row "
		"a point, as soon as it is done. The rows are the same bytes for any number "
		"of processes, and for a sweep that was interrupted."
		"\v"
		"Columns: the varied keys, repeat, seed, the metrics, fingerprint. With -o "
		"rows are kept in FILE.part until all are there; the same command goes on "
		"from them.",
		NULL,
		NULL,
		NULL,
	};
	struct parsing p = { .a = a, .d = d };

	*a = (struct sweep_args){
		.workers = 1,
		.format = SWEEP_CSV,
		.progress = isatty(STDERR_FILENO),
		.grid = { .repeats = 1 },
		.shard = { 1, 1 },
	};
	args_parse(&argp, argc, argv, "sweep", &p);
	a->set = p.set.v;
	a->sets = p.set.n;
	if (!d->set && !a->grid.axes)
		diag_set(d, "--vary", 0, 0, NULL,
			 "is missing; --vary VHOST_NET_BATCH=1,16,64 would be right "
			 "(\"vhostsim run\" simulates a single point)");
	return d->set ? -1 : 0;
}

void sweep_args_destroy(struct sweep_args *a)
{
	struct settings set = { a->set, a->sets };

	settings_free(&set);
	grid_destroy(&a->grid);
}
