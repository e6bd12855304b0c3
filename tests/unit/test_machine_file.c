/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_machine_file.c - the shipped profiles, and some that build on them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../sim/cli/data.h"
#include "../../sim/cli/machine_file.h"

#define SOURCE "\"source\": {\"kind\": \"assumed\", \"from\": \"a test\"}"

static struct diag d;
static struct machine m;
static json_t *tree;

/* Load a profile of this text from a file of its own. */
static int load(const char *text)
{
	char name[] = "/tmp/vhostsim-machine-XXXXXX.json";
	int fd = mkstemps(name, 5), err;

	cr_assert(fd >= 0);
	cr_assert_eq(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	d.set = false;
	tree = NULL;
	err = machine_load(name, &m, &tree, &d);
	unlink(name);
	cr_expect_eq(err == 0, !d.set);
	return err;
}

static int load_on_base(const char *members)
{
	char text[1024];

	snprintf(text, sizeof(text),
		 "{\"name\": \"m\", \"title\": \"t\", \"base\": \"xeon-2020\"%s}",
		 members);
	return load(text);
}

static void refused(const char *members, const char *expected)
{
	cr_assert_eq(load_on_base(members), -1, "%s passes", members);
	cr_expect(strstr(d.text, expected), "%s", d.text);
}

/* Every profile loads, knows its operations or says that it does not, and none of its
 * parameters is fitted without cells. */
Test(machine_file, shipped_profiles_are_fine)
{
	char **names = data_names("models/machines", &d);

	cr_assert(names && names[0], "%s", d.text);
	for (char **n = names; *n; n++) {
		struct fitted_cell cell[64];
		size_t cells;

		cr_assert_eq(machine_load(*n, &m, &tree, &d), 0, "%s", d.text);
		cr_expect_str_eq(m.name, *n);
		cr_expect(m.hz > 0 && m.cpus >= m.sockets);
		cells = machine_fitted(tree, cell, 64);
		cr_expect(cells < 64);
		cr_expect(cells >= machine_fitted_parameters(tree));
		for (size_t i = 0; i < cells; i++)
			cr_expect(*cell[i].parameter && *cell[i].table && *cell[i].row &&
				  *cell[i].column);
		json_decref(tree);
	}
	data_names_free(names);
}

/* Promise of the thread's replay: 10 parameters and 4 cells are enough. */
Test(machine_file, few_parameters_are_fitted)
{
	cr_assert_eq(machine_load("xeon-2020", &m, &tree, &d), 0, "%s", d.text);
	cr_expect(machine_fitted_parameters(tree) <= 10);
	cr_expect(machine_fitted(tree, NULL, 0) <= 4, "%zu cells",
		  machine_fitted(tree, NULL, 0));
	json_decref(tree);
}

Test(machine_file, a_profile_says_what_differs_from_its_base)
{
	struct machine base;

	cr_assert_eq(machine_load("xeon-2020", &base, &tree, &d), 0);
	json_decref(tree);
	cr_assert_eq(load_on_base(", \"cpus\": {\"value\": 4, " SOURCE "},"
				  "\"ops\": {\"tx.handle_tx\": {\"cycles\": 1, " SOURCE
				  "}}"),
		     0, "%s", d.text);
	json_decref(tree);
	cr_expect_eq(m.cpus, 4);
	cr_expect_eq(m.sockets, base.sockets);
	cr_expect_eq(m.op[OP_TX_RUN], 1);
	cr_expect_eq(m.op[OP_TX_HANDLE], base.op[OP_TX_HANDLE]);
	cr_expect_eq(m.line.same_socket, base.line.same_socket);
	cr_expect_str_eq(m.name, "m");
}

Test(machine_file, an_override_needs_a_source_too)
{
	refused(", \"ops\": {\"tx.handle_tx\": {\"cycles\": 1}}",
		"ops.tx.handle_tx.source: must be there");
	refused(", \"ops\": {\"tx.handle_tx\": {\"cycles\": 1, \"source\": "
		"{\"kind\": \"fitted\", \"from\": \"x\", \"cells\": []}}}",
		"must list the cells that the value was fitted to");
	refused(", \"line\": {\"sise\": {\"bytes\": 64, " SOURCE "}}",
		"there is no key \"sise\"; \"size\" would be right");
	refused(", \"frequency\": {\"hz\": 0, " SOURCE "}",
		"frequency: 0 is out of range; 1000000 to 100000000000");
}

Test(machine_file, processors_are_spread_over_the_sockets)
{
	refused(", \"cpus\": {\"value\": 15, " SOURCE "}",
		"15 cpus are not the same number on each of 2 sockets");
	cr_assert_eq(load_on_base(", \"cpus\": {\"value\": 8, " SOURCE "}"), 0);
	json_decref(tree);
	cr_expect_eq(machine_socket(&m, 3), 0);
	cr_expect_eq(machine_socket(&m, 4), 1);
}

/* A profile without a group of operations is for experiments without them; a group with
 * a hole is a mistake. */
Test(machine_file, operations_come_in_groups)
{
	cr_assert_eq(machine_load("xeon-2020", &m, &tree, &d), 0, "%s", d.text);
	cr_expect(m.knows[OP_TX_RUN]);
	cr_expect_not(m.knows[OP_GUEST_XMIT]);
	json_decref(tree);
	refused(", \"ops\": {\"guest.start_xmit\": {\"cycles\": 1, " SOURCE "}}",
		"is missing; {\"cycles\": NUMBER, \"source\": ...} would be right");
}

Test(machine_file, fitted_cells_are_listed)
{
	struct fitted_cell cell[8];

	cr_assert_eq(
		load_on_base(", \"ops\": {\"tx.handle_tx\": {\"cycles\": 1, \"source\": "
			     "{\"kind\": \"fitted\", \"from\": \"x\", \"cells\": "
			     "[{\"table\": \"t.csv\", \"row\": \"64\", \"column\": "
			     "\"base\"}, {\"table\": \"t.csv\", \"row\": \"1\", "
			     "\"column\": \"batch\"}]}}}"),
		0, "%s", d.text);
	for (size_t i = 0, n = machine_fitted(tree, cell, 8); i < n; i++) {
		if (strcmp(cell[i].parameter, "tx.handle_tx"))
			continue;
		cr_expect_str_eq(cell[i].table, "t.csv");
		cr_expect_str_eq(cell[i].row, "64");
		cr_expect_str_eq(cell[i + 1].row, "1");
		cr_expect_str_eq(cell[i + 1].column, "batch");
		json_decref(tree);
		return;
	}
	cr_assert_fail("no cell of tx.handle_tx");
}

Test(machine_file, bases_do_not_pile_up)
{
	cr_assert_eq(load("{\"name\": \"m\", \"title\": \"t\", \"base\": \"xeon-2017\"}"),
		     -1);
	cr_expect(strstr(d.text, "\"xeon-2017\" has a base itself; name that one"), "%s",
		  d.text);
	cr_assert_eq(load("{\"name\": \"m\", \"title\": \"t\", \"base\": \"xeon-2021\"}"),
		     -1);
	cr_expect(strstr(d.text, "base: there is no machine \"xeon-2021\"; \"xeon-2020\" "
				 "would be right"),
		  "%s", d.text);
}
