/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sheet.h"

#include <stdio.h>
#include <string.h>

void sheet_add(struct sheet *s, enum sheet_kind kind, const char *subject,
	       const char *place, uint64_t n)
{
	struct sheet_line *l;

	if (s->n == SHEET_MAX) {
		s->overflow = true;
		return;
	}
	l = &s->line[s->n++];
	snprintf(l->subject, sizeof(l->subject), "%s", subject);
	snprintf(l->place, sizeof(l->place), "%s", place);
	l->kind = kind;
	l->n = n;
}

const char *sheet_kind_name(enum sheet_kind kind)
{
	static const char *const name[] = {
		[SHEET_MADE] = "made",
		[SHEET_DELIVERED] = "delivered",
		[SHEET_DROPPED] = "dropped",
		[SHEET_IN_FLIGHT] = "in_flight",
	};

	return name[kind];
}

int64_t sheet_balance(const struct sheet *s, const char *subject)
{
	int64_t left = 0;

	for (unsigned int i = 0; i < s->n; i++) {
		const struct sheet_line *l = &s->line[i];

		if (strcmp(l->subject, subject))
			continue;
		left += l->kind == SHEET_MADE ? (int64_t)l->n : -(int64_t)l->n;
	}
	return left;
}

const char *sheet_check(const struct sheet *s)
{
	if (s->overflow)
		return "conservation sheet (too many lines)";
	for (unsigned int i = 0; i < s->n; i++)
		if (sheet_balance(s, s->line[i].subject))
			return s->line[i].subject;
	return NULL;
}
