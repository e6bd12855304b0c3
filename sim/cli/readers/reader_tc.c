/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_tc.c - tc -s qdisc (or class), text and JSON.
 *
 * Rates are bytes a second in JSON and bits a second in text. Counters run since the
 * qdisc was made, and of packets that are segmented later they count the segments.
 */
#include <string.h>

#include "readers.h"
#include "scan.h"

struct scale {
	const char *unit;
	double factor;
};

static const struct scale bits[] = { { "bit", 1 },    { "Kbit", 1e3 }, { "Mbit", 1e6 },
				     { "Gbit", 1e9 }, { "bps", 8 },    { "KBps", 8e3 },
				     { "MBps", 8e6 }, { NULL, 0 } };
static const struct scale times[] = {
	{ "s", 1 }, { "ms", 1e-3 }, { "us", 1e-6 }, { NULL, 0 }
};
static const struct scale sizes[] = {
	{ "b", 1 }, { "Kb", 1024 }, { "Mb", 1048576 }, { NULL, 0 }
};
static const struct scale packets[] = { { "p", 1 }, { "", 1 }, { NULL, 0 } };

/* "10Mbit" in base units. Returns false if it is none of @scale. */
static bool quantity(const char *text, const struct scale *scale, double *value)
{
	for (; scale->unit; scale++)
		if (number_of(text, scale->unit, value)) {
			*value *= scale->factor;
			return true;
		}
	return false;
}

struct counters {
	double bytes, packets, drops, overlimits, requeues;
};

/* What @metric is of a qdisc of which there are so many; a simulated host has one netem. */
static const char *of_netem(int netems, const char *metric)
{
	return netems > 1 ? "several" : netems ? metric : NULL;
}

static void put_counters(struct sample *s, int line, const char *name,
			 const struct counters *c, int netems)
{
	netems = strncmp(name, "netem ", 6) ? 0 : netems;
	sample_put(s, line, c->bytes, "bytes", NULL, "%s sent bytes", name);
	sample_put(s, line, c->packets, "packets", of_netem(netems, "netem_sent_pps"),
		   "%s sent", name);
	sample_put(s, line, c->drops, "packets", of_netem(netems, "netem_drop_pps"),
		   "%s dropped", name);
	sample_put(s, line, c->overlimits, "count", NULL, "%s overlimits", name);
	sample_put(s, line, c->requeues, "count", NULL, "%s requeues", name);
	if (netems && c->packets > 0)
		sample_put(s, line, c->drops / c->packets, "ratio",
			   of_netem(netems, "netem_drop_pps/netem_sent_pps"),
			   "%s dropped per sent", name);
}

static bool is_head(const char *line)
{
	return !strncmp(line, "qdisc ", 6) || !strncmp(line, "class ", 6);
}

static bool detect(const struct input *in)
{
	for (size_t i = 0; i < in->lines; i++)
		if (is_head(in->line[i]))
			return true;
	return false;
}

/* What the head says: "netem 8003: ifb0", and its rate, limit and delay. */
static void read_head(const char *line, int number, struct sample *s, char *name,
		      size_t len)
{
	struct words w;
	int dev;
	double v;

	words_cut(&w, line, " ");
	dev = words_find(&w, "dev");
	dev = dev >= 0 && (size_t)dev + 1 < w.n ? dev + 1 : -1;
	snprintf(name, len, "%s %s%s%s", w.n > 1 ? w.word[1] : "?",
		 w.n > 2 ? w.word[2] : "?", dev < 0 ? "" : " ",
		 dev < 0 ? "" : w.word[dev]);
	for (size_t i = 1; i + 1 < w.n; i++) {
		if (!strcmp(w.word[i], "rate") && quantity(w.word[i + 1], bits, &v))
			sample_put(s, number, v, "bit/s", NULL, "%s rate", name);
		if (!strcmp(w.word[i], "limit") && quantity(w.word[i + 1], packets, &v))
			sample_put(s, number, v, "packets", NULL, "%s limit", name);
		if (!strcmp(w.word[i], "delay") && quantity(w.word[i + 1], times, &v))
			sample_put(s, number, v, "s", NULL, "%s delay", name);
	}
}

static int breaks_off(const struct input *in, size_t i, const char *right, struct diag *d)
{
	return diag_set(d, in->file, (int)i + 1, 0, NULL,
			"\"%.60s\" breaks off; \"%s\" would be right", in->line[i],
			right);
}

