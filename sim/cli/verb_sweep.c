/* SPDX-License-Identifier: GPL-3.0-or-later */
/* verb_sweep.c - vhostsim sweep: a scenario over values of its parameters. */
#include "verbs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/rng.h"
#include "sweep_args.h"
#include "sweep_out.h"
#include "sweep_run.h"
#include "version.h"

/* What the rows depend on, as one number. */
static uint64_t hash_json(uint64_t hash, const json_t *tree)
{
	char *text = json_dumps(tree, JSON_COMPACT | JSON_SORT_KEYS);

	if (!text)
		abort(); /* a wrong hash would mix the rows of two sweeps */
	hash = rng_hash(hash, text);
	free(text);
	return hash;
}

static uint64_t hash_kernel(uint64_t hash, const struct kernel *k)
{
	for (int i = 0; i < KERNEL_SWITCH_COUNT; i++)
		if (k->has[i])
			hash = rng_hash(hash, kernel_switch_name((enum kernel_switch)i));
	return hash;
}

static uint64_t hash_experiment(uint64_t hash, const struct experiment *e)
{
	hash = hash_json(hash, e->tree);
	hash = hash_json(hash, e->machine_tree);
	return hash_kernel(hash, &e->kernel);
}

/*
 * Load every point, so that a mistake in the last one is found before the first one
 * runs, and hash all of them: a point may name a kernel or a machine of its own.
 */
static int check_points(const struct sweep_args *a, uint64_t *hash, struct diag *d)
{
	size_t points = grid_points(&a->grid);

	for (size_t i = 0; i < points; i += a->grid.repeats) {
		struct experiment e;

		if (sweep_load(a, i, &e, d))
			return -1;
		*hash = hash_experiment(*hash, &e);
		experiment_destroy(&e);
	}
	return 0;
}

static uint64_t hash_grid(const struct grid *g)
{
	uint64_t hash = rng_hash(g->seed, "vhostsim " VHOSTSIM_VERSION);
	char repeats[32];

	for (size_t i = 0; i < g->axes; i++) {
		hash = rng_hash(hash, g->axis[i].path);
		for (size_t v = 0; v < g->axis[i].values; v++)
			hash = rng_hash(hash, g->axis[i].value[v]);
	}
	snprintf(repeats, sizeof(repeats), "repeats %zu", g->repeats);
	return rng_hash(hash, repeats);
}

static int sweep_to(struct sweep_args *a, struct sweep_table *t, struct diag *d)
{
	struct sweep_out out;
	int code = EXIT_USAGE;

	switch (sweep_out_open(&out, t, a->out, a->force, d)) {
	case SWEEP_OUT_COMPLETE:
		fprintf(stderr, "vhostsim: %s is complete already\n", a->out);
		code = EXIT_FINE;
		break;
	case SWEEP_OUT_WRONG:
		diag_print(d);
		break;
	case SWEEP_OUT_READY:
		code = sweep_run(a, t, &out);
		if (!code && sweep_out_finish(&out, d))
			code = diag_print(d);
		break;
	}
	sweep_out_destroy(&out);
	return code;
}

static int sweep(struct sweep_args *a, const struct experiment *base, struct diag *d)
{
	struct sweep_head head = {
		.program = "vhostsim " VHOSTSIM_VERSION,
		.scenario = a->scenario,
		.machine = base->machine.name,
		.tree = base->tree,
		.shard = a->shard,
	};
	struct sweep_table t;
	int code;

	if (!a->seed_given)
		a->grid.seed = base->cfg.run.seed;
	if (grid_resolve(&a->grid, base, d))
		return diag_print(d);
	if (a->shard.n > grid_points(&a->grid)) {
		diag_set(d, "--shard", 0, 0, NULL,
			 "%zu parts of %zu points: some would be empty", a->shard.n,
			 grid_points(&a->grid));
		return diag_print(d);
	}
	head.config = hash_grid(&a->grid);
	if (check_points(a, &head.config, d) ||
	    sweep_table_init(&t, &a->grid, a->format, &head, d))
		return diag_print(d);
	code = sweep_to(a, &t, d);
	sweep_table_destroy(&t);
	return code;
}

int verb_sweep(int argc, char **argv)
{
	struct diag d = { .set = false };
	struct sweep_args a;
	struct experiment base;
	int code;

	/* SIZE_MAX: the scenario as it is, without any point's values */
	if (sweep_args_parse(&a, argc, argv, &d) || sweep_load(&a, SIZE_MAX, &base, &d)) {
		code = diag_print(&d);
	} else {
		code = sweep(&a, &base, &d);
		experiment_destroy(&base);
	}
	sweep_args_destroy(&a);
	return code;
}
