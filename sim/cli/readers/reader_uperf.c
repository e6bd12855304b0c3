/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_uperf.c - uperf: transactions, groups, threads, latencies, netstat, run
 * statistics; with -R raw counters.
 *
 * Its MB and GB are 2^20 and 2^30 bytes, its Mb/s and Gb/s 10^6 and 10^9 bits a second.
 * "Total" includes the pauses of connecting and disconnecting, so the throughput is that
 * of the transaction that moved most bytes.
 */
#include <string.h>

#include "readers.h"

#define NAME 32
#define UNIT 8
#define TXNS 64

static bool detect(const struct input *in)
{
	return input_find(in, 0, "threads running profile:") >= 0 ||
	       (input_has(in, "name:Txn") && input_has(in, "nr_bytes:")) ||
	       (input_has(in, "Txn") && input_has(in, "op/s"));
}

struct scale {
	const char *unit;
	double factor;
};

/* Width cuts the last letter off: "770.42M" is MB. */
static const struct scale scales[] = {
	{ "KB", 1024 }, { "MB", 1048576 }, { "GB", 1073741824 }, { "TB", 1099511627776 },
	{ "K", 1024 },	{ "M", 1048576 },  { "G", 1073741824 },	 { "B", 1 },
	{ "b/s", 1 },	{ "Kb/s", 1e3 },   { "Mb/s", 1e6 },	 { "Gb/s", 1e9 },
	{ "ns", 1e-3 }, { "us", 1 },	   { "ms", 1e3 },	 { "s", 1e6 },
};

static double factor_of(const char *unit)
{
	for (size_t i = 0; i < sizeof(scales) / sizeof(scales[0]); i++)
		if (!strcmp(unit, scales[i].unit))
			return scales[i].factor;
	return 0;
}

/* Bytes and operations over seconds. */
struct flow {
	char name[NAME];
	double bytes, seconds, bits, ops;
	double first_ms; /* of raw counters */
	int line;
};

/* "Txn2  2.12GB / 3.20(s) = 5.70Gb/s 23737op/s" */
static bool parse_flow(const char *line, struct flow *f)
{
	char bytes[UNIT], bits[UNIT];

	if (sscanf(line, " %31s %lf%7[A-Z] / %lf(s) = %lf%7[A-Za-z/] %lfop/s", f->name,
		   &f->bytes, bytes, &f->seconds, &f->bits, bits, &f->ops) != 7)
		return false;
	f->bytes *= factor_of(bytes);
	f->bits *= factor_of(bits);
	return f->bytes > 0 && f->bits > 0;
}

static void put_flow(struct sample *s, const struct flow *f, const char *metric)
{
	sample_put(s, f->line, f->bytes, "bytes", NULL, "%s bytes", f->name);
	sample_put(s, f->line, f->seconds, "s", NULL, "%s time", f->name);
	sample_put(s, f->line, f->bits, "bit/s", metric, "%s throughput", f->name);
	sample_put(s, f->line, f->ops, "op/s", NULL, "%s rate", f->name);
}

/* The last line of each transaction, as uperf updates them. */
struct txns {
	struct flow txn[TXNS];
	size_t n;
};

static struct flow *txn_of(struct txns *t, const char *name)
{
	for (size_t i = 0; i < t->n; i++)
		if (!strcmp(t->txn[i].name, name))
			return &t->txn[i];
	if (t->n == TXNS)
		return NULL;
	t->txn[t->n] = (struct flow){ .line = 0 };
	snprintf(t->txn[t->n].name, NAME, "%s", name);
	return &t->txn[t->n++];
}

static void put_txns(struct sample *s, const struct txns *t)
{
	const struct flow *most = NULL;

	for (size_t i = 0; i < t->n; i++)
		if (t->txn[i].bytes > (most ? most->bytes : 0))
			most = &t->txn[i];
	for (size_t i = 0; i < t->n; i++)
		if (t->txn[i].bytes > 0 && t->txn[i].seconds > 0)
			put_flow(s, &t->txn[i],
				 &t->txn[i] == most ? "throughput_gbps" : NULL);
}

/* "timestamp_ms:T name:Txn2 nr_bytes:B nr_ops:N" counts from the first such line on. */
static bool read_raw(const char *line, int number, struct txns *t)
{
	double ms, bytes, ops;
	struct flow *f;
	char name[NAME];

	if (sscanf(line, " timestamp_ms:%lf name:%31s nr_bytes:%lf nr_ops:%lf", &ms, name,
		   &bytes, &ops) != 4)
		return false;
	f = strcmp(name, "Total") ? txn_of(t, name) : NULL;
	if (!f)
		return true;
	f->first_ms = f->line ? f->first_ms : ms;
	f->line = number;
	f->bytes = bytes;
	f->seconds = (ms - f->first_ms) * 1e-3;
	if (f->seconds > 0) {
		f->bits = 8 * bytes / f->seconds;
		f->ops = ops / f->seconds;
	}
	return true;
}

