/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a packet costs the vhost thread when one operation is dear and all others cost
 * next to nothing: the batch sizes and weights can then be read off the rate.
 */
#include <criterion/criterion.h>
#include <math.h>

#include "lab.h"

#define PER_PACKET 1000
#define PER_BATCH 64000

static double ns_per_packet(const struct config *c, const struct machine *m,
			    const struct kernel *k)
{
	return 1e9 / lab_measure(c, m, k, "rx_pps");
}

static double tx_ns(int64_t batch, struct kernel k)
{
	struct machine m = lab_machine(0, 0);
	struct config c = lab_config(CFG_TESTPMD_TXONLY);

	m.op[OP_TX_HANDLE] = PER_PACKET;
	m.op[OP_TX_BATCH] = PER_BATCH;
	m.op[OP_PMD_BUILD] = 1;
	c.run.duration_ns = 200000000;
	c.vhost_net.VHOST_NET_BATCH = batch;
	return ns_per_packet(&c, &m, &k);
}

static double rx_ns(int64_t batch, struct kernel k)
{
	struct machine m = lab_machine(0, 0);
	struct config c = lab_config(CFG_PKTGEN);

	m.op[OP_RX_HANDLE] = PER_PACKET;
	m.op[OP_RX_FLUSH] = PER_BATCH;
	m.op[OP_PMD_POLL] = 1;
	m.op[OP_PKTGEN_BUILD] = 10;
	c.run.duration_ns = 200000000;
	c.vhost_net.VHOST_NET_BATCH = batch;
	return ns_per_packet(&c, &m, &k);
}

/* VHOST_NET_PKT_WEIGHT ends a run after 256 packets, and a run's end flushes. */
static double flushes_in_a_run(double batch)
{
	return ceil(256 / batch);
}

static void expect_near(double got, double want, const char *what, int64_t batch)
{
	cr_expect(fabs(got - want) < 0.005 * want, "%s at %d: %.1f ns, expected %.1f",
		  what, (int)batch, got, want);
}

static const int64_t batches[] = { 1, 2, 16, 32, 64, 100, 128, 255, 256, 512, 1024 };
#define BATCHES (sizeof(batches) / sizeof(*batches))

/* handle_tx_copy() submits at exactly VHOST_NET_BATCH, and at the weight. */
Test(vhost_net, tx_flushes_at_the_batch_and_at_the_weight)
{
	for (size_t i = 0; i < BATCHES; i++) {
		double per_run = flushes_in_a_run((double)batches[i]);

		expect_near(tx_ns(batches[i], lab_kernel()),
			    PER_PACKET + PER_BATCH * per_run / 256, "tx", batches[i]);
	}
}

/* handle_rx() flushes when more than VHOST_NET_BATCH have gathered: one later. */
Test(vhost_net, rx_flushes_one_after_the_batch_and_at_the_weight)
{
	for (size_t i = 0; i < BATCHES; i++) {
		double per_run = flushes_in_a_run((double)batches[i] + 1);

		expect_near(rx_ns(batches[i], lab_kernel()),
			    PER_PACKET + PER_BATCH * per_run / 256, "rx", batches[i]);
	}
}

/* Without the commits every packet pays for itself, whatever VHOST_NET_BATCH says. */
Test(vhost_net, without_the_commits_there_are_no_batches)
{
	struct kernel k = lab_kernel();

	k.has[KERNEL_TX_XDP_BATCH] = false;
	k.has[KERNEL_RX_USED_BATCH] = false;
	expect_near(tx_ns(64, k), PER_PACKET + PER_BATCH, "tx", 64);
	expect_near(rx_ns(64, k), PER_PACKET + PER_BATCH, "rx", 64);
}

/* RFC v8 fetches while the count is <= 64 + batch_num: 65 + batch_num in a pass. */
Test(vhost_net, the_series_fetches_one_more_than_its_limit_in_a_pass)
{
	static const int64_t batch_num[] = { -64, -63, -32, 0, 64, 448 };

	for (size_t i = 0; i < sizeof(batch_num) / sizeof(*batch_num); i++) {
		struct machine m = lab_machine(0, 0);
		struct config c = lab_config(CFG_PKTGEN);
		struct kernel k = lab_kernel();
		double pass = 65.0 + (double)batch_num[i];

		k.has[KERNEL_DESC_BATCH] = true;
		c.vhost_net.batch_num = batch_num[i];
		c.run.duration_ns = 200000000;
		m.op[OP_RX_HANDLE] = PER_PACKET;
		m.op[OP_RX_RESTART] = PER_BATCH;
		m.op[OP_PMD_POLL] = 1;
		m.op[OP_PKTGEN_BUILD] = 10;
		expect_near(ns_per_packet(&c, &m, &k), PER_PACKET + PER_BATCH / pass,
			    "pass", batch_num[i]);
	}
}

/* vhost_net_buf_produce() takes VHOST_NET_BATCH packets, and no more than there are. */
Test(vhost_net, rx_visits_the_taps_ring_once_a_batch)
{
	static const int64_t batch[] = { 1, 16, 64, 250, 500 };

	for (size_t i = 0; i < sizeof(batch) / sizeof(*batch); i++) {
		struct machine m = lab_machine(0, 0);
		struct config c = lab_config(CFG_PKTGEN);
		struct kernel k = lab_kernel();

		c.vhost_net.VHOST_NET_BATCH = batch[i];
		c.run.duration_ns = 200000000;
		m.op[OP_RX_HANDLE] = PER_PACKET;
		m.op[OP_RX_REFILL] = PER_BATCH;
		m.op[OP_PMD_POLL] = 1;
		m.op[OP_PKTGEN_BUILD] = 10;
		expect_near(ns_per_packet(&c, &m, &k),
			    PER_PACKET + PER_BATCH / (double)batch[i], "refill",
			    batch[i]);
	}
}

/* The byte weight: a run ends with the packet that reaches it. */
Test(vhost_net, the_byte_weight_ends_a_run)
{
	struct machine m = lab_machine(0, 0);
	struct config c = lab_config(CFG_TESTPMD_TXONLY);
	struct kernel k = lab_kernel();

	m.op[OP_TX_HANDLE] = PER_PACKET;
	m.op[OP_TX_RUN] = PER_BATCH;
	m.op[OP_PMD_BUILD] = 1;
	c.vhost_net.VHOST_NET_WEIGHT = 64000; /* 100 frames of 640 bytes */
	c.flow[0].packet_size = 640;
	c.run.duration_ns = 200000000;
	expect_near(ns_per_packet(&c, &m, &k), PER_PACKET + PER_BATCH / 100.0, "bytes",
		    64);
}

/* Kernel and driver sleep and wake each other at a rate below what they can do. */
Test(vhost_net, a_slow_sender_kicks_for_each_packet_and_loses_none)
{
	struct machine m = lab_machine(10, 50);
	struct config c = lab_config(CFG_TESTPMD_TXONLY);
	struct kernel k = lab_kernel();

	for (int event_idx = 0; event_idx < 2; event_idx++) {
		c.flow[0].rate_pps = 10000;
		c.device[0].event_idx = event_idx;
		c.run.duration_ns = 100000000;
		cr_expect_float_eq(lab_measure(&c, &m, &k, "kicks_per_s"), 10000, 10);
		cr_expect_float_eq(lab_measure(&c, &m, &k, "rx_pps"), 10000, 10);
		cr_expect_float_eq(lab_measure(&c, &m, &k, "vhost_wakeups_per_s"), 10000,
				   10);
	}
}
