/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sheet.h - the conservation sheet: nothing is lost silently.
 *
 * For everything that is made (packets of a flow, descriptors of a ring, cycles of a
 * processor) the models say at the end how many were made and where each of them is.
 * For every subject: made = delivered + dropped + in flight.
 */
#ifndef VHOSTSIM_SHEET_H
#define VHOSTSIM_SHEET_H

#include <stdbool.h>
#include <stdint.h>

enum sheet_kind { SHEET_MADE, SHEET_DELIVERED, SHEET_DROPPED, SHEET_IN_FLIGHT };

struct sheet_line {
	char subject[48]; /* "packets A", "descriptors tap0.tx", "cycles cpu2" */
	char place[48];	  /* where it was made, dropped, or is now */
	enum sheet_kind kind;
	uint64_t n;
};

#define SHEET_MAX 1024

struct sheet {
	struct sheet_line line[SHEET_MAX];
	unsigned int n;
	bool overflow;
};

/* Add a line. More than SHEET_MAX lines make sheet_check() fail. */
void sheet_add(struct sheet *s, enum sheet_kind kind, const char *subject,
	       const char *place, uint64_t n);

/* Name of @kind as results print it: "made", "delivered", "dropped", "in_flight". */
const char *sheet_kind_name(enum sheet_kind kind);

/*
 * What is left over for @subject: made minus all the rest; 0 when it adds up.
 */
int64_t sheet_balance(const struct sheet *s, const char *subject);

/* The first subject that does not add up, or NULL when all do. */
const char *sheet_check(const struct sheet *s);

#endif
