/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verbs.h - the program's verbs: one file each, each with its own --help (argp). */
#ifndef VHOSTSIM_VERBS_H
#define VHOSTSIM_VERBS_H

#include <stdio.h>

struct verb {
	const char *name;
	/* argv[0] is the verb. Returns an exit code (diag.h). */
	int (*main)(int argc, char **argv);
	const char *help; /* one line */
};

/* All verbs; the last one has no name. */
const struct verb *verb_table(void);

/* The verb @name, or NULL. */
const struct verb *verb_find(const char *name);

/* What "vhostsim --help" prints. */
void verbs_usage(FILE *out);

int verb_run(int argc, char **argv);
int verb_sweep(int argc, char **argv);
int verb_merge(int argc, char **argv);
int verb_ndr(int argc, char **argv);
int verb_calibrate(int argc, char **argv);
int verb_explain(int argc, char **argv);
int verb_plot(int argc, char **argv);
int verb_compare(int argc, char **argv);
int verb_report(int argc, char **argv);
int verb_check(int argc, char **argv);
int verb_schema(int argc, char **argv);
int verb_list(int argc, char **argv);
int verb_help(int argc, char **argv);

#endif
