/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_iperf3.c - iperf3 -J.
 *
 * "end.sum" of UDP pairs the sender's bytes with the receiver's losses, so it is left
 * alone where there are sums of either side. CPU shares are those of the iperf3 process
 * alone, of one processor.
 */
#include <string.h>

#include "json_table.h"
#include "readers.h"

static bool detect(const struct input *in)
{
	const char *version = json_string_value(input_json(in, "start.version"));

	return input_json(in, "start.test_start") || input_json(in, "end.sum_sent") ||
	       (version && !strncmp(version, "iperf", 5));
}

static const struct json_row common[] = {
	{ "end.sum_sent.seconds", "s", NULL },
	{ "end.sum_sent.bytes", "bytes", NULL },
	{ "end.sum_sent.bits_per_second", "bit/s", NULL },
	{ "end.sum_sent.retransmits", "packets", NULL },
	{ "end.sum_received.seconds", "s", NULL },
	{ "end.sum_received.bytes", "bytes", NULL },
	{ "end.sum_received.bits_per_second", "bit/s", "throughput_gbps" },
	{ "end.cpu_utilization_percent.host_total", "%", NULL },
	{ "end.cpu_utilization_percent.host_user", "%", NULL },
	{ "end.cpu_utilization_percent.host_system", "%", NULL },
	{ "end.cpu_utilization_percent.remote_total", "%", NULL },
	{ "end.cpu_utilization_percent.remote_user", "%", NULL },
	{ "end.cpu_utilization_percent.remote_system", "%", NULL },
	{ NULL, NULL, NULL },
};

static const struct json_row udp[] = {
	{ "end.sum_sent.packets", "packets", NULL },
	{ "end.sum_received.packets", "packets", NULL },
	{ "end.sum_received.lost_packets", "packets", NULL },
	{ "end.sum_received.lost_percent", "%", NULL },
	{ "end.sum_received.jitter_ms", "ms", NULL },
	{ NULL, NULL, NULL },
};

/* Before 3.11 UDP has one sum, with the sender's bytes. */
static const struct json_row old_udp[] = {
	{ "end.sum.seconds", "s", NULL },
	{ "end.sum.bytes", "bytes", NULL },
	{ "end.sum.packets", "packets", NULL },
	{ "end.sum.lost_packets", "packets", NULL },
	{ "end.sum.lost_percent", "%", NULL },
	{ "end.sum.jitter_ms", "ms", NULL },
	{ NULL, NULL, NULL },
};

static double number(const struct input *in, const char *path)
{
	return json_number_value(input_json(in, path));
}

/* Packets of the sum @sum over its seconds: what arrived, or was sent. */
static void put_rate(const struct input *in, struct sample *s, const char *sum,
		     const char *seconds, bool lost, const char *metric, const char *name)
{
	double n, time = number(in, seconds);
	char path[64];
	int line;

	snprintf(path, sizeof(path), "%s.packets", sum);
	n = number(in, path);
	line = input_json_line(in, path);
	if (!input_json(in, path) || !(time > 0))
		return;
	snprintf(path, sizeof(path), "%s.lost_packets", sum);
	n -= lost ? number(in, path) : 0;
	sample_put(s, line, n / time, "pkt/s", metric, "%s", name);
}

static void read_udp(const struct input *in, struct sample *s)
{
	s->tool = "iperf3 -J UDP";
	if (!input_json(in, "end.sum_received")) {
		json_table(in, s, old_udp);
		put_rate(in, s, "end.sum", "end.sum.seconds", true, "rx_pps",
			 "received pps");
		return;
	}
	json_table(in, s, udp);
	put_rate(in, s, "end.sum_sent", "end.sum_sent.seconds", false, "tx_pps",
		 "sent pps");
	put_rate(in, s, "end.sum_received", "end.sum_received.seconds", true, "rx_pps",
		 "received pps");
}

static int read_iperf3(const struct input *in, struct sample *s, struct diag *d)
{
	const char *error = json_string_value(input_json(in, "error"));
	const char *protocol =
		json_string_value(input_json(in, "start.test_start.protocol"));
	bool is_udp = protocol && !strcmp(protocol, "UDP");

	if (error)
		return diag_set(
			d, in->file, input_json_line(in, "error"), 0, "error",
			"the run failed: %.200s; a run without \"error\" would be "
			"right",
			error);
	s->layer = LAYER_PAYLOAD;
	s->headers = is_udp ? UDP_HEADERS : TCP_HEADERS;
	s->tool = "iperf3 -J TCP";
	json_table(in, s, common);
	if (is_udp)
		read_udp(in, s);
	s->seconds = number(in, "end.sum_received.seconds");
	return 0;
}

const struct reader reader_iperf3 = {
	"iperf3 -J",
	"a document with \"end\": {\"sum_received\": {\"bits_per_second\": N}}",
	detect,
	read_iperf3,
};
