/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb_list.c - vhostsim list: what there is to name in scenarios. */
#include "verbs.h"

#include <argp.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include "args.h"
#include "csv.h"
#include "data.h"
#include "json_file.h"
#include "json_get.h"
#include "machine_file.h"
#include "metric_desc.h"

enum list_format { LIST_TEXT, LIST_CSV, LIST_JSON };

static const char *const format_name[] = { "text", "csv", "json", NULL };
static const char *const section_name[] = { "scenarios", "machines", "kernels",
					    "switches",	 "ops",	     "metrics",
					    NULL };

struct list_args {
	int section; /* -1: all */
	int format;
	struct diag d;
};

static const struct argp_option options[] = {
	{ "format", 'f', "FORMAT", 0, "text (default), csv or json", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct list_args *a = state->input;

	switch (key) {
	case 'f':
		a->format = args_choice("--format", arg, format_name, &a->d);
		return 0;
	case ARGP_KEY_ARG:
		if (state->arg_num > 0)
			argp_error(state, "\"%s\" is too much; one list or all", arg);
		a->section = args_choice("list", arg, section_name, &a->d);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* All sections go into one list of {section, name, help}. */
static void add(json_t *list, const char *section, const char *name, const char *help)
{
	json_array_append_new(list, json_pack("{s:s, s:s, s:s}", "section", section,
					      "name", name, "help", help));
}

/* Title of the JSON file @path; what is wrong with it if it cannot be read. */
static json_t *title_of(const char *path)
{
	struct diag d = { .set = false };
	struct json_file f;
	json_t *title;

	if (json_file_read(&f, path, &d))
		return json_string(d.text);
	title = json_string(json_get_text(f.root, "title"));
	json_file_destroy(&f);
	return title;
}

static int add_machines(json_t *list, struct diag *d)
{
	char **names = data_names("models/machines", d);

	for (char **n = names; n && *n; n++) {
		struct diag why = { .set = false };
		struct machine m;
		json_t *tree, *help;

		if (machine_load(*n, &m, &tree, &why)) {
			add(list, "machines", *n, why.text);
			continue;
		}
		help = json_sprintf("%s; fitted parameters: %zu", m.title,
				    machine_fitted_parameters(tree));
		add(list, "machines", *n, json_string_value(help));
		json_decref(help);
		json_decref(tree);
	}
	data_names_free(names);
	return names ? 0 : -1;
}

static int add_kernels(json_t *list, struct diag *d)
{
	char **names = data_names("models/kernels", d);

	for (char **n = names; n && *n; n++) {
		char rel[256], *path;
		json_t *title;

		snprintf(rel, sizeof(rel), "models/kernels/%s.json", *n);
		path = data_path(rel, d);
		title = path ? title_of(path) : NULL;
		if (title)
			add(list, "kernels", *n, json_string_value(title));
		json_decref(title);
		free(path);
	}
	data_names_free(names);
	return names ? 0 : -1;
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static bool is_scenario(const FTSENT *e)
{
	size_t len = strlen(e->fts_name);

	return e->fts_info == FTS_F && e->fts_level == 2 && len > 5 &&
	       !strcmp(e->fts_name + len - 5, ".json");
}

static int add_scenarios(json_t *list, struct diag *d)
{
	char *root = data_path("scenarios", d);
	char *const roots[] = { root, NULL };
	FTS *tree = root ? fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name) : NULL;
	FTSENT *e;

	while (tree && (e = fts_read(tree))) {
		json_t *title;

		if (!is_scenario(e))
			continue;
		title = title_of(e->fts_path);
		add(list, "scenarios", e->fts_path + strlen(root) - strlen("scenarios"),
		    json_string_value(title));
		json_decref(title);
	}
	if (tree)
		fts_close(tree);
	free(root);
	return root ? 0 : -1;
}

static void add_switches(json_t *list)
{
	for (int i = 0; i < KERNEL_SWITCH_COUNT; i++)
		add(list, "switches", kernel_switch_name((enum kernel_switch)i),
		    kernel_switch_help((enum kernel_switch)i));
}

static void add_ops(json_t *list)
{
	for (int i = 0; i < OP_COUNT; i++)
		add(list, "ops", op_name((enum op)i), op_help((enum op)i));
}

static void add_metrics(json_t *list)
{
	for (const struct metric_desc *m = metric_table(); m->name; m++)
		add(list, "metrics", m->name, m->help);
}

static int fill(json_t *list, const struct list_args *a, struct diag *d)
{
	bool all = a->section < 0;

	if ((all || a->section == 0) && add_scenarios(list, d))
		return -1;
	if ((all || a->section == 1) && add_machines(list, d))
		return -1;
	if ((all || a->section == 2) && add_kernels(list, d))
		return -1;
	if (all || a->section == 3)
		add_switches(list);
	if (all || a->section == 4)
		add_ops(list);
	if (all || a->section == 5)
		add_metrics(list);
	return 0;
}

static void print_text(const json_t *list)
{
	const char *section = "";
	json_t *item;
	size_t i;

	json_array_foreach((json_t *)list, i, item)
	{
		if (strcmp(section, json_get_text(item, "section"))) {
			printf("%s%s:\n", *section ? "\n" : "",
			       json_get_text(item, "section"));
			section = json_get_text(item, "section");
		}
		printf("  %-38s %s\n", json_get_text(item, "name"),
		       json_get_text(item, "help"));
	}
}

static void print_csv(const json_t *list)
{
	json_t *item;
	size_t i;

	puts("section,name,help");
	json_array_foreach((json_t *)list, i, item)
	{
		csv_put_cell(stdout, json_get_text(item, "section"));
		putchar(',');
		csv_put_cell(stdout, json_get_text(item, "name"));
		putchar(',');
		csv_put_cell(stdout, json_get_text(item, "help"));
		putchar('\n');
	}
}

int verb_list(int argc, char **argv)
{
	static const struct argp argp = {
		options,
		parse,
		"[scenarios|machines|kernels|switches|ops|metrics]",
		"List what scenarios can name: other scenarios, machine profiles, kernel "
		"versions, the switches that make them up, the operations that a profile "
		"gives costs for; and the metrics of a result.",
		NULL,
		NULL,
		NULL,
	};
	struct list_args a = { .section = -1, .format = LIST_TEXT };
	json_t *list = json_array();
	int code = EXIT_FINE;

	args_parse(&argp, argc, argv, "list", &a);
	if (a.d.set || fill(list, &a, &a.d)) {
		code = diag_print(&a.d);
	} else if (a.format == LIST_TEXT) {
		print_text(list);
	} else if (a.format == LIST_CSV) {
		print_csv(list);
	} else {
		json_dumpf(list, stdout, JSON_INDENT(2));
		putchar('\n');
	}
	json_decref(list);
	return code;
}
