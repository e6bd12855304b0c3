/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blame.c - who said it: the scenario file or a setting on the command line. */
#include "blame.h"

#include <stdarg.h>
#include <string.h>

const struct setting *blame_setting(const struct blame *b, const char *path)
{
	for (size_t i = b->n; i-- > 0;)
		if (!strcmp(b->applied[i].path, path))
			return b->applied[i].set;
	return NULL;
}

int blame_set(const struct blame *b, const char *path, const char *fmt, ...)
{
	const struct setting *set = blame_setting(b, path);
	char what[768], who[160];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(what, sizeof(what), fmt, ap);
	va_end(ap);
	if (!set)
		return json_file_error(b->file, b->d, path, "%s", what);
	snprintf(who, sizeof(who), "setting %.64s=%.64s", set->path, set->value);
	return diag_set(b->d, who, 0, 0, path, "%s", what);
}
