/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * result.h - what a run leaves behind: one JSON document, and its renderings.
 */
#ifndef VHOSTSIM_RESULT_H
#define VHOSTSIM_RESULT_H

#include <jansson.h>
#include <stdio.h>

#include "../../models/host.h"
#include "experiment.h"

#define RESULT_SCHEMA_VERSION 1

/* Why a run ended. */
enum run_end { RUN_COMPLETE, RUN_INTERRUPTED, RUN_STALLED };

/* What one simulation gave: result and end, and the stall report if it stalled. */
struct run_outcome {
	struct host *host; /* the result points into it */
	struct host_result *result;
	uint64_t seed;
	enum run_end end;
	char stall[2048];
};

/* Somebody who wants to look at the host from time to time. */
struct run_watch {
	uint64_t interval_ns; /* of simulated time */
	void (*look)(void *ctx, struct host *h, uint64_t at_ns);
	void *ctx;
};

/*
 * Simulate @e once. Progress goes to stderr if @progress. SIGINT and SIGTERM end the
 * run early (RUN_INTERRUPTED) with what there is. @watch may be NULL. Returns 0, or -1
 * without memory.
 */
int run_once(const struct experiment *e, bool progress, const struct run_watch *watch,
	     struct run_outcome *out);
void run_outcome_destroy(struct run_outcome *out);

/* Keep metrics, seed and fingerprint only: the rest of many repeats is large. */
void run_outcome_reduce(struct run_outcome *out);

/* True once SIGINT or SIGTERM came, after signals_catch(). */
void signals_catch(void);
bool signals_came(void);

/* The signal's number, 0 before one came; shells expect an exit code of 128 more. */
int signals_number(void);

/* Seed of repeat @k of a run with seed @base: repeat 0 is that run itself. */
uint64_t repeat_seed(uint64_t base, unsigned int k);

/*
 * The JSON document of @n repeats of @e (other seeds, in order). It describes the first
 * one; when @n > 1, "runs" lists the metrics of all, and "mean", "stddev" and "ci95"
 * (95 % confidence half-width, Student's t) are over all of them. NULL without memory.
 */
json_t *result_document(const struct experiment *e, const struct run_outcome *run,
			size_t n);

/* A row per run: repeat, seed, metrics, fingerprint; the columns of a sweep. */
void result_print_csv(const json_t *doc, FILE *out);
/* The same as one JSON object a line. */
void result_print_jsonl(const json_t *doc, FILE *out);
/* The document itself. */
void result_print_json(const json_t *doc, FILE *out);
/* Metrics and profile as Markdown tables. */
void result_print_md(const json_t *doc, FILE *out);
/* For people: metrics, histograms, profile, sheet. */
void result_print_text(const json_t *doc, FILE *out);

#endif
