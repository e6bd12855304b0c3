/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define PAY LAYER_PAYLOAD
#define FRAME LAYER_FRAME
#define NO LAYER_NONE
#define MB 1048576.
#define GB 1073741824.

/* The transaction with a duration, as its last line has it. */
Test(reader_uperf, stream)
{
	EXPECT_SAMPLE("uperf/stream_master.txt", "uperf", PAY, 0,
		      { "Txn2 bytes", 2.12 * GB, "bytes", PAY, 15 },
		      { "Txn2 time", 3.20, "s", NO, 15 },
		      { "Txn2 throughput", 5.70e9, "bit/s", PAY, 15 },
		      { "Txn2 rate", 23737, "op/s", NO, 15 },
		      { "Total bytes", 2.12 * GB, "bytes", PAY, 22 },
		      { "Total time", 5.31, "s", NO, 22 },
		      { "Total throughput", 3.44e9, "bit/s", PAY, 22 },
		      { "Total rate", 14315, "op/s", NO, 22 },
		      { "lo out", 12256, "pkt/s", FRAME, 27 },
		      { "lo in", 12256, "pkt/s", FRAME, 27 },
		      { "lo out throughput", 3.44e9, "bit/s", FRAME, 27 },
		      { "lo in throughput", 3.44e9, "bit/s", FRAME, 27 },
		      { "host 127.0.0.1 time", 5.31, "s", NO, 33 },
		      { "host 127.0.0.1 bytes", 2.12 * GB, "bytes", PAY, 33 },
		      { "host 127.0.0.1 throughput", 3.43e9, "bit/s", PAY, 33 },
		      { "host 127.0.0.1 operations", 76029, "count", NO, 33 },
		      { "host 127.0.0.1 errors", 0, "%", NO, 33 },
		      { "host master time", 5.31, "s", NO, 34 },
		      { "host master bytes", 2.12 * GB, "bytes", PAY, 34 },
		      { "host master throughput", 3.44e9, "bit/s", PAY, 34 },
		      { "host master operations", 76029, "count", NO, 34 },
		      { "host master errors", 0, "%", NO, 34 });
}

Test(reader_uperf, rr)
{
	EXPECT_SAMPLE(
		"uperf/rr_master_a.txt", "uperf", PAY, 40,
		{ "Txn2 bytes", 28.72 * MB, "bytes", PAY, 15 },
		{ "Txn2 throughput", 74.80e6, "bit/s", PAY, 15 },
		{ "Txn2 rate", 146097, "op/s", NO, 15 },
		{ "Total rate", 88306, "op/s", NO, 22 },
		{ "Group0 rate", 111415, "op/s", NO, 26 },
		{ "Thr0 throughput", 46.08e6, "bit/s", PAY, 31 },
		{ "Txn1 count", 470545, "count", NO, 37 },
		{ "Txn1 avg", 6.32, "us", NO, 37 }, { "Txn1 max", 20050, "us", NO, 37 },
		{ "Txn1 min", 1.47, "us", NO, 37 }, { "read avg", 6.20, "us", NO, 44 },
		{ "connect avg", 749.15, "us", NO, 43 },
		{ "lo out", 188, "pkt/s", FRAME, 51 },
		{ "host master operations", 470548, "count", NO, 58 });
}

/* Bytes from the first to the last line of a transaction: 2767679989 in 3.2068132 s. */
Test(reader_uperf, raw)
{
	EXPECT_SAMPLE("uperf/stream_raw_R.txt", "uperf", PAY, 14,
		      { "Txn2 bytes", 2767679989, "bytes", PAY, 8 },
		      { "Txn2 time", 3.2068132, "s", NO, 8 },
		      { "Txn2 throughput", 8 * 2767679989 / 3.2068132, "bit/s", PAY, 8 },
		      { "Txn2 rate", 92267 / 3.2068132, "op/s", NO, 8 });
}

Test(reader_uperf, cut_off)
{
	expect_refused("Starting 1 threads running profile:tcp_rr ...   0.00 seconds\n"
		       "Txn2       8.69MB /   1.00(s) =    72.83Mb/s      142236op/s\n",
		       "t:2: uperf breaks off before its line \"Total");
}
