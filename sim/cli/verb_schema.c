/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb_schema.c - vhostsim schema: what editors need to know about scenario files. */
#include "verbs.h"

#include <jansson.h>

#include "args.h"
#include "desc.h"
#include "output.h"

struct schema_args {
	const char *out;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write to FILE instead of stdout", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct schema_args *a = state->input;

	switch (key) {
	case 'o':
		a->out = arg;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "\"%s\" is too much", arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int print(const json_t *schema, const char *out, struct diag *d)
{
	struct output o;

	if (output_open(&o, out, d))
		return -1;
	json_dumpf(schema, o.f, JSON_INDENT(2));
	putc('\n', o.f);
	return output_close(&o, d);
}

int verb_schema(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		parse,
		"",
		"Print the JSON Schema (draft 2020-12) of scenario files. Editors complete and "
		"check what you type with it, if a scenario says \"$schema\": "
		"\"../schema.json\" (scenarios/schema.json is this output).",
		NULL,
		NULL,
		NULL,
	};
	struct schema_args a = { .out = NULL };
	struct diag d = { .set = false };
	int code = EXIT_FINE;
	json_t *schema;

	args_parse(&argp, argc, argv, "schema", &a);
	schema = desc_schema(scenario_desc());
	if (!schema)
		diag_set(&d, NULL, 0, 0, NULL, "out of memory");
	if (!schema || print(schema, a.out, &d))
		code = diag_print(&d);
	json_decref(schema);
	return code;
}
