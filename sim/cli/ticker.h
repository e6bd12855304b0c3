/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticker.h - when a progress line on stderr is due, and how to write it over. */
#ifndef VHOSTSIM_TICKER_H
#define VHOSTSIM_TICKER_H

#include <stdbool.h>
#include <time.h>

struct ticker {
	bool on;
	bool terminal; /* one line, written over and over; else a line each time */
	bool shown;
	struct timespec start;
	double last; /* seconds after the start */
};

/* Nothing is ever due unless @on. */
void ticker_start(struct ticker *t, bool on);

/* Seconds since the start. */
double ticker_seconds(const struct ticker *t);

/* Is a line due now? The first one is at once: it says that something happens. */
bool ticker_due(struct ticker *t);

/* What goes ahead of a line, and behind it. */
const char *ticker_before(const struct ticker *t);
const char *ticker_after(const struct ticker *t);

#endif
