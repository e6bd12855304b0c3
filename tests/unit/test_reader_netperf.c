/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define PAY LAYER_PAYLOAD
#define NO LAYER_NONE

Test(reader_netperf, tcp_stream)
{
	EXPECT_SAMPLE("netperf/tcp_stream_classic.txt", "netperf TCP_STREAM", PAY, 0,
		      { "receive socket", 131072, "bytes", NO, 7 },
		      { "send socket", 16384, "bytes", NO, 7 },
		      { "message", 16384, "bytes", PAY, 7 }, { "elapsed", 2, "s", NO, 7 },
		      { "throughput", 11946.16e6, "bit/s", PAY, 7 });
	EXPECT_SAMPLE("netperf/tcp_stream_cpu.txt", "netperf TCP_STREAM", PAY, 3,
		      { "message", 64, "bytes", PAY, 7 }, { "elapsed", 2, "s", NO, 7 },
		      { "throughput", 155.59e6, "bit/s", PAY, 7 },
		      { "local CPU", 99.5, "%", NO, 7 },
		      { "remote CPU", 99.5, "%", NO, 7 },
		      { "local service demand", 104.779, "us/KB", NO, 7 });
	EXPECT_SAMPLE("netperf/tcp_stream_confidence.txt", "netperf TCP_STREAM", PAY, 4,
		      { "throughput confidence width", 27.595, "%", NO, 6 },
		      { "local CPU confidence width", 0, "%", NO, 7 },
		      { "remote CPU confidence width", 0, "%", NO, 8 },
		      { "throughput", 2401.9e6, "bit/s", PAY, 15 });
	EXPECT_SAMPLE("netperf/tcp_stream_interim_D1.txt", "netperf TCP_STREAM", PAY, 3,
		      { "interim throughput 1", 5609.56e6, "bit/s", PAY, 2 },
		      { "interim throughput 2", 5441.80e6, "bit/s", PAY, 3 },
		      { "interim throughput 3", 6026.54e6, "bit/s", PAY, 4 },
		      { "elapsed", 3.01, "s", NO, 10 },
		      { "throughput", 5678.41e6, "bit/s", PAY, 10 });
}

Test(reader_netperf, tcp_rr)
{
	EXPECT_SAMPLE("netperf/tcp_rr_classic.txt", "netperf TCP_RR", PAY, 2,
		      { "request", 1, "bytes", PAY, 7 },
		      { "response", 1, "bytes", PAY, 7 }, { "elapsed", 2, "s", NO, 7 },
		      { "rate", 37110.93, "trans/s", NO, 7 });
	EXPECT_SAMPLE("netperf/tcp_rr_classic_cpu.txt", "netperf TCP_RR", PAY, 6,
		      { "rate", 35744.89, "trans/s", NO, 7 },
		      { "local CPU", 99.75, "%", NO, 7 },
		      { "local service demand", 55.811, "us/Tr", NO, 7 },
		      { "remote service demand", 55.811, "us/Tr", NO, 7 });
	EXPECT_SAMPLE("netperf/tcp_rr_P0_bare.txt", "netperf RR -P 0", PAY, 3,
		      { "rate", 20919.25, "trans/s", NO, 1 });
	EXPECT_SAMPLE("netperf/tcp_rr_v0_three_runs.txt", "netperf -v 0", PAY, 0,
		      { "result 1", 23063.98, "unknown", NO, 1 },
		      { "result 2", 31014.94, "unknown", NO, 2 },
		      { "result 3", 33745.53, "unknown", NO, 3 });
}

/* The second line is what arrived. */
Test(reader_netperf, udp_stream)
{
	EXPECT_SAMPLE("netperf/udp_stream_classic.txt", "netperf UDP_STREAM", PAY, 2,
		      { "message", 1024, "bytes", PAY, 6 }, { "elapsed", 2, "s", NO, 6 },
		      { "sent messages", 276846, "packets", PAY, 6 },
		      { "send errors", 0, "packets", PAY, 6 },
		      { "sent throughput", 1131.86e6, "bit/s", PAY, 6 },
		      { "sent pps", 138423, "pkt/s", PAY, 6 },
		      { "receive elapsed", 2, "s", NO, 7 },
		      { "received messages", 149031, "packets", PAY, 7 },
		      { "received throughput", 609.30e6, "bit/s", PAY, 7 },
		      { "received pps", 74515.5, "pkt/s", PAY, 7 });
	EXPECT_SAMPLE("netperf/udp_stream_through_tbf_10mbit.txt", "netperf UDP_STREAM",
		      PAY, 7, { "sent messages", 1758, "packets", PAY, 6 },
		      { "send errors", 389524, "packets", PAY, 6 },
		      { "sent throughput", 9.84e6, "bit/s", PAY, 6 },
		      { "received messages", 1758, "packets", PAY, 7 },
		      { "received throughput", 9.84e6, "bit/s", PAY, 7 });
}

