/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tasks inside tasks: a processor that is a task itself, and what runs on it. */
#include "bare.h"

#define NEAR_WRAP (UINT64_MAX - 300)

enum { OP_WORK, OP_WAIT };

/* Each round: 70 cycles of its own, then a step of its guest, if it has one. */
struct cpu {
	struct task task;
	const struct path *path;
	struct task *guest;
	unsigned int rounds;
};

static enum task_next cpu_step(struct sim *s, struct task *t)
{
	struct cpu *c = (struct cpu *)t;

	c->rounds++;
	task_spend(t, c->path);
	return c->guest ? task_step_inner(s, c->guest) : TASK_RUN;
}

/* Spends 3 times 8 cycles, and waits 6 for something. */
struct guest {
	struct task task;
	const struct path *path;
	bool seen_current;
};

static enum task_next guest_step(struct sim *s, struct task *t)
{
	struct guest *g = (struct guest *)t;

	g->seen_current = s->current == t;
	task_spend_n(t, g->path, 3);
	task_stall(t, OP_WAIT, 6);
	return TASK_RUN;
}

/* A guest on a processor: 100 cycles a round, of which 30 are the guest's. */
struct host {
	struct sim *sim;
	struct cpu cpu, other; /* the other one has no guest, and begins at 50 */
	struct guest guest;
};

static void host_init(struct host *h, cycles_t origin)
{
	memset(h, 0, sizeof(*h));
	h->sim = bare_sim(origin);
	h->cpu.path = h->other.path = bare_path(h->sim, 70);
	h->guest.path = bare_path(h->sim, 8);
	h->cpu.guest = &h->guest.task;
	cr_assert_eq(sim_add_task(h->sim, &h->cpu.task, "vcpu", 3, cpu_step, 0), 0);
	cr_assert_eq(
		sim_add_inner(h->sim, &h->guest.task, "guest", &h->cpu.task, guest_step),
		0);
	/* Its number among the tasks is 2, its place in the event queue 1. */
	bare_task(h->sim, &h->other.task, "other", cpu_step, 50);
}

Test(inner, events_go_to_who_has_them)
{
	struct host h;

	host_init(&h, 0);
	sim_run(h.sim, 500);
	cr_expect_eq(h.cpu.rounds, 5, "at 0, 100, .. 400");
	cr_expect_eq(h.other.rounds, 7, "at 50, 120, .. 470");
	cr_expect_eq(h.sim->events, 12, "an inner step is no event of its own");
	cr_expect(h.guest.seen_current, "while its step runs, it is the current task");
	cr_expect_null(h.sim->current);
	expect_cycles_add_up(h.sim);
	sim_free(h.sim);
}

Test(inner, multiples_and_stalls_are_charged_where_they_belong)
{
	cycles_t by_op[2] = { 0 };
	uint64_t calls[2] = { 0 };
	struct host h;

	host_init(&h, 0);
	sim_run(h.sim, 500);
	profile_by_op(&h.guest.task.prof, &h.sim->paths, 2, by_op, calls);
	cr_expect_eq(by_op[OP_WORK], 5 * 3 * 8);
	cr_expect_eq(calls[OP_WORK], 5 * 3);
	cr_expect_eq(by_op[OP_WAIT], 5 * 6);
	cr_expect_eq(calls[OP_WAIT], 0, "waiting is no call");
	cr_expect_eq(profile_total(&h.cpu.task.prof, &h.sim->paths, 2), 5 * 70,
		     "nothing of its guest's");
	sim_free(h.sim);
}

static uint64_t sheet_n(const struct sheet *sheet, enum sheet_kind kind,
			const char *subject, const char *place)
{
	for (unsigned int i = 0; i < sheet->n; i++) {
		const struct sheet_line *l = &sheet->line[i];

		if (l->kind == kind && !strcmp(l->subject, subject) &&
		    !strcmp(l->place, place))
			return l->n;
	}
	cr_assert_fail("no line \"%s: %s\"", subject, place);
	return UINT64_MAX;
}

