/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine_file.c - machine profiles: models/machines/NAME.json. */
#include "machine_file.h"

#include <stdlib.h>
#include <string.h>

#include "data.h"
#include "json_file.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const char *const kinds[] = { "measured", "derived", "assumed", "fitted" };

/* A number of the profile: where it is, the key of its value, and its range. */
struct entry {
	const char *section, *name, *unit;
	int64_t min, max;
	size_t offset; /* of an int64_t in struct machine */
};

#define AT(member) offsetof(struct machine, member)

static const struct entry entries[] = {
	{ NULL, "frequency", "hz", 1000000, 100000000000, AT(hz) },
	{ NULL, "sockets", "value", 1, 64, AT(sockets) },
	{ NULL, "cpus", "value", 1, 4096, AT(cpus) },
	{ NULL, "udp_release", "cycles", 0, 1000000000000, AT(udp_release) },
	{ NULL, "wake_latency", "cycles", 0, 1000000000, AT(wake_latency) },
	{ "line", "size", "bytes", 16, 4096, AT(line.size) },
	{ "line", "same_socket", "cycles", 0, 1000000, AT(line.same_socket) },
	{ "line", "cross_socket", "cycles", 0, 1000000, AT(line.cross_socket) },
	{ "line", "memory", "cycles", 0, 1000000, AT(line.memory) },
	{ "line", "spread_pct", "value", 0, 100, AT(line.spread_pct) },
};

#define OP_CYCLES_MAX 1000000

static int check_cell(const struct json_file *f, const json_t *cell, const char *path,
		      struct diag *d)
{
	static const char *const keys[] = { "table", "row", "column" };

	if (!json_is_object(cell))
		return json_file_error(f, d, path,
				       "must be an object {table, row, column}");
	for (size_t i = 0; i < COUNT(keys); i++)
		if (!json_is_string(json_object_get(cell, keys[i])))
			return json_file_error(f, d, path, "needs a string \"%s\"",
					       keys[i]);
	return json_file_keys(f, cell, path, keys, COUNT(keys), d);
}

static int check_cells(const struct json_file *f, const json_t *cells, const char *path,
		       struct diag *d)
{
	if (!json_array_size(cells))
		return json_file_error(
			f, d, path, "must list the cells that the value was fitted to");
	for (size_t i = 0; i < json_array_size(cells); i++) {
		char item[320];

		snprintf(item, sizeof(item), "%s[%zu]", path, i);
		if (check_cell(f, json_array_get(cells, i), item, d))
			return -1;
	}
	return 0;
}

static int check_kind(const struct json_file *f, const json_t *src, const char *path,
		      struct diag *d)
{
	const char *kind = json_string_value(json_object_get(src, "kind"));
	char text[512];

	for (size_t i = 0; kind && i < COUNT(kinds); i++)
		if (!strcmp(kind, kinds[i]))
			return 0;
	unknown_name(text, sizeof(text), "kind of source", kind ? kind : "", kinds,
		     COUNT(kinds));
	return json_file_error(f, d, path, "%s", text);
}

/* Where a number comes from, at @path. */
static int check_source(const struct json_file *f, const json_t *src, const char *path,
			struct diag *d)
{
	static const char *const keys[] = { "kind", "from", "cells" };
	const char *from = json_string_value(json_object_get(src, "from"));
	const char *kind = json_string_value(json_object_get(src, "kind"));
	const json_t *cells = json_object_get(src, "cells");
	char cells_path[288];

	if (!json_is_object(src))
		return json_file_error(f, d, path,
				       "must be there: an object {kind, from}");
	if (check_kind(f, src, path, d) ||
	    json_file_keys(f, src, path, keys, COUNT(keys), d))
		return -1;
	if (!from || !*from)
		return json_file_error(f, d, path,
				       "needs \"from\": where the value comes from");
	snprintf(cells_path, sizeof(cells_path), "%s.cells", path);
	if (!strcmp(kind, "fitted"))
		return check_cells(f, cells, cells_path, d);
	if (cells)
		return json_file_error(f, d, cells_path,
				       "is for fitted values; this one is %s", kind);
	return 0;
}

/* A value {@unit: number, "source": ...} at @path into @value. */
static int read_entry(const struct json_file *f, const json_t *obj, const char *path,
		      const struct entry *e, int64_t *value, struct diag *d)
{
	const char *const keys[] = { e->unit, "source" };
	const json_t *number = json_object_get(obj, e->unit);
	char source[256];

	if (!obj)
		return json_file_error(f, d, path,
				       "is missing; {\"%s\": NUMBER, "
				       "\"source\": ...} would be right",
				       e->unit);
	if (!json_is_integer(number))
		return json_file_error(f, d, path, "needs a whole number \"%s\"",
				       e->unit);
	if (json_file_keys(f, obj, path, keys, COUNT(keys), d))
		return -1;
	*value = json_integer_value(number);
	if (*value < e->min || *value > e->max)
		return json_file_error(
			f, d, path, "%lld is out of range; %lld to %lld would be right",
			(long long)*value, (long long)e->min, (long long)e->max);
	snprintf(source, sizeof(source), "%s.source", path);
	return check_source(f, json_object_get(obj, "source"), source, d);
}

