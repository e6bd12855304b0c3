/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * setting.h - what the command line sets in a scenario: "--set path=value".
 *
 * A path is that of the descriptor table with the items of lists counted,
 * "devices[0].tx_queue_len", or just its last name where only one key has it.
 */
#ifndef VHOSTSIM_SETTING_H
#define VHOSTSIM_SETTING_H

#include "blame.h"
#include "desc.h"

/*
 * Full path of @path for the scenario @root, which may not have been checked yet. The
 * caller frees it. *@field, if wanted, is its line of the descriptor table. NULL with @d
 * filled, naming the nearest or all fitting paths; @who said it.
 */
char *setting_path(const json_t *root, const char *path, const char *who,
		   const struct field **field, struct diag *d);

/*
 * Put @n settings into @root, in order. @applied has room for @n, and remembers which
 * setting gave which path its value; release it with applied_free(), also after an
 * error. Returns 0, or -1 with @d filled.
 */
int settings_apply(json_t *root, const struct setting *set, size_t n,
		   struct applied *applied, struct diag *d);
void applied_free(struct applied *applied, size_t n);

#endif
