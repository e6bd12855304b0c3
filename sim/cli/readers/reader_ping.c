/* SPDX-License-Identifier: GPL-3.0-or-later */
/* reader_ping.c - ping's sums, and tcpstat: bytes of IP packets. */
#include <string.h>

#include "readers.h"
#include "scan.h"

static const struct scan_row ping_rows[] = {
	{ "%lf packets transmitted, %lf received, %lf%% packet loss, time %lfms",
	  { { "transmitted", "packets", NULL },
	    { "received", "packets", NULL },
	    { "loss", "%", NULL },
	    { "time", "ms", NULL } } },
	{ "%lf packets transmitted, %lf received, +%lf errors, %lf%% packet loss, time "
	  "%lfms",
	  { { "transmitted", "packets", NULL },
	    { "received", "packets", NULL },
	    { "errors", "packets", NULL },
	    { "loss", "%", NULL },
	    { "time", "ms", NULL } } },
	{ "rtt min/avg/max/mdev = %lf/%lf/%lf/%lf ms",
	  { { "rtt min", "ms", NULL },
	    { "rtt avg", "ms", NULL },
	    { "rtt max", "ms", NULL },
	    { "rtt mdev", "ms", NULL } } },
};

static bool detect_ping(const struct input *in)
{
	return input_has(in, "ping statistics ---") ||
	       (input_has(in, "PING ") && input_has(in, "bytes of data"));
}

/* From the sums on: lines of single answers begin with numbers, too. */
static int read_ping(const struct input *in, struct sample *s, struct diag *d)
{
	int from = input_find(in, 0, "ping statistics ---");

	s->layer = LAYER_L3;
	for (size_t i = (size_t)from; from >= 0 && i < in->lines; i++)
		if (scan_line(in, i, s, "", ping_rows, 3, d) < 0)
			return -1;
	return 0;
}

const struct reader reader_ping = {
	"ping",
	"\"--- host ping statistics ---\" and \"N packets transmitted, N received, ...\"",
	detect_ping,
	read_ping,
};

static bool detect_tcpstat(const struct input *in)
{
	return input_has(in, "bps=") && input_has(in, "avg=");
}

static const char *tcpstat_unit(const char *name)
{
	if (!strcmp(name, "bps"))
		return "bit/s";
	if (strstr(name, "pkts") || !strcmp(name, "n") || !strcmp(name, "tcp") ||
	    !strcmp(name, "udp"))
		return "packets";
	return "bytes";
}

/* NAME=VALUE in a line of an interval; segments that are sent as one count as one. */
static int read_tcpstat(const struct input *in, struct sample *s, struct diag *d)
{
	s->layer = LAYER_L3;
	for (size_t i = 0, n = 0; i < in->lines; i++) {
		struct words w;

		words_cut(&w, in->line[i], " \t");
		n += w.n > 0;
		for (size_t k = 0; k < w.n; k++) {
			char *value = strchr(w.word[k], '=');
			double v;

			if (!value || !strncmp(w.word[k], "time=", 5))
				continue;
			*value++ = '\0';
			if (!number_of(value, "", &v))
				return diag_set(d, in->file, (int)i + 1, 0, NULL,
						"\"%.20s=%.20s\" breaks off; \"%.20s=N\" "
						"would be right",
						w.word[k], value, w.word[k]);
			sample_put(s, (int)i + 1, v, tcpstat_unit(w.word[k]), NULL,
				   "interval %zu %s", n, w.word[k]);
		}
	}
	return 0;
}

const struct reader reader_tcpstat = {
	"tcpstat",
	"lines \"Time:N n=N avg=N stddev=N bps=N\"",
	detect_tcpstat,
	read_tcpstat,
};
