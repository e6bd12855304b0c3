/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_folded.c - folded stacks, as flame graphs are made of: "command;a;b;c samples".
 *
 * A symbol's own share is what the stacks that end in it have of all samples of the
 * command.
 */
#include <stdlib.h>
#include <string.h>

#include "leaves.h"

/* Length of the stack in @line before its count; 0 if it is no folded stack. */
static size_t stack_length(const char *line, double *samples)
{
	const char *space = strrchr(line, ' ');
	char *end;

	if (!space || space == line || !strchr(line, ';') || space[1] < '0' ||
	    space[1] > '9')
		return 0;
	*samples = strtod(space + 1, &end);
	return *end ? 0 : (size_t)(space - line);
}

static bool detect(const struct input *in)
{
	size_t i = 0;
	double n;

	while (i < in->lines && !in->raw[i][0])
		i++;
	return i < in->lines && stack_length(in->raw[i], &n) > 0;
}

static bool add_stack(struct leaves *all, const char *line, size_t len, double samples,
		      int number)
{
	const char *symbol = line + len;

	while (symbol > line && symbol[-1] != ';')
		symbol--;
	return leaves_add(all, line, strcspn(line, ";"), symbol,
			  (size_t)(line + len - symbol), samples, number);
}

static int gather(const struct input *in, struct leaves *all, struct diag *d)
{
	for (size_t i = 0; i < in->lines; i++) {
		double samples = 0;
		size_t len = stack_length(in->raw[i], &samples);

		if (!in->raw[i][0])
			continue;
		if (!len)
			return diag_set(d, in->file, (int)i + 1, 0, NULL,
					"\"%.60s\" is no folded stack; \"command;a;b;c "
					"N\" would be right",
					in->raw[i]);
		if (!add_stack(all, in->raw[i], len, samples, (int)i + 1))
			return diag_set(d, in->file, 0, 0, NULL, "no memory to read it");
	}
	return 0;
}

static int read_folded(const struct input *in, struct sample *s, struct diag *d)
{
	struct leaves all = { NULL, 0, 0 };
	int err = gather(in, &all, d);

	if (!err)
		leaves_put(&all, s);
	leaves_destroy(&all);
	return err;
}

const struct reader reader_folded = {
	"folded stacks",
	"lines \"command;a;b;c N\"",
	detect,
	read_folded,
};
