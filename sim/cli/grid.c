/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid.c - the points of a sweep. */
#include "grid.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../engine/rng.h"

static int out_of_memory(struct diag *d)
{
	return diag_set(d, NULL, 0, 0, NULL, "out of memory");
}

static int add_value(struct axis *a, const char *text, size_t len, struct diag *d)
{
	char **larger = realloc(a->value, (a->values + 1) * sizeof(*larger));

	if (!larger)
		return out_of_memory(d);
	a->value = larger;
	a->value[a->values] = strndup(text, len);
	if (!a->value[a->values])
		return out_of_memory(d);
	for (size_t i = 0; i < a->values; i++)
		if (!strcmp(a->value[i], a->value[a->values])) {
			free(a->value[a->values]);
			return diag_set(d, NULL, 0, 0, a->path,
					"--vary has the value %s twice; use --repeat to "
					"run a point again",
					a->value[i]);
		}
	a->values++;
	return 0;
}

int grid_add(struct grid *g, const char *vary, struct diag *d)
{
	const char *eq = strchr(vary, '=');
	const char *p;
	struct axis *a = &g->axis[g->axes];

	if (!eq || eq == vary)
		return diag_set(
			d, NULL, 0, 0, NULL,
			"--vary %s: a path and its values are needed; for example "
			"--vary VHOST_NET_BATCH=1,16,64",
			vary);
	for (p = vary; *p; p++)
		if (iscntrl((unsigned char)*p))
			return diag_set(d, NULL, 0, 0, NULL,
					"--vary holds a control character");
	p = eq + 1;
	if (g->axes == GRID_MAX_AXES)
		return diag_set(d, NULL, 0, 0, NULL, "at most %d --vary can be given",
				GRID_MAX_AXES);
	a->path = strndup(vary, (size_t)(eq - vary));
	if (!a->path)
		return out_of_memory(d);
	g->axes++;
	for (;;) {
		size_t len = strcspn(p, ",");

		if (!len)
			return diag_set(d, NULL, 0, 0, a->path,
					"--vary has an empty value in \"%s\"", eq + 1);
		if (add_value(a, p, len, d))
			return -1;
		if (!p[len])
			return 0;
		p += len + 1;
	}
}

static int resolve_axis(struct grid *g, size_t axis, const struct experiment *base,
			struct diag *d)
{
	struct axis *a = &g->axis[axis];
	char *full = experiment_path(base, a->path, "--vary", d);

	if (!full)
		return -1;
	free(a->path);
	a->path = full;
	if (!strcmp(full, "run.seed"))
		return diag_set(d, NULL, 0, 0, full,
				"a sweep derives the seed of each point itself; use "
				"--repeat for more seeds, --seed for others");
	for (size_t i = 0; i < axis; i++)
		if (!strcmp(g->axis[i].path, full))
			return diag_set(d, NULL, 0, 0, full, "--vary is given twice");
	return 0;
}

static bool shares_last_name(const struct grid *g, size_t axis)
{
	const char *name = experiment_last_name(g->axis[axis].path);

	for (size_t i = 0; i < g->axes; i++)
		if (i != axis && !strcmp(experiment_last_name(g->axis[i].path), name))
			return true;
	return false;
}

static int check_size(const struct grid *g, struct diag *d)
{
	size_t points = g->repeats;

	for (size_t i = 0; i < g->axes; i++) {
		points *= g->axis[i].values;
		if (points > GRID_MAX_POINTS)
			return diag_set(d, NULL, 0, 0, NULL,
					"more than %d points; vary less at a time",
					GRID_MAX_POINTS);
	}
	return 0;
}

int grid_resolve(struct grid *g, const struct experiment *base, struct diag *d)
{
	for (size_t i = 0; i < g->axes; i++)
		if (resolve_axis(g, i, base, d))
			return -1;
	for (size_t i = 0; i < g->axes; i++) {
		struct axis *a = &g->axis[i];

		a->name = shares_last_name(g, i) ? a->path
						 : experiment_last_name(a->path);
	}
	return check_size(g, d);
}

void grid_destroy(struct grid *g)
{
	for (size_t i = 0; i < g->axes; i++) {
		struct axis *a = &g->axis[i];

		for (size_t v = 0; v < a->values; v++)
			free(a->value[v]);
		free(a->value);
		free(a->path);
	}
	*g = (struct grid){ 0 };
}

size_t grid_points(const struct grid *g)
{
	size_t points = g->repeats;

	for (size_t i = 0; i < g->axes; i++)
		points *= g->axis[i].values;
	return points;
}

const char *grid_value(const struct grid *g, size_t point, size_t axis)
{
	size_t turn = point / g->repeats;

	for (size_t i = g->axes - 1; i > axis; i--)
		turn /= g->axis[i].values;
	return g->axis[axis].value[turn % g->axis[axis].values];
}

void grid_settings(const struct grid *g, size_t point, struct setting *set)
{
	for (size_t i = 0; i < g->axes; i++)
		set[i] = (struct setting){ .path = g->axis[i].path,
					   .value = grid_value(g, point, i) };
}

static int by_path(const void *a, const void *b)
{
	const struct setting *sa = a, *sb = b;

	return strcmp(sa->path, sb->path);
}

uint64_t grid_seed(const struct grid *g, size_t point)
{
	struct setting set[GRID_MAX_AXES];
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);
	uint64_t seed;

	if (!f)
		abort(); /* a wrong seed would be worse than no result */
	grid_settings(g, point, set);
	qsort(set, g->axes, sizeof(*set), by_path);
	for (size_t i = 0; i < g->axes; i++)
		fprintf(f, "%s=%s;", set[i].path, set[i].value);
	fprintf(f, "repeat=%zu", grid_repeat(g, point));
	if (fclose(f))
		abort();
	seed = rng_hash(g->seed, text) >> 1;
	free(text);
	return seed;
}

void grid_label(const struct grid *g, size_t point, char *buf, size_t len)
{
	size_t at = 0;

	for (size_t i = 0; i < g->axes && at < len; i++)
		at += (size_t)snprintf(buf + at, len - at, "%s=%s ", g->axis[i].name,
				       grid_value(g, point, i));
	if (at < len)
		snprintf(buf + at, len - at, "repeat=%zu", grid_repeat(g, point));
}
