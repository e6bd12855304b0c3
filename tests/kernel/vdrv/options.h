/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.h - what can be said on the command line, the same for all loads. */
#ifndef VHOSTSIM_VDRV_OPTIONS_H
#define VHOSTSIM_VDRV_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "device.h"
#include "report.h"

enum drop { DROP_XDP, DROP_STACK };

struct options {
	const char *load; /* its name */
	struct device_options device;
	uint64_t packets, warmup;
	uint32_t burst;	 /* packets published together; 0: as many as the ring holds */
	uint16_t size;	 /* of frames */
	uint64_t gap_ns; /* a packet each, on average; 0: as fast as it goes */
	enum drop drop;
	bool worker_batch; /* SCHED_BATCH for the vhost thread */

	/* zerocopy */
	uint64_t tick_ns, ticks;
	uint32_t per_tick;
	uint16_t payload[2];
	uint32_t in_flight[2]; /* what the send buffers hold, in packets */
	const char *limit;     /* handed to the hook */

	uint32_t window; /* pair: packets on their way; 0: no bound */

	const char *hook; /* program that is run when interfaces are up, and at the end */
	enum report_format format;
};

/* Ends the program, with EXIT_USAGE, if they are wrong, and with 0 after --help. */
void options_parse(struct options *o, int argc, char **argv);

#endif
