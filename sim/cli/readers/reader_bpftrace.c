/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_bpftrace.c - maps that bpftrace prints: histograms, hist() and lhist(), and
 * single values; text, and JSON lines (-f json).
 *
 * K, M and G in the bounds of a bucket are powers of 1024. Each bucket is given as its
 * count and its share of the histogram; the share has a counterpart. A map with "batch"
 * in its name is taken for packets of a batch, one with "used" for entries of an update
 * of the used ring, others for the histogram of that name.
 */
#include <string.h>

#include "readers.h"
#include "scan.h"

#define NAME 96
#define BUCKETS 256

struct bucket {
	double from, to, count; /* from, to below; in whole numbers */
	int line;
};

struct hist {
	char name[NAME]; /* "@batch[vhost-4242]" */
	struct bucket bucket[BUCKETS];
	size_t n;
};

static const char *counterpart_of(const char *map)
{
	if (strstr(map, "batch"))
		return "packets per";
	return strstr(map, "used") ? "entries per used update" : NULL;
}

static void put_bucket(struct sample *s, const struct hist *h, const struct bucket *b,
		       double all)
{
	const char *known = counterpart_of(h->name);
	char metric[2 * NAME], map[NAME], where[64];

	snprintf(map, sizeof(map), "%s", h->name + (h->name[0] == '@'));
	map[strcspn(map, "[;")] = '\0';
	snprintf(metric, sizeof(metric), "hist:%s;%.17g;%.17g", known ? known : map,
		 b->from, b->to);
	snprintf(where, sizeof(where), "[%.10g, %.10g)", b->from, b->to);
	sample_put(s, b->line, b->count, "count", NULL, "%s %s", h->name, where);
	if (all > 0)
		sample_put(s, b->line, 100 * b->count / all, "%", metric, "%s %s share",
			   h->name, where);
}

/* The histogram is whole. */
static void flush(struct sample *s, struct hist *h)
{
	double all = 0;

	for (size_t i = 0; i < h->n; i++)
		all += h->bucket[i].count;
	for (size_t i = 0; i < h->n; i++)
		put_bucket(s, h, &h->bucket[i], all);
	h->n = 0;
}

static void add(struct hist *h, double from, double to, double count, int line)
{
	if (h->n < BUCKETS)
		h->bucket[h->n++] = (struct bucket){ from, to, count, line };
}

/* A bound, "16" or "1K", at *@p, which moves behind it. */
static bool bound(const char **p, double *value)
{
	static const char letters[] = "KMGT";
	const char *letter;
	int n = 0;

	if (sscanf(*p, " %lf%n", value, &n) != 1)
		return false;
	*p += n;
	letter = **p ? strchr(letters, **p) : NULL;
	for (const char *l = letters; letter && l <= letter; l++)
		*value *= 1024;
	*p += letter != NULL;
	return true;
}

/* "[16, 32)   14002 |@@@|", "[1]  1204 |", "(..., 0)  3 |" */
static bool parse_bucket(const char *line, double *from, double *to, double *count)
{
	const char *p = line + 1;

	if (!strncmp(line, "(..., ", 6)) {
		p += 5;
		*from = -1e18;
	} else if (line[0] != '[' || !bound(&p, from)) {
		return false;
	}
	*to = *from + 1;
	p += strspn(p, ", ");
	if (!strncmp(p, "...", 3)) {
		*to = 1e18;
		p += 3;
	} else if (*p != ']' && !bound(&p, to)) {
		return false;
	}
	return (*p == ')' || *p == ']') && strchr(p, '|') &&
	       sscanf(p + 1, " %lf", count) == 1;
}

static bool detect(const struct input *in)
{
	for (size_t i = 0; i < in->lines; i++)
		if (in->line[i][0] == '@' && strchr(in->line[i], ':'))
			return true;
	return false;
}