Test(inner, the_sheet_says_who_had_which_processor)
{
	struct sheet *sheet = calloc(1, sizeof(*sheet));
	struct host h;

	cr_assert_not_null(sheet);
	host_init(&h, NEAR_WRAP);
	sim_run(h.sim, NEAR_WRAP + 480);
	sim_sheet(h.sim, sheet);
	cr_expect_eq(sheet_n(sheet, SHEET_MADE, "cycles cpu3", "elapsed"), 480);
	cr_expect_eq(sheet_n(sheet, SHEET_DELIVERED, "cycles cpu3", "vcpu"), 350);
	cr_expect_eq(sheet_n(sheet, SHEET_DELIVERED, "cycles cpu3", "guest"), 130);
	cr_expect_eq(sheet_n(sheet, SHEET_IN_FLIGHT, "cycles cpu3", "idle"), 0);
	cr_expect_eq(sheet_n(sheet, SHEET_MADE, "cycles cpu2", "elapsed"), 480);
	cr_expect_eq(sheet_n(sheet, SHEET_DELIVERED, "cycles cpu2", "other"), 430);
	cr_expect_eq(sheet_n(sheet, SHEET_IN_FLIGHT, "cycles cpu2", "idle"), 50);
	cr_expect_eq(sheet->n, 7);
	free(sheet);
	sim_free(h.sim);
}

/* Cycles of the guest and of its processor in [0, x) and so in any window: of each 100,
 * the first 70 are the processor's. */
static cycles_t guest_until(cycles_t x)
{
	return x / 100 * 30 + (x % 100 > 70 ? x % 100 - 70 : 0);
}

static void expect_window(cycles_t origin, cycles_t from, cycles_t to)
{
	cycles_t guest = guest_until(to) - guest_until(from);
	struct host h;

	host_init(&h, origin);
	sim_run(h.sim, origin + from);
	sim_mark(h.sim);
	sim_run(h.sim, origin + to);
	cr_expect_eq(sim_task_busy(h.sim, &h.guest.task), guest, "%llu to %llu: guest",
		     (unsigned long long)from, (unsigned long long)to);
	cr_expect_eq(sim_task_busy(h.sim, &h.cpu.task), to - from - guest,
		     "%llu to %llu: its processor", (unsigned long long)from,
		     (unsigned long long)to);
	expect_cycles_add_up(h.sim);
	sim_free(h.sim);
}

/* Windows that begin and end anywhere in a step, in the guest's part or before it. */
Test(inner, a_window_cuts_steps_in_the_right_place)
{
	for (cycles_t from = 1; from < 210; from += 19)
		for (cycles_t to = from; to < 420; to += 23) {
			expect_window(0, from, to);
			expect_window(NEAR_WRAP, from, to);
		}
}

/* Runs its guest in the first round only, as a guest that halts. */
static enum task_next halting_step(struct sim *s, struct task *t)
{
	struct cpu *c = (struct cpu *)t;

	task_spend(t, c->path);
	return c->rounds++ ? TASK_RUN : task_step_inner(s, c->guest);
}

Test(inner, a_guest_that_does_not_run_spends_nothing)
{
	struct host h;

	host_init(&h, 0);
	h.cpu.task.step = halting_step;
	for (cycles_t stop = 100; stop < 400; stop += 9) {
		sim_run(h.sim, stop);
		cr_expect_eq(sim_task_busy(h.sim, &h.guest.task), 30, "up to %llu",
			     (unsigned long long)stop);
		cr_expect_eq(sim_task_busy(h.sim, &h.cpu.task), stop - 30, "up to %llu",
			     (unsigned long long)stop);
	}
	sim_free(h.sim);
}

/* A processor with nothing to do but its guest waits when that waits. */
static enum task_next idle_step(struct sim *s, struct task *t)
{
	struct cpu *c = (struct cpu *)t;

	c->rounds++;
	return task_step_inner(s, c->guest);
}

static enum task_next parking_step(struct sim *s, struct task *t)
{
	(void)s;
	return t->state++ ? TASK_RUN : TASK_PARK;
}

Test(inner, a_processor_waits_for_its_guest)
{
	struct host h;

	host_init(&h, 0);
	h.cpu.task.step = idle_step;
	h.guest.task.step = parking_step;
	sim_run(h.sim, 300);
	cr_expect(h.cpu.task.parked);
	cr_expect_eq(h.cpu.rounds, 1);
	cr_expect_not(task_wake(h.sim, &h.guest.task, 0), "it has no place of its own");
	sim_free(h.sim);
}

static uint64_t fingerprint_of(uint16_t state)
{
	uint64_t f;
	struct host h;

	host_init(&h, 0);
	h.guest.task.state = state;
	sim_run(h.sim, 500);
	f = h.sim->fingerprint;
	sim_free(h.sim);
	return f;
}

/* The same times and costs, but the guest did something else. */
Test(inner, what_a_guest_does_is_in_the_fingerprint)
{
	cr_expect_eq(fingerprint_of(1), fingerprint_of(1));
	cr_expect_neq(fingerprint_of(1), fingerprint_of(2));
}
