/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waiting: alarms that others set, waits that end from outside, polls looked at midway. */
#include "bare.h"

#define NEAR_WRAP (UINT64_MAX - 300)

/* Parks, or sleeps until @alarm_at; notes each step that ends a wait. */
struct waiter {
	struct task task;
	cycles_t alarm_at; /* cycles since the origin; 0: parks */
	unsigned int ends;
	cycles_t ended_at;
};

static enum task_next wait_step(struct sim *s, struct task *t)
{
	struct waiter *w = (struct waiter *)t;

	if (t->state++) {
		w->ends++;
		w->ended_at = s->now - s->cfg.origin;
		return TASK_PARK;
	}
	if (!w->alarm_at)
		return TASK_PARK;
	t->alarm = s->cfg.origin + w->alarm_at;
	return TASK_SLEEP;
}

/* Two tasks at a time: @w begins to wait at 10; the caller does @act at 100. */
struct scene {
	struct task caller;
	struct waiter w;
	void (*act)(struct sim *s, struct waiter *w);
};

static enum task_next call_step(struct sim *s, struct task *t)
{
	struct scene *c = (struct scene *)t;

	if (c->act)
		c->act(s, &c->w);
	return TASK_PARK;
}

static void play(struct scene *c, cycles_t origin, cycles_t span)
{
	struct sim *s = bare_sim(origin);

	bare_task(s, &c->caller, "caller", call_step, 100);
	bare_task(s, &c->w.task, "waiter", wait_step, 10);
	for (cycles_t stop = 0; stop <= span; stop += 50) {
		sim_run(s, origin + stop);
		expect_cycles_add_up(s);
	}
	sim_free(s);
}

static void by_400(struct sim *s, struct waiter *w)
{
	task_sleep_by(s, &w->task, s->cfg.origin + 400);
}

Test(wait, one_that_parks_can_be_given_an_alarm)
{
	struct scene c = { .act = by_400 }, wraps = { .act = by_400 };

	play(&c, 0, 1000);
	cr_expect_eq(c.w.ends, 1);
	cr_expect_eq(c.w.ended_at, 400);
	play(&wraps, NEAR_WRAP, 1000);
	cr_expect_eq(wraps.w.ends, 1);
	cr_expect_eq(wraps.w.ended_at, 400, "the clock wraps at 301");
}

/* "At the latest": the earlier of two alarms counts, whichever was set first. */
Test(wait, the_earlier_alarm_counts)
{
	static const cycles_t origin[] = { 0, NEAR_WRAP };

	for (int i = 0; i < 2; i++) {
		struct scene later = { .act = by_400, .w.alarm_at = 700 };
		struct scene sooner = { .act = by_400, .w.alarm_at = 250 };

		play(&later, origin[i], 1000);
		cr_expect_eq(later.w.ended_at, 400, "700 is brought forward");
		cr_expect_eq(later.w.ends, 1, "and does not go off any more");
		play(&sooner, origin[i], 1000);
		cr_expect_eq(sooner.w.ended_at, 250, "250 stays");
		cr_expect_eq(sooner.w.ends, 1);
	}
}

static void by_200_then_400(struct sim *s, struct waiter *w)
{
	task_sleep_by(s, &w->task, s->cfg.origin + 200);
	task_sleep_by(s, &w->task, s->cfg.origin + 400);
}

Test(wait, an_alarm_set_from_outside_is_not_put_off)
{
	struct scene c = { .act = by_200_then_400 };

	play(&c, 0, 1000);
	cr_expect_eq(c.w.ended_at, 200);
	cr_expect_eq(c.w.ends, 1);
}

static void by_400_then_200_then_300(struct sim *s, struct waiter *w)
{
	task_sleep_by(s, &w->task, s->cfg.origin + 400);
	task_sleep_by(s, &w->task, s->cfg.origin + 200);
	task_sleep_by(s, &w->task, s->cfg.origin + 300);
}

