/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define FRAME LAYER_FRAME
#define PKTS "packets", LAYER_FRAME

/* The last of two blocks of each port; the null driver counts no bytes. */
Test(reader_testpmd, port_and_forward)
{
	EXPECT_SAMPLE("testpmd/show_port_and_fwd_stats_null_pmd.txt", "testpmd", FRAME,
		      19, { "port 0 RX-packets", 114068320, PKTS, 24 },
		      { "port 0 RX-missed", 0, PKTS, 24 },
		      { "port 0 RX-bytes", 0, "bytes", FRAME, 24 },
		      { "port 0 RX-errors", 0, PKTS, 25 },
		      { "port 0 RX-nombuf", 0, PKTS, 26 },
		      { "port 0 TX-packets", 113678656, PKTS, 27 },
		      { "port 0 Rx-pps", 24784508, "pkt/s", FRAME, 30 },
		      { "port 0 Rx-bps", 0, "bit/s", FRAME, 30 },
		      { "port 0 Tx-pps", 24784508, "pkt/s", FRAME, 31 },
		      { "port 1 RX-packets", 114050400, PKTS, 35 },
		      { "port 1 TX-packets", 113678688, PKTS, 38 },
		      { "port 1 Rx-pps", 24784193, "pkt/s", FRAME, 41 },
		      { "port 1 Tx-pps", 24784193, "pkt/s", FRAME, 42 },
		      { "forward port 0 RX-packets", 113678688, PKTS, 46 },
		      { "forward port 0 RX-dropped", 0, PKTS, 46 },
		      { "forward port 0 RX-total", 113678688, PKTS, 46 },
		      { "forward port 0 TX-packets", 113678656, PKTS, 47 },
		      { "forward port 1 RX-packets", 113678688, PKTS, 51 },
		      { "forward port 1 TX-dropped", 0, PKTS, 52 },
		      { "forward all RX-packets", 227357376, PKTS, 56 },
		      { "forward all TX-packets", 227357344, PKTS, 57 },
		      { "forward all TX-dropped", 0, PKTS, 57 },
		      { "forward all TX-total", 227357344, PKTS, 57 });
}

Test(reader_testpmd, stop)
{
	EXPECT_SAMPLE("testpmd/stop_fwd_stats.txt", "testpmd", FRAME, 14,
		      { "forward port 0 RX-packets", 138732128, PKTS, 5 },
		      { "forward port 0 TX-dropped", 0, PKTS, 6 },
		      { "forward all RX-packets", 277464256, PKTS, 15 },
		      { "forward all TX-packets", 277464256, PKTS, 16 });
}

Test(reader_testpmd, period)
{
	EXPECT_SAMPLE("testpmd/txonly_stats_period_tap.txt", "testpmd", FRAME, 34,
		      { "port 0 RX-packets", 1, PKTS, 3 },
		      { "port 0 RX-bytes", 90, "bytes", FRAME, 3 },
		      { "port 0 TX-packets", 20572512, PKTS, 6 },
		      { "port 0 TX-bytes", 1316640768, "bytes", FRAME, 6 },
		      { "port 0 Tx-pps", 541976, "pkt/s", FRAME, 10 },
		      { "port 0 Tx-bps", 277492120, "bit/s", FRAME, 10 },
		      { "port 1 RX-packets", 337408, PKTS, 14 },
		      { "forward all TX-packets", 43601280, PKTS, 38 });
}

Test(reader_testpmd, cut_off)
{
	expect_refused("  ### NIC statistics for port 0 ###\n  RX-packets: 64  RX-mis\n",
		       "t:2: \"RX-packets: 64  RX-mis\" breaks off; \"RX-packets: N "
		       "RX-");
	expect_refused("  ### NIC statistics for port 0 ###\n",
		       "looks like testpmd, but holds no value");
}
