/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb_help.c - vhostsim help: on verbs, on scenario files, on units. */
#include "verbs.h"

#include <stdio.h>
#include <string.h>

#include "desc.h"
#include "json_file.h"
#include "readers/readers.h"
#include "units.h"

#define WIDTH 88
#define INDENT 34

/* @text in lines of up to WIDTH, from column @column on; further lines are indented. */
static void wrap(const char *text, int column)
{
	while (*text) {
		size_t room = (size_t)(WIDTH - column), len = strlen(text);

		if (len > room) {
			len = room;
			while (len && text[len] != ' ')
				len--;
			if (!len)
				len = strcspn(text, " ");
		}
		printf("%.*s\n", (int)len, text);
		text += len + (text[len] == ' ');
		column = INDENT;
		if (*text)
			printf("%*s", INDENT, "");
	}
}

static void print_field(const struct field *f, const char *path)
{
	char range[160], about[640];
	int column;

	field_range(f, range, sizeof(range));
	snprintf(about, sizeof(about), "%s. %s%s%s%s%s%s%s", f->help, field_type_name(f),
		 *range ? " (" : "", range, *range ? ")" : "",
		 f->flags & FIELD_REQUIRED ? "; required" : "",
		 f->def && *f->def ? "; default " : "", f->def ? f->def : "");
	column = printf("  %-*s", INDENT - 2, path);
	if (column > INDENT) {
		printf("\n%*s", INDENT, "");
		column = INDENT;
	}
	wrap(about, column);
}

static void print_desc(const struct desc *d, const char *prefix)
{
	for (size_t i = 0; i < d->fields; i++) {
		const struct field *f = &d->field[i];
		char path[128];

		snprintf(path, sizeof(path), "%s%s", prefix, f->name);
		if (f->type == FIELD_LIST && !*prefix)
			putchar('\n');
		if (f->type != FIELD_OBJECT)
			print_field(f, path);
		if (!f->sub)
			continue;
		strncat(path, f->type == FIELD_LIST ? "[]." : ".",
			sizeof(path) - strlen(path) - 1);
		if (f->type == FIELD_OBJECT)
			printf("\n%s: %s\n", f->name, f->help);
		print_desc(f->sub, path);
	}
}

static void help_scenario(void)
{
	puts("A scenario is a JSON object with these keys. \"--set\" and \"--vary\" take "
	     "a path\nwith list items counted (devices[0].tx_queue_len), or its last name "
	     "where only\none key has it.\n");
	print_desc(scenario_desc(), "");
}

static void help_units(void)
{
	puts("A quantity is a number with a unit; only 0 needs none.\n");
	for (int q = 0; q < QUANTITY_COUNT; q++) {
		char all[64];

		quantity_units((enum quantity)q, ", ", all, sizeof(all));
		printf("  %-14s %s\n", quantity_name((enum quantity)q), all);
	}
	puts("\nk, M and G are powers of 1000, Ki, Mi and Gi of 1024; B is bytes, bit is "
	     "bits.");
}

static void help_machine(void)
{
	puts("A machine profile is models/machines/NAME.json, an object with these keys:\n\n"
	     "  name, title    of the profile\n"
	     "  base           a profile that has what this one leaves out\n"
	     "  frequency      of the cycle counter (hz)\n"
	     "  sockets, cpus  of the whole host (value)\n"
	     "  line           size (bytes), latencies by where a cache line is: same_socket,\n"
	     "                 cross_socket, memory (cycles), and their spread_pct (value)\n"
	     "  wake_latency   from the wake-up of a sleeping thread to its run (cycles)\n"
	     "  udp_release    from a datagram's arrival until it is received (cycles)\n"
	     "  ops            cycles of each operation; \"vhostsim list ops\" names them\n\n"
	     "Each number is in an object, under the name in brackets, with its source:\n\n"
	     "  \"tx.handle_tx_copy\": {\"cycles\": 82, \"source\": {\"kind\": \"measured\",\n"
	     "    \"from\": \"perf-tx-base.csv: handle_tx_copy, 33.0 ns a packet\"}}\n\n"
	     "The kind is measured, derived, assumed or fitted; a fitted entry lists the\n"
	     "cells of measured tables that it was fitted to, which \"compare\" then counts\n"
	     "apart.");
}

static void help_exit_codes(void)
{
	puts("  0    fine\n"
	     "  1    a difference: compare --tolerance was exceeded\n"
	     "  2    bad usage, scenario or input file\n"
	     "  3    the simulated system stalls: nobody can run and work is left\n"
	     "  4    an internal error; the message has what is needed to repeat it\n"
	     "  130  interrupted by SIGINT (128 and the number of any other signal)");
}

static void help_samples(void)
{
	const struct reader *r;

	puts("What tools printed, as \"vhostsim compare\" reads it. Which tool it was is\n"
	     "told by the content; marks of quoting (\"> \"), colours, carriage returns and\n"
	     "decimal commas do no harm.\n");
	for (size_t i = 0; (r = reader_at(i)); i++) {
		printf("  %-*s", INDENT - 2, r->tool);
		wrap(r->right, INDENT);
	}
}

static const struct topic {
	const char *name;
	void (*print)(void);
	const char *help;
} topics[] = {
	{ "scenario", help_scenario, "all keys of scenario files" },
	{ "machine", help_machine, "machine profiles" },
	{ "units", help_units, "how quantities are written" },
	{ "samples", help_samples, "what of measurements can be read" },
	{ "exit-codes", help_exit_codes, "what the exit status says" },
};

#define TOPICS (sizeof(topics) / sizeof(topics[0]))

static int unknown_topic(const char *name)
{
	const char *names[64];
	char text[512];
	size_t n = 0;

	for (size_t i = 0; i < TOPICS; i++)
		names[n++] = topics[i].name;
	for (const struct verb *v = verb_table(); v->name; v++)
		names[n++] = v->name;
	unknown_name(text, sizeof(text), "help topic", name, names, n);
	fprintf(stderr, "vhostsim: error: %s\n", text);
	return EXIT_USAGE;
}

/* "vhostsim VERB --help", which returns from this verb alone. */
static int help_verb(const struct verb *v)
{
	char name[32], option[] = "--help";
	char *argv[] = { name, option, NULL };

	snprintf(name, sizeof(name), "%s", v->name);
	return v->main(2, argv);
}

static int overview(void)
{
	verbs_usage(stdout);
	puts("\nOther topics of \"vhostsim help\":");
	for (size_t i = 0; i < TOPICS; i++)
		printf("  %-10s  %s\n", topics[i].name, topics[i].help);
	return EXIT_FINE;
}

static int help_on(const char *name)
{
	const struct verb *v = verb_find(name);

	for (size_t i = 0; i < TOPICS; i++)
		if (!strcmp(topics[i].name, name)) {
			topics[i].print();
			return EXIT_FINE;
		}
	return v ? help_verb(v) : unknown_topic(name);
}

int verb_help(int argc, char **argv)
{
	if (argc > 2) {
		fprintf(stderr,
			"vhostsim: error: help: \"%s\" is too much; one verb or topic "
			"would be right\n",
			argv[2]);
		return EXIT_USAGE;
	}
	/* "help help" comes back here through help_verb() */
	if (argc < 2 || !strcmp(argv[1], "--help"))
		return overview();
	return help_on(argv[1]);
}
