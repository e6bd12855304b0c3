/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "../kernel/vdrv/ring.h"

enum { NUM = 8 };

static struct ring ring_of(bool event_idx)
{
	struct ring r;

	cr_assert_eq(ring_init(&r, NUM, event_idx), 0);
	return r;
}

/* Make @n descriptors available, and see them published. */
static void add(struct ring *r, unsigned int n)
{
	for (unsigned int i = 0; i < n; i++)
		ring_add(r, ring_get_free(r));
	ring_publish(r);
}

/* What the device does: it uses the next @n that are available. */
static void use(struct ring *r, unsigned int n, uint32_t len)
{
	struct vring *v = &r->vring;

	for (unsigned int i = 0; i < n; i++) {
		uint16_t slot = v->used->idx & (NUM - 1);

		v->used->ring[slot].id = v->avail->ring[slot];
		v->used->ring[slot].len = len;
		v->used->idx++;
	}
}

static void take(struct ring *r, unsigned int n)
{
	uint32_t len;

	for (unsigned int i = 0; i < n; i++)
		ring_take_used(r, &len);
}

/* Go round the ring until the indexes stand at @at. */
static void turn_to(struct ring *r, uint16_t at)
{
	while (r->avail_idx != at) {
		add(r, 1);
		ring_kick_needed(r);
		use(r, 1, 0);
		take(r, 1);
	}
}

static uint16_t used_event(struct ring *r)
{
	return vring_used_event(&r->vring);
}

Test(vdrv_ring, parts_lie_where_the_specification_has_them)
{
	struct ring r = ring_of(true);
	char *memory = r.memory;

	cr_expect_eq((char *)r.vring.desc, memory);
	cr_expect_eq((char *)r.vring.avail, memory + 16 * NUM);
	cr_expect_eq((uintptr_t)r.vring.used % 4, 0);
	cr_expect_geq((char *)r.vring.used, memory + 16 * NUM + 6 + 2 * NUM);
	cr_expect_leq((char *)r.vring.used + 6 + 8 * NUM, memory + r.size);
	ring_destroy(&r);
}

Test(vdrv_ring, descriptors_are_used_lowest_first)
{
	struct ring r = ring_of(false);

	cr_expect_eq(r.nfree, NUM);
	cr_expect_eq(ring_get_free(&r), 0);
	cr_expect_eq(ring_get_free(&r), 1);
	cr_expect_eq(r.nfree, NUM - 2);
	ring_destroy(&r);
}

Test(vdrv_ring, the_device_sees_nothing_before_it_is_published)
{
	struct ring r = ring_of(false);

	ring_add(&r, ring_get_free(&r));
	cr_expect_eq(r.vring.avail->idx, 0);
	ring_publish(&r);
	cr_expect_eq(r.vring.avail->idx, 1);
	cr_expect_eq(r.vring.avail->ring[0], 0);
	ring_destroy(&r);
}

Test(vdrv_ring, used_descriptors_come_back_with_their_length)
{
	struct ring r = ring_of(false);
	uint32_t len;

	add(&r, 2);
	cr_expect_not(ring_has_used(&r));
	use(&r, 1, 64);
	cr_expect(ring_has_used(&r));
	cr_expect_eq(ring_take_used(&r, &len), 0);
	cr_expect_eq(len, 64);
	cr_expect_not(ring_has_used(&r));
	cr_expect_eq(r.nfree, NUM - 1);
	ring_destroy(&r);
}

Test(vdrv_ring, indexes_run_past_the_end_of_the_ring_and_of_16_bits)
{
	struct ring r = ring_of(false);

	turn_to(&r, UINT16_MAX);
	add(&r, 3);
	cr_expect_eq(r.vring.avail->idx, 2);
	use(&r, 3, 0);
	take(&r, 3);
	cr_expect_eq(r.last_used, 2);
	cr_expect_not(ring_has_used(&r));
	cr_expect_eq(r.nfree, NUM);
	ring_destroy(&r);
}

Test(vdrv_ring, with_flags_the_device_says_whether_it_wants_kicks)
{
	struct ring r = ring_of(false);

	add(&r, 1);
	cr_expect(ring_kick_needed(&r));
	r.vring.used->flags = VRING_USED_F_NO_NOTIFY;
	add(&r, 1);
	cr_expect_not(ring_kick_needed(&r));
	ring_destroy(&r);
}

/* vring_need_event(): a kick when the index passes the event, not before, nor after. */
Test(vdrv_ring, with_event_idx_a_kick_comes_when_the_event_is_passed)
{
	struct ring r = ring_of(true);

	vring_avail_event(&r.vring) = 2;
	add(&r, 2);
	cr_expect_not(ring_kick_needed(&r));
	add(&r, 1);
	cr_expect(ring_kick_needed(&r));
	add(&r, 1);
	cr_expect_not(ring_kick_needed(&r));
	ring_destroy(&r);
}

Test(vdrv_ring, a_kick_for_many_at_once_is_one)
{
	struct ring r = ring_of(true);

	vring_avail_event(&r.vring) = 1;
	add(&r, 6);
	cr_expect(ring_kick_needed(&r));
	cr_expect_not(ring_kick_needed(&r));
	ring_destroy(&r);
}

Test(vdrv_ring, kicks_by_event_idx_over_the_end_of_16_bits)
{
	struct ring r = ring_of(true);

	turn_to(&r, UINT16_MAX);
	vring_avail_event(&r.vring) = 0;
	add(&r, 1); /* entry 65535 */
	cr_expect_not(ring_kick_needed(&r));
	add(&r, 1); /* entry 0 */
	cr_expect(ring_kick_needed(&r));
	ring_destroy(&r);
}

Test(vdrv_ring, calls_are_switched_by_flags)
{
	struct ring r = ring_of(false);

	ring_calls_off(&r);
	cr_expect_eq(r.vring.avail->flags, VRING_AVAIL_F_NO_INTERRUPT);
	cr_expect(ring_calls_on(&r));
	cr_expect_eq(r.vring.avail->flags, 0);
	ring_destroy(&r);
}

Test(vdrv_ring, calls_are_switched_by_an_event_half_a_turn_away)
{
	struct ring r = ring_of(true);

	ring_calls_off(&r);
	cr_expect_eq(r.vring.avail->flags, 0);
	for (unsigned int used = 1; used <= NUM; used++)
		cr_expect_not(vring_need_event(used_event(&r), (uint16_t)used, 0));
	cr_expect(ring_calls_on(&r));
	cr_expect(vring_need_event(used_event(&r), 1, 0));
	ring_destroy(&r);
}

/* Who sleeps on a call that will not come sleeps for ever. */
Test(vdrv_ring, switching_calls_on_says_that_something_is_used_already)
{
	for (int event_idx = 0; event_idx <= 1; event_idx++) {
		struct ring r = ring_of(event_idx);

		add(&r, 1);
		use(&r, 1, 0);
		cr_expect_not(ring_calls_on(&r));
		take(&r, 1);
		cr_expect(ring_calls_on(&r));
		ring_destroy(&r);
	}
}

/* virtqueue_enable_cb_delayed(): of 8 in flight the call comes for the seventh. */
Test(vdrv_ring, delayed_calls_come_after_three_quarters)
{
	struct ring r = ring_of(true);

	add(&r, 8);
	cr_expect(ring_calls_delayed(&r));
	cr_expect_eq(used_event(&r), 6);
	use(&r, 6, 0);
	cr_expect(ring_calls_delayed(&r), "six of eight are not more than 3/4");
	use(&r, 1, 0);
	cr_expect_not(ring_calls_delayed(&r));
	ring_destroy(&r);
}
