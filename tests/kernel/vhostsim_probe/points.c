// SPDX-License-Identifier: GPL-2.0-only
/* Registering and unregistering of probes, and what they do when they are hit. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "probe.h"

#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/sched.h>
#include <linux/string.h>
#include <linux/timex.h>

DEFINE_MUTEX(probe_lock);

static bool on;
static u64 on_since_ns, elapsed_ns;

static bool notrace by_worker(void)
{
	return !strncmp(current->comm, "vhost-", 6);
}

static void notrace count_call(struct probe_point *p, struct probe_stat *s,
			       struct pt_regs *regs)
{
	s->calls++;
	if (p->arguments && regs)
		p->arguments(s, regs);
}

/* ftrace has turned preemption off, and does not call this from within itself. */
static void notrace on_call(unsigned long ip, unsigned long parent_ip,
			    struct ftrace_ops *ops, struct ftrace_regs *fregs)
{
	struct probe_point *p = container_of(ops, struct probe_point, ops);

	if (p->worker_only && !by_worker())
		return;
	count_call(p, this_cpu_ptr(p->stat), ftrace_get_regs(fregs));
}

static int notrace on_entry(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	struct kretprobe *rp = get_kretprobe(ri);
	struct probe_point *p = container_of(rp, struct probe_point, kretprobe);

	count_call(p, this_cpu_ptr(p->stat), regs);
	*(u64 *)ri->data = get_cycles();
	return 0;
}
NOKPROBE_SYMBOL(on_entry);

static int notrace on_return(struct kretprobe_instance *ri, struct pt_regs *regs)
{
	u64 now = get_cycles();
	struct kretprobe *rp = get_kretprobe(ri);
	struct probe_point *p;

	if (!rp) /* it is being unregistered */
		return 0;
	p = container_of(rp, struct probe_point, kretprobe);
	probe_add_time(this_cpu_ptr(p->stat), now - *(u64 *)ri->data);
	return 0;
}
NOKPROBE_SYMBOL(on_return);

/* ftrace knows functions by name; setting a filter that matches none fails. */
static int set_filter(struct probe_point *p, const char *name)
{
	memset(&p->ops, 0, sizeof(p->ops));
	p->ops.func = on_call;
	if (p->arguments)
		p->ops.flags = FTRACE_OPS_FL_SAVE_REGS;
	return ftrace_set_filter(&p->ops, (unsigned char *)name, strlen(name), 1);
}

/* Returns 0, or -ENOENT when the kernel has no such function that can be traced. */
int probe_look_up(struct probe_point *p)
{
	const char *const names[] = { p->name, p->until };
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names) && !p->found; i++) {
		if (!names[i] || set_filter(p, names[i]))
			continue;
		p->found = true;
		p->is = names[i];
		ftrace_free_filter(&p->ops);
	}
	return p->found ? 0 : -ENOENT;
}

static int register_count(struct probe_point *p)
{
	int err = set_filter(p, p->is);

	return err ? err : register_ftrace_function(&p->ops);
}

static int register_time(struct probe_point *p)
{
	memset(&p->kretprobe, 0, sizeof(p->kretprobe));
	p->kretprobe.kp.symbol_name = p->is;
	p->kretprobe.entry_handler = on_entry;
	p->kretprobe.handler = on_return;
	p->kretprobe.data_size = sizeof(u64);
	p->kretprobe.maxactive = 4 * num_possible_cpus();
	return register_kretprobe(&p->kretprobe);
}

int probe_register(struct probe_point *p)
{
	int err = 0;

	if (!p->found || p->registered || p->mode == PROBE_NONE)
		return 0;
	err = p->mode == PROBE_TIME ? register_time(p) : register_count(p);
	if (err)
		pr_err("%s: cannot be probed: error %d\n", p->is, err);
	p->registered = !err;
	return err;
}

void probe_unregister(struct probe_point *p)
{
	if (!p->registered)
		return;
	p->registered = false;
	if (p->mode == PROBE_TIME) {
		unregister_kretprobe(&p->kretprobe);
	} else {
		unregister_ftrace_function(&p->ops);
		ftrace_free_filter(&p->ops);
	}
}

int probe_on(void)
{
	unsigned int i;
	int err;

	if (on)
		return 0;
	for (i = 0; i < probe_point_count; i++) {
		err = probe_register(&probe_points[i]);
		if (err)
			goto undo;
	}
	on = true;
	on_since_ns = ktime_get_ns();
	return 0;
undo:
	while (i--)
		probe_unregister(&probe_points[i]);
	return err;
}

void probe_off(void)
{
	unsigned int i;

	if (!on)
		return;
	elapsed_ns += ktime_get_ns() - on_since_ns;
	on = false;
	for (i = 0; i < probe_point_count; i++)
		probe_unregister(&probe_points[i]);
}

bool probe_is_on(void)
{
	return on;
}

u64 probe_elapsed_ns(void)
{
	return elapsed_ns + (on ? ktime_get_ns() - on_since_ns : 0);
}

void probe_elapsed_reset(void)
{
	elapsed_ns = 0;
	on_since_ns = ktime_get_ns();
}

static const char *const modes[] = {
	[PROBE_NONE] = "none",
	[PROBE_COUNT] = "count",
	[PROBE_TIME] = "time",
};

int probe_parse_mode(const char *word, enum probe_mode *mode)
{
	int i = match_string(modes, ARRAY_SIZE(modes), word);

	if (i < 0)
		return -EINVAL;
	*mode = i;
	return 0;
}

const char *probe_mode_name(enum probe_mode mode)
{
	return modes[mode];
}
