/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <math.h>

#include "../../sim/engine/rng.h"

#define DRAWS 64

static void draws_of(uint64_t seed, const char *name, uint32_t *out)
{
	struct rng r;

	cr_assert_eq(rng_init(&r, seed, name), 0);
	for (int i = 0; i < DRAWS; i++)
		out[i] = rng_below(&r, 1000000);
	rng_destroy(&r);
}

/* A new model must not shift what the others draw. */
Test(rng, a_stream_does_not_depend_on_the_others)
{
	uint32_t alone[DRAWS];
	struct rng a, b;

	draws_of(1, "line", alone);
	cr_assert_eq(rng_init(&b, 1, "start"), 0);
	cr_assert_eq(rng_init(&a, 1, "line"), 0);
	for (int i = 0; i < DRAWS; i++) {
		rng_below(&b, 3);
		cr_expect_eq(rng_below(&a, 1000000), alone[i], "draw %d", i);
	}
	rng_destroy(&a);
	rng_destroy(&b);
}

static int equal_draws(const uint32_t *a, const uint32_t *b)
{
	int n = 0;

	for (int i = 0; i < DRAWS; i++)
		n += a[i] == b[i];
	return n;
}

Test(rng, name_and_seed_make_the_stream)
{
	uint32_t a[DRAWS], b[DRAWS];

	draws_of(1, "tap0", a);
	draws_of(1, "tap0", b);
	cr_expect_arr_eq(a, b, sizeof(a));
	draws_of(1, "tap1", b);
	cr_expect_leq(equal_draws(a, b), 1, "another name");
	draws_of(2, "tap0", b);
	cr_expect_leq(equal_draws(a, b), 1, "another seed");
}

/* Pins the hash: seeds of sweep points are made with it and stand in result files. */
Test(rng, the_hash_is_what_it_was)
{
	cr_expect_eq(rng_hash(0, ""), 0xf52a15e9a9b5e89bull, "is %#llx",
		     (unsigned long long)rng_hash(0, ""));
	cr_expect_eq(rng_hash(1, "tap0"), 0x71a7c4e5eda850c2ull, "is %#llx",
		     (unsigned long long)rng_hash(1, "tap0"));
}

static double mean_of(const struct quantiles *t, double *deviation)
{
	double sum = 0, squares = 0;

	for (int i = 0; i < QUANTILES; i++) {
		sum += t->q[i];
		squares += (double)t->q[i] * t->q[i];
	}
	sum /= QUANTILES;
	*deviation = sqrt(squares / QUANTILES - sum * sum);
	return sum;
}

/* The mean is exact, so that a spread cannot change throughput by rounding; cutting the
 * tails off at 1/512 costs a few percent of the deviation. */
Test(rng, tables_have_the_moments_asked_for)
{
	static const uint32_t mean[] = { 7, 130, 2400 }, spread[] = { 5, 15, 50 };

	for (int i = 0; i < 9; i++) {
		uint32_t m = mean[i / 3], pct = spread[i % 3];
		double deviation, wanted = m * pct / 100.0;
		struct quantiles t;

		quantiles_gamma(&t, m, pct);
		cr_expect_eq(mean_of(&t, &deviation), m, "mean %u, %u %%", m, pct);
		cr_expect_float_eq(deviation, wanted, 0.06 * wanted + 0.3,
				   "mean %u, %u %%: %g instead of %g", m, pct, deviation,
				   wanted);
		/* The top slice takes what rounding left over, and may stand out. */
		for (int k = 1; k < QUANTILES; k++)
			cr_expect_geq(t.q[k] + 1, t.q[k - 1], "slice %d falls", k);
	}
}

Test(rng, no_spread_is_a_constant)
{
	struct quantiles t;

	quantiles_gamma(&t, 42, 0);
	for (int i = 0; i < QUANTILES; i++)
		cr_expect_eq(t.q[i], 42);
}

/* A word of the generator makes four draws, low byte first. Results depend on it. */
Test(rng, a_word_makes_four_draws)
{
	struct quantiles t;
	struct rng r, words;

	for (uint32_t i = 0; i < QUANTILES; i++)
		t.q[i] = 1000 + i;
	cr_assert_eq(rng_init(&r, 1, "line"), 0);
	cr_assert_eq(rng_init(&words, 1, "line"), 0);
	for (int i = 0; i < DRAWS; i++) {
		uint32_t word = (uint32_t)gsl_rng_get(words.gsl);

		for (int k = 0; k < 4; k++)
			cr_expect_eq(rng_draw(&r, &t), 1000 + (word >> 8 * k & 0xff),
				     "word %d, draw %d", i, k);
	}
	rng_destroy(&r);
	rng_destroy(&words);
}

/* Each of the 256 slices comes up as often as any other (chi-squared, 255 degrees of
 * freedom: 330 is exceeded once in a thousand, and the seed is fixed). */
Test(rng, every_slice_is_drawn_alike)
{
	uint32_t seen[QUANTILES] = { 0 };
	struct quantiles t;
	double chi2 = 0;
	struct rng r;

	for (uint32_t i = 0; i < QUANTILES; i++)
		t.q[i] = i;
	cr_assert_eq(rng_init(&r, 1, "slices"), 0);
	for (int i = 0; i < QUANTILES * 1000; i++)
		seen[rng_draw(&r, &t)]++;
	for (int i = 0; i < QUANTILES; i++)
		chi2 += (seen[i] - 1000.0) * (seen[i] - 1000.0) / 1000.0;
	cr_expect_lt(chi2, 330);
	rng_destroy(&r);
}
