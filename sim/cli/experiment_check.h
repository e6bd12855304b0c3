/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_check.h - what no single key can tell: do the parts fit together? */
#ifndef VHOSTSIM_EXPERIMENT_CHECK_H
#define VHOSTSIM_EXPERIMENT_CHECK_H

#include "blame.h"

/*
 * Names resolve and are unique; senders and receivers fit; a device carries one flow a
 * direction; processors exist and run one task each. Returns 0, or -1 with @b's diag
 * filled.
 */
int experiment_check(const struct experiment *e, const struct blame *b);

#endif
