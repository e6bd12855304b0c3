/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stat.c - the few statistics that comparisons of curves need. */
#include "stat.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

struct stat_mean stat_mean(const double *value, size_t n)
{
	struct stat_mean m = { .mean = NAN, .half = NAN, .n = n };

	if (n)
		m.mean = gsl_stats_mean(value, 1, n);
	if (n > 1) {
		double sd = gsl_stats_sd_m(value, 1, n, m.mean);

		m.half = gsl_cdf_tdist_Pinv(0.975, (double)n - 1) * sd / sqrt((double)n);
	}
	return m;
}

double stat_error_pct(double simulated, double measured)
{
	return 100 * (simulated - measured) / measured;
}

void stat_mape_add(struct stat_mape *m, double error_pct)
{
	m->sum += fabs(error_pct);
	m->n++;
}

void stat_mape_join(struct stat_mape *m, const struct stat_mape *other)
{
	m->sum += other->sum;
	m->n += other->n;
}

double stat_mape(const struct stat_mape *m)
{
	return m->n ? m->sum / (double)m->n : NAN;
}

bool stat_baseline_fit(struct stat_baseline *b, double x1, double rate1, double x2,
		       double rate2)
{
	if (!(x1 > 0 && x2 > 0 && rate1 > 0 && rate2 > 0) || x1 == x2)
		return false;
	b->c1 = (1 / rate1 - 1 / rate2) / (1 / x1 - 1 / x2);
	b->c0 = 1 / rate1 - b->c1 / x1;
	return true;
}

double stat_baseline_rate(const struct stat_baseline *b, double x)
{
	return 1 / (b->c0 + b->c1 / x);
}

int stat_same_order(double s1, double s2, double m1, double m2)
{
	if (fabs(m1 - m2) <= STAT_NOISE * fmin(fabs(m1), fabs(m2)))
		return -1;
	return (m1 < m2) == (s1 < s2) && s1 != s2;
}
