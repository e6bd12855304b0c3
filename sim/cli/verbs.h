/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verbs.h - the program's verbs: one file each, each with its own --help (argp). */
#ifndef VHOSTSIM_VERBS_H
#define VHOSTSIM_VERBS_H

/* argv[0] is the verb. Each returns an exit code (diag.h). */
int verb_run(int argc, char **argv);
int verb_sweep(int argc, char **argv);
int verb_plot(int argc, char **argv);
int verb_compare(int argc, char **argv);
int verb_report(int argc, char **argv);
int verb_check(int argc, char **argv);
int verb_schema(int argc, char **argv);
int verb_list(int argc, char **argv);
int verb_help(int argc, char **argv);

#endif
