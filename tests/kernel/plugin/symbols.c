/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "symbols.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LINE 512

static int by_address(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static int append(struct symbols *s, const struct symbol *new)
{
	if (s->n == s->capacity) {
		size_t capacity = s->capacity ? 2 * s->capacity : 1024;
		struct symbol *grown = reallocarray(s->symbol, capacity, sizeof(*grown));

		if (!grown)
			return -1;
		s->symbol = grown;
		s->capacity = capacity;
	}
	s->symbol[s->n] = *new;
	s->symbol[s->n].order = s->n;
	s->n++;
	return 0;
}

/* "ADDRESS T NAME [MODULE]"; true for functions. Addresses of 0 are for those without
 * the right to see them. */
static int parse(const char *line, struct symbol *out)
{
	char type, module[40] = "";

	if (sscanf(line, "%" SCNx64 " %c %63s [%38[^]]", &out->address, &type, out->name,
		   module) < 3)
		return 0;
	snprintf(out->module, sizeof(out->module), "%.31s", module);
	return out->address && strchr("tTwW", type);
}

static void drop_modules(struct symbols *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->n; i++)
		if (!s->symbol[i].module[0])
			s->symbol[kept++] = s->symbol[i];
	s->n = kept;
}

int symbols_read(struct symbols *s, FILE *f)
{
	char line[LINE];
	struct symbol new;

	drop_modules(s);
	while (fgets(line, sizeof(line), f))
		if (parse(line, &new) && append(s, &new))
			return -1;
	if (s->n)
		qsort(s->symbol, s->n, sizeof(*s->symbol), by_address);
	return 0;
}

void symbols_destroy(struct symbols *s)
{
	free(s->symbol);
	memset(s, 0, sizeof(*s));
}

/* The last one at or below @address, and of several there the first. */
const struct symbol *symbols_find(const struct symbols *s, uint64_t address)
{
	size_t low = 0, high = s->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (s->symbol[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return NULL;
	for (low--; low && s->symbol[low - 1].address == s->symbol[low].address;)
		low--;
	return &s->symbol[low];
}

const struct symbol *symbols_named(const struct symbols *s, const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->symbol[i].name, name))
			return &s->symbol[i];
	return NULL;
}
