/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event queue against the plainest one there is: look at all slots, take the least. */
#include <criterion/criterion.h>

#include "../../sim/engine/evq.h"

#define SLOTS 37
#define NEAR_WRAP (UINT64_MAX - 500)

struct plain {
	bool armed[SLOTS];
	uint64_t time[SLOTS], seq[SLOTS], next_seq;
	cycles_t origin;
};

static int plain_first(const struct plain *p)
{
	int best = -1;

	for (int i = 0; i < SLOTS; i++) {
		if (!p->armed[i])
			continue;
		if (best < 0 || p->time[i] < p->time[best] ||
		    (p->time[i] == p->time[best] && p->seq[i] < p->seq[best]))
			best = i;
	}
	return best;
}

/* A small generator of its own, so that the test does not lean on rng.c. */
static uint32_t draw(uint64_t *state, uint32_t n)
{
	*state = *state * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(*state >> 33) % n;
}

static void expect_same_first(const struct evq *q, const struct plain *p, int round)
{
	int first = plain_first(p);

	if (first < 0) {
		cr_assert_eq(evq_next(q), EVQ_IDLE, "round %d: not empty", round);
		return;
	}
	cr_assert_eq(evq_next(q), p->time[first], "round %d: time", round);
	cr_assert_eq(evq_first(q), (uint32_t)first, "round %d: slot", round);
}

static void arm(struct evq *q, struct plain *p, uint32_t slot, uint64_t time)
{
	evq_arm(q, slot, p->origin + time);
	p->armed[slot] = true;
	p->time[slot] = time;
	p->seq[slot] = p->next_seq++;
}

static void cancel(struct evq *q, struct plain *p, uint32_t slot)
{
	evq_cancel(q, slot);
	p->armed[slot] = false;
}

/* Delays of 0 to 3 make ties the rule rather than the exception. */
static void torture(cycles_t origin)
{
	struct plain p = { .origin = origin };
	uint64_t rnd = 1, now = 0;
	struct evq q;

	cr_assert_eq(evq_init(&q, origin), 0);
	for (int i = 0; i < SLOTS; i++)
		cr_assert_eq(evq_slot(&q), i);
	for (int round = 0; round < 200000; round++) {
		uint32_t slot = draw(&rnd, SLOTS);

		switch (draw(&rnd, 4)) {
		case 0:
			cancel(&q, &p, slot);
			break;
		case 1:
			if (evq_next(&q) == EVQ_IDLE)
				break;
			now = evq_next(&q);
			cancel(&q, &p, evq_first(&q));
			break;
		default:
			arm(&q, &p, slot, now + draw(&rnd, 4));
		}
		expect_same_first(&q, &p, round);
		cr_assert_eq(evq_armed(&q, slot), p.armed[slot]);
	}
	cr_expect_gt(now, 1000, "time moves on and, near the wrap, past it");
	evq_destroy(&q);
}

Test(evq, agrees_with_the_plain_queue)
{
	torture(0);
}

Test(evq, agrees_when_the_clock_wraps)
{
	torture(NEAR_WRAP);
}

Test(evq, at_one_moment_the_one_armed_first_fires_first)
{
	static const uint32_t order[] = { 5, 2, 7, 0, 3 };
	struct evq q;

	cr_assert_eq(evq_init(&q, NEAR_WRAP), 0);
	for (int i = 0; i < 8; i++)
		evq_slot(&q);
	for (int i = 0; i < 5; i++)
		evq_arm(&q, order[i], NEAR_WRAP + 600);
	for (int i = 0; i < 5; i++) {
		cr_expect_eq(evq_first(&q), order[i], "place %d", i);
		evq_cancel(&q, evq_first(&q));
	}
	cr_expect_eq(evq_next(&q), EVQ_IDLE);
	evq_destroy(&q);
}

/* Moving an event gives it a new place behind those of the same moment. */
Test(evq, arming_again_goes_to_the_back)
{
	struct evq q;

	cr_assert_eq(evq_init(&q, 0), 0);
	evq_slot(&q);
	evq_slot(&q);
	evq_arm(&q, 0, 10);
	evq_arm(&q, 1, 10);
	evq_arm(&q, 0, 10);
	cr_expect_eq(evq_first(&q), 1);
	evq_destroy(&q);
}

Test(evq, growing_keeps_what_is_pending)
{
	struct evq q;

	cr_assert_eq(evq_init(&q, 0), 0);
	for (uint32_t i = 0; i < 1000; i++) {
		cr_assert_eq(evq_slot(&q), (int)i);
		evq_arm(&q, i, 2000 - i);
		cr_assert_eq(evq_first(&q), i, "slot %u is due before all others", i);
	}
	for (uint32_t i = 1000; i-- > 0;) {
		cr_assert_eq(evq_first(&q), i);
		evq_cancel(&q, i);
	}
	evq_destroy(&q);
}
