/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * machine_file.h - machine profiles: models/machines/NAME.json.
 *
 * Every entry has a "source": {"kind", "from", "cells"}. The kind is measured, derived,
 * assumed or fitted; a fitted entry lists the cells of measured tables that it was fitted
 * to, so that a comparison can tell them from predictions.
 */
#ifndef VHOSTSIM_MACHINE_FILE_H
#define VHOSTSIM_MACHINE_FILE_H

#include <jansson.h>
#include <stddef.h>

#include "../../models/machine.h"
#include "diag.h"

/*
 * Load the profile @name (in models/machines, or a path that ends in ".json"). *@tree is
 * the file as read, for the sources; the caller drops it with json_decref(). Returns 0,
 * or -1 with @d filled.
 */
int machine_load(const char *name, struct machine *m, json_t **tree, struct diag *d);

/* One cell that @parameter of a profile was fitted to; text lives as long as the tree. */
struct fitted_cell {
	const char *parameter; /* "tx.vhost_tx_batch", "same_socket" */
	const char *table, *row, *column;
};

/* Fill @out with the first @max fitted cells of @tree. Returns how many there are. */
size_t machine_fitted(const json_t *tree, struct fitted_cell *out, size_t max);

/* How many parameters of @tree are fitted. */
size_t machine_fitted_parameters(const json_t *tree);

#endif
