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

/*
 * A number of a profile by its name, "tx.handle_tx_copy" or "line.same_socket": read it,
 * or write it. Returns false when no profile has a number of that name.
 */
bool machine_get(const struct machine *m, const char *name, int64_t *value);
bool machine_set(struct machine *m, const char *name, int64_t value);

/* The entry {"cycles": ...} of that number in a profile's tree, and its key; or NULL. */
json_t *machine_entry(json_t *tree, const char *name, const char **key);

/* Names of all numbers that machine_get() knows, for suggestions; returns how many. */
size_t machine_names(const char **names, size_t max);

#endif
