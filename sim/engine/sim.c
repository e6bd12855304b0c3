/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXIT_INTERNAL 4

/* Steps at one moment after which the models are taken to go in circles. */
#define LIVELOCK_STEPS 1000000u

struct sim *sim_new(const struct sim_config *cfg)
{
	struct sim *s = calloc(1, sizeof(*s));

	if (!s)
		return NULL;
	s->cfg = *cfg;
	s->now = cfg->origin;
	s->mark = cfg->origin;
	if (evq_init(&s->q, cfg->origin)) {
		free(s);
		return NULL;
	}
	return s;
}

void sim_free(struct sim *s)
{
	if (!s)
		return;
	for (unsigned int i = 0; i < s->ntasks; i++)
		profile_destroy(&s->task[i]->prof);
	free(s->task);
	free(s->slot);
	path_table_destroy(&s->paths);
	evq_destroy(&s->q);
	free(s);
}

/* @t into the list of all tasks. */
static int enlist(struct sim *s, struct task *t, const char *name, task_step_fn step)
{
	struct task **grown = realloc(s->task, (s->ntasks + 1) * sizeof(*grown));

	if (!grown)
		return -1;
	s->task = grown;
	t->step = step;
	t->name = name;
	t->id = (uint16_t)s->ntasks;
	t->spent = 0;
	t->outer = t->inner = NULL;
	if (profile_init(&t->prof, s->paths.n, s->cfg.nops))
		return -1;
	s->task[s->ntasks++] = t;
	return 0;
}

int sim_add_task(struct sim *s, struct task *t, const char *name, unsigned int cpu,
		 task_step_fn step, cycles_t delay)
{
	int slot = evq_slot(&s->q);
	struct task **grown;

	if (slot < 0)
		return -1;
	grown = realloc(s->slot, ((size_t)slot + 1) * sizeof(*grown));
	if (!grown)
		return -1;
	s->slot = grown;
	s->slot[slot] = t;
	if (enlist(s, t, name, step))
		return -1;
	t->cpu = (uint16_t)cpu;
	t->slot = (uint32_t)slot;
	t->ready_at = s->now + delay;
	t->waited = delay;
	evq_arm(&s->q, t->slot, t->ready_at);
	return 0;
}

int sim_add_inner(struct sim *s, struct task *t, const char *name, struct task *outer,
		  task_step_fn step)
{
	if (enlist(s, t, name, step))
		return -1;
	t->outer = outer;
	t->cpu = outer->cpu;
	return 0;
}

_Noreturn void sim_fatal(struct sim *s, const char *fmt, ...)
{
	char what[512], message[768];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	snprintf(message, sizeof(message),
		 "internal error: %s (seed %llu, time %llu ns, cycle %llu, task %s)",
		 what, (unsigned long long)s->cfg.seed,
		 (unsigned long long)clock_ns(s->cfg.hz, s->now - s->cfg.origin),
		 (unsigned long long)(s->now - s->cfg.origin),
		 s->current ? s->current->name : "none");
	if (s->cfg.fatal)
		s->cfg.fatal(s->cfg.fatal_ctx, message);
	else
		fprintf(stderr, "vhostsim: %s\n", message);
	exit(EXIT_INTERNAL);
}

static inline uint64_t mix(uint64_t hash, uint64_t word)
{
	/* FNV-1a over words, with a rotation so that high bits come down again. */
	hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
	return hash << 29 | hash >> 35;
}

static void park(struct sim *s, struct task *t)
{
	if (t->spent)
		sim_fatal(s, "task parks with %llu cycles to spend",
			  (unsigned long long)t->spent);
	t->parked = true;
	t->parked_at = s->now;
	evq_cancel(&s->q, t->slot);
}

static void sleep_until_alarm(struct sim *s, struct task *t)
{
	if ((int64_t)(t->alarm - s->now) < 0)
		sim_fatal(s, "task sleeps until a moment that is over");
	park(s, t);
	evq_arm(&s->q, t->slot, t->alarm);
}

static inline void step(struct sim *s, struct task *t)
{
	if (t->parked) { /* its alarm */
		t->parked = false;
		t->waited += s->now - t->parked_at;
	}
	t->who = (uint32_t)t->id << 16 | t->state;
	t->spent = 0;
	t->inner = NULL;
	s->current = t;
	switch (t->step(s, t)) {
	case TASK_RUN:
		t->ready_at = s->now + t->spent;
		evq_arm(&s->q, t->slot, t->ready_at);
		break;
	case TASK_PARK:
		park(s, t);
		break;
	case TASK_SLEEP:
		sleep_until_alarm(s, t);
		break;
	}
	s->fingerprint = mix(mix(s->fingerprint, s->now - s->cfg.origin),
			     (uint64_t)t->who << 32 ^ t->spent);
	s->events++;
}

enum sim_end sim_run(struct sim *s, cycles_t until)
{
	uint64_t end = until - s->cfg.origin;
	uint64_t next;
	uint32_t here = 0;

