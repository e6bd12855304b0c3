/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counterpart.c - what a run's result says about a value that a tool measured. */
#include "counterpart.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "json_get.h"

int result_check(const json_t *doc, const char *file, struct diag *d)
{
	static const char right[] =
		"the document that \"vhostsim run --format json\" writes would be right";
	const json_t *metrics = json_object_get(doc, "metrics");
	const char *name;
	json_t *value;

	if (!json_is_integer(json_object_get(doc, "schema_version")))
		return diag_set(d, file, 0, 0, "schema_version", "is missing; %s", right);
	if (!json_is_object(metrics))
		return diag_set(d, file, 0, 0, "metrics", "is missing; %s", right);
	json_object_foreach((json_t *)metrics, name, value)
	{
		if (!json_is_number(value))
			return diag_set(d, file, 0, 0, "metrics",
					"%.60s is no number; %s", name, right);
	}
	return 0;
}

static void none(struct counterpart *c, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void none(struct counterpart *c, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(c->why, sizeof(c->why), fmt, ap);
	va_end(ap);
}

/* Metric @name. False, and @c says so, when the result has none of that name. */
static bool metric(struct counterpart *c, const json_t *doc, const char *name,
		   double *value)
{
	const json_t *mean = json_object_get(json_object_get(doc, "mean"), name);
	const json_t *v = mean ? mean
			       : json_object_get(json_object_get(doc, "metrics"), name);

	*value = json_number_value(v);
	if (!v)
		none(c, "the result has no %.60s", name);
	return v != NULL;
}

static bool ends_in(const char *text, const char *end)
{
	size_t a = strlen(text), b = strlen(end);

	return a >= b && !strcmp(text + a - b, end);
}

/* Bytes that a packet has more at @v's layer than as a frame without check sequence. */
static bool layer_bytes(struct counterpart *c, const struct sample *s,
			const struct value *v, double *bytes)
{
	static const double more[] = {
		[LAYER_NONE] = 0,  [LAYER_PAYLOAD] = 0,	  [LAYER_L3] = -14,
		[LAYER_FRAME] = 0, [LAYER_FRAME_FCS] = 4, [LAYER_WIRE] = 24,
	};

	*bytes = more[v->layer];
	if (v->layer != LAYER_PAYLOAD)
		return true;
	*bytes = -(double)s->headers;
	if (!s->headers)
		none(c, "payload, and how many bytes of headers a packet has is not "
			"known");
	return s->headers > 0;
}

/* Bits a second of the result, brought to the layer of @v. */
static void find_bits(struct counterpart *c, const json_t *doc, const struct sample *s,
		      const struct value *v)
{
	double gbps, pps, bytes;

	if (metric(c, doc, v->metric, &gbps) && metric(c, doc, "rx_pps", &pps) &&
	    layer_bytes(c, s, v, &bytes))
		c->simulated = 1e9 * gbps + 8 * bytes * pps;
}

static void find_metric(struct counterpart *c, const json_t *doc, const struct sample *s,
			const struct value *v, double seconds)
{
	bool rate = ends_in(v->metric, "_pps") || ends_in(v->metric, "_per_s");

	if (ends_in(v->metric, "_gbps")) {
		find_bits(c, doc, s, v);
	} else if (rate && !strstr(v->unit, "/s") && !(seconds > 0)) {
		none(c, "a count, and not of how many seconds (--seconds N would say)");
	} else if (metric(c, doc, v->metric, &c->simulated)) {
		if (rate && !strstr(v->unit, "/s"))
			c->simulated *= seconds;
	}
}

/* "A/B" */
static void find_ratio(struct counterpart *c, const json_t *doc, const char *spec)
{
	const char *slash = strchr(spec, '/');
	double over, under;
	char first[64];

	snprintf(first, sizeof(first), "%.*s", (int)(slash - spec), spec);
	if (!metric(c, doc, first, &over) || !metric(c, doc, slash + 1, &under))
		return;
	if (!(under > 0))
		none(c, "%.60s is 0 in the result", slash + 1);
	else
		c->simulated = over / under;
}

/* Length of a symbol without what the compiler puts behind a clone: ".isra.0" */
static size_t symbol_length(const char *symbol)
{
	return strcspn(symbol, ".");
}

static bool same_symbol(const char *a, const char *b)
{
	size_t n = symbol_length(a);

	return n && n == symbol_length(b) && !strncmp(a, b, n);
}

/* "TASK;SYMBOL": share of the cycles of all tasks that begin like TASK */
static void find_share(struct counterpart *c, const json_t *doc, const char *spec)
{
	const json_t *profile = json_object_get(doc, "profile");
	const char *symbol = strchr(spec, ';') + 1;
	size_t task = (size_t)(symbol - 1 - spec), i;
	double all = 0, found = 0;
	bool seen = false;
	json_t *line;

	json_array_foreach((json_t *)profile, i, line)
	{
		double cycles = json_get_number(line, "cycles");

		if (strncmp(json_get_text(line, "task"), spec, task) != 0)
			continue;
		all += cycles;
		if (!same_symbol(json_get_text(line, "symbol"), symbol))
			continue;
		found += cycles;
		seen = true;
	}
	if (!(all > 0))
		none(c, "the result has no profile of a thread like \"%.*s\"",
		     (int)(task < 60 ? task : 60), spec);
	else if (!seen)
		none(c, "no such symbol in the result's profile");
	else
		c->simulated = 100 * found / all;
}

/* Counts of @hist from @from to below @to, and all. */
static void add_counts(const json_t *hist, double from, double to, double *in,
		       double *all)
{
	const char *key;
	json_t *n;

	json_object_foreach(json_object_get(hist, "counts"), key, n)
	{
		double at = strtod(key, NULL);

		*all += json_number_value(n);
		if (at >= from && at < to)
			*in += json_number_value(n);
	}
}

/* "NAME;FROM;TO" */
static void find_hist(struct counterpart *c, const json_t *doc, const char *spec)
{
	const char *semicolon = strchr(spec, ';');
	double from, to, in = 0, all = 0;
	char name[64], *rest;
	json_t *hist;
	size_t i;

	snprintf(name, sizeof(name), "%.*s", (int)(semicolon - spec), spec);
	from = strtod(semicolon + 1, &rest);
	to = strtod(rest + (*rest == ';'), NULL);
	json_array_foreach(json_object_get(doc, "histograms"), i, hist)
	{
		if (strstr(json_get_text(hist, "name"), name))
			add_counts(hist, from, to, &in, &all);
	}
	if (!(all > 0))
		none(c, "the result has no histogram \"%.60s\"", name);
	else
		c->simulated = 100 * in / all;
}

void counterpart_find(struct counterpart *c, const json_t *doc, const struct sample *s,
		      const struct value *v, double seconds)
{
	*c = (struct counterpart){ .simulated = 0 };
	if (!v->metric)
		none(c, "nothing in a result corresponds to it");
	else if (!strcmp(v->metric, "several"))
		none(c, "the sample has several of these, and a result one");
	else if (!strncmp(v->metric, "profile:", 8))
		find_share(c, doc, v->metric + 8);
	else if (!strncmp(v->metric, "hist:", 5))
		find_hist(c, doc, v->metric + 5);
	else if (strchr(v->metric, '/'))
		find_ratio(c, doc, v->metric);
	else
		find_metric(c, doc, s, v, seconds);
}
