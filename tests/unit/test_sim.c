/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine's promises: effects after costs, exact waits, every cycle accounted for. */
#include "bare.h"

#define NEAR_WRAP (UINT64_MAX - 1000)

/* Spends its path in every round; counts rounds, and wakes somebody at a given one. */
struct worker {
	struct task task;
	const struct path *path;
	uint64_t rounds;
	uint64_t wake_at; /* round after which it wakes @whom */
	cycles_t delay;
	struct task *whom;
	bool woke;
};

static enum task_next work(struct sim *s, struct task *t)
{
	struct worker *w = (struct worker *)t;

	if (t->state++)
		w->rounds++;
	t->state = 1;
	if (w->whom && w->rounds == w->wake_at && w->rounds)
		w->woke = task_wake(s, w->whom, w->delay);
	task_spend(t, w->path);
	return TASK_RUN;
}

/* Parks; notes when it was woken, and parks again. */
struct sleeper {
	struct task task;
	cycles_t alarm; /* sleeps so long at most; 0: parks */
	unsigned int wakes;
	cycles_t woken_at;
	unsigned int order, *next_order;
};

static enum task_next doze(struct sim *s, struct task *t)
{
	struct sleeper *d = (struct sleeper *)t;

	if (t->state) {
		d->wakes++;
		d->woken_at = s->now;
		if (d->next_order)
			d->order = (*d->next_order)++;
	}
	t->state = 1;
	t->alarm = s->now + d->alarm;
	return d->alarm && !d->wakes ? TASK_SLEEP : TASK_PARK;
}

Test(sim, effects_come_when_the_cycles_are_spent)
{
	struct sim *s = bare_sim(0);
	struct worker w = { .path = bare_path(s, 100) };

	bare_task(s, &w.task, "worker", work, 5);
	sim_run(s, 105);
	cr_expect_eq(w.rounds, 0, "a step due at the end is not taken");
	sim_run(s, 106);
	cr_expect_eq(w.rounds, 1, "5 cycles after the start, and 100 later");
	sim_run(s, 305);
	cr_expect_eq(w.rounds, 2);
	cr_expect_eq(s->now, 305, "the clock stands where it was told to");
	expect_cycles_add_up(s);
	sim_free(s);
}

Test(sim, a_parked_task_runs_after_the_delay_and_not_before)
{
	struct sim *s = bare_sim(0);
	struct sleeper d = { .wakes = 0 };
	struct worker w = { .wake_at = 3, .delay = 42, .whom = &d.task };

	w.path = bare_path(s, 100);
	bare_task(s, &d.task, "sleeper", doze, 0);
	bare_task(s, &w.task, "worker", work, 0);
	sim_run(s, 342);
	cr_expect_eq(d.wakes, 0);
	sim_run(s, 10000);
	cr_expect_eq(d.wakes, 1);
	cr_expect_eq(d.woken_at, 342);
	cr_expect(w.woke);
	expect_cycles_add_up(s);
	sim_free(s);
}

Test(sim, waking_one_that_does_not_sleep_does_nothing)
{
	struct sim *s = bare_sim(0);
	struct worker busy = { .path = bare_path(s, 70) };
	struct worker w = { .wake_at = 3, .whom = &busy.task, .woke = true };

	w.path = bare_path(s, 100);
	bare_task(s, &busy.task, "busy", work, 0);
	bare_task(s, &w.task, "worker", work, 0);
	sim_run(s, 701);
	cr_expect_not(w.woke);
	cr_expect_eq(busy.rounds, 10, "70 cycles each, undisturbed");
	sim_free(s);
}

