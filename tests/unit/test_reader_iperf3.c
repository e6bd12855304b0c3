/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define END "end."
#define CPU "end.cpu_utilization_percent."

Test(reader_iperf3, tcp)
{
	EXPECT_SAMPLE(
		"iperf3/tcp_3s.json", "iperf3 -J TCP", LAYER_PAYLOAD, 0,
		{ END "sum_sent.seconds", 3.00016, "s", LAYER_NONE, 151 },
		{ END "sum_sent.bytes", 4013424640, "bytes", LAYER_PAYLOAD, 152 },
		{ END "sum_sent.bits_per_second", 10701894938.93659, "bit/s",
		  LAYER_PAYLOAD, 153 },
		{ END "sum_sent.retransmits", 116, "packets", LAYER_PAYLOAD, 154 },
		{ END "sum_received.seconds", 3.011107, "s", LAYER_NONE, 160 },
		{ END "sum_received.bytes", 4010803200, "bytes", LAYER_PAYLOAD, 161 },
		{ END "sum_received.bits_per_second", 10656023050.658777, "bit/s",
		  LAYER_PAYLOAD, 162 },
		{ CPU "host_total", 38.9089166841138, "%", LAYER_NONE, 166 },
		{ CPU "host_user", 2.0078191904287745, "%", LAYER_NONE, 167 },
		{ CPU "host_system", 36.90116385361398, "%", LAYER_NONE, 168 },
		{ CPU "remote_total", 40.678005502817, "%", LAYER_NONE, 169 },
		{ CPU "remote_user", 3.61555334527769, "%", LAYER_NONE, 170 },
		{ CPU "remote_system", 37.062385738504936, "%", LAYER_NONE, 171 });
}

/* The document has a key twice; its sums are of both streams. */
Test(reader_iperf3, two_streams)
{
	EXPECT_SAMPLE("iperf3/tcp_P2_i0.json", "iperf3 -J TCP", LAYER_PAYLOAD, 9,
		      { END "sum_sent.bits_per_second", 14041503393.747347, "bit/s",
			LAYER_PAYLOAD, 148 },
		      { END "sum_sent.retransmits", 1, "packets", LAYER_PAYLOAD, 149 },
		      { END "sum_received.bits_per_second", 14022346372.346043, "bit/s",
			LAYER_PAYLOAD, 157 },
		      { CPU "host_total", 49.014152574612964, "%", LAYER_NONE, 161 });
}

/* What arrived is what counts, and not the sender's bytes. */
Test(reader_iperf3, udp)
{
	EXPECT_SAMPLE(
		"iperf3/udp_500M.json", "iperf3 -J UDP", LAYER_PAYLOAD, 6,
		{ END "sum_sent.bytes", 187470000, "bytes", LAYER_PAYLOAD, 138 },
		{ END "sum_sent.bits_per_second", 499898504.36431235, "bit/s",
		  LAYER_PAYLOAD, 139 },
		{ END "sum_sent.packets", 156225, "packets", LAYER_PAYLOAD, 142 },
		{ END "sum_received.seconds", 3.000416, "s", LAYER_NONE, 149 },
		{ END "sum_received.bytes", 157275600, "bytes", LAYER_PAYLOAD, 150 },
		{ END "sum_received.bits_per_second", 419343451.04145557, "bit/s",
		  LAYER_PAYLOAD, 151 },
		{ END "sum_received.jitter_ms", 0.0018535270515110578, "ms", LAYER_NONE,
		  152 },
		{ END "sum_received.lost_packets", 25162, "packets", LAYER_PAYLOAD, 153 },
		{ END "sum_received.packets", 156225, "packets", LAYER_PAYLOAD, 154 },
		{ END "sum_received.lost_percent", 16.106257001120181, "%", LAYER_NONE,
		  155 },
		{ "sent pps", 156225 / 3.000129, "pkt/s", LAYER_PAYLOAD, 142 },
		{ "received pps", (156225 - 25162) / 3.000416, "pkt/s", LAYER_PAYLOAD,
		  154 },
		{ CPU "host_total", 39.278047584105927, "%", LAYER_NONE, 159 });
}

Test(reader_iperf3, failed_and_broken_runs)
{
	expect_refused("{\"start\": {\"version\": \"iperf 3.12\"},\n"
		       "\"error\": \"unable to connect\"}",
		       "t:2: error: the run failed: unable to connect");
	expect_refused("{\"start\": {\"version\": \"iperf 3.12\"}, \"end\": {}}",
		       "looks like iperf3 -J TCP, but holds no value");
	expect_refused("{\"start\": {\"version\": \"iperf 3.12\"}", "t:1:");
}
