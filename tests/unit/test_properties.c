/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * test_properties.c - whatever a scenario asks for, nothing is lost: packets, buffers,
 * descriptors, zerocopy slots and cycles add up, and the same seed gives the same run.
 */
#include <criterion/criterion.h>

#include "../../sim/engine/rng.h"
#include "lab_guest.h"

#define SCENARIOS 1000

static uint32_t below(struct rng *r, uint32_t n)
{
	return rng_below(r, n);
}

static bool coin(struct rng *r)
{
	return below(r, 2);
}

/* Small values are where the corners are. */
static int64_t skewed(struct rng *r, uint32_t max)
{
	return coin(r) ? below(r, 4) : below(r, max + 1);
}

static void random_kernel(struct rng *r, struct kernel *k)
{
	memset(k, 0, sizeof(*k));
	for (int i = 0; i < KERNEL_SWITCH_COUNT; i++)
		k->has[i] = coin(r);
}

static void random_device(struct rng *r, struct cfg_device *d)
{
	d->tx_queue_size = 2 << below(r, 10);
	d->event_idx = coin(r);
	d->napi_tx = coin(r);
	d->txqueuelen = 1 + skewed(r, 1000);
	d->tx_vcpu = below(r, 2);
	d->tx_watchdog_ns = coin(r) ? 0 : 10000 + below(r, 1000000);
	d->sndbuf = coin(r) ? 0 : 1 + below(r, 300000);
	d->lose_calls_from = below(r, 4) ? -1 : (int64_t)below(r, 20);
}

static void random_netem(struct rng *r, struct cfg_netem *n)
{
	n->limit = skewed(r, 1000);
	n->rate_bps = coin(r) ? 0 : 1 + below(r, 100000000);
	n->delay_ns = coin(r) ? 0 : below(r, 2000000);
	n->jitter_ns = coin(r) ? 0 : below(r, 1000000);
	n->loss = coin(r) ? 0 : below(r, 101);
	if (!below(r, 4))
		n->flow[0] = '\0';
}

static void random_flow(struct rng *r, struct cfg_flow *f)
{
	f->sender_vcpu = below(r, 2);
	f->message_size = 1 + (uint64_t)below(r, 1472);
	f->burst = 1 + skewed(r, 300);
	f->interval_ns = coin(r) ? 0 : below(r, 1000000);
	f->timer_slack_ns = coin(r) ? 0 : 50000;
	f->blocking = coin(r);
	f->sndbuf = 1 + (uint64_t)below(r, 300000);
	f->rcvbuf = 1 + (uint64_t)below(r, 300000);
}

static struct config random_config(struct rng *r, uint64_t seed)
{
	struct config c = lab_guest_config();

	c.run.seed = seed;
	c.run.warmup_ns = below(r, 1000000);
	c.run.duration_ns = 1000 + below(r, 20000000);
	c.vhost_net.VHOST_NET_BATCH = 1 + skewed(r, 300);
	c.vhost_net.batch_num = skewed(r, 64);
	c.vhost_net.VHOST_NET_WEIGHT = coin(r) ? 0x80000 : 1 + below(r, 5000);
	c.vhost_net.VHOST_NET_PKT_WEIGHT = 1 + skewed(r, 300);
	c.vhost_net.experimental_zcopytx = coin(r);
	c.vhost_net.VHOST_MAX_PEND = 1 + skewed(r, 1022);
	c.vhost_net.zcopy_pend_shift = below(r, 6);
	c.host.skb_orphan_frags_rx = coin(r);
	random_device(r, &c.device[0]);
	random_netem(r, &c.netem);
	random_flow(r, &c.flow[0]);
	random_flow(r, &c.flow[1]);
	return c;
}

static void fail(void *ctx, const char *message)
{
	cr_assert_fail("scenario %d: %s", *(int *)ctx, message);
}

/* What the scenarios did, so that we know that they did something. */
struct tally {
	unsigned int stalls, moved;
};

static uint64_t run(int number, const struct config *c, const struct machine *m,
		    const struct kernel *k, struct tally *tally)
{
	struct host *h = host_new(c, m, k, fail, &number);
	struct host_result *r;
	uint64_t fingerprint;

	tally->stalls += host_run(h, host_end_ns(h)) == SIM_STALLED;
	r = host_result(h);
	tally->moved += lab_metric(r, "rx_pps") > 0;
	fingerprint = r->fingerprint;
	cr_assert_null(r->unbalanced, "scenario %d: %s do not add up", number,
		       r->unbalanced);
	host_result_free(r);
	host_free(h);
	return fingerprint;
}

Test(properties, nothing_is_lost_in_random_guests)
{
	struct tally tally = { 0, 0 };

	for (int i = 0; i < SCENARIOS; i++) {
		struct kernel k;
		struct config c;
		struct machine m;
		struct rng r;
		char name[32];

		snprintf(name, sizeof(name), "scenario %d", i);
		cr_assert_eq(rng_init(&r, 1, name), 0);
		m = lab_machine(1 + below(&r, 2000), below(&r, 200));
		random_kernel(&r, &k);
		c = random_config(&r, (uint64_t)i);
		rng_destroy(&r);
		if (i % 10)
			run(i, &c, &m, &k, &tally);
		else
			cr_assert_eq(run(i, &c, &m, &k, &tally),
				     run(i, &c, &m, &k, &tally),
				     "scenario %d differs from itself", i);
	}
	/* lost interrupts and senders that wait are among them, but not the rule */
	cr_assert_lt(tally.stalls, SCENARIOS / 4);
	cr_assert_gt(tally.moved, SCENARIOS / 2);
}