static int read_entries(const struct json_file *f, struct machine *m, struct diag *d)
{
	for (size_t i = 0; i < COUNT(entries); i++) {
		const struct entry *e = &entries[i];
		const json_t *in = e->section ? json_object_get(f->root, e->section)
					      : f->root;
		char path[128];
		int64_t value;

		snprintf(path, sizeof(path), "%s%s%s", e->section ? e->section : "",
			 e->section ? "." : "", e->name);
		if (read_entry(f, json_object_get(in, e->name), path, e, &value, d))
			return -1;
		memcpy((char *)m + e->offset, &value, sizeof(value));
	}
	return 0;
}

/*
 * Operations come in groups, "tx.handle_tx": a profile may leave away a whole group that
 * its experiments do not need, but not a part of one.
 */
static bool has_group(const json_t *ops, const char *name)
{
	size_t len = strcspn(name, ".") + 1;
	const char *key;
	json_t *value;

	json_object_foreach((json_t *)ops, key,
			    value) if (!strncmp(key, name, len)) return true;
	return false;
}

/* What is repeated until something happens must take time. */
static bool is_polling(enum op op)
{
	return op == OP_PMD_IDLE || op == OP_PMD_POLL || op == OP_TUN_DROP;
}

static int read_ops(const struct json_file *f, struct machine *m, struct diag *d)
{
	static const struct entry op = { "ops", NULL, "cycles", 0, OP_CYCLES_MAX, 0 };
	const json_t *ops = json_object_get(f->root, "ops");
	const char *names[OP_COUNT];

	if (!json_is_object(ops))
		return json_file_error(f, d, "ops",
				       "must be there: an object with the "
				       "cycles of each operation");
	for (int i = 0; i < OP_COUNT; i++)
		names[i] = op_name((enum op)i);
	/* first the unknown: a mistyped name should not read as a missing one */
	if (json_file_keys(f, ops, "ops", names, OP_COUNT, d))
		return -1;
	for (int i = 0; i < OP_COUNT; i++) {
		char path[128];
		int64_t cycles;

		if (!has_group(ops, names[i]))
			continue;
		m->knows[i] = true;
		snprintf(path, sizeof(path), "ops.%s", names[i]);
		if (read_entry(f, json_object_get(ops, names[i]), path, &op, &cycles, d))
			return -1;
		if (!cycles && is_polling((enum op)i))
			return json_file_error(f, d, path,
					       "is a round of polling; at least a cycle "
					       "would be right");
		m->op[i] = (uint32_t)cycles;
	}
	return 0;
}

static int read_text(const struct json_file *f, const char *key, char *buf, size_t size,
		     struct diag *d)
{
	const char *text = json_string_value(json_object_get(f->root, key));

	if (!text || !*text || strlen(text) >= size)
		return json_file_error(
			f, d, key, "must be a string of 1 to %zu characters", size - 1);
	strcpy(buf, text);
	return 0;
}

static int check_root_keys(const struct json_file *f, struct diag *d)
{
	static const char *const keys[] = { "name",    "title",	       "frequency",
					    "sockets", "cpus",	       "line",
					    "ops",     "wake_latency", "udp_release",
					    "base" };
	const char *line_keys[COUNT(entries)];
	size_t n = 0;

	for (size_t i = 0; i < COUNT(entries); i++)
		if (entries[i].section)
			line_keys[n++] = entries[i].name;
	if (json_file_keys(f, f->root, "", keys, COUNT(keys), d))
		return -1;
	return json_file_keys(f, json_object_get(f->root, "line"), "line", line_keys, n,
			      d);
}

static int fill(const struct json_file *f, struct machine *m, struct diag *d)
{
	if (check_root_keys(f, d) || read_text(f, "name", m->name, sizeof(m->name), d) ||
	    read_text(f, "title", m->title, sizeof(m->title), d) ||
	    read_entries(f, m, d) || read_ops(f, m, d))
		return -1;
	if (m->cpus % m->sockets)
		return json_file_error(f, d, "cpus",
				       "%lld cpus are not the same number on each of "
				       "%lld sockets",
				       (long long)m->cpus, (long long)m->sockets);
	return 0;
}

static int read_profile(struct json_file *f, const char *name, struct diag *d)
{
	char *path = data_find("models/machines", "machine", name, d);
	int err;

	if (!path)
		return -1;
	err = json_file_read(f, path, d);
	free(path);
	return err;
}

