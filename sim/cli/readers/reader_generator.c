/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_generator.c - the generators TRex (get_stats of its API) and MoonGen (CSV).
 *
 * Both count frames with check sequence: 64 bytes are 512 bits of theirs. "L1" and
 * "WithFraming" have preamble and gap, too. MoonGen's rates are Mpps and Mbit/s.
 */
#include <ctype.h>
#include <string.h>

#include "../csv.h"
#include "json_table.h"
#include "sysstat.h"

static const struct json_row global[] = {
	{ "global.cpu_util", "%", NULL },
	{ "global.tx_pps", "pkt/s", "tx_pps" },
	{ "global.rx_pps", "pkt/s", "rx_pps" },
	{ "global.tx_bps", "bit/s", NULL },
	{ "global.rx_bps", "bit/s", "throughput_gbps" },
	{ "global.rx_drop_bps", "bit/s", NULL },
	{ "global.queue_full", "count", NULL },
	{ NULL, NULL, NULL },
};

static bool detect_trex(const struct input *in)
{
	return input_json(in, "global.tx_pps") && input_json(in, "global.rx_pps");
}

static const char *trex_unit(const char *key)
{
	static const char *const units[][2] = {
		{ "_pps", "pkt/s" },  { "_bps", "bit/s" },	{ "_util", "%" },
		{ "bytes", "bytes" }, { "packets", "packets" }, { "errors", "packets" },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strstr(key, units[i][0]))
			return units[i][1];
	return "unknown";
}

/* Counters and rates of the port @name. */
static void put_port(const struct input *in, struct sample *s, const char *name,
		     const json_t *port)
{
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)port, key, value)
	{
		char path[128];

		snprintf(path, sizeof(path), "%.20s.%.60s", name, key);
		if (!json_is_number(value))
			continue;
		sample_put(s, input_json_line(in, path), json_number_value(value),
			   trex_unit(key), NULL, "port %s", path);
		if (strstr(key, "_L1"))
			sample_layer(s, LAYER_WIRE);
	}
}

/* Latencies of the stream @id. */
static void put_latency(const struct input *in, struct sample *s, const char *id)
{
	static const char *const us[] = { "average", "jitter", "total_max", "total_min" };
	char path[128];

	for (size_t i = 0; i < sizeof(us) / sizeof(us[0]); i++) {
		struct json_row row[] = { { path, "us", NULL }, { NULL, NULL, NULL } };

		snprintf(path, sizeof(path), "latency.%.20s.latency.%s", id, us[i]);
		json_table(in, s, row);
	}
	snprintf(path, sizeof(path), "latency.%.20s.err_cntrs.dropped", id);
	json_table(in, s, (struct json_row[]){ { path, "packets", NULL }, { 0 } });
}

static int read_trex(const struct input *in, struct sample *s, struct diag *d)
{
	const char *name;
	json_t *value;

	(void)d;
	s->layer = LAYER_FRAME_FCS;
	json_table(in, s, global);
	json_object_foreach(in->json, name, value)
	{
		if (isdigit((unsigned char)name[0]))
			put_port(in, s, name, value);
	}
	json_object_foreach((json_t *)input_json(in, "latency"), name, value)
	{
		put_latency(in, s, name);
	}
	return 0;
}

const struct reader reader_trex = {
	"TRex get_stats",
	"{\"global\": {\"tx_pps\": N, \"rx_pps\": N, ...}, \"0\": {...}}",
	detect_trex,
	read_trex,
};

static const struct {
	const char *head, *name, *unit;
	double factor;
	enum layer layer;
} columns[] = {
	{ "PacketRate", "pps", "pkt/s", 1e6, LAYER_FRAME_FCS },
	{ "Mbit", "throughput", "bit/s", 1e6, LAYER_FRAME_FCS },
	{ "MbitWithFraming", "throughput with framing", "bit/s", 1e6, LAYER_WIRE },
};

#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

static bool detect_moongen(const struct input *in)
{
	return input_find(in, 0, "Device,Direction,PacketRate,") >= 0;
}

/* Means of each device and direction over the seconds. */
static void read_cells(const struct csv *c, struct sample *s)
{
	struct sys_table t = { .cells = 0 };
	int device = csv_column(c, "Device"), way = csv_column(c, "Direction");

	for (size_t row = 0; row < c->rows; row++)
		for (size_t i = 0; device >= 0 && way >= 0 && i < COLUMNS; i++) {
			int column = csv_column(c, columns[i].head);
			char key[64];
			double v;

			if (column < 0 ||
			    csv_parse_number(csv_cell(c, row, (size_t)column), &v))
				continue;
			snprintf(key, sizeof(key), "%.40s %.10s",
				 csv_cell(c, row, (size_t)device),
				 csv_cell(c, row, (size_t)way));
			sys_add(&t, key, columns[i].head, v, c->line[row]);
		}
	sys_join(&t);
	for (size_t k = 0; k < t.cells; k++)
		for (size_t i = 0; i < COLUMNS; i++)
			if (!strncmp(t.cell[k].column, columns[i].head,
				     sizeof(t.cell[k].column) - 1)) {
				sample_put(s, t.cell[k].line,
					   t.cell[k].value * columns[i].factor,
					   columns[i].unit, NULL, "%s %s", t.cell[k].key,
					   columns[i].name);
				sample_layer(s, columns[i].layer);
			}
	s->no_memory |= t.no_memory;
	sys_destroy(&t);
}

static int read_moongen(const struct input *in, struct sample *s, struct diag *d)
{
	struct csv c;

	s->layer = LAYER_FRAME_FCS;
	if (csv_parse(&c, in->file, in->text, in->len, d))
		return -1;
	read_cells(&c, s);
	csv_destroy(&c);
	return 0;
}

const struct reader reader_moongen = {
	"MoonGen",
	"heads \"Time,Device,Direction,PacketRate,...\" and rows below",
	detect_moongen,
	read_moongen,
};
