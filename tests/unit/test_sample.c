/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What holds for every sample: how it came here changes nothing, and a cut is no crash. */
#include <ctype.h>
#include <glob.h>
#include <string.h>

#include "../../sim/cli/slurp.h"
#include "samples.h"

static void for_each(void (*check)(const char *file, const char *text))
{
	struct diag d = { .set = false };
	char *pattern = data_path("tests/samples/*/*", &d);
	glob_t found;

	cr_assert_not_null(pattern, "%s", d.text);
	cr_assert_eq(glob(pattern, 0, NULL, &found), 0);
	cr_assert(found.gl_pathc > 50, "%zu samples", found.gl_pathc);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		size_t len;
		char *text = slurp(found.gl_pathv[i], SAMPLE_MAX_BYTES, &len, &d);

		cr_assert_not_null(text, "%s", d.text);
		check(found.gl_pathv[i], text);
		free(text);
	}
	globfree(&found);
	free(pattern);
}

/* @other is @text as something changed it, and must give the same. */
static void expect_same(const char *file, const char *text, const char *other)
{
	struct diag d = { .set = false };
	struct sample a, b;

	cr_assert_eq(sample_parse(&a, file, text, strlen(text), &d), 0, "%s", d.text);
	cr_assert_eq(sample_parse(&b, file, other, strlen(other), &d), 0, "%s", d.text);
	cr_expect_str_eq(a.tool, b.tool, "%s: %s", file, b.tool);
	cr_assert_eq(a.values, b.values, "%s: %zu", file, b.values);
	for (size_t i = 0; i < a.values; i++) {
		cr_expect_str_eq(a.value[i].name, b.value[i].name, "%s: %s", file,
				 b.value[i].name);
		cr_expect_eq(a.value[i].value, b.value[i].value, "%s: %s is %.10g", file,
			     b.value[i].name, b.value[i].value);
		cr_expect_eq(a.value[i].line, b.value[i].line, "%s: %s", file,
			     a.value[i].name);
	}
	sample_destroy(&a);
	sample_destroy(&b);
}

/* As a reply to a reply quotes it, with the line ends of another system. */
static void check_quoted(const char *file, const char *text)
{
	const char *p = text;
	size_t len;
	char *quoted;
	FILE *out = open_memstream(&quoted, &len);

	while (*p) {
		size_t n = strcspn(p, "\n");

		fprintf(out, "%s%.*s\r\n", n ? "> > " : "> >", (int)n, p);
		p += n + (p[n] == '\n');
	}
	fclose(out);
	expect_same(file, text, quoted);
	free(quoted);
}

Test(sample, quoted_with_carriage_returns)
{
	for_each(check_quoted);
}

static void check_indented(const char *file, const char *text)
{
	const char *p = text;
	size_t len;
	char *indented;
	FILE *out = open_memstream(&indented, &len);

	while (*p) {
		size_t n = strcspn(p, "\n");

		fprintf(out, "%s%.*s\n", n ? ">     " : "", (int)n, p);
		p += n + (p[n] == '\n');
	}
	fclose(out);
	expect_same(file, text, indented);
	free(indented);
}

Test(sample, indented)
{
	for_each(check_indented);
}

static void check_colours(const char *file, const char *text)
{
	size_t len;
	char *coloured;
	FILE *out = open_memstream(&coloured, &len);

	for (const char *p = text; *p; p++) {
		bool word = isalnum((unsigned char)*p) && (p == text || p[-1] == ' ');

		fprintf(out, "%s%c%s", word ? "\x1b[1;31m" : "", *p,
			word ? "\x1b[0m" : "");
	}
	fclose(out);
	expect_same(file, text, coloured);
	free(coloured);
}

Test(sample, coloured)
{
	for_each(check_colours);
}

/* The point of "14.40", not those of "127.0.0.1" and "6.18.44". */
static bool is_point(const char *text, const char *p)
{
	const char *from = p, *to = p + 1;
	int points = 0;

	while (from > text && (isdigit((unsigned char)from[-1]) || from[-1] == '.'))
		from--;
	while (isdigit((unsigned char)*to) || *to == '.')
		to++;
	for (const char *q = from; q < to; q++)
		points += *q == '.';
	return *p == '.' && points == 1 && from < p && to > p + 1;
}

static void check_commas(const char *file, const char *text)
{
	char *other = strdup(text);

	/* where commas stand between values they cannot be in them */
	if (!strstr(file, ".json") && !strstr(file, "csv") && !strstr(file, "omni"))
		for (char *p = other; *p; p++)
			if (is_point(text, text + (p - other)))
				*p = ',';
	expect_same(file, text, other);
	free(other);
}

Test(sample, decimal_commas)
{
	for_each(check_commas);
}

/* Whatever is left is read, or refused with a message. */
static void check_cut(const char *file, const char *text)
{
	size_t len = strlen(text);

	for (size_t n = 0; n < len; n += 1 + n / 40) {
		struct diag d = { .set = false };
		struct sample s;

		if (sample_parse(&s, file, text, n, &d)) {
			cr_expect(d.set && !strncmp(d.text, file, strlen(file)), "%s",
				  d.text);
			continue;
		}
		cr_expect(s.values > 0);
		sample_destroy(&s);
	}
}

Test(sample, cut_off_anywhere)
{
	for_each(check_cut);
}

Test(sample, what_is_no_text)
{
	struct diag d = { .set = false };
	struct sample s;

	cr_assert_eq(sample_parse(&s, "t", "a\nb\0c\n", 6, &d), -1);
	cr_expect(strstr(d.text, "t:2: a NUL byte"), "%s", d.text);
	expect_refused("", "t:1: is empty");
	expect_refused("> \n> \r\n", "no tool that is known");
	expect_refused("{\"a\": 1}", "no tool that is known");
	expect_refused("{\"a\": 1", "t:1:7: broken JSON");
}

Test(sample, numbers_beyond_all_measure)
{
	expect_refused("kvm_exit 1e999 inf\n", "t:1: a number beyond all measure");
}

/* A terminal writes over the line that a carriage return begins again. */
Test(sample, overwritten_lines)
{
	static const char text[] = "kvm_exit 1 2\rkvm_exit 3 4\n";
	struct diag d = { .set = false };
	struct sample s;

	cr_assert_eq(sample_parse(&s, "t", text, strlen(text), &d), 0, "%s", d.text);
	cr_assert_eq(s.values, 2);
	cr_assert_eq(s.value[0].value, 3);
	sample_destroy(&s);
}
