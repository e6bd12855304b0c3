/* SPDX-License-Identifier: GPL-3.0-or-later */
/* series.c - what stands where, over simulated time, as a CSV table. */
#include "series.h"

#include <stdlib.h>

#include "csv.h"

static void put_header(struct series *s, const struct metric *gauge, unsigned int n)
{
	fputs("time_us", s->out.f);
	for (unsigned int i = 0; i < n; i++) {
		putc(',', s->out.f);
		csv_put_cell(s->out.f, gauge[i].name);
	}
	putc('\n', s->out.f);
	s->header_out = true;
}

static void look(void *ctx, struct host *h, uint64_t at_ns)
{
	struct metric gauge[GAUGES_MAX];
	unsigned int n = host_gauges(h, gauge);
	struct series *s = ctx;

	if (!s->header_out)
		put_header(s, gauge, n);
	fprintf(s->out.f, "%.3f", (double)at_ns / 1e3);
	for (unsigned int i = 0; i < n; i++)
		fprintf(s->out.f, ",%.10g", gauge[i].value);
	putc('\n', s->out.f);
}

int series_open(struct series *s, const char *name, uint64_t interval_ns,
		const struct experiment *e, struct diag *d)
{
	char *resolved;

	s->header_out = false;
	s->watch = (struct run_watch){ interval_ns, look, s };
	if (output_open(&s->out, name, d))
		return -1;
	resolved = json_dumps(e->tree, JSON_COMPACT);
	fprintf(s->out.f, "# machine: %s\n# resolved: %s\n", e->machine.name,
		resolved ? resolved : "");
	free(resolved);
	return 0;
}

int series_close(struct series *s, struct diag *d)
{
	return output_close(&s->out, d);
}
