// SPDX-License-Identifier: GPL-2.0-only
/* profile.json: what was counted, and what counting it has cost. */
#include "probe.h"

#include <linux/math64.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>
#include <linux/utsname.h>
#ifdef CONFIG_X86
#include <asm/tsc.h>
#endif

/* Cycles are those of get_cycles(); 0 says that nobody knows how long one is. */
static unsigned int cycles_khz(void)
{
#ifdef CONFIG_X86
	return tsc_khz;
#else
	return 0;
#endif
}

/* Up to the last bucket that has anything in it. */
static void show_histogram(struct seq_file *m, const char *name, const u64 *bucket)
{
	unsigned int n = PROBE_BUCKETS, i;

	while (n && !bucket[n - 1])
		n--;
	seq_printf(m, ", \"%s\": [", name);
	for (i = 0; i < n; i++)
		seq_printf(m, "%s%llu", i ? ", " : "", bucket[i]);
	seq_puts(m, "]");
}

static void show_time(struct seq_file *m, const struct probe_point *p,
		      const struct probe_stat *s)
{
	seq_printf(m, ", \"cycles\": %llu, \"cycles_max\": %llu, \"missed\": %d",
		   s->cycles, s->cycles_max, p->kretprobe.nmissed);
	show_histogram(m, "cycles_log2", s->time);
}

static void show_size(struct seq_file *m, const struct probe_point *p,
		      const struct probe_stat *s)
{
	seq_printf(m, ", \"of\": \"%s\", \"sum\": %llu, \"zero\": %llu", p->size_name,
		   s->size_sum, s->size_zero);
	show_histogram(m, "log2", s->size);
}

static void show_point(struct seq_file *m, const struct probe_point *p,
		       const struct probe_stat *s)
{
	seq_printf(m, "\n    {\"name\": \"%s\", \"module\": \"%s\", \"found\": %s",
		   p->name, p->module, p->found ? "true" : "false");
	if (p->found) {
		seq_printf(m, ", \"is\": \"%s\", \"mode\": \"%s\", \"calls\": %llu",
			   p->is, probe_mode_name(p->mode), s->calls);
		if (p->mode == PROBE_TIME)
			show_time(m, p, s);
		if (p->arguments)
			show_size(m, p, s);
	}
	seq_puts(m, "}");
}

/* What all probes have cost so far, in cycles. */
static u64 cost_of(const struct probe_point *p, const struct probe_stat *s)
{
	u64 each = p->mode == PROBE_TIME ? probe_cost.time_cycles
					 : probe_cost.count_cycles;

	return s->calls * each;
}

static void show_points(struct seq_file *m)
{
	static struct probe_stat s; /* probe_lock; too large for a stack */
	u64 cost = 0;
	unsigned int i;

	seq_puts(m, "  \"functions\": [");
	for (i = 0; i < probe_point_count; i++) {
		probe_sum(&s, probe_points[i].stat);
		cost += cost_of(&probe_points[i], &s);
		seq_puts(m, i ? "," : "");
		show_point(m, &probe_points[i], &s);
	}
	seq_printf(m, "\n  ],\n  \"cost_cycles\": %llu,\n", cost);
}

/* What one function has, over all processors; good until the next call. */
static const struct probe_stat *sum_of(const char *name)
{
	static struct probe_stat sum; /* probe_lock; too large for a stack */

	probe_sum(&sum, probe_find(name)->stat);
	return &sum;
}

/*
 * The figures that are asked for most, by their own names. A round of the worker is a
 * call of one of its functions: after a kick, after the tap has said that it has packets
 * or room, or because the round before was long enough.
 */
static void show_summary(struct seq_file *m)
{
	u64 kicks = sum_of("vhost_poll_wakeup")->size_sum;

	seq_printf(m, "  \"kicks\": %llu,\n", kicks);
	seq_printf(m, "  \"signals\": %llu,\n", sum_of("eventfd_signal")->calls);
	seq_printf(m, "  \"wakeups\": {\"kick\": %llu", kicks);
	seq_printf(m, ", \"tap\": %llu", sum_of("vhost_poll_wakeup")->size_zero);
	seq_printf(m, ", \"work\": %llu},\n", sum_of("vhost_work_queue")->calls);
	seq_printf(m, "  \"rounds\": {\"tx_kick\": %llu",
		   sum_of("handle_tx_kick")->calls);
	seq_printf(m, ", \"rx_kick\": %llu", sum_of("handle_rx_kick")->calls);
	seq_printf(m, ", \"tx_net\": %llu", sum_of("handle_tx_net")->calls);
	seq_printf(m, ", \"rx_net\": %llu},\n", sum_of("handle_rx_net")->calls);
	seq_printf(m, "  \"zerocopy\": {\"sent\": %llu",
		   sum_of("tun_get_user")->size_sum);
	seq_printf(m, ", \"copied\": %llu", sum_of("tun_get_user")->size_zero);
	seq_printf(m, ", \"completed\": %llu", sum_of("vhost_zerocopy_callback")->calls);
	seq_printf(m, ", \"copied_after_all\": %llu}\n",
		   sum_of("vhost_zerocopy_callback")->size_sum);
}

int probe_show_json(struct seq_file *m, void *unused)
{
	mutex_lock(&probe_lock);
	seq_printf(m, "{\n  \"module\": \"" KBUILD_MODNAME "\",\n  \"version\": 1,\n");
	seq_printf(m, "  \"kernel\": \"%s\",\n", utsname()->release);
	seq_printf(m, "  \"on\": %s,\n", probe_is_on() ? "true" : "false");
	seq_printf(m, "  \"elapsed_ns\": %llu,\n", probe_elapsed_ns());
	seq_printf(m, "  \"cycles_khz\": %u,\n", cycles_khz());
	seq_printf(m,
		   "  \"cost\": {\"count_cycles\": %llu, \"time_cycles\": %llu, "
		   "\"inside_cycles\": %llu},\n",
		   probe_cost.count_cycles, probe_cost.time_cycles,
		   probe_cost.inside_cycles);
	show_points(m);
	show_summary(m);
	seq_puts(m, "}\n");
	mutex_unlock(&probe_lock);
	return 0;
}
