/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result_text.c - a result for people. */
#include "result.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "json_get.h"
#include "result_profile.h"

#define PROFILE_LIMIT 0.5 /* percent; "vhostsim report" shows all */
#define BAR 40		  /* characters of the longest bar of a histogram */
#define SINGLE_MAX 12	  /* more values than that are shown in ranges */

static void print_head(const json_t *doc, FILE *out)
{
	const json_t *scenario = json_object_get(doc, "scenario");
	const json_t *run = json_object_get(scenario, "run");
	const char *warmup = json_get_text(run, "warmup"); /* "" when it is 0 */

	fprintf(out, "%s: %s\n", json_get_text(doc, "scenario_file"),
		json_get_text(scenario, "title"));
	fprintf(out, "machine %s, kernel %s, %s measured%s%s\n",
		json_get_text(doc, "machine"), json_get_text(doc, "kernel"),
		json_get_text(run, "duration"), *warmup ? " after " : "", warmup);
	if (!json_is_true(json_object_get(doc, "complete")))
		fprintf(out, "NOT COMPLETE: %s after %.3f ms of the measured window\n",
			json_get_text(doc, "end"),
			json_get_number(doc, "window_ns") / 1e6);
	if (json_object_get(doc, "stall"))
		fprintf(out, "%s", json_get_text(doc, "stall"));
}

static void print_metric(const json_t *doc, const char *name, double value, FILE *out)
{
	const json_t *mean = json_object_get(json_object_get(doc, "mean"), name);
	const json_t *ci = json_object_get(json_object_get(doc, "ci95"), name);

	if (mean)
		fprintf(out, "  %-22s %16.3f +- %.3f\n", name, json_number_value(mean),
			json_number_value(ci));
	else
		fprintf(out, "  %-22s %16.3f\n", name, value);
}

static void print_metrics(const json_t *doc, FILE *out)
{
	json_t *metrics = json_object_get(doc, "metrics"), *value;
	const char *name;

	if (json_object_get(doc, "mean"))
		fprintf(out, "\nMean of %zu runs +- 95 %% confidence (Student's t)\n",
			json_array_size(json_object_get(doc, "runs")));
	else
		fputs("\nMetrics\n", out);
	if (!json_object_size(metrics))
		fputs("  none: the run ended in its warm-up\n", out);
	json_object_foreach(metrics, name, value)
		print_metric(doc, name, json_number_value(value), out);
}

/* One bin of a histogram: values from @low to @high. */
struct bin {
	int low, high;
	double n;
};

/* Bins of their own for few values, else those from 2^k to 2^(k+1) - 1 together. */
static size_t bins_of(json_t *counts, struct bin *bin)
{
	bool single = json_object_size(counts) <= SINGLE_MAX;
	const char *key;
	json_t *n;
	size_t bins = 0;

	json_object_foreach(counts, key, n)
	{
		int value = atoi(key);

		if (!bins || single || value > bin[bins - 1].high) {
			int low = 1;

			while (low * 2 <= value)
				low *= 2;
			bin[bins].low = single || !value ? value : low;
			bin[bins].high = single || !value ? value : 2 * low - 1;
			bin[bins++].n = 0;
		}
		bin[bins - 1].n += json_number_value(n);
	}
	return bins;
}

static void print_bin(const struct bin *b, double most, FILE *out)
{
	char range[24], bar[BAR + 1];
	int len = (int)(BAR * b->n / most + 0.5);

	if (b->low == b->high)
		snprintf(range, sizeof(range), "%d", b->low);
	else
		snprintf(range, sizeof(range), "%d-%d", b->low, b->high);
	memset(bar, '@', sizeof(bar));
	bar[len] = '\0';
	fprintf(out, "  %12s %12.0f |%-*s|\n", range, b->n, BAR, bar);
}

static void print_histogram(const json_t *hist, FILE *out)
{
	struct bin bin[HIST_MAX];
	size_t bins = bins_of(json_object_get(hist, "counts"), bin);
	double most = 1;

	fprintf(out, "\n%s\n", json_get_text(hist, "name"));
	for (size_t i = 0; i < bins; i++)
		if (bin[i].n > most)
			most = bin[i].n;
	for (size_t i = 0; i < bins; i++)
		print_bin(&bin[i], most, out);
}

static void print_subject(const json_t *subject, FILE *out)
{
	json_t *lines = json_object_get(subject, "lines"), *line;
	size_t i;

	fprintf(out, "  %s\n", json_get_text(subject, "subject"));
	json_array_foreach(lines, i, line)
		fprintf(out, "    %-10s %-28s %16" JSON_INTEGER_FORMAT "\n",
			json_get_text(line, "kind"), json_get_text(line, "place"),
			json_integer_value(json_object_get(line, "n")));
	if (json_integer_value(json_object_get(subject, "left_over")))
		fprintf(out, "    DOES NOT ADD UP, left over %" JSON_INTEGER_FORMAT "\n",
			json_integer_value(json_object_get(subject, "left_over")));
}

static void print_sheet(const json_t *doc, FILE *out)
{
	json_t *sheet = json_object_get(doc, "conservation"), *subject;
	size_t i;

	fputs("\nConservation, from the start: made = delivered + dropped + in flight\n",
	      out);
	json_array_foreach(sheet, i, subject) print_subject(subject, out);
}

static void print_seed(const json_t *doc, FILE *out)
{
	char *seed = json_dumps(json_object_get(doc, "seed"), JSON_ENCODE_ANY);

	fprintf(out, "\nseed %s, %" JSON_INTEGER_FORMAT " events, fingerprint %s\n",
		seed ? seed : "?", json_integer_value(json_object_get(doc, "events")),
		json_get_text(doc, "fingerprint"));
	free(seed);
}

void result_print_text(const json_t *doc, FILE *out)
{
	const struct profile_filter most = { NULL, PROFILE_LIMIT };
	json_t *hist;
	size_t i;

	print_head(doc, out);
	print_metrics(doc, out);
	json_array_foreach(json_object_get(doc, "histograms"), i, hist)
		print_histogram(hist, out);
	putc('\n', out);
	profile_print_text(json_object_get(doc, "profile"), &most, out);
	print_sheet(doc, out);
	print_seed(doc, out);
}
