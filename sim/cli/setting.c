/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setting.c - what the command line sets in a scenario. */
#include "setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PATH_LEN 256
#define PATHS_MAX 4096 /* keys that a scenario can have, items of lists counted */

/* Everything that can be set in one scenario. */
struct paths {
	char *full[PATHS_MAX];
	const struct field *field[PATHS_MAX];
	size_t n;
};

static void collect(struct paths *p, const struct desc *desc, const json_t *in,
		    const char *prefix);

static void collect_list(struct paths *p, const struct field *f, const json_t *list,
			 const char *path)
{
	char item[PATH_LEN];

	for (size_t i = 0; i < json_array_size(list); i++) {
		snprintf(item, sizeof(item), "%.200s[%zu].", path, i);
		collect(p, f->sub, json_array_get(list, i), item);
	}
}

static void collect(struct paths *p, const struct desc *desc, const json_t *in,
		    const char *prefix)
{
	for (size_t i = 0; i < desc->fields && p->n < PATHS_MAX; i++) {
		const struct field *f = &desc->field[i];
		const json_t *value = json_object_get(in, f->name);
		char path[PATH_LEN];

		snprintf(path, sizeof(path), "%s%s", prefix, f->name);
		if (f->type == FIELD_OBJECT) {
			strncat(path, ".", sizeof(path) - strlen(path) - 1);
			collect(p, f->sub, value, path);
		} else if (f->type == FIELD_LIST && !(f->flags & FIELD_NOTE)) {
			collect_list(p, f, value, path);
		} else if (field_settable(f)) {
			p->full[p->n] = strdup(path);
			p->field[p->n] = f;
			p->n += p->full[p->n] != NULL;
		}
	}
}

static struct paths *paths_of(const json_t *root)
{
	struct paths *p = calloc(1, sizeof(*p));

	if (p)
		collect(p, scenario_desc(), root, "");
	return p;
}

static void paths_free(struct paths *p)
{
	for (size_t i = 0; p && i < p->n; i++)
		free(p->full[i]);
	free(p);
}

const char *experiment_last_name(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot ? dot + 1 : path;
}

static void say_unknown(const struct paths *p, const char *path, const char *who,
			struct diag *d)
{
	const struct field *group = desc_field(scenario_desc(), path);
	bool full = strpbrk(path, ".[") != NULL;
	const char *names[PATHS_MAX], *near;

	if (group && group->sub) {
		diag_set(d, who, 0, 0, NULL,
			 "\"%.64s\" is %s; a key in it would be right, such as %s%s.%s",
			 path, group->type == FIELD_LIST ? "a list" : "an object", path,
			 group->type == FIELD_LIST ? "[0]" : "",
			 group->sub->field[0].name);
		return;
	}
	for (size_t i = 0; i < p->n; i++)
		names[i] = full ? p->full[i] : experiment_last_name(p->full[i]);
	near = nearest(path, names, p->n);
	if (near)
		diag_set(d, who, 0, 0, NULL,
			 "there is no key \"%.64s\"; \"%s\" would be right", path, near);
	else
		diag_set(d, who, 0, 0, NULL,
			 "there is no key \"%.64s\"; \"vhostsim help scenario\" lists "
			 "them",
			 path);
}

/* Index of the one path that @path means, or -1. */
static int find(const struct paths *p, const char *path, const char *who, struct diag *d)
{
	int found = -1;

	for (size_t i = 0; i < p->n; i++)
		if (!strcmp(p->full[i], path))
			return (int)i;
	for (size_t i = 0; i < p->n; i++) {
		if (strcmp(experiment_last_name(p->full[i]), path))
			continue;
		if (found >= 0)
			return diag_set(d, who, 0, 0, NULL,
					"\"%.64s\" may be %s or %s; give the whole path",
					path, p->full[found], p->full[i]);
		found = (int)i;
	}
	if (found < 0)
		say_unknown(p, path, who, d);
	return found;
}

char *setting_path(const json_t *root, const char *path, const char *who,
		   const struct field **field, struct diag *d)
{
	struct paths *p = paths_of(root);
	char *full = NULL;
	int i;

	if (!p) {
		diag_set(d, who, 0, 0, NULL, "%s", strerror(ENOMEM));
		return NULL;
	}
	i = find(p, path, who, d);
	if (i >= 0) {
		full = p->full[i];
		p->full[i] = NULL;
		if (field)
			*field = p->field[i];
	}
	paths_free(p);
	return full;
}

/* The object that holds the last name of @full. Objects on the way are made. */
static json_t *holder(json_t *at, const char *full)
{
	const char *last = experiment_last_name(full);
	char key[PATH_LEN];

	while (full < last) {
		size_t len = strcspn(full, ".["), skip;
		json_t *next;

		snprintf(key, sizeof(key), "%.*s", (int)len, full);
		next = json_object_get(at, key);
		if (full[len] == '[')
			next = json_array_get(next, strtoul(full + len + 1, NULL, 10));
		else if (!next && !json_object_set_new(at, key, json_object()))
			next = json_object_get(at, key);
		skip = strcspn(full, ".");
		full += skip + 1;
		at = next;
	}
	return at;
}

static int apply(json_t *root, const struct setting *set, struct applied *a,
		 struct diag *d)
{
	const struct field *f;
	char who[160];

	snprintf(who, sizeof(who), "setting %.64s=%.64s", set->path, set->value);
	a->set = set;
	a->path = setting_path(root, set->path, who, &f, d);
	if (!a->path)
		return -1;
	/* fails only where the file has something else than an object in its place:
	 * the check of the tree, which comes next, says so */
	json_object_set_new(holder(root, a->path), experiment_last_name(a->path),
			    field_json(f, set->value));
	return 0;
}

int settings_apply(json_t *root, const struct setting *set, size_t n,
		   struct applied *applied, struct diag *d)
{
	for (size_t i = 0; i < n; i++)
		if (apply(root, &set[i], &applied[i], d))
			return -1;
	return 0;
}

void applied_free(struct applied *applied, size_t n)
{
	for (size_t i = 0; i < n; i++)
		free(applied[i].path);
	free(applied);
}
