/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define FRAME LAYER_FRAME
#define NO LAYER_NONE

Test(reader_csv, runs)
{
	EXPECT_SAMPLE("csv/runs.csv", "CSV", FRAME, 0,
		      { "1 rx_pps", 1700000, "pkt/s", FRAME, 3 },
		      { "2 rx_pps", 1720000, "pkt/s", FRAME, 4 },
		      { "3 rx_pps", 1740000, "pkt/s", FRAME, 5 },
		      { "mean of rx_pps", 1720000, "pkt/s", FRAME, 3 },
		      { "1 throughput_gbps", 0.8704e9, "bit/s", FRAME, 3 },
		      { "2 throughput_gbps", 0.88064e9, "bit/s", FRAME, 4 },
		      { "3 throughput_gbps", 0.89088e9, "bit/s", FRAME, 5 },
		      { "mean of throughput_gbps", 0.88064e9, "bit/s", FRAME, 3 },
		      { "1 vhost_cpu_pct", 99.5, "%", NO, 3 },
		      { "2 vhost_cpu_pct", 100, "%", NO, 4 },
		      { "3 vhost_cpu_pct", 98, "%", NO, 5 },
		      { "mean of vhost_cpu_pct", 297.5 / 3, "%", NO, 3 });
}

/* A note says the metric of columns that are kernels. */
Test(reader_csv, measured_table)
{
	EXPECT_SAMPLE("csv/measured.csv", "CSV", FRAME, 2,
		      { "1 base", 2293304.308, "pkt/s", FRAME, 8 },
		      { "16 base", 3396057.769, "pkt/s", FRAME, 9 },
		      { "1 batch", 2286723.857, "pkt/s", FRAME, 8 },
		      { "16 batch_bufapi", 3151268.385, "pkt/s", FRAME, 9 });
}

Test(reader_csv, profile)
{
	EXPECT_SAMPLE("csv/profile.csv", "CSV", NO, 0,
		      { "copy_user_generic_unrolled", 28.87, "%", NO, 5 },
		      { "copy_page_from_iter", 16.34, "%", NO, 6 },
		      { "handle_tx_copy", 11.53, "%", NO, 7 },
		      { "vhost_get_vq_desc", 7.87, "%", NO, 8 },
		      { "translate_desc", 5.42, "%", NO, 9 });
}

Test(reader_csv, semicolons_and_decimal_commas)
{
	EXPECT_SAMPLE("csv/semicolons.csv", "CSV", FRAME, 0,
		      { "1 tx_pps", 2293304.308, "pkt/s", FRAME, 2 },
		      { "64 tx_pps", 3636056.077, "pkt/s", FRAME, 3 });
}

Test(reader_csv, cut_off)
{
	expect_refused("batch,tx_pps\n1,100\n64\n", "t:3: 1 cells in this row");
	expect_refused("Dear all,\nit is slow, 1 packet\n", "no tool that is known");
}
