/* SPDX-License-Identifier: GPL-3.0-or-later */
/* metric_desc.h - what the numbers of a result mean. */
#ifndef VHOSTSIM_METRIC_DESC_H
#define VHOSTSIM_METRIC_DESC_H

#include <stdbool.h>
#include <stddef.h>

struct metric_desc {
	const char *name; /* its end is the unit: pps, gbps, pct, per_s, mean */
	const char *help;
	bool guests;   /* only in scenarios with guests */
	bool per_flow; /* also as "A.tx_pps" for each flow, when there are several */
};

/* All metrics in the order of a result; the last one has no name. */
const struct metric_desc *metric_table(void);

/* The metric @name, with or without a flow's name before it, or NULL. */
const struct metric_desc *metric_find(const char *name);

#endif
