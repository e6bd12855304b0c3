/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare_keys.c - how a measured table is to be read, and joined with a sweep. */
#include "compare_keys.h"

#include <stdlib.h>
#include <string.h>

/* The next word of *@text into @buf; false at its end. */
static bool next_word(const char **text, char *buf, size_t len)
{
	const char *p = *text + strspn(*text, " \t,");
	size_t n = strcspn(p, " \t,");

	*text = p + n;
	snprintf(buf, len, "%.*s", (int)n, p);
	return n > 0;
}

/* Value of "@name=VALUE" among the words of @text into @buf. */
static bool word_value(const char *text, const char *name, char *buf, size_t len)
{
	size_t n = strlen(name);
	char word[160];

	while (text && next_word(&text, word, sizeof(word))) {
		if (strncmp(word, name, n) || word[n] != '=')
			continue;
		snprintf(buf, len, "%s", word + n + 1);
		return true;
	}
	return false;
}

/* Scalar @value as a sweep would write it. */
static void scalar_text(const json_t *value, char *buf, size_t len)
{
	buf[0] = '\0';
	if (json_is_string(value))
		snprintf(buf, len, "%s", json_string_value(value));
	else if (json_is_boolean(value))
		snprintf(buf, len, "%s", json_is_true(value) ? "true" : "false");
	else if (json_is_integer(value))
		snprintf(buf, len, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
}

/* The first scalar called @name anywhere in @tree: last names are unique or refused by
 * the sweep, and a fixed key is looked for by its last name only. */
static bool find_scalar(const json_t *tree, const char *name, char *buf, size_t len)
{
	const char *key;
	json_t *value;
	size_t i;

	if (json_is_array(tree)) {
		json_array_foreach(
			(json_t *)tree, i,
			value) if (find_scalar(value, name, buf, len)) return true;
		return false;
	}
	json_object_foreach((json_t *)tree, key, value)
	{
		if (!strcmp(key, name) && !json_is_object(value) &&
		    !json_is_array(value)) {
			scalar_text(value, buf, len);
			return true;
		}
		if (find_scalar(value, name, buf, len))
			return true;
	}
	return false;
}

static int add_key(struct reading *r, const struct csv *sweep, const struct csv *measured,
		   const char *word, struct diag *d)
{
	struct key *k = &r->key[r->keys];
	const char *eq = strchr(word, '=');
	char column[64], fixed[64];
	int at;

	if (r->keys == KEYS_MAX)
		return diag_set(d, measured->file, 0, 0, NULL, "more than %d keys",
				KEYS_MAX);
	snprintf(column, sizeof(column), "%.*s",
		 (int)(eq ? (size_t)(eq - word) : strlen(word)), word);
	at = csv_column(measured, column);
	if (at < 0)
		return diag_set(d, measured->file, 0, 0, NULL,
				"the note \"keys\" names \"%s\", which is no column",
				column);
	k->column = (size_t)at;
	snprintf(k->name, sizeof(k->name), "%s", eq ? eq + 1 : column);
	if (sweep && csv_column(sweep, k->name) < 0 &&
	    !find_scalar(r->resolved, k->name, fixed, sizeof(fixed)))
		return diag_set(
			d, sweep->file, 0, 0, NULL,
			"does not say what \"%s\" was; %s varies it (a sweep over "
			"--vary %s=... would be right)",
			k->name, measured->file, k->name);
	r->keys++;
	return 0;
}

static int read_keys(struct reading *r, const struct csv *sweep,
		     const struct csv *measured, struct diag *d)
{
	const char *note = csv_note(measured, "keys");
	char word[160];

	if (!note)
		return add_key(r, sweep, measured, measured->column[0], d);
	while (next_word(&note, word, sizeof(word)))
		if (add_key(r, sweep, measured, word, d))
			return -1;
	return 0;
}

int reading_init(struct reading *r, const struct csv *sweep, const struct csv *measured,
		 const struct compare_options *o, struct diag *d)
{
	const char *resolved = sweep ? csv_note(sweep, "resolved") : NULL;

	memset(r, 0, sizeof(*r));
	r->resolved = resolved ? json_loads(resolved, 0, NULL) : NULL;
	r->columns_are = o->columns_are ? o->columns_are
					: csv_note(measured, "columns-are");
	if (sweep && o->column && r->columns_are && csv_column(sweep, r->columns_are) < 0)
		r->columns_are = NULL; /* the user says which column the sweep is of */
	if (!read_keys(r, sweep, measured, d))
		return 0;
	reading_destroy(r);
	return -1;
}

void reading_destroy(struct reading *r)
{
	json_decref(r->resolved);
	r->resolved = NULL;
}

bool reading_is_key(const struct reading *r, size_t column)
{
	for (size_t i = 0; i < r->keys; i++)
		if (r->key[i].column == column)
			return true;
	return false;
}

bool reading_metric(const struct csv *measured, size_t column,
		    const struct compare_options *o, char *buf, size_t len)
{
	const char *note = o->metric ? o->metric : csv_note(measured, "metric");

	if (!note)
		return false;
	if (strchr(note, '='))
		return word_value(note, measured->column[column], buf, len);
	snprintf(buf, len, "%s", note);
	return true;
}

double reading_seconds(const struct csv *measured, size_t column)
{
	char text[64];
	double value;

	if (!word_value(csv_note(measured, "seconds"), measured->column[column], text,
			sizeof(text)) ||
	    csv_parse_number(text, &value))
		return 0;
	return value;
}

/* What @cell of the key column called @column is in a scenario, or NULL. */
static const char *translate(const struct csv *measured, const char *column,
			     const char *cell, char *buf, size_t len)
{
	for (size_t i = 0; i < measured->notes; i++) {
		const char *text = measured->note[i].value;
		char word[64];

		if (strcmp(measured->note[i].key, "value") ||
		    !next_word(&text, word, sizeof(word)) || strcmp(word, column))
			continue;
		if (word_value(text, cell, buf, len) || word_value(text, "*", buf, len))
			return buf;
	}
	return NULL;
}

/* The same number, or the same text. */
static bool same_value(const char *a, const char *b)
{
	double x, y;

	if (!strcmp(a, b))
		return true;
	return !csv_parse_number(a, &x) && !csv_parse_number(b, &y) && x == y;
}

/* Value of key @name at @point of the sweep, varied or not. */
static const char *value_at(const struct reading *r, const struct csv *sweep,
			    size_t point, const char *name, char *buf, size_t len)
{
	int column = csv_column(sweep, name);

	if (column >= 0)
		return csv_cell(sweep, point, (size_t)column);
	buf[0] = '\0';
	find_scalar(r->resolved, name, buf, len);
	return buf;
}

/* Do all conditions "KEY:VALUE&KEY:VALUE" hold at @point? "*" is @cell. */
static bool conditions_hold(const struct reading *r, const struct csv *sweep,
			    size_t point, const char *text, const char *cell)
{
	while (*text) {
		size_t len = strcspn(text, "&"), name = strcspn(text, ":&");
		char key[64], want[64], have[64];

		if (text[name] != ':')
			return false; /* no condition */

		snprintf(key, sizeof(key), "%.*s", (int)name, text);
		snprintf(want, sizeof(want), "%.*s", (int)(len - name - 1),
			 text + name + 1);
		if (!same_value(strcmp(want, "*") ? want : cell,
				value_at(r, sweep, point, key, have, sizeof(have))))
			return false;
		text += len + (text[len] == '&');
	}
	return true;
}

static bool key_joins(const struct reading *r, const struct csv *sweep, size_t point,
		      const struct csv *measured, size_t row, const struct key *k)
{
	const char *cell = csv_cell(measured, row, k->column);
	char buf[128], have[64];
	const char *want = translate(measured, measured->column[k->column], cell, buf,
				     sizeof(buf));

	if (want && strchr(want, ':'))
		return conditions_hold(r, sweep, point, want, cell);
	return same_value(want ? want : cell,
			  value_at(r, sweep, point, k->name, have, sizeof(have)));
}

bool reading_joins(const struct reading *r, const struct csv *sweep, size_t point,
		   const struct csv *measured, size_t row, size_t column)
{
	char have[64];

	for (size_t i = 0; i < r->keys; i++)
		if (!key_joins(r, sweep, point, measured, row, &r->key[i]))
			return false;
	if (!r->columns_are)
		return true;
	return !strcmp(value_at(r, sweep, point, r->columns_are, have, sizeof(have)),
		       measured->column[column]);
}

bool reading_fixed(const struct reading *r, const char *name, char *buf, size_t len)
{
	return find_scalar(r->resolved, name, buf, len);
}

bool reading_row(const struct reading *r, const struct csv *sweep,
		 const struct csv *measured, size_t row)
{
	for (size_t i = 0; i < r->keys; i++)
		if (csv_column(sweep, r->key[i].name) < 0 &&
		    !key_joins(r, sweep, 0, measured, row, &r->key[i]))
			return false;
	return true;
}

/* Append "path" and "value" to the text in @buf, and a setting of the two to @set. */
static void add_setting(struct setting *set, size_t *n, char **buf, size_t *len,
			const char *path, size_t plen, const char *value, size_t vlen)
{
	if (plen + vlen + 2 > *len)
		return;
	memcpy(*buf, path, plen);
	(*buf)[plen] = '\0';
	memcpy(*buf + plen + 1, value, vlen);
	(*buf)[plen + 1 + vlen] = '\0';
	set[(*n)++] = (struct setting){ *buf, *buf + plen + 1 };
	*buf += plen + vlen + 2;
	*len -= plen + vlen + 2;
}

/* The conditions "KEY:VALUE&KEY:VALUE" as settings. */
static void add_conditions(struct setting *set, size_t *n, char **buf, size_t *len,
			   const char *text, const char *cell)
{
	while (*text) {
		size_t end = strcspn(text, "&"), name = strcspn(text, ":&");
		const char *value = text + name + 1;
		size_t vlen = end - name - 1;

		if (text[name] != ':')
			return; /* no condition */

		if (vlen == 1 && *value == '*') {
			value = cell;
			vlen = strlen(cell);
		}
		add_setting(set, n, buf, len, text, name, value, vlen);
		text += end + (text[end] == '&');
	}
}

size_t reading_settings(const struct reading *r, const struct csv *measured, size_t row,
			size_t column, struct setting *set, char *buf, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < r->keys; i++) {
		const struct key *k = &r->key[i];
		const char *cell = csv_cell(measured, row, k->column);
		char text[128];
		const char *want = translate(measured, measured->column[k->column], cell,
					     text, sizeof(text));

		if (want && strchr(want, ':'))
			add_conditions(set, &n, &buf, &len, want, cell);
		else
			add_setting(set, &n, &buf, &len, k->name, strlen(k->name),
				    want ? want : cell, strlen(want ? want : cell));
	}
	if (r->columns_are)
		add_setting(set, &n, &buf, &len, r->columns_are, strlen(r->columns_are),
			    measured->column[column], strlen(measured->column[column]));
	return n;
}

bool reading_not_counted(const struct csv *measured, const char *label,
			 const char *column)
{
	char text[64];

	for (size_t i = 0; i < measured->notes; i++) {
		const struct csv_note *n = &measured->note[i];

		if (!strcmp(n->key, "not-counted") &&
		    word_value(n->value, "row", text, sizeof(text)) &&
		    !strcmp(text, label) &&
		    word_value(n->value, "column", text, sizeof(text)) &&
		    !strcmp(text, column))
			return true;
	}
	return false;
}
