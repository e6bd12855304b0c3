/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_sockperf.c - sockperf ping-pong, under-load and throughput, and its full log.
 *
 * A latency is half of a round trip. What it calls Mbps are 2^20 bits a second. Single
 * packets of a full log are left out: its summary has all of them.
 */
#include <string.h>

#include "readers.h"
#include "scan.h"

#define PERCENTILE(p)                                       \
	{                                                   \
		"sockperf: ---> percentile " p " = %lf",    \
		{                                           \
			{                                   \
				"percentile " p, "us", NULL \
			}                                   \
		}                                           \
	}

static const struct scan_row rows[] = {
	{ "sockperf: [Total Run] RunTime=%lf sec; Warm up time=%lf msec; "
	  "SentMessages=%lf; ReceivedMessages=%lf",
	  { { "total run time", "s", NULL },
	    { "warm up", "ms", NULL },
	    { "total sent", "messages", NULL },
	    { "total received", "messages", NULL } } },
	{ "sockperf: [Valid Duration] RunTime=%lf sec; SentMessages=%lf; "
	  "ReceivedMessages=%lf",
	  { { "run time", "s", NULL },
	    { "sent", "messages", NULL },
	    { "received", "messages", NULL } } },
	{ "sockperf: ====> avg-latency=%lf (std-dev=%lf",
	  { { "avg-latency", "us", NULL }, { "std-dev", "us", NULL } } },
	{ "sockperf: # dropped messages = %lf; # duplicated messages = %lf; "
	  "# out-of-order messages = %lf",
	  { { "dropped", "messages", NULL },
	    { "duplicated", "messages", NULL },
	    { "out-of-order", "messages", NULL } } },
	{ "sockperf: Summary: Latency is %lf usec", { { "latency", "us", NULL } } },
	{ "sockperf: Total %lf observations", { { "observations", "count", NULL } } },
	{ "sockperf: ---> <MAX> observation = %lf", { { "max", "us", NULL } } },
	{ "sockperf: ---> <MIN> observation = %lf", { { "min", "us", NULL } } },
	PERCENTILE("99.999"),
	PERCENTILE("99.990"),
	PERCENTILE("99.900"),
	PERCENTILE("99.000"),
	PERCENTILE("90.000"),
	PERCENTILE("75.000"),
	PERCENTILE("50.000"),
	PERCENTILE("25.000"),
	{ "sockperf: Total of %lf messages sent in %lf sec",
	  { { "sent", "messages", NULL }, { "run time", "s", NULL } } },
	{ "sockperf: NOTE: test was performed, using msg-size=%lf",
	  { { "msg-size", "bytes", NULL } } },
	{ "sockperf: Summary: Message Rate is %lf [msg/sec]",
	  { { "message rate", "pkt/s", "tx_pps" } } },
};

static bool detect(const struct input *in)
{
	return input_has(in, "sockperf: ");
}

/* Bits of what was sent; a full log names the size in its parameters. */
static void read_line(const struct input *in, size_t i, struct sample *s)
{
	bool parameters = strstr(in->line[i], "the following parameters") != NULL;
	const char *size = strstr(in->line[i], "--msg-size=");
	double bytes, bits;

	if (sscanf(in->line[i], "sockperf: Summary: BandWidth is %lf MBps (%lf Mbps",
		   &bytes, &bits) == 2)
		sample_put(s, (int)i + 1, bits * 1048576, "bit/s", NULL, "bandwidth");
	if (parameters && size && sscanf(size, "--msg-size=%lf", &bytes) == 1)
		sample_put(s, (int)i + 1, bytes, "bytes", NULL, "msg-size");
}

static int read_sockperf(const struct input *in, struct sample *s, struct diag *d)
{
	s->layer = LAYER_PAYLOAD;
	s->headers = UDP_HEADERS;
	for (size_t i = 0; i < in->lines; i++)
		read_line(in, i, s);
	return scan_lines(in, s, rows, sizeof(rows) / sizeof(rows[0]), d);
}

const struct reader reader_sockperf = {
	"sockperf",
	"a line \"sockperf: Summary: Latency is N usec\" or \"... Message Rate is N\"",
	detect,
	read_sockperf,
};
