/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verb_explain.c - vhostsim explain: what limits a scenario, and what would limit it next.
 *
 * Busy is not the same as limiting: who polls is always busy, and who waits for another
 * is not. So nothing is concluded from processor times: each thing that might limit is
 * made 10 % cheaper or larger in a simulation of its own, and what that brings is
 * measured. Then the first one is taken away, as far as can be, and the rest tried again.
 */
#include "verbs.h"

#include <argp.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "json_file.h"
#include "output.h"
#include "result.h"

#define LESS 0.9       /* of a cost */
#define GONE 0.01      /* as good as taken away */
#define EFFECT_MIN 0.5 /* percent: less is not told from what the window cuts off */

enum option_key { KEY_SET = 256, KEY_METRIC, KEY_FORMAT };

enum explain_format { EXPLAIN_TEXT, EXPLAIN_JSON };

struct explain_args {
	const char *scenario, *metric, *out;
	struct settings set;
	int format;
	struct diag d;
};

/* Something that might limit: a group of operations, or a size of the scenario. */
struct lever {
	const char *name;
	const char *what;  /* in words */
	const char *group; /* operations "GROUP.*"; NULL: see apply */
	/* Make it larger by 1 / @factor; false when the scenario has no such thing. */
	bool (*apply)(struct config *c, struct machine *m, double factor);
};

static bool all_lines(struct config *c, struct machine *m, double factor)
{
	(void)c;
	m->line.same_socket = (int64_t)((double)m->line.same_socket * factor);
	m->line.cross_socket = (int64_t)((double)m->line.cross_socket * factor);
	m->line.memory = (int64_t)((double)m->line.memory * factor);
	return true;
}

static bool netem_rate(struct config *c, struct machine *m, double factor)
{
	(void)m;
	c->netem.rate_bps /= factor;
	return c->netem.flow[0] && c->netem.rate_bps > 0;
}

static bool netem_limit(struct config *c, struct machine *m, double factor)
{
	(void)m;
	c->netem.limit = (int64_t)((double)c->netem.limit / factor) + 1;
	return c->netem.flow[0];
}

/* Sizes double at least: rings are powers of two. */
static int64_t larger_ring(int64_t size, double factor)
{
	do
		size *= 2;
	while (factor < LESS && size < 8192);
	return size > 32768 ? 32768 : size;
}

static bool tx_rings(struct config *c, struct machine *m, double factor)
{
	bool any = false;

	(void)m;
	for (uint32_t i = 0; i < c->devices; i++)
		c->device[i].tx_queue_size = larger_ring(c->device[i].tx_queue_size,
							 factor);
	for (uint32_t i = 0; i < c->flows; i++)
		any |= c->flow[i].sender != CFG_PKTGEN;
	return any;
}

static bool rx_rings(struct config *c, struct machine *m, double factor)
{
	bool any = false;

	(void)m;
	for (uint32_t i = 0; i < c->devices; i++) {
		c->device[i].rx_queue_size = larger_ring(c->device[i].rx_queue_size,
							 factor);
		c->device[i].tx_queue_len =
			(int64_t)((double)c->device[i].tx_queue_len / factor);
	}
	for (uint32_t i = 0; i < c->flows; i++)
		any |= c->flow[i].sender == CFG_PKTGEN;
	return any;
}

static bool batches(struct config *c, struct machine *m, double factor)
{
	(void)m;
	c->vhost_net.VHOST_NET_BATCH =
		(int64_t)((double)c->vhost_net.VHOST_NET_BATCH / factor) + 1;
	return true;
}

static bool send_buffers(struct config *c, struct machine *m, double factor)
{
	bool any = false;

	(void)m;
	for (uint32_t i = 0; i < c->flows; i++) {
		c->flow[i].sndbuf = (uint64_t)((double)c->flow[i].sndbuf / factor);
		any |= c->flow[i].sender == CFG_UDP;
	}
	return any;
}

/* What senders offer: rates, or the pauses between bursts. */
static bool offered(struct config *c, struct machine *m, double factor)
{
	bool any = false;

	(void)m;
	for (uint32_t i = 0; i < c->flows; i++) {
		struct cfg_flow *f = &c->flow[i];

		f->rate_pps /= factor;
		f->interval_ns = (uint64_t)((double)f->interval_ns * factor);
		any |= f->rate_pps > 0 || f->sender == CFG_UDP;
	}
	return any;
}

