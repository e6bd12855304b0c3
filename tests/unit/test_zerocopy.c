/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "../../models/host_impl.h"
#include "lab_guest.h"

/* A device whose worker can be asked what it has to do. */
struct bench {
	struct host *h;
	struct vhost_ubufs *u;
};

static struct bench set_up(void)
{
	struct config c = lab_guest_config();
	struct machine m = lab_machine(10, 0);
	struct kernel k = lab_kernel();
	struct bench b = { host_new(&c, &m, &k, NULL, NULL), NULL };

	b.u = &b.h->device[0].net.ubufs;
	return b;
}

static void complete(struct bench *b, uint16_t slot)
{
	vhost_zerocopy_callback(b->h->sim, b->u, slot, true);
}

Test(zerocopy, slots_are_given_back_in_order)
{
	struct bench b = set_up();
	uint16_t heads[UIO_MAXIOV];

	for (uint16_t i = 0; i < 4; i++)
		cr_assert_eq(vhost_ubuf_get(b.h->sim, b.u, (uint16_t)(100 + i)), i);
	complete(&b, 1);
	complete(&b, 2);
	cr_assert_eq(vhost_ubufs_releasable(b.u), 0);
	cr_assert_eq(vhost_ubufs_release(b.h->sim, b.u, heads, UIO_MAXIOV, false), 0);
	complete(&b, 0);
	cr_assert_eq(vhost_ubufs_releasable(b.u), 3);
	cr_assert_eq(vhost_ubufs_release(b.h->sim, b.u, heads, UIO_MAXIOV, false), 3);
	cr_assert_eq(heads[0], 100);
	cr_assert_eq(heads[2], 102);
	cr_assert_eq(vhost_ubufs_outstanding(b.u), 1);
	host_free(b.h);
}

/* The change that was never made: what is done goes, whatever is before it. */
Test(zerocopy, any_order_gives_back_what_is_done)
{
	struct bench b = set_up();
	uint16_t heads[UIO_MAXIOV];

	for (uint16_t i = 0; i < 4; i++)
		vhost_ubuf_get(b.h->sim, b.u, (uint16_t)(100 + i));
	complete(&b, 1);
	complete(&b, 3);
	cr_assert_eq(vhost_ubufs_release(b.h->sim, b.u, heads, UIO_MAXIOV, true), 2);
	cr_assert_eq(heads[0], 101);
	cr_assert_eq(heads[1], 103);
	cr_assert_eq(vhost_ubufs_count(b.u, VHOST_DMA_IN_PROGRESS), 2);
	complete(&b, 0);
	cr_assert_eq(vhost_ubufs_release(b.h->sim, b.u, heads, UIO_MAXIOV, true), 1);
	/* the slot behind it is free already: done_idx stands at the one in use */
	cr_assert_eq(b.u->done_idx, 2);
	host_free(b.h);
}

/* vhost_zerocopy_callback(): the work is queued when at most one reference is left, or
 * a multiple of 16; one of them is the device's own. */
Test(zerocopy, the_callback_queues_work_at_multiples_of_16)
{
	struct bench b = set_up();
	struct vhost_net *n = &b.h->device[0].net;

	for (uint16_t i = 0; i < 40; i++)
		vhost_ubuf_get(b.h->sim, b.u, i);
	for (uint16_t i = 0; i < 40; i++) {
		uint32_t left = 1 + 40 - (i + 1u);

		n->queued[WORK_TX_KICK] = false;
		n->works = 0;
		complete(&b, i);
		cr_assert_eq(n->queued[WORK_TX_KICK], left <= 1 || left % 16 == 0,
			     "%u left", left);
	}
	host_free(b.h);
}

