/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resolve.h - a JSON tree checked against the descriptor table, defaults filled in. */
#ifndef VHOSTSIM_RESOLVE_H
#define VHOSTSIM_RESOLVE_H

#include "blame.h"
#include "desc.h"

/*
 * Check the object @in and store its values in the struct at @base (which must be
 * zeroed). Returns a new tree with every default filled in and its keys in the table's
 * order, or NULL with @b's diag filled. Optional numbers without default that are not
 * there are stored as -1.
 */
json_t *resolve(const struct desc *desc, const json_t *in, const struct blame *b,
		void *base);

#endif
