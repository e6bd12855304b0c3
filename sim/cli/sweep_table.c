/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_table.c - the table that a sweep fills. */
#include "sweep_table.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"

#define ROW_DIGITS 10 /* of a real number in JSON, as "%.10g" in CSV */

static int out_of_memory(struct diag *d)
{
	return diag_set(d, NULL, 0, 0, NULL, "out of memory");
}

static int by_seed(const void *a, const void *b)
{
	const struct seed_point *pa = a, *pb = b;

	return (pa->seed > pb->seed) - (pa->seed < pb->seed);
}

/* A file name may hold anything; a comment is one line. */
static void put_note(FILE *f, const char *key, const char *value)
{
	fprintf(f, "# %s: ", key);
	for (; *value; value++)
		putc(iscntrl((unsigned char)*value) ? '?' : *value, f);
	putc('\n', f);
}

static void csv_head(FILE *f, const struct sweep_head *head, const char *config)
{
	char *text;

	put_note(f, "program", head->program);
	put_note(f, "scenario", head->scenario);
	put_note(f, "machine", head->machine);
	put_note(f, "config", config);
	if (head->shard.n > 1)
		fprintf(f, "# shard: %zu/%zu\n", head->shard.i, head->shard.n);
	text = json_dumps(head->tree, JSON_COMPACT);
	if (text)
		put_note(f, "resolved", text);
	free(text);
}

static void json_line(FILE *f, json_t *object)
{
	json_dumpf(object, f,
		   JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(ROW_DIGITS));
	putc('\n', f);
	json_decref(object);
}

static void jsonl_head(FILE *f, const struct sweep_head *head, const char *config)
{
	json_t *o = json_pack("{s:s, s:s, s:s, s:s}", "program", head->program,
			      "scenario", head->scenario, "machine", head->machine,
			      "config", config);

	if (head->shard.n > 1)
		json_object_set_new(
			o, "shard",
			json_sprintf("%zu/%zu", head->shard.i, head->shard.n));
	json_object_set(o, "resolved", (json_t *)head->tree);
	json_line(f, o);
}

static char *make_head(enum sweep_format format, const struct sweep_head *head)
{
	char config[32], *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	snprintf(config, sizeof(config), "0x%016" PRIx64, head->config);
	if (format == SWEEP_CSV)
		csv_head(f, head, config);
	else
		jsonl_head(f, head, config);
	return fclose(f) ? NULL : text;
}

int sweep_table_init(struct sweep_table *t, const struct grid *grid,
		     enum sweep_format format, const struct sweep_head *head,
		     struct diag *d)
{
	*t = (struct sweep_table){ .grid = grid, .format = format };
	t->first = shard_first(&head->shard, grid_points(grid));
	t->end = shard_first(&(struct shard){ head->shard.i + 1, head->shard.n },
			     grid_points(grid));
	t->points = t->end - t->first;
	t->head = make_head(format, head);
	t->header = format == SWEEP_JSONL ? strdup("") : NULL;
	t->row = calloc(t->end + 1, sizeof(*t->row));
	t->by_seed = calloc(t->points + 1, sizeof(*t->by_seed));
	if (!t->head || !t->row || !t->by_seed) {
		sweep_table_destroy(t);
		return out_of_memory(d);
	}
	for (size_t i = t->first; i < t->end; i++)
		t->by_seed[i - t->first] = (struct seed_point){ grid_seed(grid, i), i };
	qsort(t->by_seed, t->points, sizeof(*t->by_seed), by_seed);
	return 0;
}

void sweep_table_destroy(struct sweep_table *t)
{
	for (size_t i = t->first; t->row && i < t->end; i++)
		free(t->row[i]);
	free(t->row);
	free(t->head);
	free(t->header);
	free(t->by_seed);
	*t = (struct sweep_table){ 0 };
}

/* The cells that say which point a row is. */
static void put_identity(const struct grid *g, size_t point, FILE *f)
{
	for (size_t i = 0; i < g->axes; i++) {
		csv_put_cell(f, grid_value(g, point, i));
		putc(',', f);
	}
	fprintf(f, "%zu,%" PRIu64, grid_repeat(g, point), grid_seed(g, point));
}