Test(zerocopy, failures_stop_it_until_they_are_forgotten)
{
	struct bench b = set_up();
	uint16_t heads[UIO_MAXIOV];

	cr_assert(vhost_net_tx_select_zcopy(b.u));
	vhost_ubuf_get(b.h->sim, b.u, 0);
	vhost_zerocopy_callback(b.h->sim, b.u, 0, false);
	/* a failure counts when its slot is given back */
	cr_assert(vhost_net_tx_select_zcopy(b.u));
	vhost_ubufs_release(b.h->sim, b.u, heads, 1, false);
	cr_assert_not(vhost_net_tx_select_zcopy(b.u));
	for (int i = 0; i < 64; i++)
		vhost_net_tx_packet(b.u);
	cr_assert(vhost_net_tx_select_zcopy(b.u));
	host_free(b.h);
}

static struct host_result *run(const struct config *c, const struct kernel *k,
			       struct host **h)
{
	struct machine m = lab_machine(1000, 0); /* 1 us an operation */

	/* vhost keeps up with the guest: only buffers that wait for netem fill the ring */
	for (int op = OP_ZTX_HANDLE; op <= OP_ZTX_RELEASE; op++)
		m.op[op] = 10;
	*h = lab_run(c, &m, k, NULL);
	return host_result(*h);
}

/* 4.12: no limit that works, no batches. */
static struct kernel old_kernel(void)
{
	return (struct kernel){ .name = "4.12" };
}

/*
 * Where B's packets wait in netem, the ring fills with them. The interrupt is due after
 * 178 of them, but they surface in groups of 16: 191 go (13 or 15, and 11 times 16), and
 * as many follow. With them go all of A's that wait, as many as its send buffer holds:
 * 278. The two numbers, and no cost, set the ratio of the flows.
 */
Test(zerocopy, a_stalled_ring_shares_by_truesize)
{
	struct config c = lab_guest_config();
	struct kernel k = old_kernel();
	struct host_result *r;
	struct host *h;
	double ratio;

	c.run.warmup_ns = 1000000000;
	c.run.duration_ns = 10000000000;
	r = run(&c, &k, &h);
	cr_assert_null(r->unbalanced);
	/* 298 bytes at 1 Mbit/s: 2.384 ms */
	cr_assert_float_eq(lab_metric(r, "B.rx_pps"), 1e3 / 2.384, 1);
	ratio = lab_metric(r, "A.tx_pps") / lab_metric(r, "B.tx_pps");
	cr_assert_gt(ratio, 0.99 * 278 / 191, "%g", ratio);
	/* now and then a burst of A's falls into the millisecond in which the ring is
	 * open */
	cr_assert_lt(ratio, 1.08 * 278 / 191, "%g", ratio);
	cr_assert_gt(lab_metric(r, "tx_stopped_pct"), 99);
	host_result_free(r);
	host_free(h);
}

/* With the fix the others are copied: A is limited by its sender. */
Test(zerocopy, the_limit_cures_the_stall)
{
	struct config c = lab_guest_config();
	struct kernel k = old_kernel();
	struct host_result *r;
	struct host *h;
	double a;

	k.has[KERNEL_ZEROCOPY_LIMIT] = true;
	r = run(&c, &k, &h);
	a = lab_metric(r, "A.rx_pps");
	/* 100 a cycle of 1.05 ms and 100 sends of a few us each */
	cr_assert_gt(a, 50000);
	cr_assert_null(r->unbalanced);
	host_result_free(r);
	host_free(h);
}

/* The driver stops at 19 free of 256, and is told after three quarters of 238. */
Test(zerocopy, the_driver_stops_and_asks_for_three_quarters)
{
	struct config c = lab_guest_config();
	struct kernel k = old_kernel();
	struct host_result *r;
	struct host *h;
	const struct virtqueue *vq;

	c.netem.rate_bps = 1; /* nothing leaves in this run */
	r = run(&c, &k, &h);
	vq = &h->device[0].tx;
	cr_assert(h->device[0].dev.stopped);
	cr_assert_eq(vq->num - vq->num_free, 238);
	cr_assert_eq((uint16_t)(vq->used_event - vq->last_used), 178);
	cr_assert_null(r->unbalanced);
	host_result_free(r);
	host_free(h);
}

