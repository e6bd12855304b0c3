/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "load.h"

#include <stdio.h>

#include "die.h"

void hook_run(const struct options *o, const char *what, struct report *r)
{
	char command[512], line[128];
	FILE *f;

	if (!o->hook)
		return;
	if (snprintf(command, sizeof(command), "%s %s %s %s", o->hook, what,
		     o->device.tap, o->limit) >= (int)sizeof(command))
		die_with(EXIT_USAGE, "the hook is too long");
	f = popen(command, "r");
	if (!f)
		die("%s", command);
	while (fgets(line, sizeof(line), f))
		report_line(r, line);
	if (pclose(f) != 0)
		die_with(EXIT_SYSTEM, "%s: failed", command);
}
