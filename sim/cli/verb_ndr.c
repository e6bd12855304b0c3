/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verb_ndr.c - vhostsim ndr: the highest rate with no loss, and with little.
 *
 * NDR and PDR as RFC 2544 and FD.io CSIT use the names: the highest offered rate at which
 * no packet is lost, and at which at most half a percent is. A search by halves between a
 * rate that passes and one that fails; the upper end is what the system delivers when it
 * is offered more than it can take.
 */
#include "verbs.h"

#include <argp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args.h"
#include "csv.h"
#include "output.h"
#include "result.h"

#define LOSSES_MAX 8
#define TRIALS_MAX 64
#define HEADROOM 1.1 /* over what comes through at full load */

enum option_key { KEY_SET = 256, KEY_SEED, KEY_LOSS, KEY_PRECISION, KEY_FORMAT };

enum ndr_format { NDR_TEXT, NDR_CSV, NDR_JSON };

struct ndr_args {
	const char *scenario, *out;
	struct settings set;
	double loss[LOSSES_MAX]; /* percent */
	size_t losses;
	double precision; /* percent of the rate */
	int format;
	struct diag d;
};

/* What one run at one offered rate gave. */
struct trial {
	double offered, delivered, loss; /* packets per second; percent */
};

struct search {
	const struct ndr_args *a;
	struct experiment *e;
	struct trial trial[TRIALS_MAX];
	size_t trials;
	int code;
};

static const char *const format_name[] = { "text", "csv", "json", NULL };

static const struct argp_option options[] = {
	{ "set", KEY_SET, "PATH=VALUE", 0, "Set a key of the scenario", 0 },
	{ "seed", KEY_SEED, "N", 0, "Seed of the random streams (run.seed)", 0 },
	{ "loss", KEY_LOSS, "PCT,...", 0,
	  "Loss that is let pass (default 0,0.5: NDR, PDR)", 0 },
	{ "precision", KEY_PRECISION, "PCT", 0,
	  "Stop when the rate is known to this part of it (default 0.5)", 0 },
	{ "format", KEY_FORMAT, "FORMAT", 0, "text (default), csv or json", 0 },
	{ "output", 'o', "FILE", 0, "Write to FILE instead of stdout", 0 },
	{ 0 },
};

/* A percentage in [@low, 100). */
static int percent(const char *option, const char *text, double low, double *value,
		   struct diag *d)
{
	if (!csv_parse_number(text, value) && *value >= low && *value < 100)
		return 0;
	return diag_set(d, option, 0, 0, NULL,
			"\"%.40s\" is not a percentage from %g to 100", text, low);
}

static void set_losses(struct ndr_args *a, const char *list)
{
	a->losses = 0;
	while (*list) {
		size_t len = strcspn(list, ",");
		char one[32];

		snprintf(one, sizeof(one), "%.*s", (int)len, list);
		if (a->losses == LOSSES_MAX)
			diag_set(&a->d, "--loss", 0, 0, NULL, "at most %d of them",
				 LOSSES_MAX);
		if (a->d.set || percent("--loss", one, 0, &a->loss[a->losses], &a->d))
			return;
		a->losses++;
		list += len + (list[len] == ',');
	}
	if (!a->losses)
		diag_set(&a->d, "--loss", 0, 0, NULL, "is empty; 0,0.5 would be right");
}

