/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define FRAME LAYER_FRAME
#define NO LAYER_NONE
#define PKTS "packets", LAYER_FRAME

Test(reader_tc, text)
{
	EXPECT_SAMPLE(
		"tc/qdisc_netem.synthetic.txt", "tc -s", FRAME, 4,
		{ "netem 8003: ifb0 limit", 100, PKTS, 1 },
		{ "netem 8003: ifb0 rate", 1e6, "bit/s", FRAME, 1 },
		{ "netem 8003: ifb0 sent bytes", 6903180, "bytes", FRAME, 2 },
		{ "netem 8003: ifb0 sent", 4571, PKTS, 2 },
		{ "netem 8003: ifb0 dropped", 1322, PKTS, 2 },
		{ "netem 8003: ifb0 dropped per sent", 1322 / 4571., "ratio", NO, 2 },
		{ "netem 8003: ifb0 backlog bytes", 149490, "bytes", FRAME, 3 },
		{ "netem 8003: ifb0 backlog", 99, PKTS, 3 },
		{ "netem 8004: tap0 limit", 1000, PKTS, 4 },
		{ "netem 8004: tap0 delay", 0.002, "s", NO, 4 },
		{ "netem 8004: tap0 sent bytes", 1510000, "bytes", FRAME, 5 },
		{ "netem 8004: tap0 sent", 1000, PKTS, 5 },
		{ "netem 8004: tap0 dropped", 1, PKTS, 5 },
		{ "netem 8004: tap0 dropped per sent", 0.001, "ratio", NO, 5 },
		{ "netem 8004: tap0 backlog", 0, PKTS, 6 },
		{ "netem 8004: tap0 backlog bytes", 0, "bytes", FRAME, 6 });
	EXPECT_SAMPLE("tc/qdisc_tbf.txt", "tc -s", FRAME, 3,
		      { "tbf 8002: rate", 10e6, "bit/s", FRAME, 1 },
		      { "tbf 8002: sent bytes", 2536288, "bytes", FRAME, 2 },
		      { "tbf 8002: sent", 1768, PKTS, 2 },
		      { "tbf 8002: dropped", 389524, PKTS, 2 },
		      { "tbf 8002: overlimits", 393683, "count", NO, 2 });
	EXPECT_SAMPLE("tc/qdisc_htb_pfifo.txt", "tc -s", FRAME, 9,
		      { "htb 1: sent", 3382, PKTS, 2 },
		      { "htb 1: overlimits", 3333, "count", NO, 2 },
		      { "pfifo 10: limit", 10, PKTS, 4 },
		      { "pfifo 10: sent bytes", 4866476, "bytes", FRAME, 5 },
		      { "pfifo 10: sent", 3382, PKTS, 5 },
		      { "pfifo 10: dropped", 386470, PKTS, 5 });
	EXPECT_SAMPLE("tc/qdisc_all_ns.txt", "tc -s", FRAME, 17,
		      { "noqueue 0: lo sent", 0, PKTS, 2 },
		      { "htb 1: vsA sent bytes", 36501348, "bytes", FRAME, 5 },
		      { "htb 1: vsA overlimits", 46142, "count", NO, 5 },
		      { "pfifo 10: vsA limit", 100, PKTS, 7 },
		      { "pfifo 10: vsA sent", 29403, PKTS, 8 });
	EXPECT_SAMPLE("tc/class_htb.txt", "tc -s", FRAME, 4,
		      { "htb 1:10 rate", 20e6, "bit/s", FRAME, 1 },
		      { "htb 1:10 sent bytes", 4866476, "bytes", FRAME, 2 },
		      { "htb 1:10 sent", 3382, PKTS, 2 },
		      { "htb 1:10 dropped", 386470, PKTS, 2 });
}

/* The same rates as in text, though JSON has them in bytes a second. */
Test(reader_tc, json)
{
	EXPECT_SAMPLE("tc/qdisc_netem.synthetic.json", "tc -s -j", FRAME, 8,
		      { "netem 8003: ifb0 limit", 100, PKTS, 1 },
		      { "netem 8003: ifb0 rate", 1e6, "bit/s", FRAME, 1 },
		      { "netem 8003: ifb0 sent bytes", 6903180, "bytes", FRAME, 1 },
		      { "netem 8003: ifb0 sent", 4571, PKTS, 1 },
		      { "netem 8003: ifb0 dropped", 1322, PKTS, 1 },
		      { "netem 8003: ifb0 backlog bytes", 149490, "bytes", FRAME, 1 },
		      { "netem 8003: ifb0 backlog", 99, PKTS, 1 },
		      { "netem 8004: tap0 delay", 0.002, "s", NO, 2 },
		      { "netem 8004: tap0 limit", 1000, PKTS, 2 },
		      { "netem 8004: tap0 sent bytes", 1510000, "bytes", FRAME, 2 },
		      { "netem 8004: tap0 sent", 1000, PKTS, 2 },
		      { "netem 8004: tap0 dropped", 1, PKTS, 2 });
	EXPECT_SAMPLE("tc/qdisc_tbf.json", "tc -s -j", FRAME, 3,
		      { "tbf 8002: rate", 10e6, "bit/s", FRAME, 1 },
		      { "tbf 8002: sent bytes", 2536288, "bytes", FRAME, 1 },
		      { "tbf 8002: sent", 1768, PKTS, 1 },
		      { "tbf 8002: dropped", 389524, PKTS, 1 },
		      { "tbf 8002: overlimits", 393683, "count", NO, 1 });
	EXPECT_SAMPLE("tc/qdisc_htb_pfifo.json", "tc -s -j", FRAME, 10,
		      { "htb 1: sent", 3382, PKTS, 1 },
		      { "htb 1: overlimits", 3333, "count", NO, 1 },
		      { "pfifo 10: limit", 10, PKTS, 1 },
		      { "pfifo 10: sent bytes", 4866476, "bytes", FRAME, 1 },
		      { "pfifo 10: dropped", 386470, PKTS, 1 });
}

Test(reader_tc, cut_off)
{
	expect_refused("qdisc noqueue 0: dev lo root refcnt 2\n",
		       "t:1: no counters; \"tc -s\"");
	expect_refused(
		"qdisc pfifo 10: dev a\n Sent 36501348 bytes 29403 pk\n",
		"t:2: \" Sent 36501348 bytes 29403 pk\" breaks off; \"Sent N bytes");
	expect_refused("[{\"kind\": \"htb\"}]",
		       "t:1: [0]: no counters; what \"tc -s -j\" prints");
}