	while ((next = evq_next(&s->q)) < end) {
		cycles_t time = s->cfg.origin + next;

		here = time == s->now ? here + 1 : 0;
		s->now = time;
		if (here > LIVELOCK_STEPS)
			sim_fatal(s, "no progress: %u steps at one moment",
				  LIVELOCK_STEPS);
		step(s, s->slot[evq_first(&s->q)]);
	}
	s->current = NULL;
	/* A stalled system stands where its last step was, wherever the caller looks. */
	if (next == EVQ_IDLE)
		return SIM_STALLED;
	s->now = until;
	return SIM_DONE;
}

bool task_wake(struct sim *s, struct task *t, cycles_t delay)
{
	if (!t->parked || t->poll)
		return false;
	t->parked = false;
	t->waited += s->now + delay - t->parked_at;
	t->ready_at = s->now + delay;
	evq_arm(&s->q, t->slot, t->ready_at);
	return true;
}

void task_sleep_by(struct sim *s, struct task *t, cycles_t when)
{
	if (!t->parked || t->poll)
		return;
	if (evq_armed(&s->q, t->slot) && (int64_t)(t->alarm - when) <= 0)
		return;
	t->alarm = when;
	evq_arm(&s->q, t->slot, when);
}

enum task_next task_poll(struct sim *s, struct task *t, const struct path *round)
{
	if (!round->cycles)
		sim_fatal(s, "a round of polling costs nothing");
	t->poll = round;
	t->polled = 0;
	return TASK_PARK;
}

/* @t->parked_at moves on by the rounds that were charged. */
void task_poll_settle(struct sim *s, struct task *t)
{
	uint64_t rounds;

	if (!t->poll || (int64_t)(s->now - t->parked_at) < 0)
		return;
	rounds = (s->now - t->parked_at) / t->poll->cycles + 1;
	t->prof.hits[t->poll->id] += rounds;
	t->polled += rounds;
	t->parked_at += rounds * t->poll->cycles;
}

void task_poll_wake(struct sim *s, struct task *t)
{
	if (!t->poll)
		return;
	task_poll_settle(s, t);
	t->poll = NULL;
	t->parked = false;
	t->ready_at = t->parked_at;
	t->spent = t->ready_at - s->now; /* the rest of the round that is under way */
	evq_arm(&s->q, t->slot, t->ready_at);
}

/* What @t's last step spends after now; charges what it polled so far. */
static cycles_t ahead(struct sim *s, struct task *t)
{
	if (t->poll) {
		task_poll_settle(s, t);
		return t->parked_at - s->now;
	}
	/* A woken task that has not taken its step yet waits; it spends nothing. */
	if (t->parked || !t->spent)
		return 0;
	return t->ready_at - s->now;
}

/* What @t has been charged for, but lies after now. An inner task's share of its
 * processor's step is taken to be the last part. */
static cycles_t overrun(struct sim *s, struct task *t)
{
	struct task *outer = t->outer ? t->outer : t;
	cycles_t over = ahead(s, outer);
	cycles_t inner = outer->inner ? outer->inner->spent : 0;

	if (inner > over)
		inner = over;
	if (!t->outer)
		return over - inner;
	return outer->inner == t ? inner : 0;
}

/* Cycles that @t has waited up to now. */
static cycles_t waited(const struct sim *s, const struct task *t)
{
	if (t->parked)
		return t->waited + (t->poll ? 0 : s->now - t->parked_at);
	return t->spent ? t->waited : t->waited - (t->ready_at - s->now);
}

void sim_mark(struct sim *s)
{
	s->mark = s->now;
	for (unsigned int i = 0; i < s->ntasks; i++) {
		struct task *t = s->task[i];

		t->over_mark = overrun(s, t);
		t->before_mark += profile_total(&t->prof, &s->paths, s->cfg.nops);
		profile_reset(&t->prof, s->paths.n, s->cfg.nops);
	}
}

cycles_t sim_task_busy(struct sim *s, struct task *t)
{
	cycles_t over = overrun(s, t);

	return profile_total(&t->prof, &s->paths, s->cfg.nops) + t->over_mark - over;
}

void sim_sheet(struct sim *s, struct sheet *sheet)
{
	char subject[48];

	for (unsigned int i = 0; i < s->ntasks; i++) {
		struct task *t = s->task[i];
		cycles_t over = overrun(s, t);
		cycles_t charged = t->before_mark +
				   profile_total(&t->prof, &s->paths, s->cfg.nops) - over;

		snprintf(subject, sizeof(subject), "cycles cpu%u", t->cpu);
		sheet_add(sheet, SHEET_DELIVERED, subject, t->name, charged);
		if (t->outer)
			continue;
		sheet_add(sheet, SHEET_MADE, subject, "elapsed", s->now - s->cfg.origin);
		sheet_add(sheet, SHEET_IN_FLIGHT, subject, "idle", waited(s, t));
	}
}