Test(reader_netperf, omni)
{
	EXPECT_SAMPLE(
		"netperf/omni_rr.csv", "netperf omni -o", PAY, 1,
		{ "THROUGHPUT", 37026.45, "trans/s", NO, 3 },
		{ "ELAPSED_TIME", 2, "s", NO, 3 }, { "LOCAL_CPU_UTIL", 100, "%", NO, 3 },
		{ "LOCAL_SD", 54.015, "us/Tr", NO, 3 },
		{ "REMOTE_CPU_UTIL", 100, "%", NO, 3 },
		{ "MIN_LATENCY", 16, "us", NO, 3 },
		{ "MEAN_LATENCY", 26.93, "us", NO, 3 },
		{ "P50_LATENCY", 17, "us", NO, 3 }, { "P90_LATENCY", 24, "us", NO, 3 },
		{ "P99_LATENCY", 75, "us", NO, 3 }, { "MAX_LATENCY", 16398, "us", NO, 3 },
		{ "STDDEV_LATENCY", 154.49, "us", NO, 3 });
	EXPECT_SAMPLE("netperf/omni_stream.keyval", "netperf omni -k", PAY, 3,
		      { "THROUGHPUT", 1895.45e6, "bit/s", PAY, 4 },
		      { "ELAPSED_TIME", 2, "s", NO, 6 },
		      { "THROUGHPUT_CONFID", 137.445, "%", NO, 7 },
		      { "CONFIDENCE_LEVEL", 99, "%", NO, 8 },
		      { "CONFIDENCE_INTERVAL", 5, "%", NO, 9 },
		      { "LOCAL_CPU_UTIL", 100, "%", NO, 11 },
		      { "LOCAL_SD", 8.723, "us/KB", NO, 13 },
		      { "LOCAL_SEND_SIZE", 1024, "bytes", PAY, 16 },
		      { "LOCAL_SEND_CALLS", 419148, "calls", NO, 17 },
		      { "LOCAL_BYTES_SENT", 429207552, "bytes", PAY, 18 },
		      { "CONFIDENCE_ITERATION", 3, "unknown", NO, 10 });
}

#define HEAD                                                       \
	"MIGRATED TCP STREAM TEST from a () port 0 AF_INET to b\n" \
	"bytes  bytes   bytes    secs.    "

static void expect_throughput(const char *text, const char *name, double value)
{
	struct diag d = { .set = false };
	struct sample s;

	cr_assert_eq(sample_parse(&s, "t", text, strlen(text), &d), 0, "%s", d.text);
	cr_assert_not_null(sample_find(&s, name));
	cr_expect_float_eq(sample_find(&s, name)->value, value, 1, "%f",
			   sample_find(&s, name)->value);
	sample_destroy(&s);
}

Test(reader_netperf, units_and_instances)
{
	expect_throughput(HEAD "KBytes/sec\n\n131072 16384 16384 2.00 100,5\n",
			  "throughput", 100.5 * 1024 * 8);
	expect_throughput(HEAD "10^6bits/sec\n\n131072 16384 16384 2.00 100\n" HEAD
			       "10^6bits/sec\n\n131072 16384 16384 2.00 50\n",
			  "sum of throughputs", 150e6);
}

Test(reader_netperf, cut_off)
{
	expect_refused(HEAD "10^6bits/sec\n\n131072 16384 16384\n",
		       "netperf TCP_STREAM ends after 0 of 1 rows of values; 5 numbers");
	expect_refused("THROUGHPUT=5\n", "THROUGHPUT_UNITS");
	expect_refused("OMNI Send TEST\nProtocol,Throughput,Throughput Units\n",
		       "a table with its row");
}