static const struct lever levers[] = {
	{ "tx.*", "the vhost thread's work on a packet in handle_tx_copy()", "tx", NULL },
	{ "rx.*", "the vhost thread's work on a packet in handle_rx()", "rx", NULL },
	{ "vhost.*", "the vhost thread's other work: work list, notification, interrupts",
	  "vhost", NULL },
	{ "zerocopy.*", "the vhost thread's work where it sends packet by packet",
	  "zerocopy", NULL },
	{ "testpmd.*", "testpmd's work", "testpmd", NULL },
	{ "pktgen.*", "pktgen's work, and tun_net_xmit()", "pktgen", NULL },
	{ "guest.*", "the guest's work: system calls, driver, exits", "guest", NULL },
	{ "host.*", "the host's work behind the tap", "host", NULL },
	{ "line", "cache lines that come from another processor", NULL, all_lines },
	{ "offered load", "what the senders offer", NULL, offered },
	{ "netem.rate", "the rate of netem's line", NULL, netem_rate },
	{ "netem.limit", "the length of netem's queue", NULL, netem_limit },
	{ "sndbuf", "the senders' socket buffers", NULL, send_buffers },
	{ "tx_queue_size", "the ring that the driver sends through (doubled)", NULL,
	  tx_rings },
	{ "rx_queue_size", "the ring that it receives from (doubled), and the tap's",
	  NULL, rx_rings },
	{ "VHOST_NET_BATCH", "packets that go to and come from the tap at once", NULL,
	  batches },
};

#define LEVERS (sizeof(levers) / sizeof(levers[0]))

static const char *const format_name[] = { "text", "json", NULL };

