/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define FRAME LAYER_FRAME
#define NO LAYER_NONE
#define PKTS "packets", LAYER_FRAME

Test(reader_link, ip_json)
{
	EXPECT_SAMPLE(
		"iplink/ip_s_j_link_veth.json", "ip -s -j link", FRAME, 6,
		{ "vsA rx bytes", 3236, "bytes", FRAME, 24 },
		{ "vsA rx packets", 38, PKTS, 25 }, { "vsA rx dropped", 0, PKTS, 27 },
		{ "vsA tx bytes", 74078758, "bytes", FRAME, 32 },
		{ "vsA tx packets", 59678, PKTS, 33 }, { "vsA tx dropped", 0, PKTS, 35 });
}

Test(reader_link, ip_text)
{
	EXPECT_SAMPLE("iplink/ip_s_s_link_veth.txt", "ip -s link", FRAME, 15,
		      { "vsA rx bytes", 3236, "bytes", FRAME, 4 },
		      { "vsA rx packets", 38, PKTS, 4 }, { "vsA rx missed", 0, PKTS, 4 },
		      { "vsA tx bytes", 74078758, "bytes", FRAME, 8 },
		      { "vsA tx packets", 59678, PKTS, 8 },
		      { "vsA tx dropped", 0, PKTS, 8 },
		      { "vsA tx transns", 2, PKTS, 10 });
}

Test(reader_link, ethtool)
{
	EXPECT_SAMPLE("ethtool/virtio_net_S_pre6.9.synthetic.txt", "ethtool -S", FRAME, 6,
		      { "rx_queue_0_packets", 18240331, PKTS, 2 },
		      { "rx_queue_0_bytes", 1094419860, "bytes", FRAME, 3 },
		      { "rx_queue_0_drops", 412, PKTS, 4 },
		      { "rx_queue_0_kicks", 71252, "count", NO, 9 },
		      { "tx_queue_0_packets", 9120004, PKTS, 10 },
		      { "tx_queue_0_bytes", 547200240, "bytes", FRAME, 11 },
		      { "tx_queue_0_kicks", 142500, "count", NO, 14 },
		      { "tx_queue_0_tx_timeouts", 0, "count", NO, 15 },
		      { "kicks of all queues", 71252 + 142500, "count", NO, 14 },
		      { "rx kicks per packet", 71252 / 18240331., "ratio", NO, 14 },
		      { "tx kicks per packet", 142500 / 9120004., "ratio", NO, 14 });
	EXPECT_SAMPLE("ethtool/virtio_net_S_linux6.18.txt", "ethtool -S", FRAME, 15,
		      { "rx_kicks", 2211, "count", NO, 7 },
		      { "tx_kicks", 4797, "count", NO, 10 }, { "rx0_drops", 0, PKTS, 12 },
		      { "rx0_kicks", 2211, "count", NO, 17 },
		      { "tx0_kicks", 4797, "count", NO, 20 },
		      { "kicks of all queues", 2211 + 4797, "count", NO, 20 });
	EXPECT_SAMPLE("ethtool/veth_S.txt", "ethtool -S", FRAME, 7,
		      { "peer_ifindex", 2, "count", NO, 2 },
		      { "rx_queue_0_xdp_bytes", 0, "bytes", FRAME, 4 },
		      { "rx_queue_0_drops", 0, PKTS, 5 });
}

/* What a tap could not send found its ring full. */
Test(reader_link, tap_drops_have_a_counterpart)
{
	static const char text[] =
		"[{\"ifname\": \"tap0\", \"stats64\": {\n"
		"\"tx\": {\"dropped\": 7}, \"rx\": {\"dropped\": 0}}}]";
	struct diag d = { .set = false };
	struct sample s;

	cr_assert_eq(sample_parse(&s, "t", text, strlen(text), &d), 0, "%s", d.text);
	cr_assert_str_eq(sample_find(&s, "tap0 tx dropped")->metric, "tap_drop_pps");
	cr_assert_eq(sample_find(&s, "tap0 tx dropped")->line, 2);
	cr_assert_null(sample_find(&s, "tap0 rx dropped")->metric);
	sample_destroy(&s);
}

Test(reader_link, cut_off)
{
	expect_refused("7: vsA: <UP>\n    RX:  bytes packets\n      3236\n",
		       "t:3: no number below \"packets\"; 2 of them, one for each head");
	expect_refused("7: vsA: <UP>\n    RX:  bytes packets\n", "t:2: ends with heads");
	expect_refused("[{\"ifname\": \"tap0\"}]",
		       "[0]: no counters; what \"ip -s -j link\"");
	expect_refused("NIC statistics:\n     rx_drops: 0\n     rx_xdp_pac",
		       "t:3: \"rx_xdp_pac\" breaks off; \"name: N\" would be right");
}
