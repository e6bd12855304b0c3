/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sample.c - find the reader of a file, and keep what it read. */
#include "readers.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../slurp.h"

#define NAME_MAX_BYTES 160

static const struct reader *const all[] = {
	&reader_iperf3,	      &reader_mpstat_json,   &reader_tc_json,
	&reader_iplink_json,  &reader_bpftrace_json, &reader_trex,
	&reader_iperf3_text,  &reader_netperf,	     &reader_netperf_table,
	&reader_netperf_keys, &reader_sockperf,	     &reader_uperf,
	&reader_testpmd,      &reader_pktgen,	     &reader_perf,
	&reader_perf_script,  &reader_folded,	     &reader_mpstat,
	&reader_pidstat,      &reader_sar,	     &reader_tc,
	&reader_iplink,	      &reader_ethtool,	     &reader_bpftrace,
	&reader_kvm_stat,     &reader_proc,	     &reader_softnet,
	&reader_ping,	      &reader_tcpstat,	     &reader_moongen,
	&reader_csv,	      &reader_netperf_bare,  &reader_netperf_rates,
};

#define READERS (sizeof(all) / sizeof(all[0]))

const struct reader *reader_at(size_t i)
{
	return i < READERS ? all[i] : NULL;
}

const char *layer_name(enum layer layer)
{
	static const char *const name[] = {
		[LAYER_NONE] = "-",
		[LAYER_PAYLOAD] = "application payload",
		[LAYER_L3] = "L3, IP packets",
		[LAYER_FRAME] = "L2 frame without FCS",
		[LAYER_FRAME_FCS] = "L2 frame with FCS",
		[LAYER_WIRE] = "wire, with preamble and gap",
	};

	return name[layer];
}

/* Units that count something of packets, so that they depend on the layer. */
static bool of_traffic(const char *unit)
{
	return strstr(unit, "bit") || strstr(unit, "byte") || strstr(unit, "pkt") ||
	       strstr(unit, "packet");
}

/* Room for one more value. Returns false when there is none. */
static bool grow(struct sample *s)
{
	size_t room = s->room ? 2 * s->room : 16;
	struct value *more;

	if (s->values < s->room)
		return true;
	more = s->values < SAMPLE_MAX_VALUES ? realloc(s->value, room * sizeof(*s->value))
					     : NULL;
	if (!more)
		return false;
	s->value = more;
	s->room = room;
	return true;
}

/* Names may hold what a file says; only printing ASCII gets out of here. */
static char *clean_name(const char *fmt, va_list ap)
{
	char text[NAME_MAX_BYTES];

	vsnprintf(text, sizeof(text), fmt, ap);
	for (char *p = text; *p; p++)
		if (*p < ' ' || *p > '~')
			*p = '?';
	return strdup(text);
}

void sample_put(struct sample *s, int line, double value, const char *unit,
		const char *metric, const char *fmt, ...)
{
	struct value *v;
	va_list ap;

	if (!isfinite(value)) {
		s->not_finite = s->not_finite ? s->not_finite : line;
		return;
	}
	if (!grow(s)) {
		s->no_memory = true;
		return;
	}
	v = &s->value[s->values++];
	*v = (struct value){ .value = value, .unit = unit, .line = line };
	v->layer = of_traffic(unit) ? s->layer : LAYER_NONE;
	va_start(ap, fmt);
	v->name = clean_name(fmt, ap);
	va_end(ap);
	v->metric = metric ? strdup(metric) : NULL;
	s->no_memory |= !v->name || (metric && !v->metric);
}

void sample_layer(struct sample *s, enum layer layer)
{
	if (s->values)
		s->value[s->values - 1].layer = layer;
}

void sample_unpair(struct value *v)
{
	free(v->metric);
	v->metric = NULL;
}

void sample_unpair_all(struct sample *s)
{
	for (size_t i = 0; i < s->values; i++)
		sample_unpair(&s->value[i]);
}

const struct value *sample_find(const struct sample *s, const char *name)
{
	for (size_t i = s->values; i--;)
		if (!strcmp(s->value[i].name, name))
			return &s->value[i];
	return NULL;
}

void sample_destroy(struct sample *s)
{
	for (size_t i = 0; i < s->values; i++) {
		free(s->value[i].name);
		free(s->value[i].metric);
	}
	free(s->value);
	free(s->file);
	memset(s, 0, sizeof(*s));
}

/* Nobody knows the file: say what would be known. */
static int unknown(const struct input *in, struct diag *d)
{
	char list[512] = "";
	size_t at = 0, line = 0;

	while (line + 1 < in->lines && !in->line[line][strspn(in->line[line], " \t")])
		line++;
	for (size_t i = 0; i < READERS && at < sizeof(list); i++)
		at += (size_t)snprintf(list + at, sizeof(list) - at, "%s%s",
				       i ? ", " : "", all[i]->tool);
	return diag_set(d, in->file, in->lines ? (int)line + 1 : 1, 0, NULL,
			"%s; the output of one of these would be right: %s",
			in->len ? "no tool that is known prints this" : "is empty", list);
}

/* What the reader left in @s, judged. */
static int judge(const struct sample *s, const struct reader *r, struct diag *d)
{
	if (s->no_memory)
		return diag_set(d, s->file, 0, 0, NULL,
				"more than %d values, or no memory for them",
				SAMPLE_MAX_VALUES);
	if (s->not_finite)
		return diag_set(d, s->file, s->not_finite, 0, NULL,
				"a number beyond all measure; a finite one would be "
				"right");
	if (!s->values)
		return diag_set(d, s->file, 0, 0, NULL,
				"looks like %s, but holds no value: cut off? %s would "
				"be right",
				s->tool, r->right);
	return 0;
}

static int read_input(struct sample *s, const struct input *in, struct diag *d)
{
	const struct reader *r = NULL;

	for (size_t i = 0; i < READERS && !r; i++)
		if (all[i]->detect(in))
			r = all[i];
	if (!r)
		return unknown(in, d);
	s->tool = r->tool;
	return r->read(in, s, d) ? -1 : judge(s, r, d);
}

int sample_parse(struct sample *s, const char *file, const char *text, size_t len,
		 struct diag *d)
{
	struct input in;
	int err;

	*s = (struct sample){ .file = strdup(file) };
	if (!s->file)
		return diag_set(d, file, 0, 0, NULL, "no memory to read it");
	err = input_init(&in, file, text, len, d);
	if (!err) {
		err = read_input(s, &in, d);
		input_destroy(&in);
	}
	if (err)
		sample_destroy(s);
	return err;
}

int sample_read(struct sample *s, const char *file, struct diag *d)
{
	size_t len;
	char *text = slurp(file, SAMPLE_MAX_BYTES, &len, d);
	int err = text ? sample_parse(s, file, text, len, d) : -1;

	free(text);
	return err;
}
