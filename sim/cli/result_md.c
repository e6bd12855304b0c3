/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result_md.c - a result as Markdown tables, for mails and issue trackers. */
#include "result.h"

#include "json_get.h"

static void print_metrics(const json_t *doc, FILE *out)
{
	json_t *ci = json_object_get(doc, "ci95"), *value, *mean;
	const char *name;

	fprintf(out, "| metric | value |%s\n|---|--:|%s\n", ci ? " +- 95 % |" : "",
		ci ? "--:|" : "");
	json_object_foreach(json_object_get(doc, "metrics"), name, value)
	{
		mean = json_object_get(json_object_get(doc, "mean"), name);
		fprintf(out, "| %s | %.3f |", name,
			json_number_value(mean ? mean : value));
		if (ci)
			fprintf(out, " %.3f |", json_get_number(ci, name));
		putc('\n', out);
	}
}

static void print_profile(const json_t *doc, FILE *out)
{
	json_t *line;
	size_t i;

	fputs("\n| task | percent | module | symbol | ns a packet |\n"
	      "|---|--:|---|---|--:|\n",
	      out);
	json_array_foreach(json_object_get(doc, "profile"), i, line) fprintf(
		out, "| %s | %.2f | %s | `%s` | %.2f |\n", json_get_text(line, "task"),
		json_get_number(line, "percent"), json_get_text(line, "module"),
		json_get_text(line, "symbol"), json_get_number(line, "ns_per_packet"));
}

void result_print_md(const json_t *doc, FILE *out)
{
	fprintf(out, "**%s**: %s\n\n", json_get_text(doc, "scenario_file"),
		json_get_text(json_object_get(doc, "scenario"), "title"));
	if (!json_is_true(json_object_get(doc, "complete")))
		fprintf(out, "**Not complete: %s.**\n\n", json_get_text(doc, "end"));
	print_metrics(doc, out);
	print_profile(doc, out);
	fprintf(out, "\n%s, machine %s, kernel %s, fingerprint %s\n",
		json_get_text(doc, "program"), json_get_text(doc, "machine"),
		json_get_text(doc, "kernel"), json_get_text(doc, "fingerprint"));
}
