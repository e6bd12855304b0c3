/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment.c - a scenario file, resolved. */
#include "experiment.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "experiment_check.h"
#include "json_file.h"
#include "kernel_file.h"
#include "machine_file.h"
#include "resolve.h"
#include "setting.h"
#include "units.h"

/* A mistake in the scenario's @key, unless it lies in the file that the key names. */
static int blame_name(const struct blame *b, const char *key, const char *value,
		      const struct diag *why)
{
	size_t len = strlen(value);

	if (len > 5 && !strcmp(value + len - 5, ".json"))
		return diag_set(b->d, NULL, 0, 0, NULL, "%s", why->text);
	return blame_set(b, key, "%s", why->text);
}

static int load_parts(struct experiment *e, const struct blame *b)
{
	const char *machine = json_string_value(json_object_get(e->tree, "machine"));
	const char *kernel = json_string_value(json_object_get(e->tree, "kernel"));
	struct diag why = { .set = false };

	if (machine_load(machine, &e->machine, &e->machine_tree, &why))
		return blame_name(b, "machine", machine, &why);
	if (kernel_load(kernel, &e->kernel, &why))
		return blame_name(b, "kernel", kernel, &why);
	return 0;
}

/* @root has all settings in it. */
static int build(struct experiment *e, const json_t *root, const struct blame *b)
{
	e->file = strdup(b->file->name);
	if (!e->file)
		return diag_set(b->d, NULL, 0, 0, NULL, "%s", strerror(ENOMEM));
	e->tree = resolve(scenario_desc(), root, b, &e->cfg);
	if (!e->tree || load_parts(e, b))
		return -1;
	return experiment_check(e, b);
}

static int from_file(struct experiment *e, struct json_file *f, const struct setting *set,
		     size_t n, struct diag *d)
{
	struct applied *applied = calloc(n + 1, sizeof(*applied));
	struct blame b = { f, applied, n, d };
	int err;

	memset(e, 0, sizeof(*e));
	if (!applied)
		return diag_set(d, f->name, 0, 0, NULL, "%s", strerror(ENOMEM));
	err = settings_apply(f->root, set, n, applied, d) || build(e, f->root, &b);
	if (err)
		experiment_destroy(e);
	applied_free(applied, n);
	return err ? -1 : 0;
}

int experiment_load(struct experiment *e, const char *file, const struct setting *set,
		    size_t n, struct diag *d)
{
	struct json_file f;
	int err;

	if (json_file_read(&f, file, d))
		return -1;
	err = from_file(e, &f, set, n, d);
	json_file_destroy(&f);
	return err;
}

int experiment_parse(struct experiment *e, const char *file, const char *text, size_t len,
		     const struct setting *set, size_t n, struct diag *d)
{
	struct json_file f;
	int err;

	if (json_file_parse(&f, file, text, len, d))
		return -1;
	err = from_file(e, &f, set, n, d);
	json_file_destroy(&f);
	return err;
}

void experiment_destroy(struct experiment *e)
{
	free(e->file);
	json_decref(e->tree);
	json_decref(e->machine_tree);
	memset(e, 0, sizeof(*e));
}

char *experiment_path(const struct experiment *e, const char *path, const char *who,
		      struct diag *d)
{
	return setting_path(e->tree, path, who, NULL, d);
}

int experiment_until(struct experiment *e, const char *text, struct diag *d)
{
	json_t *run = json_object_get(e->tree, "run");
	char why[256], duration[32], warmup[32];
	double ns;

	if (quantity_parse(QUANTITY_TIME, text, &ns, why, sizeof(why)))
		return diag_set(d, "--until", 0, 0, NULL, "%s", why);
	quantity_print(QUANTITY_TIME, (double)e->cfg.run.warmup_ns, warmup,
		       sizeof(warmup));
	if (ns <= (double)e->cfg.run.warmup_ns || ns > 3600e9)
		return diag_set(d, "--until", 0, 0, NULL,
				"%s is out of range; more than the warm-up of %s, and at "
				"most an hour, would be right",
				text, warmup);
	e->cfg.run.duration_ns = (uint64_t)ns - e->cfg.run.warmup_ns;
	snprintf(duration, sizeof(duration), "%lluns",
		 (unsigned long long)e->cfg.run.duration_ns);
	json_object_set_new(run, "duration", json_string(duration));
	return 0;
}
