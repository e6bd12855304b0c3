/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * measure.h - what is the same in all loads: when measuring begins and ends, and what is
 * said about it.
 */
#ifndef VHOSTSIM_VDRV_MEASURE_H
#define VHOSTSIM_VDRV_MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#include "device.h"
#include "report.h"
#include "worker.h"

struct measure {
	struct device *d;
	struct queue *q; /* whose kicks, signals and waits are meant */
	bool running;
	uint64_t begin_ns, end_ns;
	uint64_t kicks, signals, waits; /* while it ran, as are the next */
	struct worker_time worker;
	uint64_t progress_ns, progress; /* measure_watch(): when it last moved */
};

uint64_t now_ns(void);
/* Sleep until that time of the monotonic clock. */
void sleep_until(uint64_t ns);

/* Begin and end; the instruction counter of tests/kernel/plugin listens to both. */
void measure_begin(struct measure *m, struct device *d, struct queue *q);
void measure_end(struct measure *m);

/* Ends the program when @done has not changed for ten seconds. */
void measure_watch(struct measure *m, uint64_t done, uint64_t total);

/* packets, ns, pps, kicks, signals, waits and what the vhost thread took */
void measure_report(const struct measure *m, struct report *r, uint64_t packets);

#endif
