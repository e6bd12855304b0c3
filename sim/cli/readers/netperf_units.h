/* SPDX-License-Identifier: GPL-3.0-or-later */
/* netperf_units.h - how netperf writes the unit of a throughput (its option -f). */
#ifndef VHOSTSIM_NETPERF_UNITS_H
#define VHOSTSIM_NETPERF_UNITS_H

#include <stdbool.h>

struct netperf_unit {
	const char *name; /* as netperf begins it: "10^6bits/s", "MBytes/s" */
	double factor;	  /* to the base unit */
	const char *unit; /* that one: bit/s or trans/s */
};

/* The unit that is in @text, or NULL. */
const struct netperf_unit *netperf_unit(const char *text);

#endif
