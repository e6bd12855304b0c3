/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define FCS LAYER_FRAME_FCS
#define WIRE LAYER_WIRE
#define NO LAYER_NONE

/* 1000000 packets of 64 bytes: 512 Mbit/s with check sequence, 672 on the wire. */
Test(reader_generator, trex)
{
	EXPECT_SAMPLE("trex/trex_stl_get_stats.synthetic.json", "TRex get_stats", FCS, 26,
		      { "global.cpu_util", 41.2, "%", NO, 2 },
		      { "global.tx_pps", 1e6, "pkt/s", FCS, 3 },
		      { "global.rx_pps", 948210, "pkt/s", FCS, 3 },
		      { "global.tx_bps", 512e6, "bit/s", FCS, 3 },
		      { "global.rx_bps", 485483520, "bit/s", FCS, 3 },
		      { "global.rx_drop_bps", 26516480, "bit/s", FCS, 3 },
		      { "port 0.opackets", 1e7, "packets", FCS, 4 },
		      { "port 0.obytes", 64e7, "bytes", FCS, 4 },
		      { "port 0.tx_bps_L1", 672e6, "bit/s", WIRE, 5 },
		      { "port 1.ipackets", 9482104, "packets", FCS, 6 },
		      { "port 1.rx_bps_L1", 637197120, "bit/s", WIRE, 7 },
		      { "port 1.rx_util", 6.37, "%", NO, 7 },
		      { "latency.7.latency.average", 61.4, "us", NO, 10 },
		      { "latency.7.err_cntrs.dropped", 518, "packets", FCS, 9 });
}

/* Means over two seconds. */
Test(reader_generator, moongen)
{
	EXPECT_SAMPLE(
		"trex/moongen_stats.synthetic.csv", "MoonGen", FCS, 0,
		{ "Device: id=0 TX pps", (14.8808e6 + 14.8809e6) / 2, "pkt/s", FCS, 2 },
		{ "Device: id=0 TX throughput", 7619e6, "bit/s", FCS, 2 },
		{ "Device: id=0 TX throughput with framing", (9999.9e6 + 10000e6) / 2,
		  "bit/s", WIRE, 2 },
		{ "Device: id=1 RX pps", (3.4201e6 + 3.4188e6) / 2, "pkt/s", FCS, 3 },
		{ "Device: id=1 RX throughput", (1751.1e6 + 1750.4e6) / 2, "bit/s", FCS,
		  3 },
		{ "Device: id=1 RX throughput with framing", (2298.3e6 + 2297.4e6) / 2,
		  "bit/s", WIRE, 3 });
}
