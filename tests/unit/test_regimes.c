/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The three regimes of a producer that has to notify a consumer that sleeps (Rizzo,
 * Garzarella, Lettieri, Maffione: "A Study of Speed Mismatches Between Communicating
 * Virtual Machines", ANCS 2016), to the cycle.
 *
 * The producer makes an item in P cycles. If the consumer sleeps then, it notifies it,
 * which costs the producer w; the consumer starts s after the beginning of that. The
 * consumer takes C for an item and sleeps when there is none.
 */
#include "bare.h"

#define NOTES 64

struct pair {
	struct task producer, consumer; /* producer first: see of_pair() */
	const struct path *P, *C, *w;
	cycles_t s;
	uint64_t made, taken;
	uint64_t notes;
	cycles_t noted_at[NOTES];
	uint64_t made_before[NOTES];
	cycles_t last_taken;
};

enum { PRODUCE, PUT, NOTIFY };
enum { LOOK, TAKE };

static void notify(struct sim *s, struct pair *p)
{
	if (p->notes < NOTES) {
		p->noted_at[p->notes] = s->now;
		p->made_before[p->notes] = p->made;
	}
	p->notes++;
	task_wake(s, &p->consumer, p->s);
}

static enum task_next produce(struct sim *s, struct task *t)
{
	struct pair *p = (struct pair *)t;

	if (t->state == PUT) {
		p->made++;
		if (p->consumer.parked) {
			notify(s, p);
			task_spend(t, p->w);
			t->state = NOTIFY;
			return TASK_RUN;
		}
	}
	task_spend(t, p->P);
	t->state = PUT;
	return TASK_RUN;
}

static struct pair *of_consumer(struct task *t)
{
	return (struct pair *)((char *)t - offsetof(struct pair, consumer));
}

static enum task_next consume(struct sim *s, struct task *t)
{
	struct pair *p = of_consumer(t);

	if (t->state == TAKE) {
		p->taken++;
		p->last_taken = s->now;
		t->state = LOOK;
	}
	if (p->taken == p->made)
		return TASK_PARK;
	task_spend(t, p->C);
	t->state = TAKE;
	return TASK_RUN;
}

/* Run the pair for @cycles, with @queued items there at the start. */
static struct pair run_pair(uint32_t P, uint32_t C, uint32_t s, uint32_t w,
			    uint64_t queued, cycles_t cycles)
{
	struct sim *sim = bare_sim(0);
	struct pair p = { .s = s, .made = queued };

	p.P = bare_path(sim, P);
	p.C = bare_path(sim, C);
	p.w = bare_path(sim, w);
	bare_task(sim, &p.consumer, "consumer", consume, 0);
	bare_task(sim, &p.producer, "producer", produce, 0);
	cr_assert_eq(sim_run(sim, cycles), SIM_DONE);
	expect_cycles_add_up(sim);
	sim_free(sim);
	return p;
}

/* Items a notification, by the formula: a consumer that is faster (C < P) catches up
 * with n items when s + nC < w + nP, the moment at which the next one comes. */
static uint64_t burst(uint32_t P, uint32_t C, uint32_t s, uint32_t w)
{
	return s < w ? 1 : (s - w) / (P - C) + 1;
}

static void expect_bursts(uint32_t P, uint32_t C, uint32_t s, uint32_t w)
{
	uint64_t n = burst(P, C, s, w);
	uint64_t period = w + n * P;
	struct pair p = run_pair(P, C, s, w, 0, 20 * period);

	cr_assert_geq(p.notes, 18, "P %u C %u s %u w %u", P, C, s, w);
	for (uint64_t i = 1; i < p.notes; i++) {
		cr_assert_eq(p.made_before[i] - p.made_before[i - 1], n,
			     "P %u C %u s %u w %u: items of burst %llu", P, C, s, w,
			     (unsigned long long)i);
		cr_assert_eq(p.noted_at[i] - p.noted_at[i - 1], period,
			     "P %u C %u s %u w %u: cycles of burst %llu", P, C, s, w,
			     (unsigned long long)i);
	}
}

/* A faster consumer that starts quickly sleeps after each item: rate 1/(P + w). */
Test(regimes, fast_consumer)
{
	expect_bursts(1000, 500, 100, 300);
	cr_expect_eq(burst(1000, 500, 100, 300), 1);
}

/* A faster producer makes notifications vanish: after the first one, an item every C. */
Test(regimes, fast_producer)
{
	struct pair p = run_pair(500, 1000, 2000, 300, 0, 500 + 2000 + 1000 * 1000 + 1);

	cr_expect_eq(p.notes, 1);
	cr_expect_eq(p.taken, 1000);
	cr_expect_eq(p.last_taken, 500 + 2000 + 1000 * 1000);
}

/* Between them, bursts of floor((s - w) / (P - C)) + 1: 4, 18 and 195 items. The second
 * divides without a rest: item 19 comes in the cycle in which item 18 is done, and is
 * seen, because the producer armed its event first. */
Test(regimes, in_between)
{
	cr_expect_eq(burst(1000, 500, 2000, 300), 4);
	cr_expect_eq(burst(1000, 900, 2000, 300), 18);
	cr_expect_eq(burst(1000, 950, 10000, 300), 195);
	expect_bursts(1000, 500, 2000, 300);
	expect_bursts(1000, 900, 2000, 300);
	expect_bursts(1000, 950, 10000, 300);
}

Test(regimes, the_formula_holds_wherever_the_consumer_is_faster)
{
	static const uint32_t P[] = { 300, 1000, 1777 }, w[] = { 1, 300, 2500 },
			      s[] = { 1, 299, 2000, 7919 };

	for (int i = 0; i < 3 * 3 * 4 * 4; i++) {
		uint32_t p = P[i % 3], c = p * (uint32_t)(1 + i / 36 * 2) / 8;

		expect_bursts(p, c, s[i / 9 % 4], w[i / 3 % 3]);
	}
}

/* With w > s two states live side by side for P < C < P + (w - s): a consumer that
 * starts with a backlog never sleeps, one that starts with nothing always does. */
Test(regimes, two_states_coexist)
{
	struct pair empty = run_pair(1000, 1100, 500, 2000, 0, 1000 + 300 * 3000);
	struct pair queued = run_pair(1000, 1100, 500, 2000, 50, 1000 * 1100 + 1);

	cr_expect_eq(empty.made, 300, "one every P + w = 3000");
	cr_expect_eq(empty.notes, 300, "lock-step");
	cr_expect_eq(queued.taken, 1000, "one every C = 1100");
	cr_expect_eq(queued.notes, 0, "backlog");
}

/* Beyond P + (w - s) = 2500 lock-step is lost: the consumer is late for the next item. */
Test(regimes, lock_step_ends_where_the_formula_says)
{
	struct pair below = run_pair(1000, 2499, 500, 2000, 0, 1000 + 300 * 3000);
	struct pair above = run_pair(1000, 2600, 500, 2000, 0, 1500 + 300 * 2600 + 1);

	cr_expect_eq(below.notes, 300);
	cr_expect_eq(above.notes, 1);
	cr_expect_eq(above.taken, 300);
}

/* What surprises people: a faster consumer makes the pair slower. 43 bursts of 18 and 183
 * bursts of 4 take the same time. */
Test(regimes, speeding_up_the_faster_side_lowers_throughput)
{
	cycles_t span = 1000 + 43 * (300 + 18 * 1000);

	cr_assert_eq(span, 1000 + 183 * (300 + 4 * 1000));
	cr_expect_eq(run_pair(1000, 900, 2000, 300, 0, span).made, 43 * 18);
	cr_expect_eq(run_pair(1000, 500, 2000, 300, 0, span).made, 183 * 4);
}
