/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The scenario loader on any bytes: JSON, settings, descriptor table, checks. It must
 * refuse with a message or accept; what it accepts must make a host that adds up.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../models/host.h"
#include "../../sim/cli/experiment.h"

/* A short while; a scenario of many devices and long rings costs memory and time. */
#define RUN_NS 20000
#define MAX_TASKS 4

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *what, const char *why)
{
	fprintf(stderr, "%s: %s\n", what, why ? why : "");
	abort();
}

static void run_shortly(const struct experiment *e)
{
	struct host *h = host_new(&e->cfg, &e->machine, &e->kernel, NULL, NULL);
	struct host_result *r;

	if (!h)
		fail("no host", NULL);
	host_run(h, RUN_NS < host_end_ns(h) ? RUN_NS : host_end_ns(h));
	r = host_result(h);
	if (r->unbalanced)
		fail("does not add up", r->unbalanced);
	host_result_free(r);
	host_free(h);
}

/* The first line, if it starts with '!', is a setting: "!path=value". */
static size_t take_setting(const char *text, size_t size, struct setting *set, char *buf,
			   size_t room)
{
	const char *end = memchr(text, '\n', size);
	char *equal;

	if (!size || text[0] != '!' || !end || (size_t)(end - text) >= room)
		return 0;
	memcpy(buf, text + 1, (size_t)(end - text) - 1);
	buf[end - text - 1] = '\0';
	equal = strchr(buf, '=');
	if (!equal)
		return 0;
	*equal = '\0';
	*set = (struct setting){ buf, equal + 1 };
	return (size_t)(end - text) + 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct setting set = { NULL, NULL };
	struct diag d = { .set = false };
	struct experiment e;
	char buf[256];
	size_t head = take_setting(text, size, &set, buf, sizeof(buf));
	/* libFuzzer's buffer has no 0 at its end; the parser must not look for one. */
	int err = experiment_parse(&e, "fuzz.json", text + head, size - head, &set,
				   head ? 1 : 0, &d);

	if (err) {
		if (!d.set || !d.text[0])
			fail("refused without a message", NULL);
		return 0;
	}
	if (d.set)
		fail("accepted with a message", d.text);
	if (e.cfg.devices + e.cfg.flows <= MAX_TASKS)
		run_shortly(&e);
	experiment_destroy(&e);
	return 0;
}
