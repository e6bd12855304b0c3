/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf_metric.h - what a symbol of a profile corresponds to in a run's result. */
#ifndef VHOSTSIM_PERF_METRIC_H
#define VHOSTSIM_PERF_METRIC_H

#include <stddef.h>

#define PERF_TEXT 128

/*
 * Counterpart of @symbol of the thread @command into @buf: "vhost-4242" is any vhost
 * thread, and a profile that does not say ("") is taken for one of such threads.
 */
void perf_metric(char *buf, size_t len, const char *command, const char *symbol);

#endif