static const struct argp_option options[] = {
	{ "set", KEY_SET, "PATH=VALUE", 0, "Set a key of the scenario", 0 },
	{ "metric", KEY_METRIC, "NAME", 0, "What is limited (default rx_pps; A.rx_pps)",
	  0 },
	{ "format", KEY_FORMAT, "FORMAT", 0, "text (default) or json", 0 },
	{ "output", 'o', "FILE", 0, "Write to FILE instead of stdout", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct explain_args *a = state->input;

	switch (key) {
	case KEY_SET:
		settings_add(&a->set, arg, &a->d);
		return 0;
	case KEY_METRIC:
		a->metric = arg;
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

/* Operations of the lever's group cost @factor of what they did. */
static bool scale_group(struct machine *m, const char *group, double factor)
{
	size_t len = strlen(group);
	bool any = false;

	for (int i = 0; i < OP_COUNT; i++) {
		const char *name = op_name((enum op)i);

		if (strncmp(name, group, len) || name[len] != '.' || !m->knows[i])
			continue;
		m->op[i] = (uint32_t)nearbyint(m->op[i] * factor);
		any = true;
	}
	return any;
}

static bool pull(const struct lever *l, struct experiment *e, double factor)
{
	return l->group ? scale_group(&e->machine, l->group, factor)
			: l->apply(&e->cfg, &e->machine, factor);
}

/* The metric of one run of @e, NAN if there is none. */
static double measure(struct explain_args *a, const struct experiment *e)
{
	const char *names[METRICS_MAX];
	struct run_outcome run;
	double value = NAN;
	char text[512];
	unsigned int n;

	if (a->d.set || run_once(e, false, NULL, &run))
		return NAN;
	n = run.result->metrics;
	for (unsigned int i = 0; i < n; i++) {
		names[i] = run.result->metric[i].name;
		if (!strcmp(names[i], a->metric))
			value = run.result->metric[i].value;
	}
	if (run.end != RUN_COMPLETE) {
		diag_set(&a->d, a->scenario, 0, 0, NULL,
			 "the run did not get to its end");
	} else if (isnan(value)) {
		unknown_name(text, sizeof(text), "metric", a->metric, names, n);
		diag_set(&a->d, "--metric", 0, 0, NULL, "%s", text);
	}
	run_outcome_destroy(&run);
	return value;
}

struct finding {
	double value;	       /* of the metric */
	double effect[LEVERS]; /* percent, NAN: the scenario has no such thing */
	int first;	       /* what limits, -1: nothing that was tried */
};

/* What each lever brings to @base. */
static void try_all(struct explain_args *a, const struct experiment *base,
		    struct finding *f)
{
	f->value = measure(a, base);
	f->first = -1;
	for (size_t i = 0; i < LEVERS && !a->d.set; i++) {
		struct experiment e = *base; /* borrows its trees */

		f->effect[i] = NAN;
		if (!pull(&levers[i], &e, LESS))
			continue;
		f->effect[i] = 100 * (measure(a, &e) / f->value - 1);
		if (f->effect[i] >= EFFECT_MIN &&
		    (f->first < 0 || f->effect[i] > f->effect[f->first]))
			f->first = (int)i;
	}
}

static void print_effects(const struct finding *f, FILE *out)
{
	for (size_t i = 0; i < LEVERS; i++)
		if (!isnan(f->effect[i]) && fabs(f->effect[i]) >= EFFECT_MIN)
			fprintf(out, "  %-16s %+7.2f %%  %s%s\n", levers[i].name,
				f->effect[i], levers[i].what,
				(int)i == f->first ? "  <--" : "");
}

static void print_text(const struct explain_args *a, const struct finding *now,
		       const struct finding *then, FILE *out)
{
	fprintf(out,
		"%s: %s is %.1f\n\nWhat 10 %% less cost, or 10 %% more room, would "
		"bring:\n",
		a->scenario, a->metric, now->value);
	print_effects(now, out);
	if (now->first < 0) {
		fputs("  nothing: no single one of these limits it\n", out);
		return;
	}
	fprintf(out, "\nThe bottleneck is %s: %s.\n", levers[now->first].name,
		levers[now->first].what);
	fprintf(out,
		"With nearly none of it in the way %s would be %.1f (%.2f times), and 10 %% "
		"more would bring:\n",
		a->metric, then->value, then->value / now->value);
	print_effects(then, out);
	if (then->first < 0)
		fputs("  nothing: no single one of these limits it then\n", out);
	else
		fprintf(out, "\nThe next bottleneck is %s: %s.\n",
			levers[then->first].name, levers[then->first].what);
}

static json_t *finding_json(const struct finding *f)
{
	json_t *effects = json_object();

	for (size_t i = 0; i < LEVERS; i++)
		if (!isnan(f->effect[i]))
			json_object_set_new(effects, levers[i].name,
					    json_real(f->effect[i]));
	return json_pack("{s:f, s:o, s:o}", "value", f->value, "bottleneck",
			 f->first < 0 ? json_null() : json_string(levers[f->first].name),
			 "effect_pct", effects);
}

static void print_json(const struct explain_args *a, const struct finding *now,
		       const struct finding *then, FILE *out)
{
	json_t *doc = json_pack("{s:s, s:s, s:o}", "scenario_file", a->scenario, "metric",
				a->metric, "now", finding_json(now));

	if (now->first >= 0)
		json_object_set_new(doc, "then", finding_json(then));
	json_dumpf(doc, out, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
	putc('\n', out);
	json_decref(doc);
}

static int explain(struct explain_args *a, struct experiment *e)
{
	struct finding now, then = { .first = -1 };
	struct output o;

	signals_catch();
	try_all(a, e, &now);
	if (!a->d.set && now.first >= 0) {
		pull(&levers[now.first], e, GONE);
		try_all(a, e, &then);
	}
	if (a->d.set)
		return signals_came() ? 128 + signals_number() : diag_print(&a->d);
	if (output_open(&o, a->out, &a->d))
		return diag_print(&a->d);
	if (a->format == EXPLAIN_TEXT)
		print_text(a, &now, &then, o.f);
	else
		print_json(a, &now, &then, o.f);
	return output_close(&o, &a->d) ? diag_print(&a->d) : EXIT_FINE;
}

int verb_explain(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		parse,
		"SCENARIO",
		"Say what limits a scenario, and what would limit it next: each thing that "
		"might is made 10 % cheaper, or larger, in a simulation of its own.",
		NULL,
		NULL,
		NULL,
	};
	struct explain_args a = { .metric = "rx_pps" };
	struct experiment e;
	int code;

	args_parse(&argp, argc, argv, "explain", &a);
	if (a.d.set || experiment_load(&e, a.scenario, a.set.v, a.set.n, &a.d)) {
		code = diag_print(&a.d);
	} else {
		code = explain(&a, &e);
		experiment_destroy(&e);
	}
	settings_free(&a.set);
	return code;
}
