/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb_check.c - vhostsim check: are these scenario files fine? */
#include "verbs.h"

#include <jansson.h>
#include <stdlib.h>

#include "args.h"
#include "experiment.h"
#include "output.h"

enum option_key { KEY_SET = 256, KEY_FORMAT, KEY_PRINT };

enum check_format { CHECK_TEXT, CHECK_JSON };

struct check_args {
	const char **file;
	size_t files;
	const char *out;
	struct settings set;
	int format;
	bool print;
	struct diag d;
};

static const char *const format_name[] = { "text", "json", NULL };

static const struct argp_option options[] = {
	{ "set", KEY_SET, "PATH=VALUE", 0, "Set a key of the scenarios", 0 },
	{ "print", KEY_PRINT, NULL, 0,
	  "Print each scenario as it is understood, with every default filled in", 0 },
	{ "format", KEY_FORMAT, "FORMAT", 0, "text (default) or json", 0 },
	{ "output", 'o', "FILE", 0, "Write to FILE instead of stdout", 0 },
	{ 0 },
};

static void add_file(struct check_args *a, const char *name)
{
	const char **grown = realloc(a->file, (a->files + 1) * sizeof(*grown));

	if (!grown) {
		diag_set(&a->d, NULL, 0, 0, NULL, "out of memory");
		return;
	}
	a->file = grown;
	a->file[a->files++] = name;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct check_args *a = state->input;

	switch (key) {
	case KEY_SET:
		settings_add(&a->set, arg, &a->d);
		return 0;
	case KEY_PRINT:
		a->print = true;
		return 0;
	case KEY_FORMAT:
		a->format = args_choice("--format", arg, format_name, &a->d);
		return 0;
	case 'o':
		a->out = arg;
		return 0;
	case ARGP_KEY_ARG:
		add_file(a, arg);
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "name one scenario file or more");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* What there is to say about one file: "file", "fine", and "error" or "scenario". */
static json_t *verdict(const struct check_args *a, const char *file)
{
	struct diag d = { .set = false };
	struct experiment e;
	json_t *out = json_object();

	json_object_set_new(out, "file", json_string(file));
	if (experiment_load(&e, file, a->set.v, a->set.n, &d)) {
		diag_print(&d);
		json_object_set_new(out, "fine", json_false());
		json_object_set_new(out, "error", json_string(d.text));
		return out;
	}
	json_object_set_new(out, "fine", json_true());
	if (a->print)
		json_object_set(out, "scenario", e.tree);
	experiment_destroy(&e);
	return out;
}

/* Errors have gone to stderr already. */
static void print_text(const json_t *list, FILE *out)
{
	json_t *one;
	size_t i;

	json_array_foreach((json_t *)list, i, one)
	{
		const json_t *tree = json_object_get(one, "scenario");

		if (tree) {
			json_dumpf(tree, out, JSON_INDENT(2));
			putc('\n', out);
		} else if (json_is_true(json_object_get(one, "fine"))) {
			fprintf(out, "%s: fine\n",
				json_string_value(json_object_get(one, "file")));
		}
	}
}

static int print(const struct check_args *a, const json_t *list, struct diag *d)
{
	struct output o;

	if (output_open(&o, a->out, d))
		return -1;
	if (a->format == CHECK_JSON) {
		json_dumpf(list, o.f, JSON_INDENT(2));
		putc('\n', o.f);
	} else {
		print_text(list, o.f);
	}
	return output_close(&o, d);
}

/* A bad file does not keep us from looking at the next. */
static int check_all(struct check_args *a)
{
	json_t *list = json_array();
	int code = EXIT_FINE;

	for (size_t i = 0; i < a->files; i++) {
		json_t *one = verdict(a, a->file[i]);

		if (!json_is_true(json_object_get(one, "fine")))
			code = EXIT_USAGE;
		json_array_append_new(list, one);
	}
	if (print(a, list, &a->d))
		code = diag_print(&a->d);
	json_decref(list);
	return code;
}

int verb_check(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		parse,
		"SCENARIO...",
		"Check scenario files: syntax, keys, types, units, ranges, and whether the "
		"parts fit together. Nothing is simulated."
		"\v"
		"Exit status: 0 if all of them are fine, 2 if one is not.",
		NULL,
		NULL,
		NULL,
	};
	struct check_args a = { .format = CHECK_TEXT };
	int code;

	args_parse(&argp, argc, argv, "check", &a);
	code = a.d.set ? diag_print(&a.d) : check_all(&a);
	settings_free(&a.set);
	free(a.file);
	return code;
}
