/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_netperf_omni.c - netperf's omni test as CSV (-o), as KEY=VALUE (-k), and what
 * is left of the classic tests without a banner (-v 0, -P 0).
 */
#include <stdlib.h>
#include <string.h>

#include "../csv.h"
#include "netperf_units.h"
#include "readers.h"
#include "scan.h"

/* A selector of omni: its key, its head in a table, and what it counts. */
struct selector {
	const char *key, *head, *unit;
};

static const struct selector selectors[] = {
	{ "THROUGHPUT", "Throughput", "" },
	{ "ELAPSED_TIME", "Elapsed Time (sec)", "s" },
	{ "TRANSACTION_RATE", "Transaction Rate Tran/s", "trans/s" },
	{ "THROUGHPUT_CONFID", "Throughput Confidence Width (%)", "%" },
	{ "CONFIDENCE_LEVEL", "Confidence Level Percent", "%" },
	{ "CONFIDENCE_INTERVAL", "Confidence Width Target", "%" },
	{ "LOCAL_CPU_UTIL", "Local CPU Util %", "%" },
	{ "LOCAL_CPU_CONFID", "Local CPU Confidence Width (%)", "%" },
	{ "REMOTE_CPU_UTIL", "Remote CPU Util %", "%" },
	{ "LOCAL_SD", "Local Service Demand", "us/KB" },
	{ "REMOTE_SD", "Remote Service Demand", "us/KB" },
	{ "MIN_LATENCY", "Minimum Latency Microseconds", "us" },
	{ "MEAN_LATENCY", "Mean Latency Microseconds", "us" },
	{ "P50_LATENCY", "50th Percentile Latency Microseconds", "us" },
	{ "P90_LATENCY", "90th Percentile Latency Microseconds", "us" },
	{ "P99_LATENCY", "99th Percentile Latency Microseconds", "us" },
	{ "MAX_LATENCY", "Maximum Latency Microseconds", "us" },
	{ "STDDEV_LATENCY", "Stddev Latency Microseconds", "us" },
	{ "LOCAL_SEND_SIZE", "Local Send Size", "bytes" },
	{ "LOCAL_SEND_CALLS", "Local Send Calls", "calls" },
	{ "LOCAL_BYTES_SENT", "Local Bytes Sent", "bytes" },
	{ "REMOTE_BYTES_RECVD", "Remote Bytes Received", "bytes" },
};

#define SELECTORS (sizeof(selectors) / sizeof(selectors[0]))

static const struct selector *selector_of(const char *name)
{
	for (size_t i = 0; i < SELECTORS; i++)
		if (!strcmp(name, selectors[i].key) || !strcmp(name, selectors[i].head))
			return &selectors[i];
	return NULL;
}

/*
 * The value called @name with @text behind it. netperf writes -1 for what it did not
 * compute; a selector that is not in the list above is kept without a unit.
 */
static void put(struct sample *s, int line, const char *name, const char *text,
		const struct netperf_unit *unit)
{
	const struct selector *what = selector_of(name);
	bool trans = !strcmp(unit->unit, "trans/s"), rate = what && !*what->unit;
	const char *base = rate ? unit->unit : what ? what->unit : "unknown";
	double value;

	if (!number_of(text, "", &value) || value < 0)
		return;
	if (trans && !strcmp(base, "us/KB"))
		base = "us/Tr";
	sample_put(s, line, rate ? value * unit->factor : value, base,
		   rate && !trans ? "throughput_gbps" : NULL, "%s",
		   what ? what->key : name);
}

static bool detect_keys(const struct input *in)
{
	for (size_t i = 0; i < in->lines; i++)
		if (!strncmp(in->line[i], "THROUGHPUT=", 11))
			return true;
	return false;
}

static int no_unit(const struct input *in, struct diag *d, const char *what)
{
	return diag_set(d, in->file, 0, 0, NULL,
			"netperf omni without its unit; %s (10^6bits/s, Trans/s) among "
			"the selectors would be right",
			what);
}

static int read_keys(const struct input *in, struct sample *s, struct diag *d)
{
	int at = input_find(in, 0, "THROUGHPUT_UNITS=");
	const struct netperf_unit *unit = at < 0 ? NULL : netperf_unit(in->line[at]);

	if (!unit)
		return no_unit(in, d, "THROUGHPUT_UNITS");
	s->layer = LAYER_PAYLOAD;
	s->headers = input_has(in, "PROTOCOL=UDP") ? UDP_HEADERS : TCP_HEADERS;
	for (size_t i = 0; i < in->lines; i++) {
		struct words w;

		words_cut(&w, in->line[i], "=");
		if (w.n == 2)
			put(s, (int)i + 1, w.word[0], w.word[1], unit);
	}
	return 0;
}