Test(sim, woken_at_one_moment_they_run_in_the_order_of_waking)
{
	struct sim *s = bare_sim(0);
	unsigned int order = 0;
	struct sleeper a = { .next_order = &order }, b = { .next_order = &order };
	struct worker first = { .wake_at = 1, .delay = 50, .whom = &b.task };
	struct worker second = { .wake_at = 1, .delay = 40, .whom = &a.task };

	first.path = bare_path(s, 100);
	second.path = bare_path(s, 110);
	bare_task(s, &a.task, "a", doze, 0);
	bare_task(s, &b.task, "b", doze, 0);
	bare_task(s, &first.task, "first", work, 0);
	bare_task(s, &second.task, "second", work, 0);
	sim_run(s, 200);
	cr_expect_eq(a.woken_at, 150);
	cr_expect_eq(b.woken_at, 150);
	cr_expect_lt(b.order, a.order, "b was armed first");
	sim_free(s);
}

Test(sim, an_alarm_ends_a_sleep)
{
	struct sim *s = bare_sim(NEAR_WRAP);
	struct sleeper d = { .alarm = 5000 };

	bare_task(s, &d.task, "sleeper", doze, 20);
	cr_expect_eq(sim_run(s, NEAR_WRAP + 6000), SIM_STALLED, "then it parks for good");
	cr_expect_eq(d.wakes, 1);
	cr_expect_eq(d.woken_at, NEAR_WRAP + 5020);
	expect_cycles_add_up(s);
	sim_free(s);
}

Test(sim, a_sleeper_may_be_woken_before_its_alarm)
{
	struct sim *s = bare_sim(0);
	struct sleeper d = { .alarm = 5000 };
	struct worker w = { .wake_at = 3, .delay = 7, .whom = &d.task };

	w.path = bare_path(s, 100);
	bare_task(s, &d.task, "sleeper", doze, 0);
	bare_task(s, &w.task, "worker", work, 0);
	sim_run(s, 10000);
	cr_expect_eq(d.wakes, 1, "and the alarm is off");
	cr_expect_eq(d.woken_at, 307);
	expect_cycles_add_up(s);
	sim_free(s);
}

/* Looks at a flag: every round an event of its own, or by task_poll(). */
struct poller {
	struct task task;
	const struct path *round;
	bool explicit, *flag;
	cycles_t seen_at;
	uint64_t looks;
};

static enum task_next look(struct sim *s, struct task *t)
{
	struct poller *p = (struct poller *)t;

	p->looks += t->state && !p->explicit ? t->polled : 0;
	t->state = 1;
	if (*p->flag) {
		p->seen_at = s->now;
		return TASK_PARK;
	}
	if (!p->explicit)
		return task_poll(s, t, p->round);
	p->looks++;
	task_spend(t, p->round);
	return TASK_RUN;
}

/* Sets the flag after its path, and tells one that polls. */
struct setter {
	struct task task;
	const struct path *path;
	bool flag;
	struct task *poller;
};

static enum task_next set_flag(struct sim *s, struct task *t)
{
	struct setter *w = (struct setter *)t;

	if (t->state) {
		w->flag = true;
		task_poll_wake(s, w->poller);
		return TASK_PARK;
	}
	t->state = 1;
	task_spend(t, w->path);
	return TASK_RUN;
}

static struct poller poll_until(uint32_t round, uint32_t after, bool explicit,
				cycles_t origin, cycles_t *busy)
{
	struct sim *s = bare_sim(origin);
	struct poller p = { .explicit = explicit };
	struct setter w = { .poller = &p.task };

	p.round = bare_path(s, round);
	p.flag = &w.flag;
	w.path = bare_path(s, after);
	/* The poller starts 3 cycles into the setter's work. */
	bare_task(s, &w.task, "setter", set_flag, 0);
	bare_task(s, &p.task, "poller", look, 3);
	for (cycles_t stop = 0; stop < 2000; stop += 211) {
		sim_run(s, origin + stop);
		expect_cycles_add_up(s);
	}
	*busy = sim_task_busy(s, &p.task);
	p.seen_at -= origin;
	sim_free(s);
	return p;
}

/* Same times, same looks, same cycles, whatever the moment of the change. A change in
 * the very cycle of a look comes after that look. */
