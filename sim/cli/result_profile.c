/* SPDX-License-Identifier: GPL-3.0-or-later */
/* result_profile.c - where the cycles went, as perf report shows it. */
#include "result_profile.h"

#include <inttypes.h>
#include <string.h>

#include "csv.h"
#include "json_get.h"

bool profile_wants(const struct profile_filter *f, const json_t *line)
{
	if (f->task && strcmp(f->task, json_get_text(line, "task")))
		return false;
	return json_get_number(line, "percent") >= f->percent_limit;
}

/* perf marks symbols of the kernel and its modules [k], those of programs [.]. */
static const char *mark_of(const char *module)
{
	return strncmp(module, "dpdk-", 5) ? "[k]" : "[.]";
}

/* Cycles and time of one packet that @task took, from its lines. */
static void print_task(const json_t *profile, const char *task, FILE *out)
{
	double cycles = 0, ns = 0;
	json_t *line;
	size_t i;

	json_array_foreach((json_t *)profile, i, line)
	{
		if (strcmp(json_get_text(line, "task"), task))
			continue;
		cycles += json_get_number(line, "cycles");
		ns += json_get_number(line, "ns_per_packet");
	}
	fprintf(out, "# thread %s: %.0f cycles", task, cycles);
	if (ns > 0)
		fprintf(out, ", %.1f ns a packet", ns);
	fprintf(out, "\n#\n# Overhead  Shared Object     Symbol%*s ns/packet\n", 34, "");
}

void profile_print_text(const json_t *profile, const struct profile_filter *f, FILE *out)
{
	const char *task = "";
	json_t *line;
	size_t i;

	json_array_foreach((json_t *)profile, i, line)
	{
		if (!profile_wants(f, line))
			continue;
		if (strcmp(task, json_get_text(line, "task"))) {
			if (*task)
				putc('\n', out);
			task = json_get_text(line, "task");
			print_task(profile, task, out);
		}
		fprintf(out, "  %8.2f%%  %-16s  %s %-36s %9.2f\n",
			json_get_number(line, "percent"), json_get_text(line, "module"),
			mark_of(json_get_text(line, "module")),
			json_get_text(line, "symbol"),
			json_get_number(line, "ns_per_packet"));
	}
}

void profile_print_csv(const json_t *profile, const struct profile_filter *f, FILE *out)
{
	json_t *line;
	size_t i;

	fputs("task,percent,module,symbol,ns_per_packet,cycles,calls\n", out);
	json_array_foreach((json_t *)profile, i, line)
	{
		if (!profile_wants(f, line))
			continue;
		csv_put_cell(out, json_get_text(line, "task"));
		fprintf(out, ",%.2f,%s,%s,%.2f,%.0f,%.0f\n",
			json_get_number(line, "percent"), json_get_text(line, "module"),
			json_get_text(line, "symbol"),
			json_get_number(line, "ns_per_packet"),
			json_get_number(line, "cycles"), json_get_number(line, "calls"));
	}
}

void profile_print_folded(const json_t *profile, const struct profile_filter *f,
			  FILE *out)
{
	json_t *line;
	size_t i;

	json_array_foreach((json_t *)profile, i, line)
	{
		if (profile_wants(f, line))
			fprintf(out, "%s;%s;%s %.0f\n", json_get_text(line, "task"),
				json_get_text(line, "module"),
				json_get_text(line, "symbol"),
				json_get_number(line, "cycles"));
	}
}

json_t *profile_filtered(const json_t *profile, const struct profile_filter *f)
{
	json_t *out = json_array(), *line;
	size_t i;

	json_array_foreach((json_t *)profile, i, line) if (profile_wants(f, line))
		json_array_append(out, line);
	return out;
}
