/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_iplink.c - ip -s link, text and JSON: counters of interfaces.
 *
 * What a tap dropped sending is what found its ring full.
 */
#include <ctype.h>
#include <string.h>

#include "readers.h"
#include "scan.h"

static bool is_tap(const char *name)
{
	return !strncmp(name, "tap", 3) || !strncmp(name, "vnet", 4);
}

static void put(struct sample *s, int line, const char *name, const char *way,
		const char *what, double value)
{
	bool drops = is_tap(name) && !strcmp(way, "tx") && !strcmp(what, "dropped");

	sample_put(s, line, value, strcmp(what, "bytes") ? "packets" : "bytes",
		   drops ? "tap_drop_pps" : NULL, "%s %s %s", name, way, what);
}

static bool detect_json(const struct input *in)
{
	return input_json(in, "[0].ifname") != NULL;
}

static const char *stats_key(const json_t *link)
{
	return json_object_get(link, "stats64") ? "stats64" : "stats";
}

static void put_way(const struct input *in, struct sample *s, size_t i, const char *way)
{
	const json_t *link = json_array_get(in->json, i), *value;
	const char *name = json_string_value(json_object_get(link, "ifname"));
	const char *key;
	char path[192];

	snprintf(path, sizeof(path), "[%zu].%s.%s", i, stats_key(link), way);
	json_object_foreach((json_t *)input_json(in, path), key, value)
	{
		char at[256];

		snprintf(at, sizeof(at), "%s.%.60s", path, key);
		if (json_is_number(value))
			put(s, input_json_line(in, at), name ? name : "?", way, key,
			    json_number_value(value));
	}
}

static int read_json(const struct input *in, struct sample *s, struct diag *d)
{
	const json_t *link;
	size_t i;

	s->layer = LAYER_FRAME;
	json_array_foreach(in->json, i, link)
	{
		char path[32];

		snprintf(path, sizeof(path), "[%zu]", i);
		if (!json_object_get(link, stats_key(link)))
			return diag_set(
				d, in->file, input_json_line(in, path), 0, path,
				"no counters; what \"ip -s -j link\" prints, with "
				"\"stats64\", would be right");
		put_way(in, s, i, "rx");
		put_way(in, s, i, "tx");
	}
	return 0;
}

const struct reader reader_iplink_json = {
	"ip -s -j link",
	"[{\"ifname\": ..., \"stats64\": {\"rx\": {\"bytes\": N}}}]",
	detect_json,
	read_json,
};

/* "7: vsA@if2: <BROADCAST,...": the interface's name into @name */
static bool is_link(const char *line, char *name)
{
	if (!isdigit((unsigned char)line[0]) || !strstr(line, ": <") ||
	    sscanf(line, "%*[0-9]: %63[^:]", name) != 1)
		return false;
	name[strcspn(name, "@")] = '\0';
	return true;
}

/* "RX:  bytes packets ..." or "RX errors:  length ..." */
static const char *way_of(const char *line)
{
	line += strspn(line, " ");
	if (strncmp(line, "RX", 2) != 0 && strncmp(line, "TX", 2) != 0)
		return NULL;
	return strchr(line, ':') ? line[0] == 'R' ? "rx" : "tx" : NULL;
}

static bool detect(const struct input *in)
{
	char name[64];

	for (size_t i = 0; i < in->lines; i++)
		if (is_link(in->line[i], name))
			return true;
	return false;
}

/* The row of numbers in line @i, under the heads in the line before. */
static int read_row(const struct input *in, size_t i, const char *name, struct sample *s,
		    struct diag *d)
{
	const char *way = way_of(in->line[i - 1]);
	struct words heads, w;

	words_cut(&heads, strchr(in->line[i - 1], ':') + 1, " ");
	words_cut(&w, in->line[i], " ");
	for (size_t k = 0; k < heads.n; k++) {
		double v;

		if (k >= w.n || !number_of(w.word[k], "", &v))
			return diag_set(d, in->file, (int)i + 1, 0, NULL,
					"no number below \"%.20s\"; %zu of them, one for "
					"each head, would be right",
					heads.word[k], heads.n);
		put(s, (int)i + 1, name, way, heads.word[k], v);
	}
	return 0;
}

static int read_text(const struct input *in, struct sample *s, struct diag *d)
{
	char name[64] = "?";

	s->layer = LAYER_FRAME;
	for (size_t i = 0; i < in->lines; i++) {
		if (is_link(in->line[i], name))
			continue;
		if (i && way_of(in->line[i - 1]) && read_row(in, i, name, s, d))
			return -1;
	}
	if (in->lines && way_of(in->line[in->lines - 1]))
		return diag_set(d, in->file, (int)in->lines, 0, NULL,
				"ends with heads; a row of numbers below would be right");
	return 0;
}

const struct reader reader_iplink = {
	"ip -s link",
	"\"7: tap0: <...>\", \"RX:  bytes packets ...\" and numbers below",
	detect,
	read_text,
};
