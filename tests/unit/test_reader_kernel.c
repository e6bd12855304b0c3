/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define NO LAYER_NONE
#define COUNT "count", LAYER_NONE
#define RATE "1/s", LAYER_NONE
#define L3 LAYER_L3

Test(reader_kernel, kvm_stat)
{
	EXPECT_SAMPLE("kvm_stat/batch_1.synthetic.txt", "kvm_stat", NO, 10,
		      { "kvm_apic_accept_irq total", 1290021, COUNT, 1 },
		      { "kvm_apic_accept_irq", 20114, RATE, 1 },
		      { "kvm_entry", 61007, RATE, 2 }, { "kvm_exit", 61008, RATE, 4 },
		      { "kvm_exit(EPT_MISCONFIG)", 32004, RATE, 5 },
		      { "kvm_exit(HLT)", 10422, RATE, 7 },
		      { "kvm_fast_mmio total", 2110002, COUNT, 8 },
		      { "kvm_fast_mmio", 32001, RATE, 8 },
		      { "kvm_msi_set_irq total", 1290155, COUNT, 10 },
		      { "kvm_msi_set_irq", 20118, RATE, 10 });
	EXPECT_SAMPLE("kvm_stat/interactive.synthetic.txt", "kvm_stat", NO, 9,
		      { "kvm_exit total", 305040, COUNT, 4 },
		      { "kvm_exit", 61008, RATE, 4 }, { "kvm_exit(HLT)", 10422, RATE, 6 },
		      { "kvm_fast_mmio total", 160005, COUNT, 9 },
		      { "kvm_fast_mmio", 32001, RATE, 9 },
		      { "kvm_msi_set_irq", 20118, RATE, 10 },
		      { "kvm_apic_accept_irq", 20114, RATE, 11 });
}

/* Sums over the processors. */
Test(reader_kernel, proc)
{
	const char *tool = "/proc/interrupts, softirqs";

	EXPECT_SAMPLE(
		"proc/interrupts.txt", tool, NO, 6, { "virtio1-req.0", 136802, COUNT, 3 },
		{ "virtio2-input.0", 6166, COUNT, 5 },
		{ "virtio2-output.0", 4670, COUNT, 6 },
		{ "LOC", 403645 + 328182, COUNT, 8 }, { "RES", 104197 + 91765, COUNT, 9 },
		{ "interrupts of virtio queues", 6166 + 4670, COUNT, 6 });
	EXPECT_SAMPLE("proc/interrupts_host_guest_vhost.synthetic.txt", tool, NO, 4,
		      { "virtio0-input.0", 912004, COUNT, 3 },
		      { "virtio0-output.0", 44120, COUNT, 4 },
		      { "virtio0-input.1", 887310, COUNT, 5 },
		      { "virtio0-output.1", 43002, COUNT, 6 },
		      { "interrupts of virtio queues", 1886436, COUNT, 6 });
	EXPECT_SAMPLE("proc/softirqs.txt", tool, NO, 7,
		      { "NET_TX", 23509 + 19352, COUNT, 4 },
		      { "NET_RX", 1810442 + 523446, COUNT, 5 },
		      { "RCU", 104276 + 113074, COUNT, 11 });
	EXPECT_SAMPLE("proc/softnet_stat.txt", "/proc/net/softnet_stat", LAYER_FRAME, 1,
		      { "row 0 processed", 0x1ea90c, "packets", LAYER_FRAME, 1 },
		      { "row 0 dropped", 0, "packets", LAYER_FRAME, 1 },
		      { "row 0 time_squeeze", 1, COUNT, 1 },
		      { "row 1 processed", 0x156c2de, "packets", LAYER_FRAME, 2 },
		      { "row 1 time_squeeze", 2, COUNT, 2 });
}

Test(reader_kernel, ping)
{
	EXPECT_SAMPLE("ping/ping_c5.synthetic.txt", "ping", L3, 0,
		      { "transmitted", 5, "packets", L3, 9 },
		      { "received", 5, "packets", L3, 9 }, { "loss", 0, "%", NO, 9 },
		      { "time", 4006, "ms", NO, 9 }, { "rtt min", 1.930, "ms", NO, 10 },
		      { "rtt avg", 2.578, "ms", NO, 10 },
		      { "rtt max", 3.180, "ms", NO, 10 },
		      { "rtt mdev", 0.404, "ms", NO, 10 });
}

Test(reader_kernel, tcpstat)
{
	EXPECT_SAMPLE("tcpstat/default_1s.txt", "tcpstat", L3, 4,
		      { "interval 1 n", 1849, "packets", L3, 1 },
		      { "interval 1 avg", 26776.93, "bytes", L3, 1 },
		      { "interval 1 bps", 396084408, "bit/s", L3, 1 },
		      { "interval 2 bps", 185892480, "bit/s", L3, 2 });
	EXPECT_SAMPLE("tcpstat/custom_format.txt", "tcpstat", L3, 3,
		      { "interval 1 #pkts", 2557, "packets", L3, 1 },
		      { "interval 1 bps", 58197688.80, "bit/s", L3, 1 },
		      { "interval 1 min", 52, "bytes", L3, 1 },
		      { "interval 1 max", 65212, "bytes", L3, 1 },
		      { "interval 1 udp", 0, "packets", L3, 1 });
}

Test(reader_kernel, cut_off)
{
	expect_refused("kvm_entry 3920110 61007\nkvm_exit 392\n",
		       "t:2: \"kvm_exit 392\" breaks off; \"event N N\" would be right");
	expect_refused("   CPU0  CPU1\nLOC:   12\n",
		       "t:2: not a number for each of 2 processors");
	expect_refused("PING a (a) 56(84) bytes of data.\n",
		       "looks like ping, but holds no value");
	expect_refused("Time:1 n=5 avg=1 bps=\n", "t:1: \"bps=\" breaks off");
}
