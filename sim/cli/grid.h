/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * grid.h - the points of a sweep: the product of the varied values, each repeated.
 *
 * Points are numbered: the first --vary turns slowest, repeats turn fastest. A point's
 * seed is a hash of the base seed, its (path, value) pairs sorted by path, and its
 * repeat, so it does not depend on the order of the options, on the other points, or on
 * who computes it.
 */
#ifndef VHOSTSIM_GRID_H
#define VHOSTSIM_GRID_H

#include <stdint.h>

#include "experiment.h"

#define GRID_MAX_AXES 16
#define GRID_MAX_POINTS 1000000

struct axis {
	char *path;	  /* as given, full after grid_resolve() */
	const char *name; /* of its column; points into @path */
	char **value;
	size_t values;
};

struct grid {
	struct axis axis[GRID_MAX_AXES];
	size_t axes;
	size_t repeats;
	uint64_t seed;
};

/* Take "path=v1,v2,...". Returns 0, or -1 with @d filled. */
int grid_add(struct grid *g, const char *vary, struct diag *d);

/*
 * Resolve the paths against @base and name the columns: last names, or full paths where
 * two have the same last name. Returns 0, or -1 with @d filled.
 */
int grid_resolve(struct grid *g, const struct experiment *base, struct diag *d);
void grid_destroy(struct grid *g);

size_t grid_points(const struct grid *g);

/* Value of axis @axis at @point, as given. */
const char *grid_value(const struct grid *g, size_t point, size_t axis);

static inline size_t grid_repeat(const struct grid *g, size_t point)
{
	return point % g->repeats;
}

/* The settings of @point; @set has room for one an axis. */
void grid_settings(const struct grid *g, size_t point, struct setting *set);

/*
 * Seed of @point: rng_hash(base seed, "path=value;path=value;repeat=k") in the order of
 * the paths, without its lowest bit, so that JSON and --seed can hold it.
 */
uint64_t grid_seed(const struct grid *g, size_t point);

/* "kernel=base VHOST_NET_BATCH=64 repeat=0", for messages. */
void grid_label(const struct grid *g, size_t point, char *buf, size_t len);

#endif
