/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_progress.h - how far a sweep is, on stderr. */
#ifndef VHOSTSIM_SWEEP_PROGRESS_H
#define VHOSTSIM_SWEEP_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "ticker.h"

struct sweep_progress {
	struct ticker ticker;
	size_t resumed, done, points;
};

/* @done of @points were there before. Nothing is ever shown unless @on. */
void sweep_progress_start(struct sweep_progress *p, bool on, size_t done, size_t points);
void sweep_progress_point(struct sweep_progress *p);
/* Show it, if the last time is some time ago. */
void sweep_progress_show(struct sweep_progress *p);
void sweep_progress_end(struct sweep_progress *p);

#endif