/* Call @each for each "name=value" line of @answer. */
static void each_metric(const char *answer, void *ctx,
			void (*each)(void *ctx, const char *name, const char *value))
{
	char name[128], value[128];
	int len;

	while (sscanf(answer, "%127[^=\n]=%127[^\n]%n", name, value, &len) == 2) {
		each(ctx, name, value);
		answer += len;
		answer += *answer == '\n';
	}
}

static bool no_number(const char *value)
{
	return !strcmp(value, "nan") || !strcmp(value, "-nan");
}

static void put_name(void *ctx, const char *name, const char *value)
{
	(void)value;
	putc(',', ctx);
	csv_put_cell(ctx, name);
}

static void put_value(void *ctx, const char *name, const char *value)
{
	(void)name;
	putc(',', ctx);
	if (!no_number(value))
		csv_put_cell(ctx, value);
}

static char *make_header(const struct grid *g, const char *answer)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	if (!f)
		return NULL;
	for (size_t i = 0; i < g->axes; i++) {
		csv_put_cell(f, g->axis[i].name);
		putc(',', f);
	}
	fputs("repeat,seed", f);
	each_metric(answer, f, put_name);
	putc('\n', f);
	return fclose(f) ? NULL : text;
}

static void csv_row(const struct grid *g, size_t point, const char *answer, FILE *f)
{
	put_identity(g, point, f);
	each_metric(answer, f, put_value);
	putc('\n', f);
}

/* A number where @text is one, else a string; null where there is no value. */
static json_t *json_of(const char *text)
{
	double number;
	json_t *v;

	if (no_number(text))
		return json_null();
	if (csv_parse_number(text, &number))
		return json_string(text);
	v = json_loads(text, JSON_DECODE_ANY, NULL);
	return v ? v : json_real(number); /* "007" is no JSON */
}

static void set_member(void *ctx, const char *name, const char *value)
{
	json_object_set_new(ctx, name, json_of(value));
}

static void jsonl_row(const struct grid *g, size_t point, const char *answer, FILE *f)
{
	json_t *o = json_object();

	for (size_t i = 0; i < g->axes; i++)
		set_member(o, g->axis[i].name, grid_value(g, point, i));
	json_object_set_new(o, "repeat", json_integer((json_int_t)grid_repeat(g, point)));
	json_object_set_new(o, "seed", json_integer((json_int_t)grid_seed(g, point)));
	each_metric(answer, o, set_member);
	json_line(f, o);
}

static int check_header(struct sweep_table *t, size_t point, const char *answer,
			struct diag *d)
{
	char label[256];
	char *header = make_header(t->grid, answer);
	bool same;

	if (!header)
		return out_of_memory(d);
	if (!t->header) {
		t->header = header;
		return 0;
	}
	same = !strcmp(header, t->header);
	free(header);
	if (same)
		return 0;
	grid_label(t->grid, point, label, sizeof(label));
	return diag_set(d, NULL, 0, 0, label,
			"has other metrics than the points before; sweep it apart, or "
			"use --format jsonl");
}

int sweep_table_answer(struct sweep_table *t, size_t point, const char *answer,
		       struct diag *d)
{
	char *text = NULL;
	size_t len;
	FILE *f;

	if (t->format == SWEEP_CSV && check_header(t, point, answer, d))
		return -1;
	f = open_memstream(&text, &len);
	if (!f)
		return out_of_memory(d);
	if (t->format == SWEEP_CSV)
		csv_row(t->grid, point, answer, f);
	else
		jsonl_row(t->grid, point, answer, f);
	if (fclose(f))
		return out_of_memory(d);
	t->row[point] = text;
	t->done++;
	return 0;
}

void sweep_table_put_head(const struct sweep_table *t, FILE *out)
{
	fputs(t->head, out);
	if (t->header)
		fputs(t->header, out);
}
