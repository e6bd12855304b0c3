/* SPDX-License-Identifier: GPL-3.0-or-later */
/* calibrate.c - fit numbers of a machine profile to measured tables. */
#include "calibrate.h"

#include <errno.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit_nlinear.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine_file.h"
#include "result.h"
#include "stat.h"
#include "workers.h"

#define ITERATIONS 30
#define TOLERANCE 1e-4
/*
 * Step of the finite differences, relative. Costs are whole cycles: a smaller step would
 * often be no step at all.
 */
#define STEP 0.1

/* One evaluation: every cell simulated with the parameters at @x. */
struct evaluation {
	struct calibration *c;
	const double *x; /* in units of scale() */
	double *value;	 /* [cells] */
};

/* Parameters are fitted as multiples of where they start. */
static double scale(const struct cal_parameter *p)
{
	return p->start > 0 ? (double)p->start : 0.5 * (double)(p->low + p->high) + 1;
}

static int64_t cycles_of(const struct cal_parameter *p, double x)
{
	double value = nearbyint(x * scale(p));

	if (value < (double)p->low)
		return p->low;
	return value > (double)p->high ? p->high : (int64_t)value;
}

/* In a worker, whose memory is its own. */
static int work(void *ctx, size_t job, FILE *answer)
{
	const struct evaluation *v = ctx;
	struct cal_cell *cell = &v->c->cell[job];
	struct run_outcome run;

	for (size_t i = 0; i < v->c->n; i++)
		machine_set(&cell->e.machine, v->c->p[i].name,
			    cycles_of(&v->c->p[i], v->x[i]));
	if (run_once(&cell->e, false, NULL, &run))
		return EXIT_INTERNAL;
	for (unsigned int i = 0; i < run.result->metrics; i++)
		if (!strcmp(run.result->metric[i].name, cell->metric))
			fprintf(answer, "%.17g", run.result->metric[i].value);
	run_outcome_destroy(&run);
	return EXIT_FINE;
}

static int done(void *ctx, size_t job, int status, const char *answer, size_t len)
{
	struct evaluation *v = ctx;

	(void)len;
	v->c->simulations++;
	return status || csv_parse_number(answer, &v->value[job]);
}

static bool died(void *ctx, size_t job, int status, bool first_time)
{
	(void)ctx;
	(void)job;
	(void)status;
	return first_time && !signals_came();
}

static bool stop(void *ctx)
{
	(void)ctx;
	return signals_came();
}

/* Simulate all cells that the fit may see (or all, with @all) at @x into @value. */
static int evaluate(struct calibration *c, const double *x, double *value, bool all)
{
	static const struct workers_ops ops = { work, done, died, stop };
	struct evaluation v = { c, x, value };
	size_t *job = calloc(c->cells + 1, sizeof(*job));
	size_t n = 0;

	if (!job)
		return -1;
	for (size_t i = 0; i < c->cells; i++)
		if (all || !c->cell[i].left_out)
			job[n++] = i;
	fflush(NULL);
	if (workers_run(&ops, &v, job, n, c->workers) != WORKERS_DONE)
		c->failed = true;
	free(job);
	return c->failed ? -1 : 0;
}

static size_t seen(const struct calibration *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->cells; i++)
		n += !c->cell[i].left_out;
	return n;
}

static size_t priors(const struct calibration *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++)
		n += c->p[i].prior > 0;
	return n;
}

static double prior_residual(const struct cal_parameter *p, double x)
{
	double profile = (double)p->profile;

	return (x * scale(p) - profile) / (p->prior * (profile > 0 ? profile : 1));
}

/* Relative errors of the cells in hundredths, then distances from the priors. */
static int residuals(const gsl_vector *x, void *ctx, gsl_vector *f)
{
	struct calibration *c = ctx;
	double *value = calloc(c->cells + 1, sizeof(*value));
	size_t at = 0;

	if (!value || evaluate(c, x->data, value, false)) {
		free(value);
		return GSL_EFAILED;
	}
	for (size_t i = 0; i < c->cells; i++)
		if (!c->cell[i].left_out)
			gsl_vector_set(f, at++,
				       stat_error_pct(value[i], c->cell[i].measured));
	for (size_t i = 0; i < c->n; i++)
		if (c->p[i].prior > 0)
			gsl_vector_set(f, at++,
				       prior_residual(&c->p[i], gsl_vector_get(x, i)));
	free(value);
	return GSL_SUCCESS;
}

static void show(const size_t iteration, void *ctx,
		 const gsl_multifit_nlinear_workspace *w)
{
	const struct calibration *c = ctx;
	gsl_vector *f = gsl_multifit_nlinear_residual(w);
	double sum = 0;

	if (!c->progress)
		return;
	for (size_t i = 0; i < f->size; i++)
		sum += gsl_vector_get(f, i) * gsl_vector_get(f, i);
	fprintf(stderr, "step %zu: root mean square error %.3f %%, %zu simulations\n",
		iteration, sqrt(sum / (double)f->size), c->simulations);
}

