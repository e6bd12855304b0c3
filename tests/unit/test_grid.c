/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <string.h>

#include "../../sim/cli/grid.h"

static void add(struct grid *g, const char *vary)
{
	struct diag d = { .set = false };

	cr_assert_eq(grid_add(g, vary, &d), 0, "%s", d.text);
}

static struct experiment scenario(void)
{
	struct experiment e;
	struct diag d = { .set = false };

	cr_assert_eq(
		experiment_load(&e, "scenarios/descriptor-batching/tx.json", NULL, 0, &d),
		0, "%s", d.text);
	return e;
}

/* The first --vary turns slowest, repeats fastest. */
Test(grid, points_are_the_product_in_order)
{
	static const char *const label[] = {
		"kernel=base VHOST_NET_BATCH=1 repeat=0",
		"kernel=base VHOST_NET_BATCH=1 repeat=1",
		"kernel=base VHOST_NET_BATCH=64 repeat=0",
		"kernel=base VHOST_NET_BATCH=64 repeat=1",
		"kernel=batch VHOST_NET_BATCH=1 repeat=0",
	};
	struct grid g = { .repeats = 2, .seed = 1 };
	struct experiment e = scenario();
	struct diag d = { .set = false };
	char text[128];

	add(&g, "kernel=base,batch");
	add(&g, "VHOST_NET_BATCH=1,64");
	cr_assert_eq(grid_resolve(&g, &e, &d), 0, "%s", d.text);
	cr_assert_eq(grid_points(&g), 8);
	for (size_t i = 0; i < 5; i++) {
		grid_label(&g, i, text, sizeof(text));
		cr_assert_str_eq(text, label[i]);
	}
	grid_destroy(&g);
	experiment_destroy(&e);
}

/* A point's seed does not depend on the order of the options or on other points. */
Test(grid, seeds_belong_to_points)
{
	struct grid a = { .repeats = 3, .seed = 1 }, b = { .repeats = 1, .seed = 1 };
	struct experiment e = scenario();
	struct diag d = { .set = false };

	add(&a, "kernel=base,batch");
	add(&a, "VHOST_NET_BATCH=1,64");
	add(&b, "VHOST_NET_BATCH=64");
	add(&b, "kernel=batch");
	cr_assert_eq(grid_resolve(&a, &e, &d), 0);
	cr_assert_eq(grid_resolve(&b, &e, &d), 0);
	/* kernel=batch, VHOST_NET_BATCH=64, repeat 0 */
	cr_assert_eq(grid_seed(&a, 9), grid_seed(&b, 0));
	for (size_t i = 0; i < grid_points(&a); i++)
		for (size_t k = 0; k < i; k++)
			cr_assert_neq(grid_seed(&a, i), grid_seed(&a, k));
	grid_destroy(&a);
	grid_destroy(&b);
	experiment_destroy(&e);
}

static void refused(const char *vary, const char *message)
{
	struct grid g = { .repeats = 1 };
	struct experiment e = scenario();
	struct diag d = { .set = false };

	if (!grid_add(&g, vary, &d))
		grid_resolve(&g, &e, &d);
	cr_assert(d.set && strstr(d.text, message), "%s: %s", vary, d.text);
	grid_destroy(&g);
	experiment_destroy(&e);
}

Test(grid, mistakes_are_named)
{
	refused("VHOST_NET_BATCH", "a path and its values are needed");
	refused("VHOST_NET_BATCH=1,,2", "empty value");
	refused("VHOST_NET_BATCH=1,1", "the value 1 twice");
	refused("VHOST_NET_BACH=1", "\"VHOST_NET_BATCH\" would be right");
	refused("seed=1,2", "derives the seed");
}
