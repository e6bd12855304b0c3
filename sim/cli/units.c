/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.c - quantities as people write them. */
#include "units.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diag.h"

#define UNITS_MAX 8

struct unit {
	const char *name;
	double scale;
};

/* Units in rising order of size; binary ones behind the decimal ones. */
static const struct kind {
	const char *name, *usual;
	bool whole;
	struct unit unit[UNITS_MAX];
} kinds[QUANTITY_COUNT] = {
	[QUANTITY_TIME] = { "a time",
			    "ms",
			    true,
			    { { "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 } } },
	[QUANTITY_SIZE] = { "a size",
			    "B",
			    true,
			    { { "B", 1 },
			      { "kB", 1e3 },
			      { "MB", 1e6 },
			      { "KiB", 1024 },
			      { "MiB", 1 << 20 },
			      { "GiB", 1 << 30 } } },
	[QUANTITY_RATE] = { "a rate",
			    "pps",
			    false,
			    { { "pps", 1 }, { "kpps", 1e3 }, { "Mpps", 1e6 } } },
	[QUANTITY_BITRATE] = { "a bit rate",
			       "Mbit",
			       true,
			       { { "bit", 1 },
				 { "kbit", 1e3 },
				 { "Mbit", 1e6 },
				 { "Gbit", 1e9 } } },
	[QUANTITY_PERCENT] = { "a percentage", "%", false, { { "%", 1 } } },
};

const char *quantity_name(enum quantity q)
{
	return kinds[q].name;
}

const char *quantity_usual(enum quantity q)
{
	return kinds[q].usual;
}

const char *quantity_unit(enum quantity q, unsigned int i, double *scale)
{
	if (i >= UNITS_MAX)
		return NULL;
	if (scale)
		*scale = kinds[q].unit[i].scale;
	return kinds[q].unit[i].name;
}

void quantity_units(enum quantity q, const char *between, char *buf, size_t len)
{
	const char *name;
	size_t at = 0;

	buf[0] = '\0';
	for (unsigned int i = 0; (name = quantity_unit(q, i, NULL)) && at < len; i++)
		at += (size_t)snprintf(buf + at, len - at, "%s%s", i ? between : "",
				       name);
}

/* Length of the decimal number that @text begins with, 0 if there is none. */
static size_t number_length(const char *text)
{
	size_t sign = text[0] == '-';
	size_t whole = strspn(text + sign, "0123456789");
	size_t len = sign + whole;

	if (text[len] == '.')
		len += 1 + strspn(text + len + 1, "0123456789");
	return whole ? len : 0;
}

static int bad_unit(enum quantity q, const char *text, const char *unit, char *why,
		    size_t len)
{
	const char *names[UNITS_MAX], *near, *name;
	char all[64];
	size_t n = 0;

	quantity_units(q, ", ", all, sizeof(all));
	while ((name = quantity_unit(q, (unsigned int)n, NULL)))
		names[n++] = name;
	if (!*unit) {
		snprintf(why, len,
			 "%.40s has no unit; \"%.40s%s\" would be right (units: %s)",
			 text, text, kinds[q].usual, all);
		return -1;
	}
	near = nearest(unit, names, n);
	if (near)
		snprintf(why, len,
			 "\"%.40s\" has no known unit; \"%.*s%s\" would be right", text,
			 (int)(unit - text), text, near);
	else
		snprintf(why, len, "\"%.40s\" has no known unit; %s in %s would be right",
			 text, kinds[q].name, all);
	return -1;
}

int quantity_parse(enum quantity q, const char *text, double *value, char *why,
		   size_t len)
{
	size_t digits = number_length(text);
	const char *unit = text + digits, *name;
	double scale = 0;

	if (!digits) {
		snprintf(why, len, "\"%.40s\" is not %s; \"%s%s\" would be one", text,
			 kinds[q].name, q == QUANTITY_RATE ? "1000" : "20",
			 kinds[q].usual);
		return -1;
	}
	*value = strtod(text, NULL);
	if (!*unit && *value == 0)
		return 0;
	for (unsigned int i = 0; (name = quantity_unit(q, i, &scale)); i++)
		if (!strcmp(unit, name))
			break;
	if (!name)
		return bad_unit(q, text, unit, why, len);
	*value *= scale;
	/* 0.3us is 300 ns although neither 0.3 nor the product is exact */
	if (fabs(*value - nearbyint(*value)) <= 1e-12 * fabs(*value))
		*value = nearbyint(*value);
	if (!kinds[q].whole || *value == nearbyint(*value))
		return 0;
	snprintf(why, len, "\"%.40s\" is not a whole number of %s", text,
		 kinds[q].unit[0].name);
	return -1;
}

void quantity_print(enum quantity q, double value, char *buf, size_t len)
{
	const char *best = kinds[q].unit[0].name, *name;
	double scale, by = 1;

	for (unsigned int i = 0; (name = quantity_unit(q, i, &scale)); i++) {
		bool binary = strchr(name, 'i');
		bool even = fmod(value, scale) == 0;

		if (fabs(value) < scale || scale < by)
			continue;
		/* a rounded 1.46 KiB helps nobody */
		if (q == QUANTITY_SIZE && (!even || (!binary && value < 1e6)))
			continue;
		best = name;
		by = scale;
	}
	/* a size is whole in its unit, and must not be rounded to an exponent */
	snprintf(buf, len, "%.*g%s", q == QUANTITY_SIZE ? 15 : 6, value / by, best);
}
