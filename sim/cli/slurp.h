/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slurp.h - a whole input file in memory. */
#ifndef VHOSTSIM_SLURP_H
#define VHOSTSIM_SLURP_H

#include <stddef.h>

#include "diag.h"

/*
 * Read the file @file of at most @max bytes; a 0 stands behind them. A directory, a
 * device, a pipe and a larger file are refused before anything is read. The caller
 * frees the text. NULL with @d filled.
 */
char *slurp(const char *file, size_t max, size_t *len, struct diag *d);

#endif
