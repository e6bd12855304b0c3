/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rng.h - random streams and tables of quantiles.
 *
 * Each source of randomness has a stream of its own, seeded from the run's seed and
 * the source's name, so that a new model does not shift the draws of another. The
 * generators are GSL's; distributions enter the event path as tables of integer
 * quantiles, so that no floating-point number decides when something happens.
 */
#ifndef VHOSTSIM_RNG_H
#define VHOSTSIM_RNG_H

#include <gsl/gsl_rng.h>
#include <stdint.h>

struct rng {
	gsl_rng *gsl;
	uint32_t pool; /* random bits not handed out yet */
	unsigned int left;
};

#define QUANTILES 256

/* A distribution of cycles, cut into slices of equal probability. */
struct quantiles {
	uint32_t q[QUANTILES];
};

/* Stream @name of the run seeded with @seed. Returns 0, or -1 without memory. */
int rng_init(struct rng *r, uint64_t seed, const char *name);
void rng_destroy(struct rng *r);

/* Uniform in [0, @n), @n > 0 and below 2^32. */
static inline uint32_t rng_below(struct rng *r, uint32_t n)
{
	return (uint32_t)gsl_rng_uniform_int(r->gsl, n);
}

/* A seed made of @seed and the text @name: 64-bit FNV-1a, then a finaliser. */
uint64_t rng_hash(uint64_t seed, const char *name);

/*
 * Fill @t with a gamma distribution of mean @mean cycles and a standard deviation of
 * @spread_pct percent of it. The rounded table has the exact mean. @spread_pct 0
 * makes a constant.
 */
void quantiles_gamma(struct quantiles *t, uint32_t mean, uint32_t spread_pct);

static inline uint32_t rng_draw(struct rng *r, const struct quantiles *t)
{
	uint32_t byte;

	if (!r->left) {
		/* taus2 yields 32 bits: four draws */
		r->pool = (uint32_t)gsl_rng_get(r->gsl);
		r->left = 4;
	}
	byte = r->pool & 0xff;
	r->pool >>= 8;
	r->left--;
	return t->q[byte];
}

#endif
