/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample_print.c - what was read, for people and for programs. */
#include "readers.h"

#include <jansson.h>

#include "../csv.h"

static void print_one(const struct sample *s, FILE *out)
{
	fprintf(out, "%s: %s; %s\n", s->file, s->tool,
		s->layer ? layer_name(s->layer) : "no traffic");
	fprintf(out, "\n  %-44s %18s  %-8s %5s  %s\n", "value", "", "unit", "line",
		"layer");
	for (size_t i = 0; i < s->values; i++) {
		const struct value *v = &s->value[i];

		fprintf(out, "  %-44s %18.12g  %-8s %5d  %s\n", v->name, v->value,
			v->unit, v->line, layer_name(v->layer));
	}
}

void samples_print_text(const struct sample *s, size_t n, FILE *out)
{
	for (size_t i = 0; i < n; i++) {
		if (i)
			putc('\n', out);
		print_one(&s[i], out);
	}
}

void samples_print_csv(const struct sample *s, size_t n, FILE *out)
{
	fputs("file,tool,name,value,unit,layer,line\n", out);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < s[i].values; k++) {
			const struct value *v = &s[i].value[k];

			csv_put_cell(out, s[i].file);
			putc(',', out);
			csv_put_cell(out, s[i].tool);
			putc(',', out);
			csv_put_cell(out, v->name);
			fprintf(out, ",%.12g,%s,", v->value, v->unit);
			csv_put_cell(out, v->layer ? layer_name(v->layer) : "");
			fprintf(out, ",%d\n", v->line);
		}
}

static json_t *layer_json(enum layer layer)
{
	return layer ? json_string(layer_name(layer)) : json_null();
}

static json_t *value_json(const struct value *v)
{
	return json_pack("{s:s, s:f, s:s, s:o, s:i}", "name", v->name, "value", v->value,
			 "unit", v->unit, "layer", layer_json(v->layer), "line", v->line);
}

static json_t *sample_json(const struct sample *s)
{
	json_t *values = json_array(), *file = json_string(s->file);

	for (size_t i = 0; i < s->values; i++)
		json_array_append_new(values, value_json(&s->value[i]));
	/* the name of a file need not be UTF-8 */
	return json_pack("{s:o, s:s, s:o, s:o}", "file", file ? file : json_null(),
			 "tool", s->tool, "layer", layer_json(s->layer), "values",
			 values);
}

void samples_print_json(const struct sample *s, size_t n, FILE *out)
{
	json_t *list = json_array(), *doc;

	for (size_t i = 0; i < n; i++)
		json_array_append_new(list, sample_json(&s[i]));
	doc = json_pack("{s:o}", "samples", list);
	json_dumpf(doc, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
	putc('\n', out);
	json_decref(doc);
}
