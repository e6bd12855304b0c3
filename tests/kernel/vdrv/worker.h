/* SPDX-License-Identifier: GPL-3.0-or-later */
/* worker.h - the vhost thread behind a device. */
#ifndef VHOSTSIM_VDRV_WORKER_H
#define VHOSTSIM_VDRV_WORKER_H

#include <stdint.h>
#include <sys/types.h>

struct worker_time {
	uint64_t cpu_ns; /* on a processor */
	uint64_t runs;	 /* times it was put on one */
};

/*
 * The thread "vhost-PID" of this process with the lowest id above @after (0: any); to
 * Linux 6.3 a kernel thread, from 6.4 on a thread of the process. Returns -1 when there
 * is none.
 */
pid_t worker_find(pid_t after);

/*
 * SCHED_BATCH: a thread that is woken does not preempt this program. Without it each
 * packet that it is woken for costs two context switches where both share a processor.
 */
void worker_set_batch(pid_t worker);

struct worker_time worker_time(pid_t worker);

#endif
