/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_sample_print.c - samples beside a result, for people and for programs. */
#include "compare_sample_print.h"

#include <math.h>

#include "csv.h"

/* Nothing can be said relative to a measured 0. */
static void percent_text(const struct value *v, const struct counterpart *c, char *buf,
			 size_t len)
{
	double pct = stat_error_pct(c->simulated, v->value);

	if (isfinite(pct))
		snprintf(buf, len, "%+.2f %%", pct);
	else
		snprintf(buf, len, "n/a");
}

static void print_found(const struct sample *s, const struct counterpart *c, FILE *out)
{
	size_t found = 0;

	for (size_t i = 0; i < s->values; i++) {
		const struct value *v = &s->value[i];
		char pct[32];

		if (*c[i].why)
			continue;
		if (!found++)
			fprintf(out, "\n  %-40s %-8s %16s %16s %16s %10s\n", "value",
				"unit", "measured", "simulated", "difference", "");
		percent_text(v, &c[i], pct, sizeof(pct));
		fprintf(out, "  %-40s %-8s %16.10g %16.10g %+16.9g %10s\n", v->name,
			v->unit, v->value, c[i].simulated, c[i].simulated - v->value,
			pct);
	}
}

static void print_missing(const struct sample *s, const struct counterpart *c, FILE *out)
{
	size_t missing = 0;

	for (size_t i = 0; i < s->values; i++) {
		const struct value *v = &s->value[i];

		if (!*c[i].why)
			continue;
		if (!missing++)
			fputs("\n  without counterpart\n", out);
		fprintf(out, "  %-40s %-8s %16.10g   %s\n", v->name, v->unit, v->value,
			c[i].why);
	}
}

void beside_print_text(const struct beside *b, FILE *out)
{
	for (size_t i = 0; i < b->samples; i++) {
		const struct sample *s = &b->sample[i];

		fprintf(out, "%s%s beside %s: %s; %s\n", i ? "\n" : "", s->file,
			b->result, s->tool,
			s->layer ? layer_name(s->layer) : "no traffic");
		print_found(s, b->at[i], out);
		print_missing(s, b->at[i], out);
	}
	if (b->error.n)
		fprintf(out, "\n  mean absolute error %.2f %% over %zu values\n",
			stat_mape(&b->error), b->error.n);
	else
		fputs("\n  no value that is not 0 has a counterpart\n", out);
}

/* An empty cell for what is not known. */
static void put_number(double value, FILE *out)
{
	putc(',', out);
	if (isfinite(value))
		fprintf(out, "%.10g", value);
}

static void csv_line(const struct sample *s, const struct value *v,
		     const struct counterpart *c, FILE *out)
{
	bool found = !*c->why;

	csv_put_cell(out, s->file);
	putc(',', out);
	csv_put_cell(out, s->tool);
	putc(',', out);
	csv_put_cell(out, v->name);
	fprintf(out, ",%s,", v->unit);
	csv_put_cell(out, v->layer ? layer_name(v->layer) : "");
	fprintf(out, ",%d", v->line);
	put_number(v->value, out);
	put_number(found ? c->simulated : NAN, out);
	put_number(found ? c->simulated - v->value : NAN, out);
	put_number(found ? stat_error_pct(c->simulated, v->value) : NAN, out);
	putc(',', out);
	csv_put_cell(out, found ? v->metric : "");
	putc(',', out);
	csv_put_cell(out, c->why);
	putc('\n', out);
}

void beside_print_csv(const struct beside *b, FILE *out)
{
	fputs("file,tool,name,unit,layer,line,measured,simulated,difference,"
	      "difference_pct,counterpart,why_none\n",
	      out);
	for (size_t i = 0; i < b->samples; i++)
		for (size_t k = 0; k < b->sample[i].values; k++)
			csv_line(&b->sample[i], &b->sample[i].value[k], &b->at[i][k],
				 out);
}

static json_t *real_or_null(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *text_or_null(const char *text)
{
	json_t *json = text && *text ? json_string(text) : NULL;

	return json ? json : json_null();
}

static json_t *layer_json(enum layer layer)
{
	return text_or_null(layer ? layer_name(layer) : NULL);
}

static json_t *found_json(const struct value *v, const struct counterpart *c)
{
	return json_pack("{s:s, s:s, s:o, s:i, s:f, s:f, s:f, s:o, s:s}", "name", v->name,
			 "unit", v->unit, "layer", layer_json(v->layer), "line", v->line,
			 "measured", v->value, "simulated", c->simulated, "difference",
			 c->simulated - v->value, "difference_pct",
			 real_or_null(stat_error_pct(c->simulated, v->value)),
			 "counterpart", v->metric);
}

static json_t *missing_json(const struct value *v, const struct counterpart *c)
{
	return json_pack("{s:s, s:s, s:o, s:i, s:f, s:s}", "name", v->name, "unit",
			 v->unit, "layer", layer_json(v->layer), "line", v->line,
			 "measured", v->value, "why", c->why);
}

static json_t *sample_json(const struct sample *s, const struct counterpart *c)
{
	json_t *found = json_array(), *missing = json_array();

	for (size_t i = 0; i < s->values; i++)
		if (*c[i].why)
			json_array_append_new(missing, missing_json(&s->value[i], &c[i]));
		else
			json_array_append_new(found, found_json(&s->value[i], &c[i]));
	return json_pack("{s:o, s:s, s:o, s:o, s:o}", "file", text_or_null(s->file),
			 "tool", s->tool, "layer", layer_json(s->layer), "values", found,
			 "without_counterpart", missing);
}

void beside_print_json(const struct beside *b, FILE *out)
{
	json_t *list = json_array(), *doc;

	for (size_t i = 0; i < b->samples; i++)
		json_array_append_new(list, sample_json(&b->sample[i], b->at[i]));
	doc = json_pack("{s:o, s:o, s:o, s:I}", "result", text_or_null(b->result),
			"samples", list, "mean_error_pct",
			real_or_null(stat_mape(&b->error)), "compared",
			(json_int_t)b->error.n);
	json_dumpf(doc, out, JSON_INDENT(2) | JSON_REAL_PRECISION(12));
	putc('\n', out);
	json_decref(doc);
}
