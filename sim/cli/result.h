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
	struct host_result *result;
	enum run_end end;
	char stall[2048];
};

/*
 * Simulate @e once. Progress goes to stderr if @progress. SIGINT and SIGTERM end the
 * run early (RUN_INTERRUPTED) with what there is. Returns 0, or -1 without memory.
 */
int run_once(const struct experiment *e, bool progress, struct run_outcome *out);
void run_outcome_destroy(struct run_outcome *out);

/* True once SIGINT or SIGTERM came, after signals_catch(). */
void signals_catch(void);
bool signals_came(void);

/*
 * The JSON document of @n repeats of @e (other seeds, in order). Mean, standard
 * deviation and 95 % confidence half-width (Student's t) of each metric when @n > 1.
 */
json_t *result_document(const struct experiment *e, const struct run_outcome *run,
			size_t n);

/* Print a result document for people: metrics, histograms, profile, sheet. */
void result_print_text(const json_t *doc, FILE *out);

/* Only its profile, as perf report --stdio does. */
void result_print_profile(const json_t *doc, FILE *out);

#endif
