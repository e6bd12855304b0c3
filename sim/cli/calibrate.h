/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * calibrate.h - fit numbers of a machine profile to measured tables.
 *
 * Each measured cell is a simulation of its own: the table's keys say which. What is
 * minimised is the sum of squared relative errors, by a trust-region method (Levenberg,
 * Marquardt; GSL's gsl_multifit_nlinear) over whole simulations. All of them use the same
 * random numbers each time, so that a difference is the parameters' and not chance's.
 */
#ifndef VHOSTSIM_CALIBRATE_H
#define VHOSTSIM_CALIBRATE_H

#include <jansson.h>

#include "compare_keys.h"
#include "experiment.h"

#define CAL_PARAMETERS 32

/* A number to fit. */
struct cal_parameter {
	char name[64];
	int64_t profile;   /* its value in the machine profile */
	int64_t start;	   /* where the search begins */
	int64_t low, high; /* bounds */
	double prior;	   /* standard deviation around @profile, relative; 0: none */
	/* found: */
	double value, half; /* 95 % half-width, NAN if it cannot be told */
	double correlation[CAL_PARAMETERS];
	bool undetermined; /* the data say nothing of it */
};

/* A measured cell, and the simulation that stands for it. */
struct cal_cell {
	struct experiment e;
	const char *table, *column; /* column points into the table */
	char *label;
	char metric[64];
	double measured, before,
		after; /* simulated with the start, and with what was found */
	bool left_out;
};

struct calibration {
	struct cal_cell *cell;
	size_t cells;
	struct cal_parameter p[CAL_PARAMETERS];
	size_t n;
	unsigned int workers;
	bool progress;
	size_t simulations; /* done so far */
	bool failed;	    /* a worker died, or a signal came */
};

/*
 * Add the cells of @measured (only those of @column unless it is NULL), simulated as
 * @scenario with @set says. Returns 0, or -1 with @d filled.
 */
int calibration_add(struct calibration *c, const char *scenario,
		    const struct setting *set, size_t n, const struct csv *measured,
		    const char *column, struct diag *d);
void calibration_destroy(struct calibration *c);

/* Fit. Returns 0, or -1 with @d filled. */
int calibrate(struct calibration *c, struct diag *d);

/*
 * Mean absolute percentage error of cells that the fit did not see, each left out once, in
 * @folds groups. Returns it, or NAN with @d filled.
 */
double calibrate_folds(struct calibration *c, unsigned int folds, struct diag *d);

/* Mean absolute percentage error over the cells, before and after. */
double calibration_mape(const struct calibration *c, bool after);

#endif
