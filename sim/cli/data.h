/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * data.h - where the program's own files are: models/, plots/, scenarios/.
 *
 * The folder that holds them is $VHOSTSIM_DATA if that is set; else the source tree if
 * the program lies in a folder of it (build/vhostsim), or ../share/vhostsim beside the
 * program; else where "make install" put it.
 */
#ifndef VHOSTSIM_DATA_H
#define VHOSTSIM_DATA_H

#include "diag.h"

/*
 * Path of @name ("models/machines/xeon-2020.json", "plots/sweep.gp") in that folder; it
 * is not checked that such a file exists. The caller frees it. NULL with @d filled when
 * there is no such folder.
 */
char *data_path(const char *name, struct diag *d);

/*
 * Names without ".json" of the files in @folder ("models/kernels") of it, sorted.
 * Returns a NULL-terminated array for data_names_free(); NULL with @d filled.
 */
char **data_names(const char *folder, struct diag *d);
void data_names_free(char **names);

/*
 * Path of the file that @name means: @name itself if it ends in ".json", else NAME.json
 * in @folder; @what ("machine") is for messages. The caller frees it. NULL with @d
 * filled, and the nearest name suggested, when there is no such file.
 */
char *data_find(const char *folder, const char *what, const char *name, struct diag *d);

#endif
