/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result_rows.c - a result for programs: the document, or a row a run. */
#include "result.h"

#include <inttypes.h>

#include "csv.h"

#define DIGITS 10 /* of a real number, as in the tables of sweeps */

static void dump(const json_t *value, size_t flags, FILE *out)
{
	json_dumpf(value, out, flags | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(DIGITS));
	putc('\n', out);
}

void result_print_json(const json_t *doc, FILE *out)
{
	dump(doc, JSON_INDENT(2), out);
}

/* The runs of @doc; a document of one run is its own list. New reference. */
static json_t *runs_of(const json_t *doc)
{
	json_t *runs = json_object_get(doc, "runs");

	if (runs)
		return json_incref(runs);
	return json_pack("[{s:i, s:O, s:O, s:O}]", "repeat", 0, "seed",
			 json_object_get(doc, "seed"), "metrics",
			 json_object_get(doc, "metrics"), "fingerprint",
			 json_object_get(doc, "fingerprint"));
}

/* One flat object: repeat, seed, metrics, fingerprint. */
static json_t *row_of(const json_t *run)
{
	json_t *row = json_object();

	json_object_set(row, "repeat", json_object_get(run, "repeat"));
	json_object_set(row, "seed", json_object_get(run, "seed"));
	json_object_update(row, json_object_get(run, "metrics"));
	json_object_set(row, "fingerprint", json_object_get(run, "fingerprint"));
	return row;
}

static void put_value(const json_t *value, FILE *out)
{
	if (json_is_integer(value))
		fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_real(value))
		fprintf(out, "%.*g", DIGITS, json_real_value(value));
	else
		csv_put_cell(out, json_string_value(value));
}

/* The members' names, or their values. */
static void put_row(json_t *row, bool names, FILE *out)
{
	const char *name;
	json_t *value;
	bool first = true;

	json_object_foreach(row, name, value)
	{
		if (!first)
			putc(',', out);
		if (names)
			csv_put_cell(out, name);
		else
			put_value(value, out);
		first = false;
	}
	putc('\n', out);
}

void result_print_csv(const json_t *doc, FILE *out)
{
	json_t *runs = runs_of(doc), *run;
	size_t i;

	json_array_foreach(runs, i, run)
	{
		json_t *row = row_of(run);

		if (i == 0)
			put_row(row, true, out);
		put_row(row, false, out);
		json_decref(row);
	}
	json_decref(runs);
}

void result_print_jsonl(const json_t *doc, FILE *out)
{
	json_t *runs = runs_of(doc), *run;
	size_t i;

	json_array_foreach(runs, i, run)
	{
		json_t *row = row_of(run);

		dump(row, JSON_COMPACT, out);
		json_decref(row);
	}
	json_decref(runs);
}
