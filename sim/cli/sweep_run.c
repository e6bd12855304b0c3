/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_run.c - simulate the points of a sweep that have no row yet. */
#include "sweep_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "result.h"
#include "sweep_progress.h"
#include "workers.h"

struct sweep {
	const struct sweep_args *args;
	struct sweep_table *table;
	struct sweep_out *out;
	struct sweep_progress progress;
	size_t stalled;
	int verdict; /* exit code of what ends the sweep early */
};

static void say(const struct sweep *s, size_t point, const char *what, const char *text)
{
	char label[256];

	grid_label(s->table->grid, point, label, sizeof(label));
	fprintf(stderr, "vhostsim: error: point %s: %s%s\n", label, what, text);
}

int sweep_load(const struct sweep_args *a, size_t point, struct experiment *e,
	       struct diag *d)
{
	size_t axes = point == SIZE_MAX ? 0 : a->grid.axes;
	struct setting *set = calloc(a->sets + axes + 1, sizeof(*set));
	int err;

	if (!set)
		return diag_set(d, a->scenario, 0, 0, NULL, "out of memory");
	for (size_t i = 0; i < a->sets; i++)
		set[i] = a->set[i];
	if (axes)
		grid_settings(&a->grid, point, set + a->sets);
	err = experiment_load(e, a->scenario, set, a->sets + axes, d);
	free(set);
	if (!err && a->until && experiment_until(e, a->until, d)) {
		experiment_destroy(e);
		err = -1;
	}
	return err;
}

/* The answer to a point: its metrics, or what is wrong with it. */
static int answer(const struct run_outcome *out, FILE *f)
{
	const struct host_result *r = out->result;

	if (out->end == RUN_STALLED) {
		fputs(out->stall, f);
		return EXIT_STALL;
	}
	if (r->unbalanced) {
		fprintf(f, "the conservation sheet of %s does not add up", r->unbalanced);
		return EXIT_INTERNAL;
	}
	for (unsigned int i = 0; i < r->metrics; i++)
		fprintf(f, "%s=%.10g\n", r->metric[i].name, r->metric[i].value);
	fprintf(f, "fingerprint=0x%016" PRIx64 "\n", r->fingerprint);
	return EXIT_FINE;
}

/* In a worker. */
static int work(void *ctx, size_t point, FILE *f)
{
	const struct sweep *s = ctx;
	struct run_outcome out;
	struct diag d = { 0 };
	struct experiment e;
	int status;

	if (sweep_load(s->args, point, &e, &d)) {
		fputs(d.text, f);
		return EXIT_USAGE;
	}
	e.cfg.run.seed = grid_seed(s->table->grid, point);
	if (run_once(&e, false, NULL, &out)) {
		fputs("out of memory", f);
		status = EXIT_INTERNAL;
	} else {
		status = answer(&out, f);
		run_outcome_destroy(&out);
	}
	experiment_destroy(&e);
	return status;
}

static int take_metrics(struct sweep *s, size_t point, const char *metrics)
{
	struct diag d = { 0 };

	if (sweep_table_answer(s->table, point, metrics, &d) ||
	    sweep_out_row(s->out, point, &d))
		s->verdict = diag_print(&d);
	return s->verdict;
}

static int take_stall(struct sweep *s, size_t point, const char *report)
{
	struct diag d = { 0 };

	say(s, point, "the simulated system stalls\n", report);
	s->stalled++;
	if (sweep_out_without(s->out, point, &d))
		s->verdict = diag_print(&d);
	return s->verdict;
}

static int done(void *ctx, size_t point, int status, const char *text, size_t len)
{
	struct sweep *s = ctx;

	(void)len;
	sweep_progress_point(&s->progress);
	if (status == EXIT_FINE)
		return take_metrics(s, point, text);
	if (status == EXIT_STALL)
		return take_stall(s, point, text);
	say(s, point, "", text);
	s->verdict = status;
	return status;
}

static bool died(void *ctx, size_t point, int status, bool first_time)
{
	const struct sweep *s = ctx;
	char how[128];

	if (signals_came())
		return false; /* the signal went to the whole group */
	if (WIFSIGNALED(status))
		snprintf(how, sizeof(how), "was killed by signal %d (%s)",
			 WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		snprintf(how, sizeof(how), "ended with exit code %d",
			 WEXITSTATUS(status));
	/* An internal error would only come again: a point is deterministic. */
	first_time &= WIFSIGNALED(status);
	say(s, point, "its worker ", how);
	say(s, point, first_time ? "is tried once more" : "is given up", "");
	return first_time;
}

static bool stop(void *ctx)
{
	struct sweep *s = ctx;

	sweep_progress_show(&s->progress);
	return signals_came();
}

static void say_what_is_kept(const struct sweep *s)
{
	if (s->out->part)
		fprintf(stderr,
			"vhostsim: %zu of %zu points are done and kept in %s; the same "
			"command goes on from there\n",
			s->table->done, s->table->points, s->out->part);
	else
		fprintf(stderr,
			"vhostsim: %zu of %zu points were done; with -o FILE the same "
			"command could go on from there\n",
			s->table->done, s->table->points);
}

/* What the sweep is worth, when no worker runs any more. */
static int verdict(const struct sweep *s, enum workers_end end)
{
	if (end == WORKERS_ERROR) {
		fprintf(stderr, "vhostsim: error: cannot start a worker: %s\n",
			strerror(errno));
		return EXIT_INTERNAL;
	}
	if (s->verdict)
		return s->verdict;
	if (signals_came())
		return 128 + signals_number();
	if (end == WORKERS_FAILED)
		return EXIT_INTERNAL;
	return s->stalled ? EXIT_STALL : EXIT_FINE;
}

/* The points without a row, in order. Returns how many. */
static size_t missing(const struct sweep_table *t, size_t *point)
{
	size_t n = 0;

	for (size_t i = t->first; i < t->end; i++)
		if (!t->row[i])
			point[n++] = i;
	return n;
}

int sweep_run(const struct sweep_args *a, struct sweep_table *t, struct sweep_out *o)
{
	static const struct workers_ops ops = { work, done, died, stop };
	struct sweep s = { .args = a, .table = t, .out = o };
	size_t *point = calloc(t->points + 1, sizeof(*point));
	enum workers_end end;
	int code;

	if (!point)
		return EXIT_INTERNAL;
	sweep_progress_start(&s.progress, a->progress, t->done, t->points);
	fflush(NULL);
	signals_catch();
	end = workers_run(&ops, &s, point, missing(t, point), a->workers);
	code = verdict(&s, end);
	sweep_progress_end(&s.progress);
	free(point);
	if (code)
		say_what_is_kept(&s);
	return code;
}
