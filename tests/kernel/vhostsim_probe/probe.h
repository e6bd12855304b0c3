/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * vhostsim_probe - counts and cycles of the data path of vhost, vhost_net and tun.
 *
 * A point is a function. Its calls are counted by ftrace, which costs a few tens of
 * cycles a call; or its calls are timed by a kretprobe, which costs some hundreds, and is
 * for functions that are called once for many packets. While probing is off the functions
 * are as they were before, and nothing is paid.
 *
 * table.c      which functions there are
 * points.c     registering and unregistering
 * arguments.c  what is read out of arguments: sizes of batches, zerocopy or not
 * stat.c       counters and histograms, a set for each processor
 * calibrate.c  what the probes themselves cost
 * json.c       profile.json
 * files.c      debugfs
 */
#ifndef VHOSTSIM_PROBE_H
#define VHOSTSIM_PROBE_H

#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <linux/percpu.h>
#include <linux/types.h>

struct seq_file;

/* Histograms by powers of two: bucket k is for values from 2^k to 2^(k+1) - 1. */
#define PROBE_BUCKETS 40

enum probe_mode { PROBE_NONE, PROBE_COUNT, PROBE_TIME };

/* Of one processor. */
struct probe_stat {
	u64 calls;
	u64 cycles, cycles_max;
	u64 time[PROBE_BUCKETS]; /* cycles of a call */
	u64 size[PROBE_BUCKETS]; /* what is read out of the arguments */
	u64 size_zero, size_sum;
};

struct probe_point {
	const char *name;
	const char *until; /* name in other kernels, or NULL */
	const char *module;
	/* what to keep of the arguments, or NULL */
	void (*arguments)(struct probe_stat *s, struct pt_regs *regs);
	const char *size_name; /* what its sizes are, or NULL */
	bool worker_only;      /* count calls by vhost threads only */
	enum probe_mode mode;

	bool found;	 /* there is such a function */
	const char *is;	 /* by which of its names */
	bool registered; /* now */
	struct ftrace_ops ops;
	struct kretprobe kretprobe;
	struct probe_stat __percpu *stat;
};

/* table.c */
extern struct probe_point probe_points[];
extern const unsigned int probe_point_count;
struct probe_point *probe_find(const char *name);

/* points.c; callers hold probe_lock, and probing is off when modes are changed */
extern struct mutex probe_lock;
int probe_look_up(struct probe_point *p);
int probe_register(struct probe_point *p);
void probe_unregister(struct probe_point *p);
int probe_on(void);
void probe_off(void);
bool probe_is_on(void);
u64 probe_elapsed_ns(void); /* that probing was on, since the last reset */
void probe_elapsed_reset(void);
int probe_parse_mode(const char *word, enum probe_mode *mode);
const char *probe_mode_name(enum probe_mode mode);

/* arguments.c */
void probe_arguments_sendmsg(struct probe_stat *s, struct pt_regs *regs);
void probe_arguments_add_used_n(struct probe_stat *s, struct pt_regs *regs);
void probe_arguments_get_user(struct probe_stat *s, struct pt_regs *regs);
void probe_arguments_zerocopy_done(struct probe_stat *s, struct pt_regs *regs);
void probe_arguments_poll_wakeup(struct probe_stat *s, struct pt_regs *regs);

/* stat.c */
void probe_add_size(struct probe_stat *s, u64 size);
void probe_add_time(struct probe_stat *s, u64 cycles);
void probe_sum(struct probe_stat *sum, struct probe_stat __percpu *stat);
void probe_reset_all(void);

/* calibrate.c */
struct probe_cost {
	u64 count_cycles;  /* of a counted call */
	u64 time_cycles;   /* of a timed call, all of it */
	u64 inside_cycles; /* of a timed call, what is in its own time */
};
extern struct probe_cost probe_cost;
int probe_calibrate(void);

/* json.c, files.c */
int probe_show_json(struct seq_file *m, void *unused);
int probe_files_create(void);
void probe_files_remove(void);

#endif
