/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole hosts: conservation in every corner, determinism, seeds, phases. */
#include <criterion/criterion.h>

#include "lab.h"

static void expect_balanced(const struct config *c, const struct machine *m,
			    const struct kernel *k, const char *what)
{
	enum sim_end end;
	struct host *h = lab_run(c, m, k, &end);
	struct host_result *r = host_result(h);

	cr_expect_eq(end, SIM_DONE, "%s stalls", what);
	cr_expect_null(r->unbalanced, "%s: %s does not add up", what, r->unbalanced);
	cr_expect_gt(lab_metric(r, "rx_pps"), 0, "%s: nothing arrives", what);
	cr_expect_leq(lab_metric(r, "vhost_cpu_pct"), 100.0 * c->devices);
	host_result_free(r);
	host_free(h);
}

/* Every combination of small and large rings, batches, codes, and sleeping or not. */
Test(host, everything_adds_up_in_every_corner, .timeout = 120)
{
	static const int64_t ring[] = { 2, 4, 1024 }, batch[] = { 1, 3, 64, 1024 },
			     tap[] = { 1, 2, 500 };
	static const double rate[] = { 0, 100000, 5000000 };
	struct machine m = lab_machine(20, 50);

	for (unsigned int i = 0; i < 3 * 4 * 3 * 3 * 2 * 2 * 2; i++) {
		unsigned int n = i;
		struct config c = lab_config(n % 2 ? CFG_PKTGEN : CFG_TESTPMD_TXONLY);
		struct kernel k = lab_kernel();
		char what[64];

		n /= 2;
		k.has[KERNEL_DESC_BATCH] = n % 2;
		n /= 2;
		c.device[0].event_idx = n % 2;
		n /= 2;
		c.flow[0].rate_pps = rate[n % 3];
		n /= 3;
		c.device[0].tx_queue_len = tap[n % 3];
		n /= 3;
		c.vhost_net.VHOST_NET_BATCH = batch[n % 4];
		n /= 4;
		c.device[0].rx_queue_size = c.device[0].tx_queue_size = ring[n % 3];
		c.run.duration_ns = 500000;
		c.run.warmup_ns = 100000;
		snprintf(what, sizeof(what), "combination %u", i);
		expect_balanced(&c, &m, &k, what);
	}
}

/* testpmd's and pktgen's counters agree within 0.1 % on the real host; ours differ only
 * by what is on its way. */
Test(host, sender_and_receiver_count_the_same)
{
	struct machine m = lab_machine(20, 50);
	struct config c = lab_config(CFG_PKTGEN);
	struct kernel k = lab_kernel();
	struct host *h;
	struct host_result *r;

	c.run.duration_ns = 50000000;
	h = lab_run(&c, &m, &k, NULL);
	r = host_result(h);
	cr_expect_float_eq(lab_metric(r, "tx_pps") / lab_metric(r, "rx_pps"), 1, 0.001);
	host_result_free(r);
	host_free(h);
}

static uint64_t fingerprint(const struct config *c, const struct machine *m,
			    const uint64_t *stops, size_t n)
{
	struct kernel k = lab_kernel();
	struct host *h = host_new(c, m, &k, NULL, NULL);
	struct host_result *r;
	uint64_t f;

	for (size_t i = 0; i < n; i++)
		host_run(h, stops[i]);
	host_run(h, host_end_ns(h));
	r = host_result(h);
	f = r->fingerprint;
	host_result_free(r);
	host_free(h);
	return f;
}

Test(host, running_in_pieces_changes_nothing)
{
	static const uint64_t stops[] = { 1, 999, 150000, 2000000, 2000001, 3456789 };
	struct machine m = lab_machine(20, 50);
	struct config c = lab_config(CFG_PKTGEN);

	c.run.duration_ns = 5000000;
	cr_expect_eq(fingerprint(&c, &m, NULL, 0), fingerprint(&c, &m, stops, 6));
}

Test(host, the_seed_decides)
{
	struct machine m = lab_machine(20, 50);
	struct config c = lab_config(CFG_PKTGEN);
	uint64_t one, again, other;

	m.line.spread_pct = 15;
	one = fingerprint(&c, &m, NULL, 0);
	again = fingerprint(&c, &m, NULL, 0);
	c.run.seed = 2;
	other = fingerprint(&c, &m, NULL, 0);
	cr_expect_eq(one, again);
	cr_expect_neq(one, other);
}

/* Two devices of their own share nothing but the host: each is as fast as alone. */
Test(host, two_devices_do_not_disturb_each_other)
{
	struct machine m = lab_machine(20, 50);
	struct config c = lab_config(CFG_TESTPMD_TXONLY);
	struct kernel k = lab_kernel();
	double alone = lab_measure(&c, &m, &k, "rx_pps");

	c.devices = c.flows = 2;
	c.device[1] = c.device[0];
	c.flow[1] = c.flow[0];
	strcpy(c.device[1].name, "tap1");
	strcpy(c.flow[1].name, "B");
	strcpy(c.flow[1].device, "tap1");
	c.device[1].vhost_cpu = 4;
	c.flow[1].sender_cpu = 5;
	cr_expect_float_eq(lab_measure(&c, &m, &k, "A.rx_pps"), alone, alone * 0.005);
	cr_expect_float_eq(lab_measure(&c, &m, &k, "B.rx_pps"), alone, alone * 0.005);
	expect_balanced(&c, &m, &k, "two devices");
}

/* Both directions of one device share its thread: their work alternates. */
Test(host, both_directions_share_the_thread)
{
	struct machine m = lab_machine(20, 50);
	struct config c = lab_config(CFG_TESTPMD_TXONLY);
	struct kernel k = lab_kernel();

	c.flows = 2;
	c.flow[1] = lab_config(CFG_PKTGEN).flow[0];
	strcpy(c.flow[1].name, "B");
	c.flow[1].sender_cpu = 4;
	cr_expect_float_eq(lab_measure(&c, &m, &k, "A.rx_pps") /
				   lab_measure(&c, &m, &k, "B.rx_pps"),
			   1, 0.02, "256 packets each in turn");
	expect_balanced(&c, &m, &k, "both directions");
}
