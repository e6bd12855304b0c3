/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * readers.h - what people measured with, read from what the tools printed.
 *
 * A sample is a file with the output of one tool, as it was redirected or as a mail
 * quotes it. Which tool it was is told by the content, never by the name. Each value has
 * its unit, the layer of the network that its bytes were counted at, and its line.
 *
 * Units are base units: bit/s, bytes, pkt/s, packets, %, s, us, ms, 1/s, and plain
 * counts. Bits of a second are decimal, whatever the tool makes of a "M".
 */
#ifndef VHOSTSIM_READERS_H
#define VHOSTSIM_READERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "../diag.h"
#include "input.h"

#define SAMPLE_MAX_BYTES (16u << 20)
#define SAMPLE_MAX_VALUES 100000

/* Ethernet, IPv4 and UDP; or TCP with timestamps. */
#define UDP_HEADERS 42
#define TCP_HEADERS 66

enum layer {
	LAYER_NONE,	 /* the value counts no bytes of packets */
	LAYER_PAYLOAD,	 /* what an application sends: no headers */
	LAYER_L3,	 /* IP packets */
	LAYER_FRAME,	 /* Ethernet frames without frame check sequence */
	LAYER_FRAME_FCS, /* with it: 4 bytes more */
	LAYER_WIRE,	 /* with preamble and gap, too: 24 bytes more */
};

/*
 * What the value corresponds to in a run's result, in one of these forms; NULL: nothing.
 *   NAME            the metric
 *   NAME/NAME       a metric over another
 *   profile:T;S     share of the symbol S in the profile of threads like T (or any: "")
 *   hist:NAME;A;B   share from A to below B in histograms that have NAME in their names
 *   several         a result has one of these, and the sample more
 */
struct value {
	char *name;
	double value;
	const char *unit;
	char *metric;
	int line;
	enum layer layer;
};

struct sample {
	char *file;
	const char *tool;
	struct value *value;
	size_t values, room;
	double seconds;	      /* that its counters were taken over; 0: it does not say */
	unsigned int headers; /* bytes a packet between payload and frame; 0: unknown */
	enum layer layer;     /* of its traffic */
	bool no_memory;
	int not_finite; /* line of a number that is none; 0 */
};

struct reader {
	const char *tool;
	const char *right; /* an excerpt of what it reads, for messages */
	bool (*detect)(const struct input *in);
	/* Fill @s. Returns 0, or -1 with @d filled. */
	int (*read)(const struct input *in, struct sample *s, struct diag *d);
};

/* Reader @i in the order in which they are asked, or NULL behind the last one. */
const struct reader *reader_at(size_t i);

/*
 * Read @file. A file that no reader knows, one without values, and one that breaks off
 * is an error: @d says which line, what is wrong and what would be right. Returns 0, or
 * -1; then @s needs no destroying.
 */
int sample_read(struct sample *s, const char *file, struct diag *d);

/* The same from @len bytes at @text; @file is what messages call it. */
int sample_parse(struct sample *s, const char *file, const char *text, size_t len,
		 struct diag *d);
void sample_destroy(struct sample *s);

/* The value @name, the last one of that name, or NULL. */
const struct value *sample_find(const struct sample *s, const char *name);

/*
 * For readers: add a value. Those in bits, bytes and packets are of the sample's layer.
 * @metric may be NULL. What cannot be kept is noted in @s.
 */
void sample_put(struct sample *s, int line, double value, const char *unit,
		const char *metric, const char *fmt, ...)
	__attribute__((format(printf, 6, 7)));

/* The value added last is of @layer. */
void sample_layer(struct sample *s, enum layer layer);

/* The value has no counterpart after all; all of @s have none. */
void sample_unpair(struct value *v);
void sample_unpair_all(struct sample *s);

/* "application payload", ...; "-" for LAYER_NONE. */
const char *layer_name(enum layer layer);

void samples_print_text(const struct sample *s, size_t n, FILE *out);
void samples_print_csv(const struct sample *s, size_t n, FILE *out);
void samples_print_json(const struct sample *s, size_t n, FILE *out);

extern const struct reader reader_bpftrace, reader_bpftrace_json, reader_csv,
	reader_ethtool, reader_folded, reader_iperf3, reader_iperf3_text, reader_iplink,
	reader_iplink_json, reader_kvm_stat, reader_moongen, reader_mpstat,
	reader_mpstat_json, reader_netperf, reader_netperf_bare, reader_netperf_keys,
	reader_netperf_rates, reader_netperf_table, reader_perf, reader_perf_script,
	reader_pidstat, reader_ping, reader_pktgen, reader_proc, reader_sar,
	reader_sockperf, reader_softnet, reader_tc, reader_tc_json, reader_tcpstat,
	reader_testpmd, reader_trex, reader_uperf;

#endif