/* What @f does not say is as in the profile that it names as its base. */
static int merge_base(struct json_file *f, struct diag *d)
{
	const json_t *base = json_object_get(f->root, "base");
	static const char *const parts[] = { "line", "ops" };
	struct diag why = { .set = false };
	struct json_file b;

	if (!base)
		return 0;
	if (!json_is_string(base))
		return json_file_error(f, d, "base", "must be the name of a profile");
	if (read_profile(&b, json_string_value(base), &why))
		return json_file_error(f, d, "base", "%s", why.text);
	if (json_object_get(b.root, "base")) {
		json_file_error(f, d, "base", "\"%s\" has a base itself; name that one",
				json_string_value(base));
		json_file_destroy(&b);
		return -1;
	}
	for (size_t i = 0; i < COUNT(parts); i++)
		if (json_object_get(f->root, parts[i]))
			json_object_update_missing(json_object_get(f->root, parts[i]),
						   json_object_get(b.root, parts[i]));
	json_object_update_missing(f->root, b.root);
	json_file_destroy(&b);
	return 0;
}

int machine_load(const char *name, struct machine *m, json_t **tree, struct diag *d)
{
	struct json_file f;
	int err;

	memset(m, 0, sizeof(*m));
	if (read_profile(&f, name, d))
		return -1;
	if (merge_base(&f, d)) {
		json_file_destroy(&f);
		return -1;
	}
	err = fill(&f, m, d);
	if (!err)
		*tree = json_incref(f.root);
	json_file_destroy(&f);
	return err;
}

/* The cells of @entry if it is a fitted one, else NULL. */
static const json_t *fitted_cells(const json_t *entry)
{
	return json_object_get(json_object_get(entry, "source"), "cells");
}

struct fitted_list {
	struct fitted_cell *out;
	size_t max, cells, parameters;
};

static void add_fitted(struct fitted_list *l, const char *name, const json_t *entry)
{
	const json_t *cells = fitted_cells(entry);

	l->parameters += cells != NULL;
	for (size_t i = 0; i < json_array_size(cells); i++, l->cells++) {
		const json_t *c = json_array_get(cells, i);

		if (l->cells >= l->max)
			continue;
		l->out[l->cells] = (struct fitted_cell){
			name,
			json_string_value(json_object_get(c, "table")),
			json_string_value(json_object_get(c, "row")),
			json_string_value(json_object_get(c, "column")),
		};
	}
}

static void walk_fitted(const json_t *tree, struct fitted_list *l)
{
	const char *name, *inner;
	json_t *entry, *value;

	json_object_foreach((json_t *)tree, name, entry)
	{
		add_fitted(l, name, entry);
		if (strcmp(name, "line") && strcmp(name, "ops"))
			continue;
		json_object_foreach(entry, inner, value) add_fitted(l, inner, value);
	}
}

size_t machine_fitted(const json_t *tree, struct fitted_cell *out, size_t max)
{
	struct fitted_list l = { out, max, 0, 0 };

	walk_fitted(tree, &l);
	return l.cells;
}

size_t machine_fitted_parameters(const json_t *tree)
{
	struct fitted_list l = { NULL, 0, 0, 0 };

	walk_fitted(tree, &l);
	return l.parameters;
}

static const struct entry *find_entry(const char *name)
{
	for (size_t i = 0; i < COUNT(entries); i++) {
		const struct entry *e = &entries[i];
		size_t len = e->section ? strlen(e->section) + 1 : 0;

		if (!strcmp(name + (strlen(name) > len ? len : 0), e->name) &&
		    (!e->section || !strncmp(name, e->section, len - 1)))
			return e;
	}
	return NULL;
}

static int find_op(const char *name)
{
	for (int i = 0; i < OP_COUNT; i++)
		if (!strcmp(op_name((enum op)i), name))
			return i;
	return -1;
}

bool machine_get(const struct machine *m, const char *name, int64_t *value)
{
	const struct entry *e = find_entry(name);
	int op = find_op(name);

	if (op >= 0)
		*value = m->op[op];
	else if (e)
		memcpy(value, (const char *)m + e->offset, sizeof(*value));
	return op >= 0 || e;
}

bool machine_set(struct machine *m, const char *name, int64_t value)
{
	const struct entry *e = find_entry(name);
	int op = find_op(name);

	if (op >= 0)
		m->op[op] = (uint32_t)value;
	else if (e)
		memcpy((char *)m + e->offset, &value, sizeof(value));
	return op >= 0 || e;
}

json_t *machine_entry(json_t *tree, const char *name, const char **key)
{
	const struct entry *e = find_entry(name);

	if (find_op(name) >= 0) {
		*key = "cycles";
		return json_object_get(json_object_get(tree, "ops"), name);
	}
	if (!e)
		return NULL;
	*key = e->unit;
	return json_object_get(e->section ? json_object_get(tree, e->section) : tree,
			       e->name);
}

size_t machine_names(const char **names, size_t max)
{
	size_t n = 0;

	for (int i = 0; i < OP_COUNT && n < max; i++)
		names[n++] = op_name((enum op)i);
	for (size_t i = 0; i < COUNT(entries) && n < max; i++)
		names[n++] = entries[i].name;
	return n;
}
