/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_perf.c - perf report --stdio, also with call graphs, and with separators (-t).
 *
 * Columns are told by the row of heads. A symbol's share is its own ("Self" where there
 * are children), of all samples of the report; where the report has several commands,
 * each symbol's share of the samples of its command that are listed is given, too, since
 * a profile of a run is one of a thread. Addresses are symbols without a counterpart.
 */
#include <string.h>

#include "perf_metric.h"
#include "readers.h"
#include "scan.h"

#define COLUMNS 16
#define COMMANDS 64

/* Where the columns are: of text, by the rulers of dots below; with a separator, cells. */
struct heads {
	size_t line;
	char separator; /* 0: text */
	int self, command, samples, symbol;
	size_t columns;
};

struct command {
	char name[PERF_TEXT];
	double share;
};

struct commands {
	struct command c[COMMANDS];
	size_t n;
};

/* The names that a column may have; -1: there is none. */
static int column_of(char **name, size_t n, const char *a, const char *b)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name[i], a) || !strcmp(name[i], b))
			return (int)i;
	return -1;
}

/* Cut @line at @separator, or at two blanks and more, and trim. Returns the cells. */
static size_t cut(char *line, char separator, char **cell)
{
	size_t n = 0;

	while (line && n < COLUMNS) {
		char *end = separator ? strchr(line, separator) : strstr(line, "  ");
		char *next = end ? end + 1 : NULL;

		if (end)
			*end = '\0';
		line += strspn(line, " \t");
		for (char *p = line + strlen(line); p > line && p[-1] == ' ';)
			*--p = '\0';
		if (separator || *line)
			cell[n++] = line;
		line = next;
	}
	return n;
}

static void set_columns(struct heads *h, char **name, size_t n)
{
	h->columns = n;
	h->self = column_of(name, n, "Self", "Overhead");
	if (column_of(name, n, "Self", "Self") >= 0)
		h->self = column_of(name, n, "Self", "Self");
	h->command = column_of(name, n, "Command", "Comm");
	h->samples = column_of(name, n, "Samples", "Samples");
	h->symbol = column_of(name, n, "Symbol", "Symbol");
}

/* Is line @i of @in the row of heads? */
static bool is_heads(const struct input *in, size_t i, struct heads *h)
{
	const char *line = in->line[i] + strspn(in->line[i], "# ");
	char text[512], *name[COLUMNS];
	size_t after;

	if (in->line[i][0] != '#' || !strstr(line, "Symbol"))
		return false;
	if (strncmp(line, "Overhead", 8) != 0 && strncmp(line, "Children", 8) != 0)
		return false;
	after = strspn(line + 8, " ");
	h->separator = strchr(";,|:\t", line[8 + after]) ? line[8 + after] : '\0';
	snprintf(text, sizeof(text), "%s", line);
	h->line = i;
	set_columns(h, name, cut(text, h->separator, name));
	return h->self >= 0 && h->symbol >= 0;
}

static bool find_heads(const struct input *in, struct heads *h)
{
	for (size_t i = 0; i < in->lines; i++)
		if (is_heads(in, i, h))
			return true;
	return false;
}

static bool detect(const struct input *in)
{
	struct heads h;

	return find_heads(in, &h);
}

/* The symbol without the mark of where it is from: "[k] tun_do_read" */
static const char *symbol_name(const char *cell)
{
	if (cell[0] == '[' && cell[1] && cell[2] == ']')
		cell += 3;
	return cell + strspn(cell, " ");
}

static struct command *command_of(struct commands *all, const char *name)
{
	for (size_t i = 0; i < all->n; i++)
		if (!strcmp(all->c[i].name, name))
			return &all->c[i];
	if (all->n == COMMANDS)
		return NULL;
	all->c[all->n] = (struct command){ .share = 0 };
	snprintf(all->c[all->n].name, PERF_TEXT, "%s", name);
	return &all->c[all->n++];
}

void perf_metric(char *buf, size_t len, const char *command, const char *symbol)
{
	int n = (int)strcspn(command, "-_/:0123456789");

	if (!n)
		snprintf(buf, len, "profile:vhost;%.*s", PERF_TEXT - 1, symbol);
	else
		snprintf(buf, len, "profile:%.*s;%.*s", n < PERF_TEXT ? n : PERF_TEXT,
			 command, PERF_TEXT - 1, symbol);
}

