/* SPDX-License-Identifier: GPL-3.0-or-later */
/* data.c - where the program's own files are. */
#include "data.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef DATADIR
#define DATADIR "/usr/local/share/vhostsim"
#endif

static bool holds_models(const char *root)
{
	char path[PATH_MAX];
	struct stat st;
	int n = snprintf(path, sizeof(path), "%s/models/machines", root);

	return n > 0 && (size_t)n < sizeof(path) && !stat(path, &st) &&
	       S_ISDIR(st.st_mode);
}

/* The folder above the one that the program lies in, or share/vhostsim in that. */
static bool source_tree(char *root, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", root, size - 1);

	if (n <= 0)
		return false;
	root[n] = '\0';
	for (int up = 0; up < 2; up++) {
		char *slash = strrchr(root, '/');

		if (!slash)
			return false;
		*slash = '\0';
	}
	if (holds_models(root))
		return true;
	/* PREFIX/bin/vhostsim, wherever the whole of PREFIX was moved to */
	strncat(root, "/share/vhostsim", size - strlen(root) - 1);
	return holds_models(root);
}

static const char *data_root(char *buf, size_t size, struct diag *d)
{
	const char *env = getenv("VHOSTSIM_DATA");

	if (env && *env) {
		if (holds_models(env))
			return env;
		diag_set(d, "VHOSTSIM_DATA", 0, 0, NULL,
			 "\"%s\" has no folder models/machines", env);
		return NULL;
	}
	if (source_tree(buf, size))
		return buf;
	if (holds_models(DATADIR))
		return DATADIR;
	diag_set(d, NULL, 0, 0, NULL,
		 "no models found, neither beside the program's folder nor in " DATADIR
		 "; set VHOSTSIM_DATA to the folder that holds models/");
	return NULL;
}

char *data_path(const char *name, struct diag *d)
{
	char buf[PATH_MAX], *path;
	const char *root = data_root(buf, sizeof(buf), d);

	if (!root)
		return NULL;
	if (asprintf(&path, "%s/%s", root, name) < 0) {
		diag_set(d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
		return NULL;
	}
	return path;
}

static bool is_json(const char *name)
{
	size_t len = strlen(name);

	return len > 5 && !strcmp(name + len - 5, ".json");
}

static int json_entry(const struct dirent *e)
{
	return is_json(e->d_name);
}

void data_names_free(char **names)
{
	for (char **n = names; n && *n; n++)
		free(*n);
	free(names);
}

char **data_names(const char *folder, struct diag *d)
{
	char *path = data_path(folder, d);
	struct dirent **entry;
	char **names;
	int n;

	if (!path)
		return NULL;
	n = scandir(path, &entry, json_entry, alphasort);
	if (n < 0) {
		diag_set(d, path, 0, 0, NULL, "%s", strerror(errno));
		free(path);
		return NULL;
	}
	free(path);
	names = calloc((size_t)n + 1, sizeof(*names));
	for (int i = 0; i < n; i++) {
		if (names)
			names[i] = strndup(entry[i]->d_name,
					   strlen(entry[i]->d_name) - 5);
		free(entry[i]);
	}
	free(entry);
	if (!names)
		diag_set(d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
	return names;
}

static void no_such(const char *folder, const char *what, const char *name,
		    struct diag *d)
{
	char **names = data_names(folder, d);
	const char *near;
	size_t n = 0;

	if (!names)
		return;
	while (names[n])
		n++;
	near = nearest(name, (const char *const *)names, n);
	if (near)
		diag_set(d, NULL, 0, 0, NULL,
			 "there is no %s \"%s\"; \"%s\" would be right", what, name,
			 near);
	else
		diag_set(d, NULL, 0, 0, NULL,
			 "there is no %s \"%s\"; see \"vhostsim list %ss\", or name a "
			 "file that ends in .json",
			 what, name, what);
	data_names_free(names);
}

char *data_find(const char *folder, const char *what, const char *name, struct diag *d)
{
	char *rel, *path;

	if (is_json(name)) {
		path = strdup(name);
		if (!path)
			diag_set(d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
		return path;
	}
	if (asprintf(&rel, "%s/%s.json", folder, name) < 0) {
		diag_set(d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
		return NULL;
	}
	path = data_path(rel, d);
	free(rel);
	if (path && (strchr(name, '/') || access(path, F_OK))) {
		free(path);
		path = NULL;
		no_such(folder, what, name, d);
	}
	return path;
}
