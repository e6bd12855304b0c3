/* SPDX-License-Identifier: GPL-3.0-or-later */
/* samples.h - what a reader must find in a file of tests/samples. */
#ifndef VHOSTSIM_SAMPLES_H
#define VHOSTSIM_SAMPLES_H

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "../../sim/cli/data.h"
#include "../../sim/cli/readers/readers.h"

struct expected {
	const char *name;
	double value;
	const char *unit;
	enum layer layer;
	int line;
};

static inline void expect_value(const struct sample *s, const struct expected *e)
{
	const struct value *v = sample_find(s, e->name);

	cr_assert_not_null(v, "%s: no \"%s\"", s->file, e->name);
	cr_expect(fabs(v->value - e->value) <= 1e-6 * fabs(e->value),
		  "%s: %s is %.12g instead of %.12g", s->file, e->name, v->value,
		  e->value);
	cr_expect_str_eq(v->unit, e->unit, "%s: %s has unit %s", s->file, e->name,
			 v->unit);
	cr_expect_eq(v->layer, e->layer, "%s: %s is %s", s->file, e->name,
		     layer_name(v->layer));
	cr_expect_eq(v->line, e->line, "%s: %s is in line %d", s->file, e->name, v->line);
}

/* The sample @name is of @tool and @layer, and has the @n values in @e and @more more. */
static inline void expect_sample(const char *name, const char *tool, enum layer layer,
				 const struct expected *e, size_t n, size_t more)
{
	struct diag d = { .set = false };
	char file[128], *path;
	struct sample s;

	snprintf(file, sizeof(file), "tests/samples/%s", name);
	path = data_path(file, &d);
	cr_assert_not_null(path, "%s", d.text);
	cr_assert_eq(sample_read(&s, path, &d), 0, "%s", d.text);
	cr_expect_str_eq(s.tool, tool, "%s is read as %s", name, s.tool);
	cr_expect_eq(s.layer, layer, "%s is of %s", name, layer_name(s.layer));
	for (size_t i = 0; i < n; i++)
		expect_value(&s, &e[i]);
	cr_expect_eq(s.values, n + more, "%s has %zu values", name, s.values);
	sample_destroy(&s);
	free(path);
}

#define EXPECT_SAMPLE(name, tool, layer, more, ...)                                     \
	do {                                                                            \
		static const struct expected e_[] = { __VA_ARGS__ };                    \
		expect_sample(name, tool, layer, e_, sizeof(e_) / sizeof(e_[0]), more); \
	} while (0)

/* @text is refused, and the message has @message in it. */
static inline void expect_refused(const char *text, const char *message)
{
	struct diag d = { .set = false };
	struct sample s;

	cr_assert_eq(sample_parse(&s, "t", text, strlen(text), &d), -1, "%s", text);
	cr_expect(strstr(d.text, message), "%s", d.text);
}

#endif
