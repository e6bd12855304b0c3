/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * csv.c - reader of tables.
 *
 * The text is copied once, and cells are cut out of that copy in place: quotes are
 * dropped and separators become terminators. So memory is the text and a pointer a
 * cell, and a hostile table cannot ask for more than the limits in csv.h.
 */
#include "csv.h"
#include "slurp.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	struct csv *c;
	char *p, *end; /* what is left to read */
	int line;
	size_t cells, cap; /* in c->cell, of the rows so far */
	size_t notes_cap, lines_cap;
	struct diag *d;
};

enum cell_end { CELL_NEXT, CELL_LAST, CELL_BAD };

static int bad(struct reader *r, const char *what)
{
	return diag_set(r->d, r->c->file, r->line, 0, NULL, "%s", what);
}

/* Make room for one more of @size bytes in @array. */
static int grow(struct reader *r, void *array, size_t *cap, size_t n, size_t size)
{
	void **base = array;
	void *larger;

	if (n < *cap)
		return 0;
	*cap = *cap ? *cap * 2 : 64;
	larger = realloc(*base, *cap * size);
	if (!larger)
		return bad(r, "out of memory");
	*base = larger;
	return 0;
}

static bool at_newline(const struct reader *r)
{
	return *r->p == '\n' || (*r->p == '\r' && r->end - r->p > 1 && r->p[1] == '\n');
}

/* What follows a cell decides whether the row goes on. Steps over it. */
static enum cell_end cell_ends(struct reader *r, char *stop)
{
	enum cell_end how = CELL_LAST;

	if (r->p < r->end) {
		if (*r->p == ',') {
			how = CELL_NEXT;
		} else if (at_newline(r)) {
			r->p += *r->p == '\r';
		} else {
			bad(r, *r->p == '\r'
				       ? "a carriage return inside a line"
				       : "text after a cell's closing quote; a quote "
					 "inside a cell is written \"\"");
			return CELL_BAD;
		}
		r->p++;
	}
	*stop = '\0';
	return how;
}

static enum cell_end quoted_cell(struct reader *r, char **cell)
{
	int opened = r->line;
	char *out = ++r->p;

	*cell = out;
	for (; r->p < r->end; r->p++) {
		if (*r->p == '"') {
			if (r->end - r->p < 2 || r->p[1] != '"') {
				r->p++;
				return cell_ends(r, out);
			}
			r->p++;
		}
		r->line += *r->p == '\n';
		*out++ = *r->p;
	}
	r->line = opened;
	bad(r, "a quote is opened here and never closed");
	return CELL_BAD;
}

static enum cell_end plain_cell(struct reader *r, char **cell)
{
	*cell = r->p;
	while (r->p < r->end && *r->p != ',' && *r->p != '\n' && *r->p != '\r') {
		if (*r->p == '"') {
			bad(r, "a quote inside a cell; put the whole cell in quotes and "
			       "write \"\" for each quote in it");
			return CELL_BAD;
		}
		r->p++;
	}
	return cell_ends(r, r->p);
}

/* Read a row's cells behind those that are there. Returns how many, or -1. */
static int read_row(struct reader *r, int *first_line)
{
	enum cell_end how = CELL_NEXT;
	size_t before = r->cells;

	*first_line = r->line;
	while (how == CELL_NEXT) {
		if (r->cells == CSV_MAX_CELLS)
			return bad(r, "more than 4194304 cells");
		if (r->cells - before == CSV_MAX_COLUMNS)
			return bad(r, "more than 1024 columns");
		if (grow(r, &r->c->cell, &r->cap, r->cells, sizeof(char *)))
			return -1;
		if (r->p < r->end && *r->p == '"')
			how = quoted_cell(r, &r->c->cell[r->cells]);
		else
			how = plain_cell(r, &r->c->cell[r->cells]);
		r->cells++;
	}
	r->line++;
	return how == CELL_BAD ? -1 : (int)(r->cells - before);
}

static char *trim(char *s)
{
	size_t len;

	s += strspn(s, " \t");
	len = strlen(s);
	while (len && strchr(" \t\r", s[len - 1]))
		s[--len] = '\0';
	return s;
}

