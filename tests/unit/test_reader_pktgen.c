/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define FRAME LAYER_FRAME
#define NO LAYER_NONE

/* 849077760 bit/s are 1768912 packets of 60 bytes. */
Test(reader_pktgen, result)
{
	EXPECT_SAMPLE("pktgen/proc_net_pktgen_dev.synthetic.txt", "pktgen", FRAME, 0,
		      { "time", 5653192, "us", NO, 19 },
		      { "busy", 5651319, "us", NO, 19 }, { "delay", 1873, "us", NO, 19 },
		      { "sent", 10000000, "packets", FRAME, 19 },
		      { "size", 60, "bytes", FRAME, 19 },
		      { "fragments", 0, "count", NO, 19 },
		      { "pps", 1768912, "pkt/s", FRAME, 20 },
		      { "throughput", 849077760, "bit/s", FRAME, 20 },
		      { "errors", 214, "packets", FRAME, 20 });
}

#define RESULT "Result: OK: 10(c9+d1) usec, 1000 (60byte,0frags)\n"

Test(reader_pktgen, threads_are_added)
{
	static const char text[] = RESULT
		"  1000pps 0Mb/sec (480000bps) errors: 0\n" RESULT
		"  500pps 0Mb/sec (240000bps) errors: 0\n";
	struct diag d = { .set = false };
	struct sample s;

	cr_assert_eq(sample_parse(&s, "t", text, strlen(text), &d), 0, "%s", d.text);
	cr_assert_eq(sample_find(&s, "sum pps")->value, 1500);
	cr_assert_eq(sample_find(&s, "sum throughput")->value, 720000);
	cr_assert_null(sample_find(&s, "pps")->metric);
	sample_destroy(&s);
}

Test(reader_pktgen, cut_off)
{
	expect_refused(RESULT, "t:1: pktgen's result breaks off; \"Npps NMb/sec");
	expect_refused("Result: OK: 5653192(c5651319+d18\n pkts-sofar: 1\n",
		       "t:1: \"Result: OK: 5653192(c5651319+d18\" breaks off");
	expect_refused("pkts-sofar: 0\nResult: Idle\n",
		       "looks like pktgen, but holds no value");
}
