/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hist.h - how often each small whole number occurred (batch sizes, queue lengths). */
#ifndef VHOSTSIM_HIST_H
#define VHOSTSIM_HIST_H

#include <stdint.h>

#define HIST_MAX 1025 /* values 0 .. HIST_MAX - 1; larger ones count as the last */

struct hist {
	uint64_t n[HIST_MAX];
};

static inline void hist_add(struct hist *h, uint32_t value)
{
	h->n[value < HIST_MAX ? value : HIST_MAX - 1]++;
}

#endif
