/* SPDX-License-Identifier: GPL-3.0-or-later */
/* main.c - vhostsim: find the verb, and see that its output has reached its reader. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "diag.h"
#include "json_file.h"
#include "verbs.h"
#include "version.h"

static int unknown_verb(const char *name)
{
	const struct verb *table = verb_table();
	const char *names[32];
	char text[512];
	size_t n = 0;

	for (; table[n].name; n++)
		names[n] = table[n].name;
	unknown_name(text, sizeof(text), "verb", name, names, n);
	fprintf(stderr, "vhostsim: error: %s\n", text);
	return EXIT_USAGE;
}

static int dispatch(int argc, char **argv)
{
	const struct verb *v;

	if (argc < 2) {
		verbs_usage(stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		verbs_usage(stdout);
		return EXIT_FINE;
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "-V")) {
		puts("vhostsim " VHOSTSIM_VERSION);
		return EXIT_FINE;
	}
	v = verb_find(argv[1]);
	return v ? v->main(argc - 1, argv + 1) : unknown_verb(argv[1]);
}

int main(int argc, char **argv)
{
	int code;

	/* a reader that has left is an error like any other, not a silent death */
	signal(SIGPIPE, SIG_IGN);
	code = dispatch(argc, argv);
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "vhostsim: error: stdout: cannot write: %s\n",
			strerror(errno));
		return code ? code : EXIT_USAGE;
	}
	return code;
}
