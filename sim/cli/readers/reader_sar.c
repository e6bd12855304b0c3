/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_sar.c - sar -n DEV and EDEV: packets and bytes of interfaces.
 *
 * The counters are those of /proc/net/dev; its kB are 1024 bytes.
 */
#include <string.h>

#include "sysstat.h"

static const struct {
	const char *column, *name, *unit;
	double factor;
} columns[] = {
	{ "rxpck/s", "rxpck/s", "pkt/s", 1 },
	{ "txpck/s", "txpck/s", "pkt/s", 1 },
	{ "rxkB/s", "rx throughput", "bit/s", 8192 },
	{ "txkB/s", "tx throughput", "bit/s", 8192 },
	{ "rxerr/s", "rxerr/s", "pkt/s", 1 },
	{ "txerr/s", "txerr/s", "pkt/s", 1 },
	{ "rxdrop/s", "rxdrop/s", "pkt/s", 1 },
	{ "txdrop/s", "txdrop/s", "pkt/s", 1 },
};

static bool detect(const struct input *in)
{
	return sys_has(in, "IFACE");
}

static int row(const struct input *in, const struct sys_row *r, struct sys_table *t,
	       struct diag *d)
{
	const char *iface = sys_word(r, 0);

	for (size_t i = 1; iface && sys_head(r, i); i++)
		if (sys_add_word(in, r, i, iface, t, d))
			return -1;
	return 0;
}

static void put(struct sample *s, const struct sys_cell *c)
{
	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		if (!strcmp(c->column, columns[i].column)) {
			sample_put(s, c->line, c->value * columns[i].factor,
				   columns[i].unit, NULL, "%s %s", c->key,
				   columns[i].name);
			return;
		}
	sample_put(s, c->line, c->value, sys_unit(c->column), NULL, "%s %s", c->key,
		   c->column);
}

static int read_sar(const struct input *in, struct sample *s, struct diag *d)
{
	struct sys_table t = { .cells = 0 };
	int err = sys_rows(in, "IFACE", &t, row, d);

	s->layer = LAYER_FRAME;
	sys_join(&t);
	for (size_t i = 0; !err && i < t.cells; i++)
		put(s, &t.cell[i]);
	s->no_memory |= t.no_memory;
	sys_destroy(&t);
	return err;
}

const struct reader reader_sar = {
	"sar -n DEV",
	"heads \"22:34:16  IFACE  rxpck/s ...\" and rows below",
	detect,
	read_sar,
};