/* An interrupt that never comes, senders that wait for room: nobody can run. */
Test(zerocopy, lost_interrupts_stall_a_guest_that_waits)
{
	struct config c = lab_guest_config();
	struct machine m = lab_machine(1000, 0);
	struct kernel k = old_kernel();
	enum sim_end end;
	char report[2048];
	struct host *h;

	c.run.duration_ns = 2000000000; /* netem needs 238 x 2.384 ms to empty */
	c.device[0].lose_calls_from = 0;
	c.flow[0].blocking = c.flow[1].blocking = true;
	h = lab_run(&c, &m, &k, &end);
	cr_assert_eq(end, SIM_STALLED);
	host_stall_report(h, report, sizeof(report));
	cr_assert(strstr(report, "room in its socket's send buffer"), "%s", report);
	host_free(h);
}

/* Who gets EAGAIN does not wait for room: only its timer wakes it, 1.05 ms later. */
Test(zerocopy, a_refused_send_does_not_shorten_the_sleep)
{
	struct config c = lab_guest_config();
	struct kernel k = old_kernel();
	struct host_result *r;
	struct host *h;

	c.run.duration_ns = 1000000000;
	r = run(&c, &k, &h);
	/* two senders, each refused at most once a cycle of more than 1.05 ms */
	cr_assert_leq(lab_metric(r, "eagain_per_s"), 2 * 1e9 / 1.05e6);
	cr_assert_gt(lab_metric(r, "eagain_per_s"), 1000);
	host_result_free(r);
	host_free(h);
}

/* Where a stalled system stands does not depend on how it was run. */
Test(zerocopy, a_stall_is_the_same_in_pieces)
{
	struct config c = lab_guest_config();
	struct machine m = lab_machine(1000, 0);
	struct kernel k = old_kernel();
	struct host *whole, *pieces;

	c.run.duration_ns = 2000000000;
	c.device[0].lose_calls_from = 0;
	c.flow[0].blocking = c.flow[1].blocking = true;
	whole = lab_run(&c, &m, &k, NULL);
	pieces = host_new(&c, &m, &k, NULL, NULL);
	for (uint64_t t = 0; t < 2000000000; t += 700000)
		if (host_run(pieces, t) == SIM_STALLED)
			break;
	cr_assert_eq(host_now_ns(whole), host_now_ns(pieces));
	cr_assert_lt(host_now_ns(whole), 1000000000);
	host_free(whole);
	host_free(pieces);
}

/* 1472 bytes of data and 42 of headers are 12112 bits. */
Test(zerocopy, throughput_counts_frames)
{
	struct config c = lab_guest_config();
	struct kernel k = old_kernel();
	struct host_result *r;
	struct host *h;

	c.netem.flow[0] = '\0';
	c.flow[0].message_size = c.flow[1].message_size = 1472;
	c.flow[0].rcvbuf = c.flow[1].rcvbuf = 64 << 20;
	r = run(&c, &k, &h);
	cr_assert_gt(lab_metric(r, "rx_pps"), 1000);
	cr_assert_float_eq(lab_metric(r, "throughput_gbps"),
			   lab_metric(r, "rx_pps") * 12112 / 1e9, 1e-9);
	host_result_free(r);
	host_free(h);
}

/* A packet that overtakes another in netem leaves when it is due, not with the other. */
Test(zerocopy, netem_sends_who_overtakes_in_time)
{
	struct config c = lab_guest_config();
	struct machine m = lab_machine(10, 0);
	struct kernel k = lab_kernel();
	struct host *h = host_new(&c, &m, &k, NULL, NULL);
	struct netem *n = &h->net.netem;

	host_run(h, 1000);
	n->rate_bps = 0;
	n->task.parked = true;
	for (uint64_t delay = 5000; delay; delay -= 1000) {
		struct packet pkt = { .len = 298, .flow = 1 };

		n->delay = delay;
		tap_rx_skb(h->sim, &h->device[0].tap, &pkt, NULL, 0, &n->task);
		cr_assert_eq(n->task.alarm, h->sim->now + delay);
	}
	host_free(h);
}
