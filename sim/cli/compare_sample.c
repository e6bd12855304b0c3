/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_sample.c - what tools printed: shown, and beside the result of a run. */
#include "compare_sample.h"

#include <stdlib.h>

#include "output.h"
#include "readers/readers.h"

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