/* A comment line; "# key: value" is a note. A key is one word. */
static int read_comment(struct reader *r)
{
	char *text = r->p + 1;
	char *newline = memchr(r->p, '\n', (size_t)(r->end - r->p));
	char *colon;

	r->p = newline ? newline + 1 : r->end;
	if (newline)
		*newline = '\0';
	r->line++;
	text = trim(text);
	colon = text + strcspn(text, ": \t");
	if (*colon != ':' || colon == text)
		return 0;
	if (grow(r, &r->c->note, &r->notes_cap, r->c->notes, sizeof(*r->c->note)))
		return -1;
	*colon = '\0';
	r->c->note[r->c->notes++] = (struct csv_note){ .key = text,
						       .value = trim(colon + 1) };
	return 0;
}

/* Comments and empty lines ahead of the header. */
static int read_preamble(struct reader *r)
{
	while (r->p < r->end) {
		if (at_newline(r)) {
			r->p += *r->p == '\r' ? 2 : 1;
			r->line++;
		} else if (*r->p != '#') {
			return 0;
		} else if (read_comment(r)) {
			return -1;
		}
	}
	return bad(r,
		   "no header row; the first line that is no comment names the columns");
}

static int read_header(struct reader *r)
{
	int line;
	int n = read_row(r, &line);

	if (n < 0)
		return -1;
	r->c->column = r->c->cell;
	r->c->columns = (size_t)n;
	r->c->cell = NULL;
	r->cells = r->cap = 0;
	for (int i = 0; i < n; i++) {
		const char *name = r->c->column[i];

		if (!*name)
			return diag_set(r->d, r->c->file, line, 0, NULL,
					"column %d has no name", i + 1);
		if (csv_column(r->c, name) != i)
			return diag_set(r->d, r->c->file, line, 0, NULL,
					"two columns are called \"%s\"", name);
	}
	return 0;
}

static int read_rows(struct reader *r)
{
	struct csv *c = r->c;

	while (r->p < r->end) {
		int line;
		int n = read_row(r, &line);

		if (n < 0)
			return -1;
		if ((size_t)n != c->columns)
			return diag_set(r->d, c->file, line, 0, NULL,
					"%d cells in this row; the header has %zu", n,
					c->columns);
		if (grow(r, &c->line, &r->lines_cap, c->rows, sizeof(int)))
			return -1;
		c->line[c->rows++] = line;
	}
	return 0;
}

/* Line in which the byte at @at lies. */
static int line_of(const char *text, const char *at)
{
	int line = 1;

	for (; text < at; text++)
		line += *text == '\n';
	return line;
}

static int copy_text(struct csv *c, const char *text, size_t len, struct diag *d)
{
	const char *nul = len ? memchr(text, '\0', len) : NULL;

	if (len > CSV_MAX_BYTES)
		return diag_set(d, c->file, 0, 0, NULL, "larger than 16 MiB");
	if (nul)
		return diag_set(d, c->file, line_of(text, nul), 0, NULL,
				"a NUL byte; this is not a text file");
	c->text = malloc(len + 1);
	if (!c->text)
		return diag_set(d, c->file, 0, 0, NULL, "out of memory");
	if (len)
		memcpy(c->text, text, len);
	c->text[len] = '\0';
	return 0;
}

int csv_parse(struct csv *c, const char *file, const char *text, size_t len,
	      struct diag *d)
{
	struct reader r = { .c = c, .line = 1, .d = d };

	*c = (struct csv){ .file = strdup(file) };
	if (!c->file || copy_text(c, text, len, d)) {
		csv_destroy(c);
		return diag_set(d, file, 0, 0, NULL, "out of memory");
	}
	r.p = c->text;
	r.end = c->text + len;
	if (len >= 3 && !memcmp(r.p, "\xef\xbb\xbf", 3))
		r.p += 3; /* the byte order mark of spreadsheets */
	if (read_preamble(&r) || read_header(&r) || read_rows(&r)) {
		csv_destroy(c);
		return -1;
	}
	return 0;
}

int csv_read(struct csv *c, const char *file, struct diag *d)
{
	size_t len;
	char *text = slurp(file, CSV_MAX_BYTES, &len, d);
	int err;

	if (!text)
		return -1;
	err = csv_parse(c, file, text, len, d);
	free(text);
	return err;
}

void csv_destroy(struct csv *c)
{
	free(c->file);
	free(c->note);
	free(c->column);
	free(c->cell);
	free(c->line);
	free(c->text);
	*c = (struct csv){ 0 };
}
