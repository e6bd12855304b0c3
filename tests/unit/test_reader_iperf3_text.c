/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define PAY LAYER_PAYLOAD
#define NO LAYER_NONE
#define MB 1048576.
#define GB 1073741824.

Test(reader_iperf3_text, tcp)
{
	EXPECT_SAMPLE("iperf3/tcp_text.txt", "iperf3", PAY, 0,
		      { "[5] sender time", 2, "s", NO, 8 },
		      { "[5] sender bytes", 1.89 * GB, "bytes", PAY, 8 },
		      { "[5] sender throughput", 8.11e9, "bit/s", PAY, 8 },
		      { "[5] sender retransmits", 153, "packets", PAY, 8 },
		      { "[5] receiver time", 2, "s", NO, 9 },
		      { "[5] receiver bytes", 1.89 * GB, "bytes", PAY, 9 },
		      { "[5] receiver throughput", 8.10e9, "bit/s", PAY, 9 });
}

Test(reader_iperf3_text, udp)
{
	EXPECT_SAMPLE("iperf3/udp_text.txt", "iperf3", PAY, 3,
		      { "[5] sender throughput", 200e6, "bit/s", PAY, 8 },
		      { "[5] sender jitter", 0, "ms", NO, 8 },
		      { "[5] sender packets", 1526, "packets", PAY, 8 },
		      { "[5] sender pps", 763, "pkt/s", PAY, 8 },
		      { "[5] receiver time", 2, "s", NO, 9 },
		      { "[5] receiver bytes", 47.7 * MB, "bytes", PAY, 9 },
		      { "[5] receiver throughput", 200e6, "bit/s", PAY, 9 },
		      { "[5] receiver jitter", 0.004, "ms", NO, 9 },
		      { "[5] receiver lost", 0, "packets", PAY, 9 },
		      { "[5] receiver packets", 1526, "packets", PAY, 9 },
		      { "[5] receiver pps", 763, "pkt/s", PAY, 9 });
}

#define HEAD "[ ID] Interval           Transfer     Bitrate\n"

/* Of two streams the sum has the counterpart. */
Test(reader_iperf3_text, sum)
{
	static const char text[] = HEAD
		"[  5]   0.00-1.00   sec  1.00 MBytes  8.00 Mbits/sec   receiver\n"
		"[  7]   0.00-1.00   sec  1.00 MBytes  8.00 Mbits/sec   receiver\n"
		"[SUM]   0.00-1.00   sec  2.00 MBytes  16.0 Mbits/sec   receiver\n";
	struct diag d = { .set = false };
	struct sample s;

	cr_assert_eq(sample_parse(&s, "t", text, strlen(text), &d), 0, "%s", d.text);
	cr_assert_null(sample_find(&s, "[7] receiver throughput")->metric);
	cr_assert_str_eq(sample_find(&s, "[SUM] receiver throughput")->metric,
			 "throughput_gbps");
	sample_destroy(&s);
}

Test(reader_iperf3_text, cut_off)
{
	expect_refused(HEAD "[  5]   0.00-1.00   sec   835 MBytes  7.00 Gbits/sec   68\n",
		       "looks like iperf3, but holds no value: cut off? last lines");
}
