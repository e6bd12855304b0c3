/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sim.h - one simulation: a clock, processors, and the tasks that run on them.
 *
 * A task is a step function. The engine calls it at the moment at which the cycles of
 * its previous step have been spent; the step then acts (its effects take place now),
 * spends cycles on what comes next, and returns. So effects never run ahead of their
 * cost. A step that returns TASK_PARK waits until somebody wakes the task.
 *
 * The engine knows time, tasks and operations by number and nothing of what they are.
 * All state hangs on struct sim: many simulations can live side by side in a process.
 */
#ifndef VHOSTSIM_SIM_H
#define VHOSTSIM_SIM_H

#include <stdbool.h>
#include <stdint.h>

#include "clock.h"
#include "evq.h"
#include "profile.h"
#include "sheet.h"

struct sim;
struct task;

enum task_next {
	TASK_RUN,   /* call again when the cycles spent in this step are over */
	TASK_PARK,  /* call again after task_wake(); nothing may be spent in this step */
	TASK_SLEEP, /* the same, but at t->alarm at the latest */
};

typedef enum task_next (*task_step_fn)(struct sim *s, struct task *t);

struct task {
	task_step_fn step;
	const char *name;
	const char *waits_for; /* while parked: what has to happen, for the stall report */
	uint32_t slot;	       /* its place in the event queue */
	uint16_t id;
	uint16_t cpu;
	uint16_t state; /* the step function's own state enum */
	bool parked;
	cycles_t spent;		 /* charged in the step that runs now */
	cycles_t parked_at;	 /* since when it waits */
	cycles_t waited;	 /* parked cycles, over the whole run */
	cycles_t ready_at;	 /* when its next step is due, while it runs */
	cycles_t alarm;		 /* for TASK_SLEEP */
	const struct path *poll; /* busy-polling while parked: one round of it */
	uint64_t polled;	 /* rounds of the wait that just ended */
	cycles_t before_mark;	 /* charged before the window began */
	cycles_t over_mark;	 /* of that, what lies within the window */
	struct task *outer;	 /* an inner task: whose steps it is run in */
	struct task *inner;	 /* the inner task that ran in this task's last step */
	uint32_t who; /* task and state of the last step, for the fingerprint */
	struct profile prof;
};

struct sim_config {
	uint64_t seed;
	uint64_t hz;
	cycles_t origin; /* the clock's first value; 0 in ordinary use */
	unsigned int cpus;
	const struct op_desc *ops;
	unsigned int nops;
	/* Called with a finished message instead of printing it and exiting with 4;
	 * must not return. */
	void (*fatal)(void *ctx, const char *message);
	void *fatal_ctx;
};

struct sim {
	struct sim_config cfg;
	cycles_t now;
	struct evq q;
	struct task **task; /* [ntasks], by id */
	struct task **slot; /* by slot of the event queue */
	unsigned int ntasks;
	struct task *current; /* whose step runs, NULL between steps */
	struct path_table paths;
	uint64_t events;      /* steps taken */
	uint64_t fingerprint; /* hash of the (time, task, state, spent) stream */
	cycles_t mark;	      /* start of the measured window */
};

enum sim_end {
	SIM_DONE, /* the clock has reached the wanted time */
	/* nothing is pending any more, but tasks wait (a poller alone moves nothing): the
	 * clock stands at the last step */
	SIM_STALLED,
};

/* Returns a new simulation, or NULL without memory. */
struct sim *sim_new(const struct sim_config *cfg);
void sim_free(struct sim *s);

/*
 * Bring @t to life on @cpu: its first step is taken @delay cycles from now. All paths
 * must have been made before. Returns 0, or -1 without memory.
 */
int sim_add_task(struct sim *s, struct task *t, const char *name, unsigned int cpu,
		 task_step_fn step, cycles_t delay);

/*
 * Bring @t to life inside @outer, a task that is a processor itself (a vCPU): @t runs
 * only in steps of @outer, when that calls task_step_inner(), and what it spends is spent
 * by @outer, but charged to @t. Returns 0, or -1 without memory.
 */
int sim_add_inner(struct sim *s, struct task *t, const char *name, struct task *outer,
		  task_step_fn step);

/* Run until the clock stands at @until; steps due at @until are not taken any more. */
enum sim_end sim_run(struct sim *s, cycles_t until);

/* Start of the measured window: profiles forget what came before. */
void sim_mark(struct sim *s);

/*
 * Add each task's processor time to @sheet, in cycles since the origin: made = elapsed,
 * delivered = charged to operations, in flight = waited. The three are counted
 * independently. Cycles that a task has been charged for but that lie after now are
 * taken off.
 */
void sim_sheet(struct sim *s, struct sheet *sheet);

/* Cycles of @t spent in the window up to now, without what lies after now. */
cycles_t sim_task_busy(struct sim *s, struct task *t);

/* A model found something that cannot be: report seed, time and task; do not return. */
_Noreturn void sim_fatal(struct sim *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Charge @p to @t. */
static inline void task_spend(struct task *t, const struct path *p)
{
	t->prof.hits[p->id]++;
	t->spent += p->cycles;
}

/* Charge @p to @t, @n times. */
static inline void task_spend_n(struct task *t, const struct path *p, uint32_t n)
{
	t->prof.hits[p->id] += n;
	t->spent += p->cycles * n;
}

/* Charge @cycles of waiting to operation @op of @t. */
static inline void task_stall(struct task *t, unsigned int op, cycles_t cycles)
{
	t->prof.stall[op] += cycles;
	t->spent += cycles;
}

/* Take a step of @t as part, or all, of the present step of the task around it. */
static inline enum task_next task_step_inner(struct sim *s, struct task *t)
{
	struct task *outer = t->outer;
	enum task_next next;

	t->spent = 0;
	outer->inner = t;
	outer->who = (uint32_t)t->id << 16 | t->state;
	s->current = t;
	next = t->step(s, t);
	s->current = outer;
	outer->spent += t->spent;
	return next;
}

/*
 * Wake a parked task: its next step is due in @delay cycles. Returns false, and does
 * nothing, when it was not parked.
 */
bool task_wake(struct sim *s, struct task *t, cycles_t delay);

/*
 * A task that waits is to take its step at @when at the latest; an earlier alarm stays.
 * Nothing happens when it does not wait.
 */
void task_sleep_by(struct sim *s, struct task *t, cycles_t when);

/*
 * Let @t wait by polling: @round is one fruitless look, which costs its cycles and has
 * no effect on anybody. Returns TASK_PARK, so that a step can end with it. When
 * task_poll_wake() comes, the next step is taken at the next multiple of @round after
 * the present moment, exactly as if each round had been an event of its own, and
 * t->polled says how many rounds it was.
 */
enum task_next task_poll(struct sim *s, struct task *t, const struct path *round);

/* Charge the rounds of @t's poll that have begun by now, so that t->polled is up to date.
 */
void task_poll_settle(struct sim *s, struct task *t);

/* End the poll of @t if it polls; what it polls for has just changed. */
void task_poll_wake(struct sim *s, struct task *t);

#endif