/* Intervals and correlations, from the curvature at the minimum and what is left over. */
static void judge(struct calibration *c, gsl_multifit_nlinear_workspace *w)
{
	gsl_matrix *covar = gsl_matrix_alloc(c->n, c->n);
	gsl_vector *f = gsl_multifit_nlinear_residual(w);
	double free_cells = (double)f->size - (double)c->n, left = 0, t;

	gsl_multifit_nlinear_covar(gsl_multifit_nlinear_jac(w), 1e-6, covar);
	for (size_t i = 0; i < f->size; i++)
		left += gsl_vector_get(f, i) * gsl_vector_get(f, i);
	t = free_cells > 0 ? gsl_cdf_tdist_Pinv(0.975, free_cells) : NAN;
	for (size_t i = 0; i < c->n; i++) {
		struct cal_parameter *p = &c->p[i];
		double var = gsl_matrix_get(covar, i, i);

		p->half = t * sqrt(var * left / free_cells) * scale(p);
		/* GSL leaves zeros where a parameter has no effect of its own */
		p->undetermined = !(var > 0) || p->half > p->value;
		for (size_t k = 0; k < c->n; k++)
			p->correlation[k] = gsl_matrix_get(covar, i, k) /
					    sqrt(var * gsl_matrix_get(covar, k, k));
	}
	gsl_matrix_free(covar);
}

static gsl_multifit_nlinear_workspace *make_solver(struct calibration *c, size_t n)
{
	gsl_multifit_nlinear_parameters how = gsl_multifit_nlinear_default_parameters();

	how.h_df = STEP;
	how.fdtype = GSL_MULTIFIT_NLINEAR_CTRDIFF;
	return gsl_multifit_nlinear_alloc(gsl_multifit_nlinear_trust, &how, n, c->n);
}

static int solve(struct calibration *c, struct diag *d)
{
	size_t n = seen(c) + priors(c);
	gsl_multifit_nlinear_fdf fdf = { residuals, NULL, NULL, n, c->n, c, 0, 0, 0 };
	gsl_multifit_nlinear_workspace *w;
	gsl_vector *x;
	int why = 0, err;

	if (n < c->n)
		return diag_set(d, NULL, 0, 0, NULL,
				"%zu measured cells cannot determine %zu parameters", n,
				c->n);
	w = make_solver(c, n);
	x = gsl_vector_alloc(c->n);
	for (size_t i = 0; i < c->n; i++)
		gsl_vector_set(x, i, (double)c->p[i].start / scale(&c->p[i]));
	gsl_multifit_nlinear_init(x, &fdf, w);
	err = c->failed ? GSL_EFAILED
			: gsl_multifit_nlinear_driver(ITERATIONS, TOLERANCE, TOLERANCE, 0,
						      show, c, &why, w);
	if (!c->failed) {
		for (size_t i = 0; i < c->n; i++)
			c->p[i].value = (double)cycles_of(
				&c->p[i],
				gsl_vector_get(gsl_multifit_nlinear_position(w), i));
		judge(c, w);
	}
	gsl_multifit_nlinear_free(w);
	gsl_vector_free(x);
	if (c->failed)
		return diag_set(d, NULL, 0, 0, NULL,
				"the fit was interrupted, or a simulation failed");
	/* no further progress is an end, too: costs are whole cycles */
	if (err && err != GSL_EMAXITER && err != GSL_ENOPROG)
		return diag_set(d, NULL, 0, 0, NULL, "the fit failed: %s",
				gsl_strerror(err));
	return 0;
}

static void positions(const struct calibration *c, bool found, double *x)
{
	for (size_t i = 0; i < c->n; i++)
		x[i] = (found ? c->p[i].value : (double)c->p[i].start) / scale(&c->p[i]);
}

/* All cells, left out or not, with the start or with what was found. */
static int simulate_all(struct calibration *c, bool found)
{
	double *value = calloc(c->cells + 1, sizeof(*value));
	double x[CAL_PARAMETERS];
	int err;

	positions(c, found, x);
	err = value ? evaluate(c, x, value, true) : -1;
	for (size_t i = 0; i < c->cells && !err; i++)
		*(found ? &c->cell[i].after : &c->cell[i].before) = value[i];
	free(value);
	return err;
}

int calibrate(struct calibration *c, struct diag *d)
{
	gsl_set_error_handler_off();
	if (simulate_all(c, false))
		return diag_set(d, NULL, 0, 0, NULL, "a simulation failed");
	if (solve(c, d))
		return -1;
	return simulate_all(c, true)
		       ? diag_set(d, NULL, 0, 0, NULL, "a simulation failed")
		       : 0;
}

double calibration_mape(const struct calibration *c, bool after)
{
	struct stat_mape m = { 0, 0 };

	for (size_t i = 0; i < c->cells; i++)
		stat_mape_add(&m,
			      stat_error_pct(after ? c->cell[i].after : c->cell[i].before,
					     c->cell[i].measured));
	return stat_mape(&m);
}

static void add_left_out(const struct calibration *c, struct stat_mape *m)
{
	for (size_t i = 0; i < c->cells; i++)
		if (c->cell[i].left_out)
			stat_mape_add(
				m, stat_error_pct(c->cell[i].after, c->cell[i].measured));
}

double calibrate_folds(struct calibration *c, unsigned int folds, struct diag *d)
{
	struct cal_parameter kept[CAL_PARAMETERS];
	struct stat_mape m = { 0, 0 };
	int err = 0;

	memcpy(kept, c->p, sizeof(kept));
	for (unsigned int fold = 0; fold < folds && !err; fold++) {
		for (size_t i = 0; i < c->cells; i++)
			c->cell[i].left_out = i % folds == fold;
		err = solve(c, d) || simulate_all(c, true);
		add_left_out(c, &m);
	}
	for (size_t i = 0; i < c->cells; i++)
		c->cell[i].left_out = false;
	memcpy(c->p, kept, sizeof(kept));
	if (err || simulate_all(c, true))
		return NAN;
	return stat_mape(&m);
}
