/* SPDX-License-Identifier: GPL-3.0-or-later */
/* csv_cells.c - what is in a table, cell by cell; and cells for tables of our own. */
#include "csv.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int csv_column(const struct csv *c, const char *name)
{
	for (size_t i = 0; i < c->columns; i++)
		if (!strcmp(c->column[i], name))
			return (int)i;
	return -1;
}

const char *csv_cell(const struct csv *c, size_t row, size_t column)
{
	return c->cell[row * c->columns + column];
}

const char *csv_note(const struct csv *c, const char *key)
{
	for (size_t i = 0; i < c->notes; i++)
		if (!strcmp(c->note[i].key, key))
			return c->note[i].value;
	return NULL;
}

int csv_parse_number(const char *text, double *value)
{
	char *end;

	/* strtod also takes white space, hexadecimal numbers, "inf" and "nan" */
	if (!*text || text[strspn(text, "0123456789+-.eE")])
		return -1;
	*value = strtod(text, &end);
	return *end || end == text || !isfinite(*value) ? -1 : 0;
}

int csv_number(const struct csv *c, size_t row, size_t column, double *value,
	       struct diag *d)
{
	const char *text = csv_cell(c, row, column);

	if (!*text)
		return 1;
	if (!csv_parse_number(text, value))
		return 0;
	return diag_set(d, c->file, c->line[row], 0, c->column[column],
			"\"%.60s\" is not a number", text);
}

bool csv_list_has(const char *list, const char *name)
{
	size_t len = strlen(name);

	for (; *list; list += strcspn(list, ","), list += *list == ',')
		if (!strncmp(list, name, len) && (!list[len] || list[len] == ','))
			return true;
	return false;
}

void csv_put_cell(FILE *out, const char *text)
{
	/* a line that begins with # would be read as a comment */
	if (*text != '#' && !text[strcspn(text, ",\"\r\n")]) {
		fputs(text, out);
		return;
	}
	putc('"', out);
	for (; *text; text++) {
		if (*text == '"')
			putc('"', out);
		putc(*text, out);
	}
	putc('"', out);
}
