/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_progress.c - how far a sweep is, on stderr. */
#include "sweep_progress.h"

#include <stdio.h>

void sweep_progress_start(struct sweep_progress *p, bool on, size_t done, size_t points)
{
	*p = (struct sweep_progress){
		.resumed = done,
		.done = done,
		.points = points,
	};
	ticker_start(&p->ticker, on);
}

void sweep_progress_point(struct sweep_progress *p)
{
	p->done++;
}

static void print(const struct sweep_progress *p)
{
	size_t ours = p->done - p->resumed;

	fprintf(stderr, "%s%zu of %zu points", ticker_before(&p->ticker), p->done,
		p->points);
	if (ours && p->done < p->points)
		fprintf(stderr, ", %.0f s left",
			ticker_seconds(&p->ticker) / (double)ours *
				(double)(p->points - p->done));
	fputs(ticker_after(&p->ticker), stderr);
}

void sweep_progress_show(struct sweep_progress *p)
{
	if (ticker_due(&p->ticker))
		print(p);
}

void sweep_progress_end(struct sweep_progress *p)
{
	if (!p->ticker.on)
		return;
	print(p);
	if (p->ticker.terminal)
		putc('\n', stderr);
}
