/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * host.h - a whole experiment: build it from its parts, run it, ask what came out.
 */
#ifndef VHOSTSIM_HOST_H
#define VHOSTSIM_HOST_H

#include <stddef.h>

#include "../sim/engine/hist.h"
#include "../sim/engine/sheet.h"
#include "../sim/engine/sim.h"
#include "config.h"
#include "kernel.h"
#include "machine.h"

struct host;

/* A number that a run measured. The unit is the end of the name: tx_pps, host_cpu_pct. */
struct metric {
	char name[64];
	double value;
};

#define METRICS_MAX (32 + 16 * CFG_FLOWS)
#define GAUGES_MAX (4 + 8 * CFG_DEVICES + 4 * CFG_FLOWS)
#define HISTS_MAX (4 * CFG_DEVICES)

struct named_hist {
	char name[64]; /* "tap0 tx packets per tun submission" */
	const struct hist *hist;
};

/* One line of a profile: an operation of a task, in the measured window. */
struct profile_line {
	const char *task;
	const char *symbol;
	const char *module;
	uint64_t cycles;
	uint64_t calls;
	double ns_per_packet; /* of the packets that this task moved; 0 when none */
};

struct host_result {
	struct metric metric[METRICS_MAX];
	unsigned int metrics;
	struct named_hist hist[HISTS_MAX];
	unsigned int hists;
	struct profile_line *profile; /* per task in order, dearest symbol first */
	unsigned int profile_lines;
	struct sheet sheet;
	const char *unbalanced; /* subject of the sheet that does not add up, or NULL */
	uint64_t fingerprint;
	uint64_t events;
	uint64_t window_ns; /* measured so far */
};

/*
 * Build @cfg on @machine under @kernel. All three are copied. @fatal may be NULL; else
 * it takes messages of internal errors and does not return (see sim.h). @cfg must have
 * been checked: names resolve, ranges hold. Returns NULL without memory.
 */
struct host *host_new(const struct config *cfg, const struct machine *machine,
		      const struct kernel *kernel,
		      void (*fatal)(void *ctx, const char *message), void *fatal_ctx);
void host_free(struct host *h);

/* Length of the whole run, warm-up and window, in nanoseconds. */
uint64_t host_end_ns(const struct host *h);

/* Run up to @ns after the start (at most host_end_ns()); may be called in pieces. */
enum sim_end host_run(struct host *h, uint64_t ns);

/* Simulated time, and steps taken, so far. */
uint64_t host_now_ns(const struct host *h);
uint64_t host_events(const struct host *h);

/* What has been measured up to now. Free with host_result_free(). NULL without memory. */
struct host_result *host_result(struct host *h);
void host_result_free(struct host_result *r);

/*
 * What stands where at this moment, into @out, which has room for GAUGES_MAX: queue
 * lengths, slots, and packets received so far. Returns how many; the names are the same
 * in the whole run. For time series.
 */
unsigned int host_gauges(struct host *h, struct metric *out);

/*
 * Who waits for whom, a line for each task, after host_run() returned SIM_STALLED.
 * Writes at most @len bytes with the terminating 0.
 */
void host_stall_report(struct host *h, char *buf, size_t len);

#endif
