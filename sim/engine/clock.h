/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * clock.h - simulated time.
 *
 * Time is counted in cycles of the host's constant-rate counter and is an
 * unsigned 64-bit number that may start anywhere and may wrap: only differences
 * of two times mean something. A span is a difference and never exceeds 2^63.
 */
#ifndef VHOSTSIM_CLOCK_H
#define VHOSTSIM_CLOCK_H

#include <stdint.h>

typedef uint64_t cycles_t;

#define NSEC_PER_SEC 1000000000ull

/*
 * Cycles of a clock of @hz in @ns nanoseconds, rounded down. Exact for every span
 * below 2^63 cycles.
 */
static inline cycles_t clock_cycles(uint64_t hz, uint64_t ns)
{
	return (cycles_t)((unsigned __int128)ns * hz / NSEC_PER_SEC);
}

/* Nanoseconds in @span cycles of a clock of @hz, rounded down. */
static inline uint64_t clock_ns(uint64_t hz, cycles_t span)
{
	return (uint64_t)((unsigned __int128)span * NSEC_PER_SEC / hz);
}

/* Seconds in @span; for results only, never in the event path. */
static inline double clock_seconds(uint64_t hz, cycles_t span)
{
	return (double)span / (double)hz;
}

#endif
