/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "../kernel/vdrv/guest.h"

enum { NUM = 32, A = 0, B = 1 };

struct lab {
	struct ring ring;
	struct guest guest;
	unsigned int kicks, written[FLOWS];
};

static void write_packet(void *ctx, uint16_t id, unsigned int flow)
{
	struct lab *l = ctx;

	cr_assert_lt(id, NUM);
	l->written[flow]++;
}

static void publish(void *ctx)
{
	struct lab *l = ctx;

	ring_publish(&l->ring);
	l->kicks++;
}

static struct lab *lab_of(bool event_idx, uint32_t skbs)
{
	struct lab *l = calloc(1, sizeof(*l));

	cr_assert(l);
	cr_assert_eq(ring_init(&l->ring, NUM, event_idx), 0);
	ring_calls_off(&l->ring);
	l->guest.ring = &l->ring;
	l->guest.write = write_packet;
	l->guest.publish = publish;
	l->guest.ctx = l;
	l->guest.in_flight_max[A] = l->guest.in_flight_max[B] = skbs;
	return l;
}

static void done(struct lab *l)
{
	ring_destroy(&l->ring);
	free(l);
}

static void use(struct lab *l, unsigned int n)
{
	struct vring *v = &l->ring.vring;

	for (unsigned int i = 0; i < n; i++) {
		uint16_t slot = v->used->idx & (NUM - 1);

		v->used->ring[slot].id = v->avail->ring[slot];
		v->used->idx++;
	}
}

static unsigned int send_up_to(struct lab *l, unsigned int flow, unsigned int n)
{
	unsigned int sent = 0;

	while (sent < n && guest_send(&l->guest, flow))
		sent++;
	return sent;
}

Test(vdrv_guest, a_send_buffer_that_is_full_gives_eagain)
{
	struct lab *l = lab_of(true, 3);

	cr_expect_eq(send_up_to(l, A, 10), 3);
	cr_expect_eq(l->guest.eagain[A], 1);
	cr_expect_eq(send_up_to(l, B, 2), 2, "B has a buffer of its own");
	done(l);
}

Test(vdrv_guest, a_socket_is_charged_until_its_buffer_has_come_back)
{
	struct lab *l = lab_of(true, 3);

	send_up_to(l, A, 3);
	guest_xmit(&l->guest);
	cr_expect_not(guest_send(&l->guest, A));
	use(l, 1);
	cr_expect_not(guest_send(&l->guest, A), "nobody has looked at the ring yet");
	cr_expect(guest_send(&l->guest, B));
	guest_xmit(&l->guest); /* start_xmit() of B frees what A has sent */
	cr_expect(guest_send(&l->guest, A));
	done(l);
}

Test(vdrv_guest, the_queue_holds_as_many_as_txqueuelen)
{
	struct lab *l = lab_of(true, 5000);

	cr_expect_eq(send_up_to(l, A, 2000), GUEST_QDISC_LIMIT);
	done(l);
}

/* 2 + MAX_SKB_FRAGS descriptors must be free for the next packet. */
Test(vdrv_guest, the_queue_stops_before_the_ring_is_full)
{
	struct lab *l = lab_of(true, 1000);

	send_up_to(l, A, 100);
	guest_xmit(&l->guest);
	cr_expect(l->guest.stopped);
	cr_expect_eq(l->guest.stops, 1);
	cr_expect_eq(l->ring.nfree, GUEST_STOP_BELOW - 1);
	cr_expect_eq(l->written[A], NUM - GUEST_STOP_BELOW + 1);
	done(l);
}

Test(vdrv_guest, a_stopped_queue_is_woken_by_the_call)
{
	struct lab *l = lab_of(true, 1000);
	unsigned int before;

	send_up_to(l, A, 100);
	guest_xmit(&l->guest);
	before = l->written[A];
	use(l, before);
	guest_xmit(&l->guest);
	cr_expect_eq(l->written[A], before, "nothing is sent while it is stopped");
	guest_called(&l->guest);
	cr_expect_eq(l->guest.wakes, 1);
	cr_expect_gt(l->written[A], before);
	done(l);
}

/* The call that a stopped queue waits for is the delayed one. */
Test(vdrv_guest, a_stopped_queue_asks_for_a_call_after_three_quarters)
{
	struct lab *l = lab_of(true, 1000);

	send_up_to(l, A, 100);
	guest_xmit(&l->guest);
	cr_expect_eq(vring_used_event(&l->ring.vring),
		     (NUM - GUEST_STOP_BELOW + 1) * 3 / 4);
	done(l);
}

Test(vdrv_guest, packets_leave_in_the_order_of_the_fifo)
{
	struct lab *l = lab_of(false, 1000);

	guest_send(&l->guest, B);
	guest_send(&l->guest, A);
	guest_xmit(&l->guest);
	cr_expect_eq(l->guest.flow_of[l->ring.vring.avail->ring[0]], B);
	cr_expect_eq(l->guest.flow_of[l->ring.vring.avail->ring[1]], A);
	cr_expect_eq(l->kicks, 1, "one kick for both: xmit_more");
	done(l);
}
