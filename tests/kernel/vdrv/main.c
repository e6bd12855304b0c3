/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vdrv - play the virtio-net driver of a guest over /dev/vhost-net. See vdrv --help. */
#include <string.h>

#include "die.h"
#include "load.h"
#include "options.h"

static const struct load *const loads[] = { &load_tx, &load_rx, &load_zerocopy,
					    &load_pair };

void report_options(const struct options *o, struct report *r)
{
	report_text(r, "load", o->load);
	report_int(r, "ring", o->device.ring);
	report_int(r, "event_idx", o->device.event_idx);
	report_int(r, "size", o->size);
	report_int(r, "burst", o->burst);
	report_int(r, "gap_ns", o->gap_ns);
}

int main(int argc, char **argv)
{
	struct report report = { .n = 0 };
	struct options o;

	options_parse(&o, argc, argv);
	for (size_t i = 0; i < sizeof(loads) / sizeof(*loads); i++) {
		if (strcmp(loads[i]->name, o.load))
			continue;
		loads[i]->run(&o, &report);
		report_print(&report, o.format);
		return 0;
	}
	die_with(EXIT_USAGE, "\"%s\" is no load; there are tx, rx, zerocopy and pair",
		 o.load);
}