/* A row of a symbol. */
struct row {
	char text[1024], *cell[COLUMNS];
	size_t cells;
	double share;
};

static bool parse_row(const struct input *in, size_t i, const struct heads *h,
		      struct row *r)
{
	const char *line = h->separator == ',' ? in->raw[i] : in->line[i];

	snprintf(r->text, sizeof(r->text), "%s", line);
	r->cells = cut(r->text, h->separator, r->cell);
	/* the columns behind the symbol may be empty or more */
	if (r->cells <= (size_t)h->symbol || r->cells <= (size_t)h->self)
		return false;
	return number_of(r->cell[h->self], "%", &r->share);
}

static const char *cell_of(const struct row *r, int column)
{
	return column >= 0 && (size_t)column < r->cells ? r->cell[column] : "";
}

static void put_row(struct sample *s, int line, const struct heads *h,
		    const struct row *r, const char *only, struct command *c)
{
	const char *command = h->command >= 0 ? cell_of(r, h->command) : only;
	const char *symbol = symbol_name(r->cell[h->symbol]);
	bool several = h->command >= 0 && !*only;
	char metric[2 * PERF_TEXT + 16];

	perf_metric(metric, sizeof(metric), command, symbol);
	sample_put(s, line, r->share, "%", several ? NULL : metric, "%s%s%s",
		   several ? command : "", several ? " " : "", symbol);
	if (several && c && c->share > 0)
		sample_put(s, line, 100 * r->share / c->share, "%", metric, "%s of %s",
			   symbol, command);
}

/* "# comm: iperf3", as reports of one command begin; "" if it does not say. */
static void only_command(const struct input *in, const struct heads *h,
			 const struct commands *all, char *buf, size_t len)
{
	buf[0] = '\0';
	if (h->command >= 0) {
		snprintf(buf, len, "%s", all->n == 1 ? all->c[0].name : "");
		return;
	}
	for (size_t i = 0; i < h->line && !*buf; i++)
		if (sscanf(in->line[i], "# comm: %63s", buf) != 1)
			buf[0] = '\0';
}

/* A line that begins like a symbol's and has too few columns breaks off. */
static int check_row(const struct input *in, size_t i, const struct heads *h,
		     struct diag *d)
{
	const char *line = in->line[i] + strspn(in->line[i], " ");
	const char *end = line + strspn(line, "0123456789.");

	/* call graphs have "5% -- symbol" or "5% a;b;c" */
	if (end == line || (*end && *end != '%') || (*end && end[1] && end[1] != ' ') ||
	    (*end && end[1] && end[2] != ' '))
		return 0;
	return diag_set(d, in->file, (int)i + 1, 0, NULL,
			"\"%.60s\" breaks off; %zu columns, as the heads in line %zu "
			"have them, would be right",
			line, h->columns, h->line + 1);
}

static int gather(const struct input *in, const struct heads *h, struct commands *all,
		  struct diag *d)
{
	struct row r;

	for (size_t i = h->line + 1; i < in->lines; i++) {
		struct command *c;

		if (in->line[i][0] == '#')
			continue;
		if (!parse_row(in, i, h, &r)) {
			if (!h->separator && check_row(in, i, h, d))
				return -1;
			continue;
		}
		c = h->command >= 0 ? command_of(all, cell_of(&r, h->command)) : NULL;
		if (c)
			c->share += r.share;
	}
	return 0;
}

static int read_perf(const struct input *in, struct sample *s, struct diag *d)
{
	struct commands all = { .n = 0 };
	struct heads h;
	struct row r;
	char only[PERF_TEXT];

	if (!find_heads(in, &h) || gather(in, &h, &all, d))
		return -1;
	only_command(in, &h, &all, only, sizeof(only));
	for (size_t i = h.line + 1; i < in->lines; i++)
		if (in->line[i][0] != '#' && parse_row(in, i, &h, &r))
			put_row(s, (int)i + 1, &h, &r, only,
				command_of(&all, cell_of(&r, h.command)));
	return 0;
}

const struct reader reader_perf = {
	"perf report",
	"\"# Overhead  Command  Shared Object  Symbol\" and rows \"N%  ...  [k] symbol\"",
	detect,
	read_perf,
};
