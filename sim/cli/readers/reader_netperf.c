/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_netperf.c - netperf's classic tests: TCP_STREAM, TCP_MAERTS, TCP_RR, UDP_RR,
 * UDP_STREAM.
 *
 * Their columns have heads of several lines, so values are told by their place behind a
 * banner that names the test. Of UDP_STREAM the second line is what arrived. The second
 * line of RR holds socket sizes only. Instances in one file are added up.
 */
#include <string.h>

#include "netperf_units.h"
#include "readers.h"
#include "scan.h"

#define COLUMNS 10
#define ETHERNET_UDP_PAYLOAD 1472 /* more goes out in several packets */

static const struct netperf_unit units[] = {
	{ "10^3bits/s", 1e3, "bit/s" },
	{ "10^6bits/s", 1e6, "bit/s" },
	{ "10^9bits/s", 1e9, "bit/s" },
	{ "KBytes/s", 8 * 1024., "bit/s" },
	{ "MBytes/s", 8 * 1048576., "bit/s" },
	{ "GBytes/s", 8 * 1073741824., "bit/s" },
	{ "Bytes/s", 8, "bit/s" },
	{ "Trans/s", 1, "trans/s" },
};

const struct netperf_unit *netperf_unit(const char *text)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strstr(text, units[i].name))
			return &units[i];
	return NULL;
}

/* One test: what its rows hold, by the place of a number. */
struct test {
	const char *banner, *tool;
	const char *column[COLUMNS], *unit[COLUMNS]; /* "" is netperf's unit */
	size_t least; /* numbers of a row without CPU use */
	unsigned int headers;
};

#define CPU_COLUMNS \
	"local CPU", "remote CPU", "local service demand", "remote service demand"

static const struct test tests[] = {
	{ "TCP STREAM TEST",
	  "netperf TCP_STREAM",
	  { "receive socket", "send socket", "message", "elapsed", "throughput",
	    CPU_COLUMNS },
	  { "bytes", "bytes", "bytes", "s", "", "%", "%", "us/KB", "us/KB" },
	  5,
	  TCP_HEADERS },
	{ "TCP MAERTS TEST",
	  "netperf TCP_MAERTS",
	  { "receive socket", "send socket", "message", "elapsed", "throughput",
	    CPU_COLUMNS },
	  { "bytes", "bytes", "bytes", "s", "", "%", "%", "us/KB", "us/KB" },
	  5,
	  TCP_HEADERS },
	{ "TCP REQUEST/RESPONSE TEST",
	  "netperf TCP_RR",
	  { "send socket", "receive socket", "request", "response", "elapsed", "rate",
	    CPU_COLUMNS },
	  { "bytes", "bytes", "bytes", "bytes", "s", "trans/s", "%", "%", "us/Tr",
	    "us/Tr" },
	  6,
	  TCP_HEADERS },
	{ "UDP REQUEST/RESPONSE TEST",
	  "netperf UDP_RR",
	  { "send socket", "receive socket", "request", "response", "elapsed", "rate",
	    CPU_COLUMNS },
	  { "bytes", "bytes", "bytes", "bytes", "s", "trans/s", "%", "%", "us/Tr",
	    "us/Tr" },
	  6,
	  UDP_HEADERS },
	{ "UDP STREAM TEST",
	  "netperf UDP_STREAM",
	  { "send socket", "message", "elapsed", "sent messages", "send errors",
	    "sent throughput", "local CPU", "local service demand" },
	  { "bytes", "bytes", "s", "packets", "packets", "", "%", "us/KB" },
	  6,
	  UDP_HEADERS },
};

static const struct test arrived = {
	"",
	"",
	{ "receive socket", "receive elapsed", "received messages", "received throughput",
	  "remote CPU", "remote service demand" },
	{ "bytes", "s", "packets", "", "%", "us/KB" },
	4,
	UDP_HEADERS,
};

static const struct scan_row extras[] = {
	{ "!!! Confidence intervals: Throughput : %lf%%",
	  { { "throughput confidence width", "%", NULL } } },
	{ "!!! Local CPU util : %lf%%", { { "local CPU confidence width", "%", NULL } } },
	{ "!!! Remote CPU util : %lf%%",
	  { { "remote CPU confidence width", "%", NULL } } },
};

static const struct test *test_of(const char *line)
{
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		if (strstr(line, tests[i].banner))
			return &tests[i];
	/* before 2.5 */
	return strstr(line, "UDP UNIDIRECTIONAL SEND TEST") ? &tests[4] : NULL;
}

static bool detect(const struct input *in)
{
	for (size_t i = 0; i < in->lines; i++)
		if (test_of(in->line[i]) && strstr(in->line[i], " from "))
			return true;
	return false;
}

