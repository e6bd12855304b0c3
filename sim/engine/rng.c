/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rng.h"

#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stddef.h>

uint64_t rng_hash(uint64_t seed, const char *name)
{
	uint64_t h = 0xcbf29ce484222325ull ^ seed;

	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * 0x100000001b3ull;
	/* FNV leaves the high bits of short names alike; mix them (splitmix64). */
	h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ull;
	h = (h ^ (h >> 27)) * 0x94d049bb133111ebull;
	return h ^ (h >> 31);
}

int rng_init(struct rng *r, uint64_t seed, const char *name)
{
	r->gsl = gsl_rng_alloc(gsl_rng_taus2);
	if (!r->gsl)
		return -1;
	gsl_rng_set(r->gsl, (unsigned long)(rng_hash(seed, name) & 0xffffffff));
	r->left = 0;
	return 0;
}

void rng_destroy(struct rng *r)
{
	if (r->gsl)
		gsl_rng_free(r->gsl);
	r->gsl = NULL;
}

void quantiles_gamma(struct quantiles *t, uint32_t mean, uint32_t spread_pct)
{
	double cv = spread_pct / 100.0;
	double shape = spread_pct ? 1.0 / (cv * cv) : 0;
	int64_t missing = (int64_t)mean * QUANTILES;

	for (int i = 0; i < QUANTILES; i++) {
		double p = (i + 0.5) / QUANTILES;
		double x = spread_pct ? gsl_cdf_gamma_Pinv(p, shape, mean / shape) : mean;

		t->q[i] = (uint32_t)lround(x);
		missing -= t->q[i];
	}
	/* Slices cut the tail short: give what is missing back from the top down. */
	for (int i = QUANTILES - 1; missing != 0; i = i ? i - 1 : QUANTILES - 1) {
		int step = missing > 0 ? 1 : -1;

		if (step < 0 && !t->q[i])
			continue;
		t->q[i] += (uint32_t)step;
		missing -= step;
	}
}
