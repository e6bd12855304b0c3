/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_pidstat.c - pidstat: shares, waiting and context switches of tasks.
 *
 * %wait is time in which a task could run and had to wait. Threads, where they are
 * listed (-t), count instead of their process; vhost threads count together.
 */
#include <string.h>

#include "sysstat.h"

static const struct {
	const char *column, *metric;
} vhost[] = {
	{ "%CPU", "vhost_cpu_pct" },
	{ "%wait", "vhost_wait_pct" },
	{ "cswch/s", "vhost_wakeups_per_s" },
};

static bool detect(const struct input *in)
{
	return sys_has(in, "UID") || sys_has(in, "PID");
}

static bool is_id(const char *head)
{
	static const char *const id[] = { "UID", "PID", "TGID", "TID", "CPU", "Command" };

	for (size_t i = 0; i < sizeof(id) / sizeof(id[0]); i++)
		if (!strcmp(head, id[i]))
			return true;
	return false;
}

/* Index of the column @head, or -1. */
static int column_of(const struct sys_row *r, const char *head)
{
	for (size_t i = 0; sys_head(r, i); i++)
		if (!strcmp(sys_head(r, i), head))
			return (int)i;
	return -1;
}

/* "vhost-4200 4242"; a thread of several words is "CPU 0/KVM thread 4210". */
static bool key_of(const struct sys_row *r, char *key, size_t len)
{
	int command = column_of(r, "Command"), tid = column_of(r, "TID");
	int process = column_of(r, tid < 0 ? "PID" : "TGID");
	const char *thread = tid < 0 ? "-" : sys_word(r, (size_t)tid), *id, *word;
	size_t at = 0;

	if (command < 0 || process < 0 || !sys_word(r, (size_t)command) || !thread)
		return false;
	id = strcmp(thread, "-") ? thread : sys_word(r, (size_t)process);
	for (size_t i = (size_t)command; (word = sys_word(r, i)) && at < len; i++) {
		word += strncmp(word, "|__", 3) ? 0 : 3;
		at += (size_t)snprintf(key + at, len - at, "%s%s", at ? " " : "", word);
	}
	if (at < len)
		snprintf(key + at, len - at, " %s%s",
			 strcmp(thread, "-") ? "thread " : "", id ? id : "?");
	return true;
}

static int row(const struct input *in, const struct sys_row *r, struct sys_table *t,
	       struct diag *d)
{
	char key[64];

	if (!key_of(r, key, sizeof(key)))
		return diag_set(d, in->file, r->line, 0, NULL,
				"the row breaks off before its command; %zu columns, as "
				"its heads have, would be right",
				r->heads->n);
	for (size_t i = 0; sys_head(r, i); i++)
		if (!is_id(sys_head(r, i)) && sys_add_word(in, r, i, key, t, d))
			return -1;
	return 0;
}

/* Before 6.4 it is a kernel thread of its own, and one of the VMM's since. */
static bool is_vhost(const struct sys_cell *c)
{
	return !strncmp(c->key, "vhost-", 6);
}

/* What @column of the vhost threads corresponds to: of all, if there are several. */
static void put_vhost(struct sample *s, const struct sys_table *t, const char *column,
		      const char *metric)
{
	const struct sys_cell *last = NULL;
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < t->cells; i++) {
		if (!is_vhost(&t->cell[i]) || strcmp(t->cell[i].column, column) != 0)
			continue;
		last = &t->cell[i];
		sum += last->value;
		n++;
	}
	if (n)
		sample_put(s, last->line, sum, sys_unit(column), metric,
			   "all vhost threads %s", column);
}

static int read_pidstat(const struct input *in, struct sample *s, struct diag *d)
{
	struct sys_table t = { .cells = 0 };
	int err = sys_rows(in, sys_has(in, "UID") ? "UID" : "PID", &t, row, d);

	if (!err)
		sys_join(&t);
	for (size_t i = 0; !err && i < t.cells; i++)
		sample_put(s, t.cell[i].line, t.cell[i].value, sys_unit(t.cell[i].column),
			   NULL, "%s %s", t.cell[i].key, t.cell[i].column);
	for (size_t i = 0; !err && i < sizeof(vhost) / sizeof(vhost[0]); i++)
		put_vhost(s, &t, vhost[i].column, vhost[i].metric);
	s->no_memory |= t.no_memory;
	sys_destroy(&t);
	return err;
}

const struct reader reader_pidstat = {
	"pidstat",
	"heads \"22:21:52  UID  PID  %usr ... Command\" and rows below",
	detect,
	read_pidstat,
};