/* The numbers of @line; 0 unless it has nothing but numbers. */
static size_t numbers(const char *line, double *v)
{
	struct words w;

	words_cut(&w, line, " \t");
	if (w.n > COLUMNS)
		return 0;
	for (size_t i = 0; i < w.n; i++)
		if (!number_of(w.word[i], "", &v[i]))
			return 0;
	return w.n;
}

struct instance {
	const struct test *test;
	const struct netperf_unit *unit;
	int rows, number;
	double message, sum;
};

static bool is_throughput(const char *column)
{
	return !strcmp(column, "throughput") || !strcmp(column, "received throughput");
}

static void put_column(struct sample *s, int line, struct instance *at,
		       const struct test *t, size_t i, double value)
{
	char suffix[16] = "";
	const char *metric = NULL;

	if (at->number > 1)
		snprintf(suffix, sizeof(suffix), " #%d", at->number);
	if (is_throughput(t->column[i])) {
		at->sum += value * at->unit->factor;
		metric = at->number > 1 ? NULL : "throughput_gbps";
	}
	if (!strcmp(t->column[i], "message"))
		at->message = value;
	sample_put(s, line, *t->unit[i] ? value : value * at->unit->factor,
		   *t->unit[i] ? t->unit[i] : at->unit->unit, metric, "%s%s",
		   t->column[i], suffix);
	if (strstr(t->column[i], "socket"))
		sample_layer(s, LAYER_NONE); /* memory, not packets */
}

/* Datagrams a second, where each is one packet. */
static void put_datagrams(struct sample *s, int line, const struct instance *at,
			  const double *v, bool received)
{
	double n = received ? v[2] : v[3], seconds = received ? v[1] : v[2];

	if (at->number == 1 && seconds > 0 && at->message <= ETHERNET_UDP_PAYLOAD)
		sample_put(s, line, n / seconds, "pkt/s", received ? "rx_pps" : "tx_pps",
			   received ? "received pps" : "sent pps");
}

static void read_row(struct sample *s, int line, struct instance *at, const double *v,
		     size_t n)
{
	bool is_udp = at->test == &tests[4];
	const struct test *t = at->rows && is_udp ? &arrived : at->test;

	if (n < t->least)
		return; /* socket sizes */
	for (size_t i = 0; i < n && t->column[i]; i++)
		put_column(s, line, at, t, i, v[i]);
	if (is_udp)
		put_datagrams(s, line, at, v, t == &arrived);
	at->rows++;
}

static void begin(struct instance *at, struct sample *s, const struct test *t)
{
	at->test = t;
	at->rows = 0;
	at->number++;
	at->unit = &units[1];
	s->tool = t->tool;
	s->headers = t->headers;
}

static void read_interim(const struct input *in, size_t i, struct sample *s, int number)
{
	const struct netperf_unit *unit = netperf_unit(in->line[i]);
	double value;

	if (unit && sscanf(in->line[i], "Interim result: %lf", &value) == 1)
		sample_put(s, (int)i + 1, value * unit->factor, unit->unit, NULL,
			   "interim throughput %d", number);
}

/* A banner needs its row of values, UDP_STREAM two. */
static int complete(const struct input *in, const struct instance *at, struct diag *d)
{
	int rows = at->test == &tests[4] ? 2 : 1;

	if (!at->test || at->rows >= rows)
		return 0;
	return diag_set(d, in->file, (int)in->lines, 0, NULL,
			"%s ends after %d of %d rows of values; %zu numbers in a row, as "
			"netperf ends with, would be right",
			at->test->tool, at->rows, rows,
			at->rows ? arrived.least : at->test->least);
}

/* Instances that ran side by side count together. */
static void put_sum(struct sample *s, const struct instance *at)
{
	if (at->number < 2 || !(at->sum > 0))
		return;
	sample_unpair_all(s);
	sample_put(s, 0, at->sum, "bit/s", "throughput_gbps", "sum of throughputs");
}

static int read_netperf(const struct input *in, struct sample *s, struct diag *d)
{
	struct instance at = { .number = 0 };
	int interims = 0;

	s->layer = LAYER_PAYLOAD;
	for (size_t i = 0; i < in->lines; i++) {
		const struct test *t = test_of(in->line[i]);
		const struct netperf_unit *unit = netperf_unit(in->line[i]);
		double v[COLUMNS];
		size_t n = numbers(in->line[i], v);

		if (t && at.test && complete(in, &at, d))
			return -1;
		if (t)
			begin(&at, s, t);
		else if (strstr(in->line[i], "Interim result:"))
			read_interim(in, i, s, ++interims);
		else if (at.test && unit && !n)
			at.unit = unit;
		else if (at.test && n)
			read_row(s, (int)i + 1, &at, v, n);
		else if (scan_line(in, i, s, "", extras, 3, d) < 0)
			return -1;
	}
	put_sum(s, &at);
	return complete(in, &at, d);
}

const struct reader reader_netperf = {
	"netperf",
	"a banner \"TCP STREAM TEST from ...\", heads and a row of numbers",
	detect,
	read_netperf,
};
