/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "../../models/ptr_ring.h"
#include "lab.h"

enum { PRODUCER = 1, CONSUMER = 2 };

static struct coherence coherence;

static struct ptr_ring ring_of(uint32_t size, int64_t line_size)
{
	struct machine m = lab_machine(1, 50);
	struct ptr_ring r;

	m.line.size = line_size;
	cr_assert_eq(coherence_init(&coherence, &m, 1), 0);
	cr_assert_eq(ptr_ring_init(&r, &coherence, size), 0);
	return r;
}

static void done(struct ptr_ring *r)
{
	ptr_ring_destroy(r);
	coherence_destroy(&coherence);
}

static uint32_t fill(struct ptr_ring *r)
{
	cycles_t stall;
	uint32_t n = 0;

	while (ptr_ring_produce(r, &coherence, PRODUCER, (struct packet){ .skb = n },
				&stall))
		n++;
	return n;
}

static uint32_t take(struct ptr_ring *r, struct packet *out, uint32_t n)
{
	cycles_t stall;

	return ptr_ring_consume(r, &coherence, CONSUMER, out, n, &stall);
}

Test(ptr_ring, holds_what_its_size_says)
{
	struct ptr_ring r = ring_of(500, 64);

	cr_expect_eq(fill(&r), 500);
	cr_expect(ptr_ring_full(&r));
	done(&r);
}

/* include/linux/ptr_ring.h: space comes back two lines of pointers at a time. */
Test(ptr_ring, frees_sixteen_slots_at_a_time_with_lines_of_64)
{
	struct ptr_ring r = ring_of(500, 64);
	struct packet out[16];

	fill(&r);
	cr_expect_eq(take(&r, out, 15), 15);
	cr_expect(ptr_ring_full(&r), "15 consumed slots must not be free yet");
	cr_expect_eq(take(&r, out, 1), 1);
	cr_expect_eq(fill(&r), 16);
	done(&r);
}

/* s390 has lines of 256 bytes: 64 slots (mechanisms of thread batch-dequeue). */
Test(ptr_ring, frees_64_slots_at_a_time_with_lines_of_256)
{
	struct ptr_ring r = ring_of(500, 256);
	struct packet out[64];

	fill(&r);
	take(&r, out, 63);
	cr_expect(ptr_ring_full(&r));
	take(&r, out, 1);
	cr_expect_eq(fill(&r), 64);
	done(&r);
}

/* 500 = 31 * 16 + 4: the last group is short, because the ring ends there. */
Test(ptr_ring, zeroes_at_its_end_whatever_the_batch)
{
	struct ptr_ring r = ring_of(500, 64);
	struct packet out[500];

	fill(&r);
	cr_expect_eq(take(&r, out, 496), 496);
	cr_expect_eq(r.consumer_tail, 496);
	cr_expect_eq(take(&r, out, 4), 4);
	cr_expect_eq(r.consumer_head, 0);
	cr_expect_eq(fill(&r), 500);
	done(&r);
}

Test(ptr_ring, a_ring_of_one_works_slot_by_slot)
{
	struct ptr_ring r = ring_of(1, 64);
	struct packet out;

	for (int i = 0; i < 5; i++) {
		cr_expect_eq(fill(&r), 1);
		cr_expect_eq(take(&r, &out, 1), 1);
		cr_expect(ptr_ring_empty(&r));
	}
	done(&r);
}

Test(ptr_ring, keeps_the_order_over_many_laps)
{
	struct ptr_ring r = ring_of(37, 64);
	uint32_t in = 0, expected = 0;
	struct packet out[11];
	cycles_t stall;

	while (expected < 5000) {
		while (in % 7 != 6 &&
		       ptr_ring_produce(&r, &coherence, PRODUCER,
					(struct packet){ .skb = in }, &stall))
			in++;
		if (ptr_ring_produce(&r, &coherence, PRODUCER,
				     (struct packet){ .skb = in }, &stall))
			in++;
		for (uint32_t i = 0, n = take(&r, out, 11); i < n; i++)
			cr_assert_eq(out[i].skb, expected++);
		cr_assert_eq(ptr_ring_count(&r, 0), in - expected);
	}
	done(&r);
}

/* Eight pointers share a line: one transfer for each eight slots read. */
Test(ptr_ring, one_transfer_for_eight_slots)
{
	struct ptr_ring r = ring_of(512, 64);
	struct packet out[64];
	cycles_t stall;

	fill(&r);
	ptr_ring_consume(&r, &coherence, CONSUMER, out, 64, &stall);
	cr_expect_eq(stall, 64 / 8 * 50);
	done(&r);
}
