/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vcpu.h - a vCPU: a thread of the host, and the processor of a guest.
 *
 * To the engine it is one task. Its step takes one step of what the guest runs: a
 * pending interrupt first, then softirqs, then threads in the order in which they became
 * ready. With nothing to run the guest halts, and the thread sleeps until its next timer
 * or until an interrupt wakes it. What the guest does is charged to its own tasks, what
 * KVM does for it (exits, halts) to the vCPU's thread.
 */
#ifndef VHOSTSIM_VCPU_H
#define VHOSTSIM_VCPU_H

#include <stdbool.h>

#include "../sim/engine/sim.h"
#include "machine.h"

#define VCPU_THREADS 32
#define VCPU_DEVICES 16

struct vcpu;

/* A device whose interrupts and softirqs this vCPU takes. */
struct vcpu_device {
	/* The interrupt handler has run; called at the end of its cycles. */
	void (*interrupt)(struct sim *s, void *dev);
	/* One step of its softirq: spends on @softirq's account; false when it is done. */
	bool (*softirq)(struct sim *s, void *dev, struct task *t);
	void *dev;
	bool irq_pending;
	bool softirq_pending;
};

struct vcpu_paths {
	const struct path *irq;	  /* exit, injection, handler */
	const struct path *halt;  /* hlt exit and the way to sleep */
	const struct path *timer; /* timer interrupt */
};

struct vcpu {
	struct task task;    /* the thread; must be first */
	struct task softirq; /* inner: interrupts and softirqs */
	const struct vcpu_paths *path;
	cycles_t wake_latency; /* from an interrupt to the guest's first instruction */
	struct vcpu_device device[VCPU_DEVICES];
	unsigned int devices;
	struct task *ready[VCPU_THREADS]; /* first in, first out */
	unsigned int nready;
	struct task *asleep[VCPU_THREADS]; /* until their alarm */
	unsigned int nasleep;
	struct vcpu_device *in_irq; /* whose handler's cycles are being spent */
	bool halting;		    /* hlt's cycles are being spent */
	char name[48], softirq_name[48];
};

int vcpu_paths_init(struct vcpu_paths *p, struct path_table *tab,
		    const struct machine *m);

/* Number @index of guest @guest on host cpu @cpu, starting @delay from now. 0, or -1. */
int vcpu_init(struct sim *s, struct vcpu *v, const struct vcpu_paths *path,
	      const struct machine *m, const char *guest, unsigned int index,
	      unsigned int cpu, cycles_t delay);

/* A thread of the guest: ready from the start. 0, or -1 (memory, or too many). */
int vcpu_add_thread(struct sim *s, struct vcpu *v, struct task *t, const char *name,
		    task_step_fn step);

/* A device; its number is returned, or -1 when there are too many. */
int vcpu_add_device(struct vcpu *v, void *dev,
		    void (*interrupt)(struct sim *s, void *dev),
		    bool (*softirq)(struct sim *s, void *dev, struct task *t));

/*
 * The host injects an interrupt of device @number (kvm_set_irq(), kvm_vcpu_kick()).
 * Returns true if the thread slept and had to be woken.
 */
bool vcpu_interrupt(struct sim *s, struct vcpu *v, unsigned int number);

/* Guest code on @v: raise the softirq of device @number. */
void vcpu_raise_softirq(struct vcpu *v, unsigned int number);

/* Guest code: a thread that waits on @v becomes ready. */
void vcpu_wake_thread(struct sim *s, struct vcpu *v, struct task *t);

#endif
