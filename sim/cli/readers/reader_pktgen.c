/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_pktgen.c - the kernel's pktgen: its last two lines, of one thread or several.
 *
 * Sizes are without check sequence. Its Mb/sec are cut to whole ones, so the bits in
 * brackets count. On a tap the rate is what the tap took or dropped.
 */
#include <string.h>

#include "readers.h"
#include "scan.h"

static const struct scan_row rows[] = {
	{ "Result: OK: %lf(c%lf+d%lf) usec, %lf (%lfbyte,%lffrags)",
	  { { "time", "us", NULL },
	    { "busy", "us", NULL },
	    { "delay", "us", NULL },
	    { "sent", "packets", NULL },
	    { "size", "bytes", NULL },
	    { "fragments", "count", NULL } } },
	{ " %lfpps %lfMb/sec (%lfbps) errors: %lf",
	  { { "pps", "pkt/s", "tx_pps" },
	    { NULL, "bit/s", NULL },
	    { "throughput", "bit/s", NULL },
	    { "errors", "packets", "sender_drop_pps" } } },
};

static bool detect(const struct input *in)
{
	int at = input_find(in, 0, "Result: ");

	return at >= 0 && (input_has(in, "pkts-sofar:") || input_has(in, "frags)"));
}

/* Threads send side by side. */
static void put_sum(struct sample *s, double pps, double bits)
{
	sample_unpair_all(s);
	sample_put(s, 0, pps, "pkt/s", "tx_pps", "sum pps");
	sample_put(s, 0, bits, "bit/s", NULL, "sum throughput");
}

static int read_result(const struct input *in, size_t i, struct sample *s, int *threads,
		       struct diag *d)
{
	char prefix[32] = "";

	if (strstr(in->line[i], "Result:"))
		(*threads)++;
	if (*threads > 1)
		snprintf(prefix, sizeof(prefix), "thread %d ", *threads);
	return scan_line(in, i, s, prefix, rows, 2, d);
}

static int read_pktgen(const struct input *in, struct sample *s, struct diag *d)
{
	double pps = 0, bits = 0;
	int threads = 0;

	s->layer = LAYER_FRAME;
	for (size_t i = (size_t)input_find(in, 0, "Result: "); i < in->lines; i++) {
		size_t before = s->values;

		if (read_result(in, i, s, &threads, d) < 0)
			return -1;
		if (s->values == before + 3) { /* a line of rates */
			pps += s->value[before].value;
			bits += s->value[before + 1].value;
		} else if (s->values == before + 6) {
			s->seconds = s->value[before].value * 1e-6;
		}
	}
	if (s->values && !(pps > 0))
		return diag_set(d, in->file, (int)in->lines, 0, NULL,
				"pktgen's result breaks off; \"Npps NMb/sec (Nbps) "
				"errors: N\" below it would be right");
	if (threads > 1)
		put_sum(s, pps, bits);
	return 0;
}

const struct reader reader_pktgen = {
	"pktgen",
	"\"Result: OK: N(cN+dN) usec, N (Nbyte,Nfrags)\" and \"Npps NMb/sec (Nbps)\"",
	detect,
	read_pktgen,
};
