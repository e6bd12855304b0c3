/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measure.h"

#include <time.h>
#include <unistd.h>

#include "die.h"
#include "mark.h"

#define PATIENCE_NS 10000000000ull
#define SETTLE_US 1000 /* for calls that are under way */

static const uint64_t second_ns = 1000000000;

uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * second_ns + (uint64_t)t.tv_nsec;
}

void sleep_until(uint64_t ns)
{
	struct timespec t = { .tv_sec = (time_t)(ns / second_ns),
			      .tv_nsec = (long)(ns % second_ns) };

	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
}

void measure_begin(struct measure *m, struct device *d, struct queue *q)
{
	queue_drain(q);
	*m = (struct measure){ .d = d,
			       .q = q,
			       .running = true,
			       .kicks = q->kicks,
			       .signals = q->signals,
			       .waits = q->waits,
			       .worker = worker_time(d->worker) };
	m->begin_ns = now_ns();
	m->progress_ns = m->begin_ns;
	mark_begin();
}

void measure_end(struct measure *m)
{
	struct worker_time t;

	mark_end();
	m->end_ns = now_ns();
	t = worker_time(m->d->worker);
	m->worker.cpu_ns = t.cpu_ns - m->worker.cpu_ns;
	m->worker.runs = t.runs - m->worker.runs;
	m->kicks = m->q->kicks - m->kicks;
	m->waits = m->q->waits - m->waits;
	usleep(SETTLE_US);
	queue_drain(m->q);
	m->signals = m->q->signals - m->signals;
	m->running = false;
}

/* Asks for the time only when nothing moved, so that a driver that polls stays fast. */
void measure_watch(struct measure *m, uint64_t done, uint64_t total)
{
	if (done != m->progress || !m->progress_ns) {
		m->progress = done;
		m->progress_ns = now_ns();
	} else if (now_ns() - m->progress_ns > PATIENCE_NS) {
		die_with(EXIT_STALLED, "stalled: %llu of %llu packets came back",
			 (unsigned long long)done, (unsigned long long)total);
	}
}

void measure_report(const struct measure *m, struct report *r, uint64_t packets)
{
	uint64_t ns = m->end_ns - m->begin_ns;

	report_int(r, "packets", packets);
	report_int(r, "ns", ns);
	report_real(r, "pps", ns ? (double)packets * 1e9 / (double)ns : 0);
	report_int(r, "kicks", m->kicks);
	report_int(r, "signals", m->signals);
	report_int(r, "waits", m->waits);
	report_int(r, "vhost_runs", m->worker.runs);
	report_int(r, "vhost_cpu_ns", m->worker.cpu_ns);
}