/* A line that begins a map: the name of a histogram, or a single value. */
static void read_map(const char *line, int number, struct hist *h, struct sample *s)
{
	const char *colon = strrchr(line, ':');
	double value;

	flush(s, h);
	snprintf(h->name, NAME, "%.*s",
		 (int)(colon - line < NAME ? colon - line : NAME - 1), line);
	if (sscanf(colon + 1, " %lf", &value) == 1)
		sample_put(s, number, value, "count", NULL, "%s", h->name);
}

static int read_text(const struct input *in, struct sample *s, struct diag *d)
{
	struct hist h = { .n = 0 };

	for (size_t i = 0; i < in->lines; i++) {
		/* "[2, 4)" has no decimal comma, "[2,4)" neither */
		const char *line = in->raw[i];
		double from, to, count;

		if (line[0] == '@' && strchr(line, ':')) {
			read_map(line, (int)i + 1, &h, s);
		} else if (*h.name && (line[0] == '[' || line[0] == '(')) {
			if (!parse_bucket(line, &from, &to, &count))
				return diag_set(
					d, in->file, (int)i + 1, 0, NULL,
					"\"%.60s\" breaks off; \"[N, N)  N |@@@|\" "
					"would be right",
					line);
			add(&h, from, to, count, (int)i + 1);
		}
	}
	flush(s, &h);
	return 0;
}

const struct reader reader_bpftrace = {
	"bpftrace",
	"\"@name:\" and buckets \"[N, N)  N |@@@|\" below",
	detect,
	read_text,
};

static bool is_event(const char *line)
{
	return !strncmp(line, "{\"type\":", 8);
}

static bool detect_json(const struct input *in)
{
	for (size_t i = 0; i < in->lines; i++)
		if (in->raw[i][0])
			return is_event(in->raw[i]);
	return false;
}

/* A list of buckets; bounds are included there. */
static void read_buckets(const json_t *list, const char *name, int line, struct sample *s)
{
	struct hist h = { .n = 0 };
	const json_t *b;
	size_t i;

	snprintf(h.name, NAME, "%s", name);
	json_array_foreach((json_t *)list, i, b)
	{
		const json_t *min = json_object_get(b, "min");
		const json_t *max = json_object_get(b, "max");

		add(&h, min ? json_number_value(min) : -1e18,
		    max ? json_number_value(max) + 1 : 1e18,
		    json_number_value(json_object_get(b, "count")), line);
	}
	flush(s, &h);
}

/* What @data has of the map @name: a number, buckets, or these by key. */
static void read_data(const json_t *data, const char *name, int line, struct sample *s)
{
	const char *key;
	json_t *value;

	if (json_is_number(data))
		sample_put(s, line, json_number_value(data), "count", NULL, "%s", name);
	if (json_is_array(data))
		read_buckets(data, name, line, s);
	json_object_foreach((json_t *)data, key, value)
	{
		char keyed[NAME];

		snprintf(keyed, sizeof(keyed), "%.40s[%.40s]", name, key);
		if (json_is_number(value))
			sample_put(s, line, json_number_value(value), "count", NULL, "%s",
				   keyed);
		if (json_is_array(value))
			read_buckets(value, keyed, line, s);
	}
}

static int read_json(const struct input *in, struct sample *s, struct diag *d)
{
	for (size_t i = 0; i < in->lines; i++) {
		json_t *doc, *data;
		const char *name;
		json_error_t err;

		if (!in->raw[i][0])
			continue;
		doc = json_loads(in->raw[i], 0, &err);
		if (!doc)
			return diag_set(d, in->file, (int)i + 1, err.column, NULL,
					"broken JSON: %s; an object in each line would "
					"be right",
					err.text);
		json_object_foreach(json_object_get(doc, "data"), name, data)
		{
			if (name[0] == '@')
				read_data(data, name, (int)i + 1, s);
		}
		json_decref(doc);
	}
	return 0;
}

const struct reader reader_bpftrace_json = {
	"bpftrace -f json",
	"{\"type\": \"hist\", \"data\": {\"@name\": [{\"min\": N, \"max\": N, \"count\": N}]}}",
	detect_json,
	read_json,
};
