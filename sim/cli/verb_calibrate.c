/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb_calibrate.c - vhostsim calibrate: fit a machine profile to measurements. */
#include "verbs.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args.h"
#include "calibrate.h"
#include "compare.h"
#include "machine_file.h"
#include "output.h"
#include "result.h"
#include "stat.h"
#include "workers.h"

#define TABLES_MAX 32

enum option_key {
	KEY_SET = 256,
	KEY_FIT,
	KEY_COLUMN,
	KEY_PRIOR,
	KEY_FOLDS,
	KEY_FORMAT,
	KEY_PROGRESS,
};

enum cal_format { CAL_TEXT, CAL_JSON };

struct cal_args {
	const char *scenario, *out, *column;
	char **table;
	size_t tables;
	struct settings set;
	const char *fit[CAL_PARAMETERS];
	size_t fits;
	double prior; /* percent, 0: none */
	uint64_t folds, workers;
	int format;
	bool progress;
	struct diag d;
};

static const char *const format_name[] = { "text", "json", NULL };

static const struct argp_option options[] = {
	{ "fit", KEY_FIT, "NAME[=START[:LOW:HIGH]]", 0,
	  "A number of the machine profile to fit, such as tx.handle_tx_copy or "
	  "line.same_socket; where to begin, and bounds (default: a tenth to ten times)",
	  0 },
	{ "set", KEY_SET, "PATH=VALUE", 0, "Set a key of the scenario", 0 },
	{ "column", KEY_COLUMN, "NAME,...", 0, "Only these columns of the tables", 0 },
	{ "prior", KEY_PRIOR, "PCT", 0,
	  "Believe the profile's values to be right to so much (default: not at all)",
	  0 },
	{ "folds", KEY_FOLDS, "K", 0,
	  "Also fit K times without a K-th of the cells, and say how well those are "
	  "predicted",
	  0 },
	{ "jobs", 'j', "N", 0, "Work with N processes (default 1)", 0 },
	{ "format", KEY_FORMAT, "FORMAT", 0, "text (default) or json", 0 },
	{ "output", 'o', "FILE.json", 0, "Write the fitted machine profile to FILE", 0 },
	{ "progress", KEY_PROGRESS, NULL, 0, "Show progress on stderr", 0 },
	{ 0 },
};

static void add_fit(struct cal_args *a, const char *text)
{
	if (a->fits == CAL_PARAMETERS)
		diag_set(&a->d, "--fit", 0, 0, NULL, "at most %d of them",
			 CAL_PARAMETERS);
	else
		a->fit[a->fits++] = text;
}

