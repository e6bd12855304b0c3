/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * run.c - simulate an experiment once, with progress, until it ends or is told to.
 *
 * The simulation is run in slices of simulated time. Between slices it is in a state that
 * can be shown: that is where signals are noticed and progress is printed. Slices change
 * nothing in the result.
 */
#include "result.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/rng.h"
#include "ticker.h"

#define SLICE_MIN_NS 10000
#define SLICE_MAX_NS 1000000000000 /* more than any run; doubling ends somewhere */
#define SLICE_SECONDS 0.02	   /* of real time, that a slice should take */

/* The only thing that a signal handler may touch. */
static volatile sig_atomic_t signal_seen;

static void on_signal(int number)
{
	signal_seen = number;
}

void signals_catch(void)
{
	/* a second signal of the kind ends the program as usual */
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };

	sigemptyset(&sa.sa_mask);
	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
}

bool signals_came(void)
{
	return signal_seen != 0;
}

int signals_number(void)
{
	return signal_seen;
}

/* Next slice: twice as long while slices are too short to be worth their overhead. */
static uint64_t next_slice(uint64_t slice, double took)
{
	if (took < SLICE_SECONDS / 2 && slice < SLICE_MAX_NS)
		return slice * 2;
	return took > 2 * SLICE_SECONDS && slice > SLICE_MIN_NS ? slice / 2 : slice;
}

static void show(const struct ticker *t, const struct host *h, uint64_t at, uint64_t end)
{
	double seconds = ticker_seconds(t), part = (double)at / (double)end;

	fprintf(stderr,
		"%s%5.1f %%, %.3f of %.3f ms simulated, %.1f million events/s, "
		"%.1f s left%s",
		ticker_before(t), 100 * part, (double)at / 1e6, (double)end / 1e6,
		(double)host_events(h) / seconds / 1e6, seconds / part - seconds,
		ticker_after(t));
}

/* Where this slice ends: at its length, at the next look, or at the end. */
static uint64_t slice_end(uint64_t at, uint64_t slice, uint64_t end,
			  const struct run_watch *watch)
{
	uint64_t to = end - at > slice ? at + slice : end;
	uint64_t look = watch ? (at / watch->interval_ns + 1) * watch->interval_ns : to;

	return look < to ? look : to;
}

static enum run_end simulate(struct host *h, struct ticker *t,
			     const struct run_watch *watch)
{
	uint64_t end = host_end_ns(h), at = 0, slice = SLICE_MIN_NS;

	while (at < end) {
		double before = ticker_seconds(t);

		at = slice_end(at, slice, end, watch);
		if (host_run(h, at) == SIM_STALLED)
			return RUN_STALLED;
		if (watch && at % watch->interval_ns == 0)
			watch->look(watch->ctx, h, at);
		slice = next_slice(slice, ticker_seconds(t) - before);
		if (ticker_due(t))
			show(t, h, at, end);
		if (signals_came() && at < end)
			return RUN_INTERRUPTED;
	}
	return RUN_COMPLETE;
}

int run_once(const struct experiment *e, bool progress, const struct run_watch *watch,
	     struct run_outcome *out)
{
	struct ticker t;

	memset(out, 0, sizeof(*out));
	out->seed = e->cfg.run.seed;
	out->host = host_new(&e->cfg, &e->machine, &e->kernel, NULL, NULL);
	if (!out->host)
		return -1;
	ticker_start(&t, progress);
	out->end = simulate(out->host, &t, watch);
	if (t.shown && t.terminal)
		fprintf(stderr, "%s%s", ticker_before(&t), ticker_after(&t));
	if (out->end == RUN_STALLED)
		host_stall_report(out->host, out->stall, sizeof(out->stall));
	out->result = host_result(out->host);
	if (out->result)
		return 0;
	run_outcome_destroy(out);
	return -1;
}

void run_outcome_destroy(struct run_outcome *out)
{
	host_result_free(out->result);
	host_free(out->host);
	out->result = NULL;
	out->host = NULL;
}

void run_outcome_reduce(struct run_outcome *out)
{
	struct host_result *r = out->result;

	/* histograms and the profile's names lie in the host */
	free(r->profile);
	r->profile = NULL;
	r->profile_lines = 0;
	r->hists = 0;
	host_free(out->host);
	out->host = NULL;
}

uint64_t repeat_seed(uint64_t base, unsigned int k)
{
	char name[32];

	if (!k)
		return base;
	snprintf(name, sizeof(name), "repeat %u", k);
	return rng_hash(base, name) >> 1; /* fits into a JSON integer */
}
