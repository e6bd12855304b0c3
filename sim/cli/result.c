/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result.c - the JSON document of a run. */
#include "result.h"

#include <gsl/gsl_statistics_double.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat.h"
#include "version.h"

static const char *const end_name[] = {
	[RUN_COMPLETE] = "complete",
	[RUN_INTERRUPTED] = "interrupted",
	[RUN_STALLED] = "stalled",
};

static json_t *hex(uint64_t value)
{
	return json_sprintf("0x%016" PRIx64, value);
}

/* JSON integers end at 2^63 here; a scenario writes larger seeds as strings, too. */
static json_t *seed_json(uint64_t seed)
{
	return seed <= INT64_MAX ? json_integer((json_int_t)seed)
				 : json_sprintf("%" PRIu64, seed);
}

static json_t *metrics_json(const struct host_result *r)
{
	json_t *out = json_object();

	for (unsigned int i = 0; i < r->metrics; i++)
		json_object_set_new(out, r->metric[i].name,
				    json_real(r->metric[i].value));
	return out;
}

static json_t *histograms_json(const struct host_result *r)
{
	json_t *out = json_array();

	for (unsigned int i = 0; i < r->hists; i++) {
		json_t *counts = json_object();
		char value[16];

		for (int v = 0; v < HIST_MAX; v++) {
			uint64_t n = r->hist[i].hist->n[v];

			snprintf(value, sizeof(value), "%d", v);
			if (n)
				json_object_set_new(counts, value,
						    json_integer((json_int_t)n));
		}
		json_array_append_new(out, json_pack("{s:s, s:o}", "name",
						     r->hist[i].name, "counts", counts));
	}
	return out;
}

static double task_cycles(const struct host_result *r, const char *task)
{
	double sum = 0;

	for (unsigned int i = 0; i < r->profile_lines; i++)
		if (!strcmp(r->profile[i].task, task))
			sum += (double)r->profile[i].cycles;
	return sum;
}

static json_t *profile_json(const struct host_result *r)
{
	json_t *out = json_array();

	for (unsigned int i = 0; i < r->profile_lines; i++) {
		const struct profile_line *l = &r->profile[i];
		double all = task_cycles(r, l->task);

		json_array_append_new(
			out,
			json_pack("{s:s, s:s, s:s, s:f, s:f, s:I, s:I}", "task", l->task,
				  "symbol", l->symbol, "module", l->module, "percent",
				  100 * (double)l->cycles / all, "ns_per_packet",
				  l->ns_per_packet, "cycles", (json_int_t)l->cycles,
				  "calls", (json_int_t)l->calls));
	}
	return out;
}

static json_t *subject_json(const struct sheet *s, const char *subject)
{
	json_t *lines = json_array();

	for (unsigned int i = 0; i < s->n; i++) {
		const struct sheet_line *l = &s->line[i];

		if (!strcmp(l->subject, subject))
			json_array_append_new(lines,
					      json_pack("{s:s, s:s, s:I}", "kind",
							sheet_kind_name(l->kind), "place",
							l->place, "n", (json_int_t)l->n));
	}
	return json_pack("{s:s, s:I, s:o}", "subject", subject, "left_over",
			 (json_int_t)sheet_balance(s, subject), "lines", lines);
}

static json_t *sheet_json(const struct sheet *s)
{
	json_t *out = json_array();

	for (unsigned int i = 0; i < s->n; i++) {
		unsigned int first = 0;

		while (strcmp(s->line[first].subject, s->line[i].subject))
			first++;
		if (first == i)
			json_array_append_new(out, subject_json(s, s->line[i].subject));
	}
	return out;
}

static json_t *runs_json(const struct run_outcome *run, size_t n)
{
	json_t *out = json_array();

	for (size_t i = 0; i < n; i++)
		json_array_append_new(
			out,
			json_pack("{s:i, s:o, s:s, s:o, s:o}", "repeat", (int)i, "seed",
				  seed_json(run[i].seed), "end", end_name[run[i].end],
				  "metrics", metrics_json(run[i].result), "fingerprint",
				  hex(run[i].result->fingerprint)));
	return out;
}

/* Mean, standard deviation and confidence of each metric over @n repeats. */
static void add_statistics(json_t *doc, const struct run_outcome *run, size_t n)
{
	json_t *mean = json_object(), *sd = json_object(), *ci = json_object();
	double *value = calloc(n, sizeof(*value));

	for (unsigned int m = 0; value && m < run->result->metrics; m++) {
		const char *name = run->result->metric[m].name;
		struct stat_mean s;

		for (size_t i = 0; i < n; i++)
			value[i] = run[i].result->metric[m].value;
		s = stat_mean(value, n);
		json_object_set_new(mean, name, json_real(s.mean));
		json_object_set_new(sd, name, json_real(gsl_stats_sd(value, 1, n)));
		json_object_set_new(ci, name, json_real(s.half));
	}
	free(value);
	json_object_set_new(doc, "mean", mean);
	json_object_set_new(doc, "stddev", sd);
	json_object_set_new(doc, "ci95", ci);
}

/* Repeats that did not get to their end have no metrics to take a mean of. */
static size_t whole_runs(const struct run_outcome *run, size_t n)
{
	size_t whole = 0;

	while (whole < n && run[whole].end == RUN_COMPLETE)
		whole++;
	return whole;
}

static void add_head(json_t *doc, const struct experiment *e,
		     const struct run_outcome *run)
{
	json_object_set_new(doc, "schema_version", json_integer(RESULT_SCHEMA_VERSION));
	json_object_set_new(doc, "program", json_string("vhostsim " VHOSTSIM_VERSION));
	json_object_set_new(doc, "scenario_file", json_string(e->file));
	json_object_set_new(doc, "machine", json_string(e->machine.name));
	json_object_set_new(doc, "kernel", json_string(e->kernel.name));
	json_object_set_new(doc, "seed", seed_json(run->seed));
}

static void add_result(json_t *doc, const struct run_outcome *run)
{
	const struct host_result *r = run->result;

	json_object_set_new(doc, "window_ns", json_integer((json_int_t)r->window_ns));
	json_object_set_new(doc, "events", json_integer((json_int_t)r->events));
	json_object_set_new(doc, "fingerprint", hex(r->fingerprint));
	json_object_set_new(doc, "metrics", metrics_json(r));
	json_object_set_new(doc, "histograms", histograms_json(r));
	json_object_set_new(doc, "profile", profile_json(r));
	json_object_set_new(doc, "conservation", sheet_json(&r->sheet));
	json_object_set_new(doc, "conserved", json_boolean(!r->unbalanced));
}

json_t *result_document(const struct experiment *e, const struct run_outcome *run,
			size_t n)
{
	size_t whole = whole_runs(run, n);
	json_t *doc = json_object();

	if (!doc)
		return NULL;
	add_head(doc, e, run);
	json_object_set_new(doc, "end",
			    json_string(end_name[run[whole - (whole == n)].end]));
	json_object_set_new(doc, "complete", json_boolean(whole == n));
	if (run->end == RUN_STALLED)
		json_object_set_new(doc, "stall", json_string(run->stall));
	json_object_set_new(doc, "scenario", json_incref(e->tree));
	add_result(doc, run);
	if (n > 1)
		json_object_set_new(doc, "runs", runs_json(run, n));
	if (whole > 1)
		add_statistics(doc, run, whole);
	return doc;
}
