/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_progress.c - how far a sweep is, on stderr. */
#include "sweep_progress.h"

#include <stdio.h>
#include <unistd.h>

#define PERIOD_TERMINAL 0.2 /* seconds */
#define PERIOD_FILE 1.0

static double elapsed(const struct sweep_progress *p)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - p->start.tv_sec) +
	       (double)(now.tv_nsec - p->start.tv_nsec) / 1e9;
}

void sweep_progress_start(struct sweep_progress *p, bool on, size_t done, size_t points)
{
	*p = (struct sweep_progress){
		.on = on,
		.terminal = isatty(STDERR_FILENO),
		.resumed = done,
		.done = done,
		.points = points,
	};
	clock_gettime(CLOCK_MONOTONIC, &p->start);
}

void sweep_progress_point(struct sweep_progress *p)
{
	p->done++;
}

static void print(const struct sweep_progress *p, double seconds)
{
	size_t ours = p->done - p->resumed;

	fprintf(stderr, "%s%zu of %zu points", p->terminal ? "\r" : "", p->done,
		p->points);
	if (ours && p->done < p->points)
		fprintf(stderr, ", %.0f s left",
			seconds / (double)ours * (double)(p->points - p->done));
	fputs(p->terminal ? "\033[K" : "\n", stderr);
}

void sweep_progress_show(struct sweep_progress *p)
{
	double seconds;

	if (!p->on)
		return;
	seconds = elapsed(p);
	if (seconds - p->shown < (p->terminal ? PERIOD_TERMINAL : PERIOD_FILE))
		return;
	p->shown = seconds;
	print(p, seconds);
}

void sweep_progress_end(struct sweep_progress *p)
{
	if (!p->on)
		return;
	print(p, elapsed(p));
	if (p->terminal)
		putc('\n', stderr);
}