Test(sim, polling_is_what_its_rounds_would_have_been)
{
	static const uint32_t rounds[] = { 1, 7, 64, 500 };

	for (int i = 0; i < 4; i++)
		for (uint32_t after = 4; after < 1200; after += 13) {
			uint32_t round = rounds[i];
			bool tie = (after - 3) % round == 0;
			cycles_t busy, busy_each;
			struct poller p = poll_until(round, after, false, 0, &busy);
			struct poller e = poll_until(round, after + tie, true, 0,
						     &busy_each);

			cr_assert_eq(p.seen_at, e.seen_at, "round %u, change at %u",
				     round, after);
			cr_assert_eq(p.looks, e.looks, "round %u, change at %u", round,
				     after);
			cr_assert_eq(busy, busy_each, "round %u, change at %u", round,
				     after);
		}
}

Test(sim, polling_over_the_wrap_is_the_same)
{
	cycles_t busy, wrapped;
	struct poller p = poll_until(64, 1100, false, 0, &busy);
	struct poller w = poll_until(64, 1100, false, NEAR_WRAP, &wrapped);

	cr_expect_eq(p.seen_at, 3 + 64 * 18);
	cr_expect_eq(w.seen_at, p.seen_at);
	cr_expect_eq(wrapped, busy);
}

/* Stops at odd moments: in the middle of paths, sleeps and polls. */
Test(sim, cycles_add_up_at_any_moment)
{
	struct sim *s = bare_sim(NEAR_WRAP);
	struct sleeper d = { .wakes = 0 }, alarm = { .alarm = 777 };
	struct worker w = { .wake_at = 5, .delay = 90, .whom = &d.task };
	bool never = false;
	struct poller p = { .flag = &never };

	w.path = bare_path(s, 100);
	p.round = bare_path(s, 33);
	bare_task(s, &d.task, "sleeper", doze, 10);
	bare_task(s, &alarm.task, "alarm", doze, 250);
	bare_task(s, &w.task, "worker", work, 20);
	bare_task(s, &p.task, "poller", look, 30);
	for (cycles_t stop = 1; stop < 2000; stop += 7) {
		sim_run(s, NEAR_WRAP + stop);
		expect_cycles_add_up(s);
		if (stop == 1 + 7 * 100)
			sim_mark(s);
	}
	cr_expect_eq(sim_task_busy(s, &w.task), s->now - s->mark, "it never waits");
	cr_expect_eq(sim_task_busy(s, &p.task), s->now - s->mark);
	cr_expect_eq(sim_task_busy(s, &d.task), 0);
	sim_free(s);
}

Test(sim, nobody_to_run_is_a_stall)
{
	struct sim *s = bare_sim(0);
	struct sleeper d = { .wakes = 0 };
	bool never = false;
	struct poller p = { .flag = &never };

	p.round = bare_path(s, 33);
	bare_task(s, &d.task, "sleeper", doze, 10);
	cr_expect_eq(sim_run(s, 5), SIM_DONE, "it has not begun yet");
	cr_expect_eq(sim_run(s, 100), SIM_STALLED);
	bare_task(s, &p.task, "poller", look, 0);
	cr_expect_eq(sim_run(s, 200), SIM_STALLED, "who only polls waits for others");
	sim_free(s);
}

/* A vCPU, say: what runs in it is charged to what runs, not to it. */
static enum task_next host_of(struct sim *s, struct task *t)
{
	struct worker *w = (struct worker *)t;

	task_spend(t, w->path);
	return task_step_inner(s, w->whom);
}

