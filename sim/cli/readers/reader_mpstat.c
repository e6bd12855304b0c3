/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_mpstat.c - mpstat: processor shares and interrupts, text and JSON.
 *
 * "busy" is what is neither idle nor waiting for a disk. A vhost thread's time is %sys of
 * its processor.
 */
#include <limits.h>
#include <string.h>

#include "sysstat.h"

static void put_busy(struct sample *s, const struct sys_table *t,
		     const struct sys_cell *idle)
{
	const struct sys_cell *wait = sys_find(t, idle->key, "%iowait");

	sample_put(s, idle->line, 100 - idle->value - (wait ? wait->value : 0), "%",
		   strcmp(idle->key, "all") ? NULL : "host_cpu_pct", "cpu %s busy",
		   idle->key);
}

static void put_all(struct sample *s, struct sys_table *t)
{
	sys_join(t);
	for (size_t i = 0; i < t->cells; i++) {
		const struct sys_cell *c = &t->cell[i];

		sample_put(s, c->line, c->value, sys_unit(c->column), NULL, "cpu %s %s",
			   c->key, c->column);
		if (!strcmp(c->column, "%idle"))
			put_busy(s, t, c);
	}
	s->no_memory |= t->no_memory;
}

static bool detect(const struct input *in)
{
	return sys_has(in, "CPU");
}

static int row(const struct input *in, const struct sys_row *r, struct sys_table *t,
	       struct diag *d)
{
	const char *cpu = sys_word(r, 0);

	for (size_t i = 1; cpu && sys_head(r, i); i++)
		if (sys_add_word(in, r, i, cpu, t, d))
			return -1;
	return 0;
}

static int read_mpstat(const struct input *in, struct sample *s, struct diag *d)
{
	struct sys_table t = { .cells = 0 };
	int err = sys_rows(in, "CPU", &t, row, d);

	if (!err)
		put_all(s, &t);
	sys_destroy(&t);
	return err;
}

const struct reader reader_mpstat = {
	"mpstat",
	"heads \"22:21:47  CPU  %usr ... %idle\" and rows below",
	detect,
	read_mpstat,
};

static bool detect_json(const struct input *in)
{
	return input_json(in, "sysstat.hosts[0].statistics[0].cpu-load") != NULL;
}

/* The loads of one interval; "usr" is "%usr" in text. */
static void add_interval(const struct input *in, size_t interval, struct sys_table *t)
{
	const json_t *load, *value;
	char path[96], column[16];
	const char *key, *cpu;
	size_t i;

	snprintf(path, sizeof(path), "sysstat.hosts[0].statistics[%zu].cpu-load",
		 interval);
	json_array_foreach((json_t *)input_json(in, path), i, load)
	{
		char at[128];
		int line;

		snprintf(at, sizeof(at), "%s[%zu]", path, i);
		line = interval ? INT_MAX : input_json_line(in, at);
		cpu = json_string_value(json_object_get(load, "cpu"));
		json_object_foreach((json_t *)load, key, value)
		{
			snprintf(column, sizeof(column), "%%%s", key);
			if (cpu && json_is_number(value))
				sys_add(t, cpu, column, json_number_value(value), line);
		}
	}
}

static int read_json(const struct input *in, struct sample *s, struct diag *d)
{
	size_t n = json_array_size(input_json(in, "sysstat.hosts[0].statistics"));
	struct sys_table t = { .cells = 0 };

	(void)d;
	for (size_t i = 0; i < n; i++)
		add_interval(in, i, &t);
	put_all(s, &t);
	sys_destroy(&t);
	return 0;
}

const struct reader reader_mpstat_json = {
	"mpstat -o JSON",
	"\"cpu-load\": [{\"cpu\": \"all\", \"usr\": N, ... \"idle\": N}]",
	detect_json,
	read_json,
};
