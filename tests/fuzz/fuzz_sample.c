/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The readers of samples on any bytes: they refuse with a message, or what they have read
 * is finite, has names and units, and can be printed, as JSON that is JSON, and compared.
 */
#include <jansson.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../sim/cli/counterpart.h"
#include "../../sim/cli/readers/readers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char result[] =
	"{\"schema_version\": 1, \"metrics\": {\"tx_pps\": 1.0, \"rx_pps\": 2.0,"
	" \"throughput_gbps\": 3.0, \"kicks_per_s\": 4.0, \"netem_drop_pps\": 5.0},"
	" \"histograms\": [{\"name\": \"tap0 tx packets per submission\","
	"   \"counts\": {\"1\": 1, \"64\": 2}}],"
	" \"profile\": [{\"task\": \"vhost-tap0\", \"symbol\": \"handle_tx\","
	"   \"cycles\": 10}]}";

static void fail(const char *what)
{
	fprintf(stderr, "%s\n", what);
	abort();
}

static void check_value(const struct value *v)
{
	if (!isfinite(v->value))
		fail("a value that is not finite");
	if (!v->name || !*v->unit)
		fail("a value without name or unit");
}

static void print_all(const struct sample *s)
{
	size_t len;
	char *text;
	FILE *out = open_memstream(&text, &len);
	json_t *doc;

	if (!out)
		fail("no memory");
	samples_print_text(s, 1, out);
	samples_print_csv(s, 1, out);
	fclose(out);
	free(text);
	out = open_memstream(&text, &len);
	samples_print_json(s, 1, out);
	fclose(out);
	doc = json_loadb(text, len, 0, NULL);
	if (json_array_size(json_object_get(
		    json_array_get(json_object_get(doc, "samples"), 0), "values")) !=
	    s->values)
		fail("JSON with other values");
	json_decref(doc);
	free(text);
}

static void compare_all(const struct sample *s)
{
	json_t *doc = json_loads(result, 0, NULL);
	struct diag d = { .set = false };

	if (!doc || result_check(doc, "result.json", &d))
		fail("the result is none");
	for (size_t i = 0; i < s->values; i++) {
		struct counterpart c;

		counterpart_find(&c, doc, s, &s->value[i], s->seconds);
		if (!*c.why && !isfinite(c.simulated))
			fail("a counterpart that is not finite");
	}
	json_decref(doc);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct diag d = { .set = false };
	struct sample s;

	if (sample_parse(&s, "fuzz", (const char *)data, size, &d)) {
		if (!d.set || !d.text[0])
			fail("refused without a message");
		return 0;
	}
	if (d.set)
		fail("accepted with a message");
	if (!s.values || !s.tool)
		fail("accepted without values");
	for (size_t i = 0; i < s.values; i++)
		check_value(&s.value[i]);
	print_all(&s);
	compare_all(&s);
	sample_destroy(&s);
	return 0;
}
