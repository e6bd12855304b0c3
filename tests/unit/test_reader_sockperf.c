/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define PAY LAYER_PAYLOAD
#define NO LAYER_NONE

Test(reader_sockperf, ping_pong)
{
	EXPECT_SAMPLE(
		"sockperf/ping_pong.txt", "sockperf", PAY, 0,
		{ "total run time", 2.003, "s", NO, 9 }, { "warm up", 400, "ms", NO, 9 },
		{ "total sent", 7923, "messages", NO, 9 },
		{ "total received", 7922, "messages", NO, 9 },
		{ "run time", 1.549, "s", NO, 11 }, { "sent", 3594, "messages", NO, 11 },
		{ "received", 3594, "messages", NO, 11 },
		{ "avg-latency", 215.549, "us", NO, 12 },
		{ "std-dev", 449.477, "us", NO, 12 },
		{ "dropped", 0, "messages", NO, 13 },
		{ "duplicated", 0, "messages", NO, 13 },
		{ "out-of-order", 0, "messages", NO, 13 },
		{ "latency", 215.549, "us", NO, 14 },
		{ "observations", 3594, "count", NO, 15 },
		{ "max", 3900.294, "us", NO, 16 },
		{ "percentile 99.999", 3900.294, "us", NO, 17 },
		{ "percentile 99.990", 3900.294, "us", NO, 18 },
		{ "percentile 99.900", 2864.673, "us", NO, 19 },
		{ "percentile 99.000", 1937.638, "us", NO, 20 },
		{ "percentile 90.000", 719.472, "us", NO, 21 },
		{ "percentile 75.000", 82.300, "us", NO, 22 },
		{ "percentile 50.000", 65.964, "us", NO, 23 },
		{ "percentile 25.000", 63.244, "us", NO, 24 },
		{ "min", 23.328, "us", NO, 25 });
}

Test(reader_sockperf, under_load)
{
	EXPECT_SAMPLE("sockperf/under_load.txt", "sockperf", PAY, 18,
		      { "total sent", 40011, "messages", NO, 9 },
		      { "run time", 1.542, "s", NO, 11 },
		      { "sent", 30801, "messages", NO, 11 },
		      { "received", 309, "messages", NO, 11 },
		      { "latency", 466.063, "us", NO, 14 },
		      { "percentile 99.000", 4764.089, "us", NO, 20 });
}

/* Its Mbps are 2^20 bits: 1072.227 of them are 275174 messages of 1024 bytes in 2.005 s. */
Test(reader_sockperf, throughput)
{
	EXPECT_SAMPLE("sockperf/throughput.txt", "sockperf", PAY, 0,
		      { "sent", 275174, "messages", NO, 8 },
		      { "run time", 2.005, "s", NO, 8 },
		      { "msg-size", 1024, "bytes", PAY, 10 },
		      { "message rate", 137245, "pkt/s", PAY, 11 },
		      { "bandwidth", 1072.227 * 1048576, "bit/s", PAY, 12 });
}

Test(reader_sockperf, full_log)
{
	EXPECT_SAMPLE("sockperf/full_log_head30.csv", "sockperf", PAY, 17,
		      { "msg-size", 64, "bytes", PAY, 2 },
		      { "total sent", 7923, "messages", NO, 4 },
		      { "run time", 1.549, "s", NO, 6 },
		      { "avg-latency", 215.549, "us", NO, 7 },
		      { "observations", 3594, "count", NO, 9 },
		      { "percentile 90.000", 719.472, "us", NO, 15 },
		      { "min", 23.328, "us", NO, 19 });
}

Test(reader_sockperf, cut_off)
{
	expect_refused("sockperf: Starting test...\n",
		       "looks like sockperf, but holds no value");
	expect_refused("sockperf: ====> avg-latency=215.549 (std-",
		       "t:1: \"sockperf: ====> avg-latency=215.549 (std-\" breaks off; "
		       "\"sockperf: ====> avg-latency=N (std-dev=N\" would be right");
}
