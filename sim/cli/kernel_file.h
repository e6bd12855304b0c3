/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel_file.h - kernel versions: models/kernels/NAME.json. */
#ifndef VHOSTSIM_KERNEL_FILE_H
#define VHOSTSIM_KERNEL_FILE_H

#include "../../models/kernel.h"
#include "diag.h"

/*
 * Load the kernel @name (in models/kernels, or a path that ends in ".json"). Returns 0,
 * or -1 with @d filled.
 */
int kernel_load(const char *name, struct kernel *k, struct diag *d);

#endif