/* A line below a head. */
static int read_below(const struct input *in, size_t i, struct sample *s,
		      const char *name, int netems, struct diag *d)
{
	const char *line = in->line[i] + strspn(in->line[i], " ");
	char backlog[16];
	struct counters c;
	double bytes, n;

	if (!strncmp(line, "Sent ", 5)) {
		if (sscanf(line,
			   "Sent %lf bytes %lf pkt (dropped %lf, overlimits %lf "
			   "requeues %lf",
			   &c.bytes, &c.packets, &c.drops, &c.overlimits,
			   &c.requeues) != 5)
			return breaks_off(in, i,
					  "Sent N bytes N pkt (dropped N, overlimits N "
					  "requeues N)",
					  d);
		put_counters(s, (int)i + 1, name, &c, netems);
	} else if (!strncmp(line, "backlog", 7)) {
		if (sscanf(line, "backlog %15s %lfp", backlog, &n) != 2 ||
		    !quantity(backlog, sizes, &bytes))
			return breaks_off(in, i, "backlog Nb Np requeues N", d);
		sample_put(s, (int)i + 1, bytes, "bytes", NULL, "%s backlog bytes", name);
		sample_put(s, (int)i + 1, n, "packets", NULL, "%s backlog", name);
	}
	return 0;
}

static int read_tc(const struct input *in, struct sample *s, struct diag *d)
{
	char name[96] = "";
	int netems = 0;

	s->layer = LAYER_FRAME;
	for (size_t i = 0; i < in->lines; i++)
		netems += !strncmp(in->line[i], "qdisc netem ", 12);
	for (size_t i = 0; i < in->lines; i++) {
		if (is_head(in->line[i]))
			read_head(in->line[i], (int)i + 1, s, name, sizeof(name));
		else if (*name && read_below(in, i, s, name, netems, d))
			return -1;
	}
	if (input_find(in, 0, "Sent ") >= 0)
		return 0;
	return diag_set(d, in->file, (int)in->lines, 0, NULL,
			"no counters; \"tc -s\", and its lines \"Sent N bytes N pkt\", "
			"would be right");
}

const struct reader reader_tc = {
	"tc -s",
	"\"qdisc netem 8003: dev ifb0 ...\" and \"Sent N bytes N pkt (dropped N, ...\"",
	detect,
	read_tc,
};

static bool detect_json(const struct input *in)
{
	return input_json(in, "[0].kind") != NULL;
}

static double member(const json_t *qdisc, const char *key)
{
	return json_number_value(json_object_get(qdisc, key));
}

static void put_options(struct sample *s, int line, const char *name,
			const json_t *options)
{
	const json_t *rate = json_object_get(options, "rate");
	const json_t *delay = json_object_get(options, "delay");
	const json_t *limit = json_object_get(options, "limit");

	rate = json_is_object(rate) ? json_object_get(rate, "rate") : rate;
	delay = json_is_object(delay) ? json_object_get(delay, "delay") : delay;
	if (json_is_number(rate))
		sample_put(s, line, 8 * json_number_value(rate), "bit/s", NULL, "%s rate",
			   name);
	if (json_is_number(limit))
		sample_put(s, line, json_number_value(limit), "packets", NULL, "%s limit",
			   name);
	if (json_is_number(delay))
		sample_put(s, line, json_number_value(delay), "s", NULL, "%s delay",
			   name);
}

static void put_qdisc(struct sample *s, int line, const json_t *q, int netems)
{
	const char *kind = json_string_value(json_object_get(q, "kind"));
	const char *handle = json_string_value(json_object_get(q, "handle"));
	const char *dev = json_string_value(json_object_get(q, "dev"));
	struct counters c = { member(q, "bytes"), member(q, "packets"),
			      member(q, "drops"), member(q, "overlimits"),
			      member(q, "requeues") };
	char name[96];

	snprintf(name, sizeof(name), "%s %s%s%s", kind ? kind : "?",
		 handle ? handle : "?", dev ? " " : "", dev ? dev : "");
	put_options(s, line, name, json_object_get(q, "options"));
	put_counters(s, line, name, &c, netems);
	sample_put(s, line, member(q, "backlog"), "bytes", NULL, "%s backlog bytes",
		   name);
	sample_put(s, line, member(q, "qlen"), "packets", NULL, "%s backlog", name);
}

static int read_json(const struct input *in, struct sample *s, struct diag *d)
{
	const json_t *qdisc;
	int netems = 0;
	char path[32];
	size_t i;

	s->layer = LAYER_FRAME;
	json_array_foreach(in->json, i, qdisc)
	{
		const char *kind = json_string_value(json_object_get(qdisc, "kind"));

		netems += kind && !strcmp(kind, "netem");
	}
	json_array_foreach(in->json, i, qdisc)
	{
		int line;

		snprintf(path, sizeof(path), "[%zu]", i);
		line = input_json_line(in, path);
		if (!json_is_number(json_object_get(qdisc, "packets")))
			return diag_set(d, in->file, line, 0, path,
					"no counters; what \"tc -s -j\" prints, with "
					"\"bytes\" and \"packets\", would be right");
		put_qdisc(s, line, qdisc, netems);
	}
	return 0;
}

const struct reader reader_tc_json = {
	"tc -s -j",
	"[{\"kind\": ..., \"bytes\": N, \"packets\": N, \"drops\": N}]",
	detect_json,
	read_json,
};
