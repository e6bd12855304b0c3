/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "die.h"

static struct report_field *add(struct report *r, const char *name)
{
	struct report_field *f;

	if (r->n == REPORT_FIELDS)
		die_with(EXIT_SYSTEM, "more than %d values in a report", REPORT_FIELDS);
	f = &r->field[r->n++];
	snprintf(f->name, sizeof(f->name), "%s", name);
	f->quoted = false;
	return f;
}

void report_int(struct report *r, const char *name, uint64_t value)
{
	struct report_field *f = add(r, name);

	snprintf(f->value, sizeof(f->value), "%" PRIu64, value);
}

void report_real(struct report *r, const char *name, double value)
{
	struct report_field *f = add(r, name);

	snprintf(f->value, sizeof(f->value), "%.3f", value);
}

void report_text(struct report *r, const char *name, const char *value)
{
	struct report_field *f = add(r, name);

	snprintf(f->value, sizeof(f->value), "%s", value);
	f->quoted = true;
}

void report_line(struct report *r, const char *line)
{
	char name[REPORT_TEXT], value[REPORT_TEXT], *end;

	if (sscanf(line, "%47s %47s", name, value) != 2)
		return;
	report_text(r, name, value);
	strtod(value, &end);
	r->field[r->n - 1].quoted = *end != '\0';
}

static void print_csv(const struct report *r, bool names)
{
	for (size_t i = 0; i < r->n; i++)
		printf("%s%s", i ? "," : "",
		       names ? r->field[i].name : r->field[i].value);
	putchar('\n');
}

static void print_json(const struct report *r)
{
	for (size_t i = 0; i < r->n; i++) {
		const struct report_field *f = &r->field[i];
		const char *quote = f->quoted ? "\"" : "";

		printf("%s\"%s\": %s%s%s", i ? ", " : "{", f->name, quote, f->value,
		       quote);
	}
	puts("}");
}

void report_print(const struct report *r, enum report_format format)
{
	if (format == REPORT_JSON) {
		print_json(r);
	} else {
		print_csv(r, true);
		print_csv(r, false);
	}
	if (fflush(stdout) || ferror(stdout))
		die("standard output");
}
