/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pace.h - when the packets of an offered rate are due. The time between two of them is
 * seldom a whole number of cycles; parts of a cycle are kept, so that the mean is exact.
 */
#ifndef VHOSTSIM_PACE_H
#define VHOSTSIM_PACE_H

#include "../sim/engine/clock.h"

#define PACE_BITS 20 /* of parts of a cycle */

struct pace {
	cycles_t due;  /* when the next packet is */
	uint64_t step; /* between packets, in parts of a cycle; 0: no limit */
	uint64_t part;
};

/* @rate packets per second from @now on, 0: no limit. */
static inline void pace_init(struct pace *p, cycles_t now, uint64_t hz, double rate)
{
	double step = rate > 0 ? (double)hz * (1 << PACE_BITS) / rate : 0;

	p->due = now;
	/* a packet in a hundred years is as good as none */
	p->step = step < 0x1p61 ? (uint64_t)step : 1ull << 61;
	p->part = 0;
}

/* How many packets are due at @now, at most @max. Only with a rate. */
static inline uint32_t pace_ripe(const struct pace *p, cycles_t now, uint32_t max)
{
	uint64_t late = now - p->due, n;

	if ((int64_t)late < 0)
		return 0;
	n = late >> 40 ? max : (late << PACE_BITS) / p->step + 1;
	return n < max ? (uint32_t)n : max;
}

/* @n packets have been sent. */
static inline void pace_take(struct pace *p, uint32_t n)
{
	uint64_t parts = n * p->step + p->part;

	p->due += parts >> PACE_BITS;
	p->part = parts & ((1u << PACE_BITS) - 1);
}

#endif
