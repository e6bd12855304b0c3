/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_perf_script.c - perf script: a head and a stack for each sample.
 *
 * The head has command, thread, processor, time, period (if it is printed) and event; the
 * first line of the stack is where the sample was taken. Samples count by their period.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "leaves.h"

struct head {
	size_t command; /* length of its name, with which the line begins */
	double period;
};

/* "[001]" in @line: the processor. */
static const char *find_cpu(const char *line)
{
	for (const char *p = strchr(line, '['); p; p = strchr(p + 1, '[')) {
		size_t n = strspn(p + 1, "0123456789");

		if (n && p[n + 1] == ']' && p > line)
			return p;
	}
	return NULL;
}

/* "iperf3 29875 [001]  1367.009073:    1003009 cpu-clock:" */
static bool parse_head(const char *line, struct head *h)
{
	const char *cpu = find_cpu(line), *p = cpu;
	double time;
	int n = 0;

	if (!cpu || isspace((unsigned char)line[0]) ||
	    sscanf(cpu, "[%*[0-9]] %lf:%n", &time, &n) != 1 || !n)
		return false;
	if (sscanf(cpu + n, " %lf", &h->period) != 1)
		h->period = 1; /* the event follows */
	while (p > line && p[-1] == ' ')
		p--;
	while (p > line && (isdigit((unsigned char)p[-1]) || p[-1] == '/'))
		p--;
	while (p > line && p[-1] == ' ')
		p--;
	h->command = (size_t)(p - line);
	return p > line;
}

/* "	ffffffff81706ee6 file_close_fd_locked+0x26 ([kernel.kallsyms])" */
static const char *parse_frame(const char *line, size_t *len)
{
	const char *p = line + strspn(line, " \t"), *end;

	if (p == line || !isxdigit((unsigned char)*p))
		return NULL;
	p += strspn(p, "0123456789abcdef");
	p += strspn(p, " ");
	end = strstr(p, " (");
	*len = end ? (size_t)(end - p) : 0;
	for (size_t i = 0; i < *len; i++)
		if (!strncmp(p + i, "+0x", 3))
			*len = i;
	return *len ? p : NULL;
}

static bool detect(const struct input *in)
{
	struct head h;
	size_t len;

	for (size_t i = 0; i + 1 < in->lines; i++)
		if (in->line[i][0] && in->line[i][0] != '#')
			return parse_head(in->line[i], &h) &&
			       parse_frame(in->line[i + 1], &len);
	return false;
}

static int gather(const struct input *in, struct leaves *all, struct diag *d)
{
	for (size_t i = 0; i < in->lines; i++) {
		const char *symbol;
		struct head h;
		size_t len = 0;

		if (!parse_head(in->line[i], &h))
			continue;
		symbol = i + 1 < in->lines ? parse_frame(in->line[i + 1], &len) : NULL;
		if (!symbol)
			return diag_set(d, in->file, (int)i + 1, 0, NULL,
					"a sample without its stack; a line \"address "
					"symbol (object)\" below would be right");
		if (!leaves_add(all, in->line[i], h.command, symbol, len, h.period,
				(int)i + 2))
			return diag_set(d, in->file, 0, 0, NULL, "no memory to read it");
	}
	return 0;
}

static int read_script(const struct input *in, struct sample *s, struct diag *d)
{
	struct leaves all = { NULL, 0, 0 };
	int err = gather(in, &all, d);

	if (!err)
		leaves_put(&all, s);
	leaves_destroy(&all);
	return err;
}

const struct reader reader_perf_script = {
	"perf script",
	"\"command 4242 [001]  N: N event:\" and a stack below",
	detect,
	read_script,
};