Test(wait, an_alarm_set_from_outside_can_be_brought_forward)
{
	struct scene c = { .act = by_400_then_200_then_300 };

	play(&c, NEAR_WRAP, 1000);
	cr_expect_eq(c.w.ended_at, 200);
	cr_expect_eq(c.w.ends, 1);
}

static void wake_then_by_110(struct sim *s, struct waiter *w)
{
	cr_expect(task_wake(s, &w->task, 50));
	task_sleep_by(s, &w->task, s->cfg.origin + 110);
	cr_expect_not(task_wake(s, &w->task, 5), "it is awake already");
}

Test(wait, one_that_was_woken_needs_no_alarm)
{
	struct scene c = { .act = wake_then_by_110, .w.alarm_at = 700 };

	play(&c, 0, 1000);
	cr_expect_eq(c.w.ended_at, 150, "when it was told to");
	cr_expect_eq(c.w.ends, 1, "and the old alarm is off");
}

Test(wait, an_alarm_may_be_due_at_once)
{
	struct scene c = { .w.alarm_at = 10 };

	play(&c, 0, 1000);
	cr_expect_eq(c.w.ended_at, 10, "the moment at which it began to wait");
	cr_expect_eq(c.w.ends, 1);
}

/* Sleeps until 50, then works until 150. */
static enum task_next nap_step(struct sim *s, struct task *t)
{
	switch (t->state++) {
	case 0:
		t->alarm = s->cfg.origin + 50;
		return TASK_SLEEP;
	case 1:
		task_spend(t, s->paths.path[0]);
		return TASK_RUN;
	}
	((struct waiter *)t)->ended_at = s->now - s->cfg.origin;
	return TASK_PARK;
}

Test(wait, one_that_its_alarm_woke_is_awake)
{
	struct sim *s = bare_sim(NEAR_WRAP);
	struct waiter w = { .ends = 0 };

	bare_path(s, 100);
	bare_task(s, &w.task, "napper", nap_step, 10);
	sim_run(s, NEAR_WRAP + 60);
	cr_expect_not(task_wake(s, &w.task, 1), "it works");
	task_sleep_by(s, &w.task, s->now + 2);
	sim_run(s, NEAR_WRAP + 1000);
	cr_expect_eq(w.ended_at, 150, "its work was not cut short");
	cr_expect_eq(w.task.waited, 50);
	sim_free(s);
}

/* Nothing to do, then somebody outside the simulation has news: it goes on from where
 * it stood, and not from where the caller had been looking. */
Test(wait, a_stalled_simulation_goes_on_when_woken)
{
	struct sim *s = bare_sim(NEAR_WRAP);
	struct waiter w = { .ends = 0 };

	bare_task(s, &w.task, "waiter", wait_step, 10);
	cr_expect_eq(sim_run(s, NEAR_WRAP + 900), SIM_STALLED);
	cr_expect_eq(s->now, NEAR_WRAP + 10, "the clock stands at the last step");
	cr_expect(task_wake(s, &w.task, 500));
	cr_expect_eq(sim_run(s, NEAR_WRAP + 900), SIM_STALLED);
	cr_expect_eq(w.ended_at, 510);
	cr_expect_eq(w.task.waited, 510, "its 10 before the first step, and 500");
	expect_cycles_add_up(s);
	sim_free(s);
}

/* Polls in rounds of the path made last, until @over. */
struct poller {
	struct task task;
	bool over;
	cycles_t ended_at;
};

static enum task_next poll_step(struct sim *s, struct task *t)
{
	struct poller *p = (struct poller *)t;

	if (!p->over)
		return task_poll(s, t, s->paths.path[s->paths.n - 1]);
	p->ended_at = s->now - s->cfg.origin;
	return TASK_PARK;
}

static void end_poll(struct sim *s, struct poller *p)
{
	p->over = true;
	task_poll_wake(s, &p->task);
}

