// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the probes cost on this processor: a function that does nothing is called many
 * times, as it is, counted, and timed. Of several tries the quickest counts, since an
 * interrupt only adds.
 */
#include "probe.h"

#include <linux/compiler.h>
#include <linux/minmax.h>
#include <linux/preempt.h>
#include <linux/timex.h>

#define CALLS 2000
#define TRIES 10

struct probe_cost probe_cost;

/* Not static and never inlined, so that there is something to trace. */
noinline void vhostsim_probe_nothing(void);
noinline void vhostsim_probe_nothing(void)
{
	barrier();
}

static u64 cycles_of_calls(void)
{
	u64 best = U64_MAX;
	unsigned int try, i;

	for (try = 0; try < TRIES; try++) {
		u64 begin;

		preempt_disable();
		begin = get_cycles();
		for (i = 0; i < CALLS; i++)
			vhostsim_probe_nothing();
		best = min_t(u64, best, get_cycles() - begin);
		preempt_enable();
	}
	return best / CALLS;
}

/* Returns cycles of a call in @mode, or an error. */
static s64 measure(struct probe_point *p, enum probe_mode mode)
{
	s64 cycles;
	int err;

	p->mode = mode;
	err = probe_register(p);
	if (err)
		return err;
	cycles = cycles_of_calls();
	probe_unregister(p);
	return cycles;
}

static void note(struct probe_point *p, s64 plain, s64 counted, s64 timed)
{
	struct probe_stat sum;

	probe_sum(&sum, p->stat);
	probe_cost.count_cycles = max_t(s64, counted - plain, 0);
	probe_cost.time_cycles = max_t(s64, timed - plain, 0);
	/* counted calls have no time in them */
	if (sum.calls > TRIES * CALLS)
		probe_cost.inside_cycles = div64_u64(sum.cycles,
						     sum.calls - TRIES * CALLS);
}

int probe_calibrate(void)
{
	static struct probe_point p = { .name = "vhostsim_probe_nothing" };
	s64 plain, counted, timed;
	int err = probe_look_up(&p);

	if (err)
		return err;
	p.stat = alloc_percpu(struct probe_stat);
	if (!p.stat)
		return -ENOMEM;
	plain = cycles_of_calls();
	counted = measure(&p, PROBE_COUNT);
	timed = measure(&p, PROBE_TIME);
	if (counted >= 0 && timed >= 0)
		note(&p, plain, counted, timed);
	free_percpu(p.stat);
	return counted < 0 ? counted : timed < 0 ? timed : 0;
}