static void set_seed(struct ndr_args *a, const char *text)
{
	char setting[64];
	uint64_t seed;

	if (args_u64("--seed", text, 0, UINT64_MAX, &seed, &a->d))
		return;
	snprintf(setting, sizeof(setting), "run.seed=%llu", (unsigned long long)seed);
	settings_add(&a->set, setting, &a->d);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct ndr_args *a = state->input;

	switch (key) {
	case KEY_SET:
		settings_add(&a->set, arg, &a->d);
		return 0;
	case KEY_SEED:
		set_seed(a, arg);
		return 0;
	case KEY_LOSS:
		set_losses(a, arg);
		return 0;
	case KEY_PRECISION:
		percent("--precision", arg, 0.01, &a->precision, &a->d);
		return 0;
	case KEY_FORMAT:
		a->format = args_choice("--format", arg, format_name, &a->d);
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

static double metric(const struct host_result *r, const char *name)
{
	for (unsigned int i = 0; i < r->metrics; i++)
		if (!strcmp(r->metric[i].name, name))
			return r->metric[i].value;
	return 0;
}

/*
 * Packets lost a second. Drops are counted where they happen: what is under way at the
 * ends of the window is no loss.
 */
static double lost(const struct host_result *r)
{
	return metric(r, "sender_drop_pps") + metric(r, "tap_drop_pps");
}

/* Offer @pps altogether, all flows alike; 0: as much as they can. */
static int offer(struct search *s, double pps, struct trial *t)
{
	struct run_outcome run;

	/* the search for another loss begins in the same way */
	for (size_t i = 0; i < s->trials; i++)
		if (s->trial[i].offered == pps) {
			*t = s->trial[i];
			return 0;
		}
	for (uint32_t i = 0; i < s->e->cfg.flows; i++)
		s->e->cfg.flow[i].rate_pps = pps / s->e->cfg.flows;
	if (run_once(s->e, false, NULL, &run)) {
		fputs("vhostsim: error: out of memory\n", stderr);
		s->code = EXIT_INTERNAL;
		return -1;
	}
	t->offered = pps;
	t->delivered = metric(run.result, "rx_pps");
	t->loss = 100 * lost(run.result) / (t->delivered + lost(run.result));
	if (run.end != RUN_COMPLETE) {
		s->code = run.end == RUN_STALLED ? EXIT_STALL : 128 + signals_number();
		fprintf(stderr, "%s", run.stall);
	}
	run_outcome_destroy(&run);
	if (s->trials < TRIALS_MAX)
		s->trial[s->trials++] = *t;
	return s->code ? -1 : 0;
}

/* The highest rate found to lose at most @loss percent, into @best. 0, or -1. */
static int search(struct search *s, double loss, double most, struct trial *best)
{
	double pass = 0, fail = most;
	struct trial t;

	*best = (struct trial){ 0, 0, 0 };
	while (fail - pass > s->a->precision / 100 * fail) {
		double rate = (pass + fail) / 2;

		if (offer(s, rate, &t))
			return -1;
		if (t.loss > loss) {
			fail = rate;
		} else {
			pass = rate;
			*best = t;
		}
	}
	return 0;
}

static const char *name_of(double loss)
{
	return loss == 0 ? "NDR" : "PDR";
}

static void print_text(const struct search *s, const struct trial *best,
		       const struct trial *full, FILE *out)
{
	fprintf(out, "%s, machine %s, kernel %s\n", s->a->scenario, s->e->machine.name,
		s->e->kernel.name);
	fprintf(out,
		"at full load: %.0f packets/s come through, %.2f %% of what is "
		"offered is lost\n",
		full->delivered, full->loss);
	for (size_t i = 0; i < s->a->losses; i++)
		fprintf(out,
			"%s, loss at most %g %%: %.0f packets/s, known to %g %% "
			"(loss %.4f %%)\n",
			name_of(s->a->loss[i]), s->a->loss[i], best[i].offered,
			s->a->precision, best[i].loss);
	fprintf(out, "\n%14s %14s %10s\n", "offered", "delivered", "loss");
	for (size_t i = 0; i < s->trials; i++)
		fprintf(out, "%14.0f %14.0f %8.4f %%\n", s->trial[i].offered,
			s->trial[i].delivered, s->trial[i].loss);
}

static void print_csv(const struct search *s, const struct trial *best, FILE *out)
{
	fputs("name,loss_at_most_pct,offered_pps,delivered_pps,loss_pct\n", out);
	for (size_t i = 0; i < s->a->losses; i++)
		fprintf(out, "%s,%g,%.10g,%.10g,%.6g\n", name_of(s->a->loss[i]),
			s->a->loss[i], best[i].offered, best[i].delivered, best[i].loss);
}

static json_t *trial_json(const struct trial *t)
{
	return json_pack("{s:f, s:f, s:f}", "offered_pps", t->offered, "delivered_pps",
			 t->delivered, "loss_pct", t->loss);
}

static void print_json(const struct search *s, const struct trial *best,
		       const struct trial *full, FILE *out)
{
	json_t *rates = json_array(), *trials = json_array(), *doc;

	for (size_t i = 0; i < s->a->losses; i++) {
		json_t *rate = trial_json(&best[i]);

		json_object_set_new(rate, "name", json_string(name_of(s->a->loss[i])));
		json_object_set_new(rate, "loss_at_most_pct", json_real(s->a->loss[i]));
		json_array_append_new(rates, rate);
	}
	for (size_t i = 0; i < s->trials; i++)
		json_array_append_new(trials, trial_json(&s->trial[i]));
	doc = json_pack("{s:s, s:s, s:s, s:o, s:o, s:f, s:o}", "scenario_file",
			s->a->scenario, "machine", s->e->machine.name, "kernel",
			s->e->kernel.name, "full_load", trial_json(full), "rates", rates,
			"precision_pct", s->a->precision, "trials", trials);
	json_dumpf(doc, out, JSON_INDENT(2) | JSON_REAL_PRECISION(10));
	putc('\n', out);
	json_decref(doc);
}

static int print(struct search *s, const struct trial *best, const struct trial *full,
		 struct diag *d)
{
	struct output o;

	if (output_open(&o, s->a->out, d))
		return -1;
	if (s->a->format == NDR_TEXT)
		print_text(s, best, full, o.f);
	else if (s->a->format == NDR_CSV)
		print_csv(s, best, o.f);
	else
		print_json(s, best, full, o.f);
	return output_close(&o, d);
}

/* A rate can be offered by senders that have one. */
static int check_flows(const struct ndr_args *a, const struct experiment *e,
		       struct diag *d)
{
	for (uint32_t i = 0; i < e->cfg.flows; i++)
		if (e->cfg.flow[i].sender == CFG_UDP)
			return diag_set(
				d, a->scenario, 0, 0, NULL,
				"flow \"%s\" sends bursts at intervals and has no "
				"rate; testpmd-txonly or pktgen would be right",
				e->cfg.flow[i].name);
	return 0;
}

static int find_all(struct ndr_args *a, struct experiment *e)
{
	struct search s = { .a = a, .e = e };
	struct trial best[LOSSES_MAX] = { { 0, 0, 0 } }, full = { 0, 0, 0 };

	if (check_flows(a, e, &a->d))
		return diag_print(&a->d);
	signals_catch();
	if (offer(&s, 0, &full))
		return s.code;
	for (size_t i = 0; i < a->losses; i++)
		if (search(&s, a->loss[i], full.delivered * HEADROOM, &best[i]))
			return s.code;
	return print(&s, best, &full, &a->d) ? diag_print(&a->d) : EXIT_FINE;
}

int verb_ndr(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		parse,
		"SCENARIO",
		"Find the highest rate that can be offered without loss (NDR), and with a loss "
		"of at most half a percent (PDR), as RFC 2544 and CSIT name them. The flows of "
		"the scenario share the rate; a run of the scenario's length is one trial.",
		NULL,
		NULL,
		NULL,
	};
	struct ndr_args a = { .loss = { 0, 0.5 }, .losses = 2, .precision = 0.5 };
	struct experiment e;
	int code;

	args_parse(&argp, argc, argv, "ndr", &a);
	if (a.d.set || experiment_load(&e, a.scenario, a.set.v, a.set.n, &a.d)) {
		code = diag_print(&a.d);
	} else {
		code = find_all(&a, &e);
		experiment_destroy(&e);
	}
	settings_free(&a.set);
	return code;
}