Test(sim, an_inner_task_spends_its_own_cycles_on_its_processor)
{
	struct sim *s = bare_sim(0);
	struct worker guest = { .path = bare_path(s, 30) };
	struct worker cpu = { .path = bare_path(s, 70), .whom = &guest.task };

	bare_task(s, &cpu.task, "vcpu", host_of, 0);
	cr_assert_eq(sim_add_inner(s, &guest.task, "guest", &cpu.task, work), 0);
	for (cycles_t stop = 1; stop < 1000; stop += 13) {
		sim_run(s, stop);
		expect_cycles_add_up(s);
	}
	sim_run(s, 1000);
	cr_expect_eq(guest.rounds, 9, "one in 70 + 30 cycles; the tenth is under way");
	cr_expect_eq(sim_task_busy(s, &guest.task), 300);
	cr_expect_eq(sim_task_busy(s, &cpu.task), 700);
	sim_free(s);
}

/* One world of two tasks, for the tests of determinism. */
struct world {
	struct sim *sim;
	struct worker fast, slow;
};

static void world_init(struct world *w, cycles_t origin)
{
	memset(w, 0, sizeof(*w));
	w->sim = bare_sim(origin);
	w->fast.path = bare_path(w->sim, 17);
	w->slow.path = bare_path(w->sim, 51);
	bare_task(w->sim, &w->fast.task, "fast", work, 0);
	bare_task(w->sim, &w->slow.task, "slow", work, 0);
}

static uint64_t world_alone(cycles_t origin)
{
	struct world w;
	uint64_t f;

	world_init(&w, origin);
	sim_run(w.sim, origin + 50000);
	f = w.sim->fingerprint;
	cr_expect_eq(w.slow.rounds, 980);
	sim_free(w.sim);
	return f;
}

Test(sim, two_simulations_in_one_process_do_not_disturb_each_other)
{
	uint64_t alone = world_alone(0);
	struct world a, b;

	world_init(&a, 0);
	world_init(&b, NEAR_WRAP);
	for (cycles_t stop = 1000; stop <= 50000; stop += 1000) {
		sim_run(a.sim, stop);
		sim_run(b.sim, NEAR_WRAP + stop);
	}
	cr_expect_eq(a.sim->fingerprint, alone);
	cr_expect_eq(b.sim->fingerprint, alone, "the origin leaves no trace either");
	sim_free(a.sim);
	sim_free(b.sim);
}

Test(sim, one_cycle_changes_the_fingerprint)
{
	struct world w;

	world_init(&w, 0);
	sim_run(w.sim, 100);
	w.slow.path = w.fast.path;
	sim_run(w.sim, 50000);
	cr_expect_neq(w.sim->fingerprint, world_alone(0));
	sim_free(w.sim);
}

/* Two of a kind, one at 0 and one at 30: only who is who differs. */
static uint64_t twins(cycles_t first, cycles_t second)
{
	struct sim *s = bare_sim(0);
	struct worker a = { .path = bare_path(s, 100) }, b = a;
	uint64_t f;

	bare_task(s, &a.task, "a", work, first);
	bare_task(s, &b.task, "b", work, second);
	sim_run(s, 1000);
	f = s->fingerprint;
	sim_free(s);
	return f;
}

Test(sim, who_acts_is_in_the_fingerprint)
{
	cr_expect_eq(twins(0, 30), twins(0, 30));
	cr_expect_neq(twins(0, 30), twins(30, 0));
}

/* What is measured without a warm-up is measured from the start, and every mark begins
 * anew. */
Test(sim, a_window_begins_with_the_run_or_the_last_mark)
{
	struct sim *s = bare_sim(NEAR_WRAP);
	struct worker w = { .path = bare_path(s, 100) };

	cr_expect_eq(s->mark, NEAR_WRAP);
	bare_task(s, &w.task, "worker", work, 5);
	for (cycles_t stop = 150; stop < 2000; stop += 333) {
		sim_run(s, NEAR_WRAP + stop);
		cr_expect_eq(sim_task_busy(s, &w.task), stop == 150 ? 145 : 333,
			     "up to %llu", (unsigned long long)stop);
		sim_mark(s);
		cr_expect_eq(s->mark, s->now);
		cr_expect_eq(sim_task_busy(s, &w.task), 0);
		expect_cycles_add_up(s);
	}
	sim_free(s);
}
