/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_sample.c - what tools printed: shown, and beside the result of a run. */
#include "compare_sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_sample_print.h"
#include "json_file.h"
#include "output.h"
#include "slurp.h"

static void samples_free(struct sample *s, size_t n)
{
	while (n--)
		sample_destroy(&s[n]);
	free(s);
}

/* All samples, or NULL with @d filled. */
static struct sample *samples_read(char **file, size_t n, struct diag *d)
{
	struct sample *s = calloc(n, sizeof(*s));

	if (!s)
		diag_set(d, file[0], 0, 0, NULL, "no memory to read it");
	for (size_t i = 0; s && i < n; i++) {
		if (!sample_read(&s[i], file[i], d))
			continue;
		samples_free(s, i);
		s = NULL;
	}
	return s;
}

static void show(const struct sample *s, size_t n, int format, FILE *out)
{
	switch ((enum sample_format)format) {
	case SAMPLE_TEXT:
		samples_print_text(s, n, out);
		break;
	case SAMPLE_CSV:
		samples_print_csv(s, n, out);
		break;
	case SAMPLE_JSON:
		samples_print_json(s, n, out);
		break;
	}
}

int samples_show(char **file, size_t n, const struct sample_options *o, struct diag *d)
{
	struct sample *s = samples_read(file, n, d);
	struct output out;

	if (!s)
		return EXIT_USAGE;
	if (!output_open(&out, o->out, d)) {
		show(s, n, o->format, out.f);
		output_close(&out, d);
	}
	samples_free(s, n);
	return d->set ? EXIT_USAGE : EXIT_FINE;
}

bool is_result(const char *file)
{
	struct diag ignored = { .set = false };
	size_t len;
	char *text = slurp(file, JSON_FILE_MAX, &len, &ignored);
	bool json = text && text[strspn(text, " \t\r\n")] == '{';

	free(text);
	return json;
}

static void fill(struct beside *b, size_t i, const json_t *doc, double seconds)
{
	const struct sample *s = &b->sample[i];

	for (size_t k = 0; k < s->values; k++) {
		struct counterpart *c = &b->at[i][k];
		double pct;

		counterpart_find(c, doc, s, &s->value[k],
				 seconds > 0 ? seconds : s->seconds);
		pct = stat_error_pct(c->simulated, s->value[k].value);
		if (!*c->why && isfinite(pct))
			stat_mape_add(&b->error, pct);
	}
}

static void beside_free(struct beside *b)
{
	for (size_t i = 0; b->at && i < b->samples; i++)
		free(b->at[i]);
	free(b->at);
}

static int beside_fill(struct beside *b, const json_t *doc, double seconds,
		       struct diag *d)
{
	b->at = calloc(b->samples, sizeof(*b->at));
	for (size_t i = 0; i < b->samples; i++) {
		if (b->at)
			b->at[i] = calloc(b->sample[i].values, sizeof(**b->at));
		if (!b->at || !b->at[i])
			return diag_set(d, b->result, 0, 0, NULL,
					"no memory to compare it");
		fill(b, i, doc, seconds);
	}
	return 0;
}

static void print(const struct beside *b, int format, FILE *out)
{
	switch ((enum sample_format)format) {
	case SAMPLE_TEXT:
		beside_print_text(b, out);
		break;
	case SAMPLE_CSV:
		beside_print_csv(b, out);
		break;
	case SAMPLE_JSON:
		beside_print_json(b, out);
		break;
	}
}

static int compare_with(const json_t *doc, struct beside *b,
			const struct sample_options *o, struct diag *d)
{
	struct output out;

	if (beside_fill(b, doc, o->seconds, d) || output_open(&out, o->out, d))
		return EXIT_USAGE;
	print(b, o->format, out.f);
	if (output_close(&out, d))
		return EXIT_USAGE;
	if (!isnan(o->tolerance) && !(stat_mape(&b->error) <= o->tolerance))
		return EXIT_DIFFERS;
	return EXIT_FINE;
}

int samples_compare(const char *result, char **file, size_t n,
		    const struct sample_options *o, struct diag *d)
{
	struct beside b = { .result = result, .samples = n };
	struct json_file f;
	struct sample *s = NULL;
	int code = EXIT_USAGE;

	if (json_file_read(&f, result, d))
		return code;
	if (!result_check(f.root, result, d))
		s = samples_read(file, n, d);
	if (s && json_is_false(json_object_get(f.root, "complete")))
		warn("%s is the result of a run that did not get to its end", result);
	if (s) {
		b.sample = s;
		code = compare_with(f.root, &b, o, d);
		beside_free(&b);
		samples_free(s, n);
	}
	json_file_destroy(&f);
	return code;
}