/* "read  470545  6.20us  0.00ns  20.05ms  1.41us" */
static bool read_latency(const char *line, int number, struct sample *s)
{
	char name[NAME], unit[4][UNIT];
	double n, v[4];

	if (sscanf(line, " %31s %lf %lf%7[a-z] %lf%7[a-z] %lf%7[a-z] %lf%7[a-z]", name,
		   &n, &v[0], unit[0], &v[1], unit[1], &v[2], unit[2], &v[3],
		   unit[3]) != 10)
		return false;
	for (int i = 0; i < 4; i++)
		v[i] *= factor_of(unit[i]);
	sample_put(s, number, n, "count", NULL, "%s count", name);
	sample_put(s, number, v[0], "us", NULL, "%s avg", name);
	sample_put(s, number, v[2], "us", NULL, "%s max", name);
	sample_put(s, number, v[3], "us", NULL, "%s min", name);
	return true;
}

/* "lo  12256  12256  3.44Gb/s  3.44Gb/s": counters of the interface */
static bool read_nic(const char *line, int number, struct sample *s)
{
	char name[NAME], unit[2][UNIT];
	double pps[2], bits[2];

	if (sscanf(line, " %31s %lf %lf %lf%7[A-Za-z/] %lf%7[A-Za-z/]", name, &pps[0],
		   &pps[1], &bits[0], unit[0], &bits[1], unit[1]) != 7)
		return false;
	for (int i = 0; i < 2; i++) {
		const char *way = i ? "in" : "out";

		sample_put(s, number, pps[i], "pkt/s", NULL, "%s %s", name, way);
		sample_layer(s, LAYER_FRAME);
		sample_put(s, number, bits[i] * factor_of(unit[i]), "bit/s", NULL,
			   "%s %s throughput", name, way);
		sample_layer(s, LAYER_FRAME);
	}
	return true;
}

/* "master  5.31s  2.12GB  3.44Gb/s  76029  0.00" */
static void read_host(const char *line, int number, struct sample *s)
{
	char name[NAME], unit[2][UNIT];
	double v[5];

	if (sscanf(line, " %31s %lfs %lf%7[A-Z] %lf%7[A-Za-z/] %lf %lf", name, &v[0],
		   &v[1], unit[0], &v[2], unit[1], &v[3], &v[4]) != 8)
		return;
	sample_put(s, number, v[0], "s", NULL, "host %s time", name);
	sample_put(s, number, v[1] * factor_of(unit[0]), "bytes", NULL, "host %s bytes",
		   name);
	sample_put(s, number, v[2] * factor_of(unit[1]), "bit/s", NULL,
		   "host %s throughput", name);
	sample_put(s, number, v[3], "count", NULL, "host %s operations", name);
	sample_put(s, number, v[4], "%", NULL, "host %s errors", name);
}

static void read_line(const char *line, int number, struct sample *s, struct txns *t)
{
	struct flow f, *txn;

	if (read_raw(line, number, t))
		return;
	if (!parse_flow(line, &f)) {
		if (!read_latency(line, number, s) && !read_nic(line, number, s))
			read_host(line, number, s);
		return;
	}
	f.line = number;
	txn = strncmp(f.name, "Txn", 3) ? NULL : txn_of(t, f.name);
	if (txn)
		*txn = f;
	else
		put_flow(s, &f, NULL);
}

/* Only the profile's name may say that it is of UDP. */
static int read_uperf(const struct input *in, struct sample *s, struct diag *d)
{
	struct txns t = { .n = 0 };
	int end = input_find(in, 0, "Total");

	s->layer = LAYER_PAYLOAD;
	s->headers = input_has(in, "udp") ? UDP_HEADERS : TCP_HEADERS;
	for (size_t i = 0; i < in->lines; i++)
		if (strlen(in->line[i]) < 512)
			read_line(in->line[i], (int)i + 1, s, &t);
	put_txns(s, &t);
	if (end < 0)
		return diag_set(d, in->file, (int)in->lines, 0, NULL,
				"uperf breaks off before its line \"Total N / N(s) = "
				"Nb/s Nop/s\", which would be right");
	return 0;
}

const struct reader reader_uperf = {
	"uperf",
	"lines \"Txn2 N / N(s) = Nb/s Nop/s\" or, of -R, \"name:Txn2 nr_bytes:N nr_ops:N\"",
	detect,
	read_uperf,
};
