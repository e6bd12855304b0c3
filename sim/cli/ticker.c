/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticker.c - when a progress line on stderr is due. */
#include "ticker.h"

#include <unistd.h>

#define PERIOD_TERMINAL 0.2 /* seconds */
#define PERIOD_FILE 1.0

void ticker_start(struct ticker *t, bool on)
{
	*t = (struct ticker){ .on = on, .terminal = isatty(STDERR_FILENO) };
	clock_gettime(CLOCK_MONOTONIC, &t->start);
}

double ticker_seconds(const struct ticker *t)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - t->start.tv_sec) +
	       (double)(now.tv_nsec - t->start.tv_nsec) / 1e9;
}

bool ticker_due(struct ticker *t)
{
	double now, period = t->terminal ? PERIOD_TERMINAL : PERIOD_FILE;

	if (!t->on)
		return false;
	now = ticker_seconds(t);
	if (t->shown && now - t->last < period)
		return false;
	t->shown = true;
	t->last = now;
	return true;
}

const char *ticker_before(const struct ticker *t)
{
	return t->terminal ? "\r" : "";
}

const char *ticker_after(const struct ticker *t)
{
	return t->terminal ? "\033[K" : "\n";
}
