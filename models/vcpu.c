/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vcpu.h"

#include <stdio.h>
#include <string.h>

int vcpu_paths_init(struct vcpu_paths *p, struct path_table *tab, const struct machine *m)
{
	p->irq = op_path(tab, m, OP_GUEST_IRQ);
	p->halt = op_path(tab, m, OP_GUEST_HALT);
	p->timer = op_path(tab, m, OP_GUEST_TIMER);
	return p->irq && p->halt && p->timer ? 0 : -1;
}

/* The first device whose @pending flag is set. */
static struct vcpu_device *pending_irq(struct vcpu *v)
{
	for (unsigned int i = 0; i < v->devices; i++)
		if (v->device[i].irq_pending)
			return &v->device[i];
	return NULL;
}

static struct vcpu_device *pending_softirq(struct vcpu *v)
{
	for (unsigned int i = 0; i < v->devices; i++)
		if (v->device[i].softirq_pending)
			return &v->device[i];
	return NULL;
}

static void make_ready(struct sim *s, struct vcpu *v, struct task *t)
{
	if (v->nready == VCPU_THREADS)
		sim_fatal(s, "more than %d ready threads on a vCPU", VCPU_THREADS);
	t->parked = false;
	v->ready[v->nready++] = t;
}

static void remove_at(struct task **list, unsigned int *n, unsigned int i)
{
	(*n)--;
	memmove(list + i, list + i + 1, (*n - i) * sizeof(*list));
}

static bool timer_due(const struct sim *s, const struct vcpu *v)
{
	for (unsigned int i = 0; i < v->nasleep; i++)
		if ((int64_t)(v->asleep[i]->alarm - s->now) <= 0)
			return true;
	return false;
}

/* hrtimer_interrupt(): threads whose time has come are ready. */
static void expire_timers(struct sim *s, struct vcpu *v)
{
	task_spend(&v->softirq, v->path->timer);
	for (unsigned int i = 0; i < v->nasleep;) {
		struct task *t = v->asleep[i];

		if ((int64_t)(t->alarm - s->now) > 0) {
			i++;
			continue;
		}
		remove_at(v->asleep, &v->nasleep, i);
		make_ready(s, v, t);
	}
}

/* A step of the interrupt and softirq context. */
static enum task_next softirq_step(struct sim *s, struct task *t)
{
	struct vcpu *v = (struct vcpu *)t->outer;
	struct vcpu_device *d = v->in_irq;

	if (d) {
		v->in_irq = NULL;
		d->interrupt(s, d->dev);
	} else if (timer_due(s, v)) {
		expire_timers(s, v);
	} else if ((d = pending_irq(v))) {
		d->irq_pending = false;
		v->in_irq = d;
		task_spend(t, v->path->irq);
	} else if ((d = pending_softirq(v))) {
		d->softirq_pending = d->softirq(s, d->dev, t);
	}
	return TASK_RUN;
}

/* The thread on the processor takes a step, and may leave it. */
static void run_thread(struct sim *s, struct vcpu *v)
{
	struct task *t = v->ready[0];
	enum task_next next = task_step_inner(s, t);

	if (next == TASK_RUN)
		return;
	remove_at(v->ready, &v->nready, 0);
	t->parked = true;
	if (next == TASK_SLEEP) {
		if (v->nasleep == VCPU_THREADS)
			sim_fatal(s, "more than %d timers on a vCPU", VCPU_THREADS);
		v->asleep[v->nasleep++] = t;
	}
}

/* hlt: sleep until the next timer, if there is one. */
static enum task_next halt(struct vcpu *v)
{
	cycles_t first;

	v->task.waits_for = "an interrupt: its guest has nothing to run";
	if (!v->nasleep)
		return TASK_PARK;
	first = v->asleep[0]->alarm;
	for (unsigned int i = 1; i < v->nasleep; i++)
		if ((int64_t)(v->asleep[i]->alarm - first) < 0)
			first = v->asleep[i]->alarm;
	v->task.alarm = first;
	return TASK_SLEEP;
}

static bool softirq_wanted(const struct sim *s, struct vcpu *v)
{
	return v->in_irq || pending_irq(v) || pending_softirq(v) || timer_due(s, v);
}

static enum task_next vcpu_run(struct sim *s, struct task *t)
{
	struct vcpu *v = (struct vcpu *)t;

	do {
		if (softirq_wanted(s, v)) {
			v->halting = false;
			task_step_inner(s, &v->softirq);
		} else if (v->nready) {
			v->halting = false;
			run_thread(s, v);
		} else if (!v->halting) {
			v->halting = true;
			task_spend(t, v->path->halt);
		} else {
			v->halting = false;
			return halt(v);
		}
	} while (!t->spent);
	return TASK_RUN;
}

int vcpu_init(struct sim *s, struct vcpu *v, const struct vcpu_paths *path,
	      const struct machine *m, const char *guest, unsigned int index,
	      unsigned int cpu, cycles_t delay)
{
	v->path = path;
	v->wake_latency = (cycles_t)m->wake_latency;
	snprintf(v->name, sizeof(v->name), "%s-vcpu%u", guest, index);
	snprintf(v->softirq_name, sizeof(v->softirq_name), "%s/softirq%u", guest, index);
	if (sim_add_task(s, &v->task, v->name, cpu, vcpu_run, delay))
		return -1;
	return sim_add_inner(s, &v->softirq, v->softirq_name, &v->task, softirq_step);
}

int vcpu_add_thread(struct sim *s, struct vcpu *v, struct task *t, const char *name,
		    task_step_fn step)
{
	if (v->nready == VCPU_THREADS)
		return -1;
	if (sim_add_inner(s, t, name, &v->task, step))
		return -1;
	v->ready[v->nready++] = t;
	return 0;
}

int vcpu_add_device(struct vcpu *v, void *dev,
		    void (*interrupt)(struct sim *s, void *dev),
		    bool (*softirq)(struct sim *s, void *dev, struct task *t))
{
	if (v->devices == VCPU_DEVICES)
		return -1;
	v->device[v->devices] = (struct vcpu_device){ interrupt, softirq, dev, false,
						      false };
	return (int)v->devices++;
}

bool vcpu_interrupt(struct sim *s, struct vcpu *v, unsigned int number)
{
	v->device[number].irq_pending = true;
	return task_wake(s, &v->task, v->wake_latency);
}

void vcpu_raise_softirq(struct vcpu *v, unsigned int number)
{
	v->device[number].softirq_pending = true;
}

void vcpu_wake_thread(struct sim *s, struct vcpu *v, struct task *t)
{
	if (!t->parked)
		return;
	for (unsigned int i = 0; i < v->nasleep; i++)
		if (v->asleep[i] == t) {
			remove_at(v->asleep, &v->nasleep, i);
			break;
		}
	make_ready(s, v, t);
	/* from another vCPU: a reschedule interrupt */
	task_wake(s, &v->task, v->wake_latency);
}
