/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kernel_file.c - kernel versions: models/kernels/NAME.json. */
#include "kernel_file.h"

#include <string.h>

#include "data.h"
#include "json_file.h"

static int switch_by_name(const char *name)
{
	for (int i = 0; i < KERNEL_SWITCH_COUNT; i++)
		if (!strcmp(kernel_switch_name((enum kernel_switch)i), name))
			return i;
	return -1;
}

static int unknown_switch(const struct json_file *f, const char *path, const char *name,
			  struct diag *d)
{
	const char *names[KERNEL_SWITCH_COUNT];
	char text[512];

	for (int i = 0; i < KERNEL_SWITCH_COUNT; i++)
		names[i] = kernel_switch_name((enum kernel_switch)i);
	unknown_name(text, sizeof(text), "switch", name, names, KERNEL_SWITCH_COUNT);
	return json_file_error(f, d, path, "%s", text);
}

static int commit(const struct json_file *f, json_t *item, size_t i, struct kernel *k,
		  struct diag *d)
{
	static const char *const keys[] = { "switch", "commit", "title" };
	const char *name = json_string_value(json_object_get(item, "switch"));
	char path[64];
	int sw;

	snprintf(path, sizeof(path), "commits[%zu]", i);
	if (!json_is_object(item) || !name)
		return json_file_error(f, d, path,
				       "is not an object with a string \"switch\"");
	if (json_file_keys(f, item, path, keys, 3, d))
		return -1;
	for (size_t n = 1; n < 3; n++) {
		json_t *text = json_object_get(item, keys[n]);

		if (text && !json_is_string(text))
			return json_file_error(f, d, path, "\"%s\" is not a string",
					       keys[n]);
	}
	snprintf(path, sizeof(path), "commits[%zu].switch", i);
	sw = switch_by_name(name);
	if (sw < 0)
		return unknown_switch(f, path, name, d);
	if (k->has[sw])
		return json_file_error(f, d, path, "\"%s\" is there twice", name);
	k->has[sw] = true;
	return 0;
}

static int fill(const struct json_file *f, struct kernel *k, struct diag *d)
{
	static const char *const keys[] = { "name", "title", "commits" };
	const char *name = json_string_value(json_object_get(f->root, "name"));
	json_t *commits = json_object_get(f->root, "commits");
	json_t *title = json_object_get(f->root, "title");

	if (json_file_keys(f, f->root, "", keys, 3, d))
		return -1;
	if (!name || !*name || strlen(name) >= sizeof(k->name))
		return json_file_error(f, d, "name",
				       "must be a string of 1 to %zu characters",
				       sizeof(k->name) - 1);
	if (title && !json_is_string(title))
		return json_file_error(f, d, "title", "must be a string");
	if (!json_is_array(commits))
		return json_file_error(f, d, "commits", "must be a list");
	strcpy(k->name, name);
	for (size_t i = 0; i < json_array_size(commits); i++)
		if (commit(f, json_array_get(commits, i), i, k, d))
			return -1;
	return 0;
}

int kernel_load(const char *name, struct kernel *k, struct diag *d)
{
	char *path = data_find("models/kernels", "kernel", name, d);
	struct json_file f;
	int err;

	memset(k, 0, sizeof(*k));
	if (!path)
		return -1;
	err = json_file_read(&f, path, d);
	free(path);
	if (err)
		return -1;
	err = fill(&f, k, d);
	json_file_destroy(&f);
	return err;
}