const struct reader reader_netperf_keys = {
	"netperf omni -k",
	"THROUGHPUT=N and THROUGHPUT_UNITS=10^6bits/s in lines of their own",
	detect_keys,
	read_keys,
};

/* The line of heads of a table of omni, or -1. */
static int find_heads(const struct input *in)
{
	int at = input_find(in, 0, "Throughput Units");

	return at < 0 || !strchr(in->raw[at], ',') ? -1 : at;
}

static bool detect_table(const struct input *in)
{
	return find_heads(in) >= 0 ||
	       (input_has(in, "OMNI ") && input_find(in, 0, "Throughput,") >= 0);
}

static int read_cells(const struct input *in, const struct csv *c, struct sample *s,
		      struct diag *d)
{
	int units = csv_column(c, "Throughput Units");
	int protocol = csv_column(c, "Protocol");
	const struct netperf_unit *unit =
		units < 0 || !c->rows ? NULL
				      : netperf_unit(csv_cell(c, 0, (size_t)units));

	if (!unit)
		return no_unit(in, d, "a table with its row, and throughput_units");
	if (protocol >= 0 && !strcmp(csv_cell(c, 0, (size_t)protocol), "UDP"))
		s->headers = UDP_HEADERS;
	for (size_t i = 0; i < c->columns; i++)
		put(s, c->line[0], c->column[i], csv_cell(c, 0, i), unit);
	return 0;
}

/* Lines before the heads become comments, so that those behind keep their numbers. */
static int read_table(const struct input *in, struct sample *s, struct diag *d)
{
	int heads = find_heads(in), err;
	char *text, *p;
	struct csv c;

	if (heads < 0)
		return no_unit(in, d, "throughput_units");
	text = p = strdup(in->text);
	if (!text)
		return diag_set(d, in->file, 0, 0, NULL, "no memory to read it");
	for (; heads--; p += strcspn(p, "\n") + 1)
		if (*p != '\n')
			*p = '#';
	s->layer = LAYER_PAYLOAD;
	s->headers = TCP_HEADERS;
	err = csv_parse(&c, in->file, text, in->len, d);
	if (!err) {
		err = read_cells(in, &c, s, d);
		csv_destroy(&c);
	}
	free(text);
	return err;
}

const struct reader reader_netperf_table = {
	"netperf omni -o",
	"heads with \"Throughput,Throughput Units\" and a row below",
	detect_table,
	read_table,
};

/* Numbers of a line that has nothing else; at most @max, -1 if there is more. */
static int only_numbers(const char *line, double *v, size_t max)
{
	struct words w;

	words_cut(&w, line, " \t");
	for (size_t i = 0; i < w.n; i++)
		if (i >= max || !number_of(w.word[i], "", &v[i]))
			return -1;
	return (int)w.n;
}

/* TCP_RR's row, and its socket sizes below: those of the other side. */
static bool detect_bare(const struct input *in)
{
	double v[6], sizes[6];

	return in->lines >= 2 && only_numbers(in->line[0], v, 6) == 6 &&
	       only_numbers(in->line[1], sizes, 6) == 2;
}

static int read_bare(const struct input *in, struct sample *s, struct diag *d)
{
	static const struct scan_row row[] = {
		{ " %lf %lf %lf %lf %lf %lf",
		  { { NULL, "bytes", NULL },
		    { NULL, "bytes", NULL },
		    { "request", "bytes", NULL },
		    { "response", "bytes", NULL },
		    { "elapsed", "s", NULL },
		    { "rate", "trans/s", NULL } } },
	};

	s->layer = LAYER_PAYLOAD;
	s->headers = TCP_HEADERS;
	return scan_line(in, 0, s, "", row, 1, d) < 0 ? -1 : 0;
}

const struct reader reader_netperf_bare = {
	"netperf RR -P 0",
	"a row of six numbers, the last one transactions a second, and one of two",
	detect_bare,
	read_bare,
};

static bool detect_rates(const struct input *in)
{
	size_t n = 0;

	for (size_t i = 0; i < in->lines; i++) {
		double v;
		int found = only_numbers(in->line[i], &v, 1);

		if (found < 0 || (found && !strchr(in->line[i], '.')))
			return false;
		n += (size_t)found;
	}
	return n > 0;
}

/* netperf says neither which test this was nor which unit it has. */
static int read_rates(const struct input *in, struct sample *s, struct diag *d)
{
	(void)d;
	s->layer = LAYER_PAYLOAD;
	for (size_t i = 0, n = 0; i < in->lines; i++) {
		double v;

		if (only_numbers(in->line[i], &v, 1) == 1)
			sample_put(s, (int)i + 1, v, "unknown", NULL, "result %zu", ++n);
	}
	return 0;
}

const struct reader reader_netperf_rates = {
	"netperf -v 0",
	"a number in each line",
	detect_rates,
	read_rates,
};
