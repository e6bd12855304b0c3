/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * blame.h - who said it: the scenario file or a setting on the command line.
 */
#ifndef VHOSTSIM_BLAME_H
#define VHOSTSIM_BLAME_H

#include "diag.h"
#include "experiment.h"
#include "json_file.h"

/* A setting with the full path of what it sets. */
struct applied {
	char *path;
	const struct setting *set;
};

struct blame {
	const struct json_file *file;
	struct applied *applied; /* in order; the last one to set a path counts */
	size_t n;
	struct diag *d;
};

/* The setting that gave @path its value, or NULL when the file did. */
const struct setting *blame_setting(const struct blame *b, const char *path);

/*
 * A mistake in what stands at @path: names the setting, or file and line. Returns -1 and
 * fills b->d.
 */
int blame_set(const struct blame *b, const char *path, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
