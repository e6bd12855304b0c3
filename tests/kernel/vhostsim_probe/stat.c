// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counters. Each processor adds to its own, and probes run with preemption off, so nobody
 * waits for anybody. An interrupt between reading and writing could cost a count; where
 * the processor adds to memory in one instruction it does not.
 */
#include "probe.h"

#include <linux/log2.h>
#include <linux/minmax.h>
#include <linux/string.h>

static unsigned int bucket(u64 value)
{
	return min_t(unsigned int, ilog2(value), PROBE_BUCKETS - 1);
}

void notrace probe_add_size(struct probe_stat *s, u64 size)
{
	if (!size) {
		s->size_zero++;
		return;
	}
	s->size_sum += size;
	s->size[bucket(size)]++;
}

void notrace probe_add_time(struct probe_stat *s, u64 cycles)
{
	s->cycles += cycles;
	if (cycles > s->cycles_max)
		s->cycles_max = cycles;
	s->time[bucket(cycles | 1)]++;
}

/* Others go on counting meanwhile: what is read may be a call or two behind. */
void probe_sum(struct probe_stat *sum, struct probe_stat __percpu *stat)
{
	unsigned int cpu, i;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu)
	{
		const struct probe_stat *s = per_cpu_ptr(stat, cpu);

		sum->calls += s->calls;
		sum->cycles += s->cycles;
		sum->cycles_max = max(sum->cycles_max, s->cycles_max);
		sum->size_zero += s->size_zero;
		sum->size_sum += s->size_sum;
		for (i = 0; i < PROBE_BUCKETS; i++) {
			sum->time[i] += s->time[i];
			sum->size[i] += s->size[i];
		}
	}
}

void probe_reset_all(void)
{
	unsigned int cpu, i;

	for (i = 0; i < probe_point_count; i++)
		for_each_possible_cpu(cpu) memset(per_cpu_ptr(probe_points[i].stat, cpu),
						  0, sizeof(struct probe_stat));
}
