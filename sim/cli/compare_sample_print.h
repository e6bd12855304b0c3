/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_sample_print.h - samples beside a result, for people and for programs. */
#ifndef VHOSTSIM_COMPARE_SAMPLE_PRINT_H
#define VHOSTSIM_COMPARE_SAMPLE_PRINT_H

#include <stdio.h>

#include "counterpart.h"
#include "stat.h"

struct beside {
	const char *result; /* file */
	const struct sample *sample;
	struct counterpart **at; /* [samples][values] */
	size_t samples;
	struct stat_mape error; /* of the values that have a counterpart */
};

void beside_print_text(const struct beside *b, FILE *out);
void beside_print_csv(const struct beside *b, FILE *out);
void beside_print_json(const struct beside *b, FILE *out);

#endif
