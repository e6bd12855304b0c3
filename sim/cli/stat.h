/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat.h - the few statistics that comparisons of curves need. */
#ifndef VHOSTSIM_STAT_H
#define VHOSTSIM_STAT_H

#include <stdbool.h>
#include <stddef.h>

/* A mean with its 95 % confidence interval, mean +- half (Student's t). */
struct stat_mean {
	double mean;
	double half; /* NAN for fewer than two values: nothing is known */
	size_t n;
};

struct stat_mean stat_mean(const double *value, size_t n);

/* 100 * (@simulated - @measured) / @measured. */
double stat_error_pct(double simulated, double measured);

/* Mean absolute percentage error, gathered cell by cell. Start with all zero. */
struct stat_mape {
	double sum;
	size_t n;
};

void stat_mape_add(struct stat_mape *m, double error_pct);
void stat_mape_join(struct stat_mape *m, const struct stat_mape *other);
/* Percent; NAN without cells. */
double stat_mape(const struct stat_mape *m);

/*
 * What a user could compute by hand: the cost of a packet is c0 + c1/x, so the rate is
 * 1 / (c0 + c1/x). Two cells fix the two parameters.
 */
struct stat_baseline {
	double c0, c1;
};

/* Through (@x1, @rate1) and (@x2, @rate2). False unless all are > 0 and x1 != x2. */
bool stat_baseline_fit(struct stat_baseline *b, double x1, double rate1, double x2,
		       double rate2);
double stat_baseline_rate(const struct stat_baseline *b, double x);

/* Differences up to this part of the smaller value are not told from noise. */
#define STAT_NOISE 0.04

/*
 * Do simulated (@s1, @s2) and measured (@m1, @m2) values stand in the same order?
 * 1: yes; 0: no; -1: the measured ones are too near to each other to ask.
 */
int stat_same_order(double s1, double s2, double m1, double m2);

#endif