static void set_prior(struct cal_args *a, const char *text)
{
	if (csv_parse_number(text, &a->prior) || a->prior <= 0)
		diag_set(&a->d, "--prior", 0, 0, NULL, "\"%.40s\" is not a percentage",
			 text);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct cal_args *a = state->input;

	switch (key) {
	case KEY_FIT:
		add_fit(a, arg);
		return 0;
	case KEY_SET:
		settings_add(&a->set, arg, &a->d);
		return 0;
	case KEY_COLUMN:
		a->column = arg;
		return 0;
	case KEY_PRIOR:
		set_prior(a, arg);
		return 0;
	case KEY_FOLDS:
		args_u64("--folds", arg, 2, 1000, &a->folds, &a->d);
		return 0;
	case 'j':
		args_u64("-j", arg, 1, WORKERS_MAX, &a->workers, &a->d);
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
	case ARGP_KEY_ARGS:
		a->scenario = state->argv[state->next];
		a->table = state->argv + state->next + 1;
		a->tables = (size_t)(state->argc - state->next - 1);
		return 0;
	case ARGP_KEY_END:
		if (!a->tables)
			argp_error(state, "name a scenario and a measured table");
		if (!a->fits)
			argp_error(state, "name what to fit: --fit tx.handle_tx_copy");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* A name that no profile has, with the nearest one that it has. */
static int unknown_number(const char *name, struct diag *d)
{
	const char *names[OP_COUNT + 16], *near;
	size_t n = machine_names(names, OP_COUNT + 16);

	near = nearest(name, names, n);
	return diag_set(d, "--fit", 0, 0, NULL, "no profile has a number \"%s\"; %s%s%s",
			name, near ? "\"" : "\"vhostsim list ops\" names them",
			near ? near : "", near ? "\" would be right" : "");
}

/* "NAME[=START[:LOW:HIGH]]" */
static int read_fit(struct cal_parameter *p, const char *text, const struct machine *m,
		    double prior, struct diag *d)
{
	long long start, low, high;
	const char *eq = strchr(text, '=');
	int got;

	memset(p, 0, sizeof(*p));
	snprintf(p->name, sizeof(p->name), "%.*s",
		 (int)(eq ? (size_t)(eq - text) : strlen(text)), text);
	if (!machine_get(m, p->name, &p->profile))
		return unknown_number(p->name, d);
	p->prior = prior / 100;
	p->start = p->profile;
	got = eq ? sscanf(eq + 1, "%lld:%lld:%lld", &start, &low, &high) : 0;
	if (eq && got != 1 && got != 3)
		return diag_set(d, "--fit", 0, 0, NULL,
				"\"%s\": NAME=START or NAME=START:LOW:HIGH would be "
				"right, in cycles",
				text);
	if (got >= 1)
		p->start = start;
	p->low = got == 3 ? low : p->start / 10;
	p->high = got == 3 ? high : p->start * 10 + 100;
	if (p->low < 0 || p->start < p->low || p->start > p->high || p->low == p->high)
		return diag_set(d, "--fit", 0, 0, NULL,
				"\"%s\": the start must lie between the bounds", text);
	return 0;
}

static const char *verdict_of(const struct cal_parameter *p)
{
	if (p->undetermined)
		return "not determined by these cells";
	if ((int64_t)p->value == p->low || (int64_t)p->value == p->high)
		return "at its bound";
	return "";
}

static void print_text(const struct calibration *c, double left_out, FILE *out)
{
	fprintf(out, "%-36s %10s %10s %10s %12s\n", "parameter (cycles)", "profile",
		"start", "fitted", "+- 95 %");
	for (size_t i = 0; i < c->n; i++)
		fprintf(out, "%-36s %10" PRId64 " %10" PRId64 " %10.0f %12.1f  %s\n",
			c->p[i].name, c->p[i].profile, c->p[i].start, c->p[i].value,
			c->p[i].half, verdict_of(&c->p[i]));
	for (size_t i = 0; i < c->n; i++)
		for (size_t k = i + 1; k < c->n; k++)
			if (fabs(c->p[i].correlation[k]) > 0.9)
				fprintf(out,
					"correlated %+.3f: %s and %s: only one of "
					"them can be told from these cells\n",
					c->p[i].correlation[k], c->p[i].name,
					c->p[k].name);
	fprintf(out,
		"\nmean error of %zu cells: %.2f %% before, %.2f %% after; %zu "
		"simulations\n",
		c->cells, calibration_mape(c, false), calibration_mape(c, true),
		c->simulations);
	if (!isnan(left_out))
		fprintf(out, "of cells that a fit did not see: %.2f %%\n", left_out);
}

static json_t *number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *parameter_json(const struct calibration *c, const struct cal_parameter *p)
{
	json_t *correlation = json_object();

	for (size_t k = 0; k < c->n; k++)
		json_object_set_new(correlation, c->p[k].name, number(p->correlation[k]));
	return json_pack("{s:s, s:I, s:I, s:f, s:o, s:b, s:o}", "name", p->name,
			 "profile", (json_int_t)p->profile, "start", (json_int_t)p->start,
			 "fitted", p->value, "ci95", number(p->half), "undetermined",
			 p->undetermined, "correlation", correlation);
}

static void print_json(const struct calibration *c, double left_out, FILE *out)
{
	json_t *parameters = json_array(), *cells = json_array(), *doc;

	for (size_t i = 0; i < c->n; i++)
		json_array_append_new(parameters, parameter_json(c, &c->p[i]));
	for (size_t i = 0; i < c->cells; i++) {
		const struct cal_cell *cell = &c->cell[i];

		json_array_append_new(cells,
				      json_pack("{s:s, s:s, s:s, s:f, s:f, s:f}", "table",
						base_name(cell->table), "row",
						cell->label, "column", cell->column,
						"measured", cell->measured, "before",
						cell->before, "after", cell->after));
	}
	doc = json_pack("{s:o, s:o, s:o, s:o, s:o, s:I}", "parameters", parameters,
			"mape_before_pct", number(calibration_mape(c, false)),
			"mape_after_pct", number(calibration_mape(c, true)),
			"mape_left_out_pct", number(left_out), "cells", cells,
			"simulations", (json_int_t)c->simulations);
	json_dumpf(doc, out, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	putc('\n', out);
	json_decref(doc);
}

/* All cells, as a profile lists what a number was fitted to. */
static json_t *cells_json(const struct calibration *c)
{
	json_t *out = json_array();

	for (size_t i = 0; i < c->cells; i++)
		json_array_append_new(out,
				      json_pack("{s:s, s:s, s:s}", "table",
						c->cell[i].table, "row", c->cell[i].label,
						"column", c->cell[i].column));
	return out;
}

/* The profile with what was found, and where it comes from. */
static json_t *fitted_profile(const struct calibration *c)
{
	json_t *tree = json_deep_copy(c->cell[0].e.machine_tree);

	json_object_del(tree, "base"); /* its numbers are in here */
	for (size_t i = 0; i < c->n; i++) {
		const struct cal_parameter *p = &c->p[i];
		const char *key;
		json_t *entry = machine_entry(tree, p->name, &key);
		char from[128];

		snprintf(from, sizeof(from),
			 "vhostsim calibrate: %.0f +- %.0f (95 %%)%s%s", p->value,
			 p->half, *verdict_of(p) ? ", " : "", verdict_of(p));
		json_object_set_new(entry, key, json_integer((json_int_t)p->value));
		json_object_set_new(entry, "source",
				    json_pack("{s:s, s:s, s:o}", "kind", "fitted", "from",
					      from, "cells", cells_json(c)));
	}
	return tree;
}

static int write_profile(const struct cal_args *a, const struct calibration *c,
			 struct diag *d)
{
	json_t *tree = fitted_profile(c);
	struct output o;
	int err = output_open(&o, a->out, d);

	if (!err) {
		json_dumpf(tree, o.f, JSON_INDENT(2));
		putc('\n', o.f);
		err = output_close(&o, d);
	}
	json_decref(tree);
	return err;
}

static int fit(struct cal_args *a, struct calibration *c)
{
	double left_out = NAN;

	if (!c->cells)
		return diag_set(&a->d, a->table[0], 0, 0, NULL, "has no cell to fit to");
	for (c->n = 0; c->n < a->fits; c->n++)
		if (read_fit(&c->p[c->n], a->fit[c->n], &c->cell[0].e.machine, a->prior,
			     &a->d))
			return -1;
	signals_catch();
	if (calibrate(c, &a->d))
		return -1;
	if (a->folds)
		left_out = calibrate_folds(c, (unsigned int)a->folds, &a->d);
	if (a->d.set || (a->out && write_profile(a, c, &a->d)))
		return -1;
	if (a->format == CAL_JSON)
		print_json(c, left_out, stdout);
	else
		print_text(c, left_out, stdout);
	return 0;
}

static int run(struct cal_args *a)
{
	struct calibration c = { .workers = (unsigned int)a->workers,
				 .progress = a->progress };
	struct csv table[TABLES_MAX] = { { .file = NULL } };
	size_t n = 0;
	int code;

	if (a->tables > TABLES_MAX)
		diag_set(&a->d, NULL, 0, 0, NULL, "at most %d tables", TABLES_MAX);
	while (!a->d.set && n < a->tables) {
		if (csv_read(&table[n], a->table[n], &a->d))
			break;
		n++;
		calibration_add(&c, a->scenario, a->set.v, a->set.n, &table[n - 1],
				a->column, &a->d);
	}
	code = a->d.set || fit(a, &c) ? diag_print(&a->d) : EXIT_FINE;
	if (code && signals_came())
		code = 128 + signals_number();
	calibration_destroy(&c);
	while (n--)
		csv_destroy(&table[n]);
	return code;
}

int verb_calibrate(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		parse,
		"SCENARIO MEASURED.csv...",
		"Fit numbers of the scenario's machine profile to measured tables: least "
		"squares of relative errors over whole simulations, all with the same random "
		"numbers. Says how well each number is known, which depend on each other and "
		"which the cells cannot determine, and writes a profile that names the cells.",
		NULL,
		NULL,
		NULL,
	};
	struct cal_args a = { .workers = 1, .progress = isatty(STDERR_FILENO) };
	int code;

	args_parse(&argp, argc, argv, "calibrate", &a);
	code = a.d.set ? diag_print(&a.d) : run(&a);
	settings_free(&a.set);
	return code;
}