/* Rounds of 60 from 40 on: at 100 the second begins, and its cycles count at once. */
Test(wait, a_poll_can_be_counted_while_it_lasts)
{
	struct sim *s = bare_sim(0);
	struct poller p = { .over = false };
	struct waiter later = { .ends = 0 }; /* keeps the clock going */

	bare_path(s, 60);
	bare_task(s, &p.task, "poller", poll_step, 40);
	bare_task(s, &later.task, "later", wait_step, 5000);
	sim_run(s, 99);
	task_poll_settle(s, &p.task);
	cr_expect_eq(p.task.polled, 1);
	sim_run(s, 100);
	task_poll_settle(s, &p.task);
	task_poll_settle(s, &p.task);
	cr_expect_eq(p.task.polled, 2, "counting twice adds nothing");
	cr_expect_eq(p.task.prof.hits[0], 2);
	cr_expect_eq(sim_task_busy(s, &p.task), 60, "of the second, nothing is spent");
	sim_run(s, 170);
	end_poll(s, &p);
	cr_expect_eq(p.task.polled, 3);
	sim_run(s, 1000);
	cr_expect_eq(p.ended_at, 220, "the end of the third round");
	cr_expect_eq(p.task.prof.hits[0], 3);
	expect_cycles_add_up(s);
	sim_free(s);
}

/* The profile of a report holds the rounds up to its end, though none of them was an
 * event; and the last one is work until it is over, though what it looks for is there. */
Test(wait, rounds_of_a_poll_are_work_at_any_moment)
{
	struct sim *s = bare_sim(0);
	struct poller p = { .over = false };
	struct waiter later = { .ends = 0 };

	bare_path(s, 60);
	bare_task(s, &p.task, "poller", poll_step, 40);
	bare_task(s, &later.task, "later", wait_step, 5000);
	sim_run(s, 170);
	cr_expect_eq(sim_task_busy(s, &p.task), 130);
	cr_expect_eq(p.task.prof.hits[0], 3);
	end_poll(s, &p);
	cr_expect_not(task_wake(s, &p.task, 5), "it is awake");
	sim_run(s, 190);
	cr_expect_eq(sim_task_busy(s, &p.task), 150);
	sim_run(s, 1000);
	cr_expect_eq(sim_task_busy(s, &p.task), 180, "three rounds, then it parks");
	cr_expect_eq(p.ended_at, 220);
	sim_free(s);
}

Test(wait, each_poll_counts_its_own_rounds)
{
	struct sim *s = bare_sim(0);
	struct poller p = { .over = false };

	bare_path(s, 60);
	bare_task(s, &p.task, "poller", poll_step, 0);
	sim_run(s, 1);
	task_poll_wake(s, &p.task); /* too early: it will not find anything */
	cr_expect_eq(p.task.polled, 1);
	sim_run(s, 61);
	end_poll(s, &p);
	cr_expect_eq(p.task.polled, 1, "not the one before");
	sim_run(s, 1000);
	cr_expect_eq(p.ended_at, 120);
	cr_expect_eq(p.task.prof.hits[0], 2);
	sim_free(s);
}

/* Only what it polls for ends a poll: it would not hear anything else. */
Test(wait, neither_alarm_nor_waking_ends_a_poll)
{
	struct sim *s = bare_sim(0);
	struct poller p = { .over = false };

	bare_path(s, 60);
	bare_task(s, &p.task, "poller", poll_step, 0);
	sim_run(s, 10);
	p.over = true;
	cr_expect_not(task_wake(s, &p.task, 5));
	task_sleep_by(s, &p.task, 30);
	cr_expect_eq(sim_run(s, 1000), SIM_STALLED, "nothing is pending");
	cr_expect_eq(s->events, 1);
	end_poll(s, &p);
	task_poll_wake(s, &p.task);
	sim_run(s, 1000);
	cr_expect_eq(s->events, 2, "ending it twice makes one step");
	cr_expect_eq(p.ended_at, 60);
	sim_free(s);
}
