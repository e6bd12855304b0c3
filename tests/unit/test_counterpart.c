/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <string.h>

#include "../../sim/cli/counterpart.h"

static const char document[] =
	"{\"schema_version\": 1, \"metrics\": {\"tx_pps\": 1000.0, \"rx_pps\": 100.0,"
	" \"throughput_gbps\": 0.00008, \"kicks_per_s\": 50.0, \"calls_per_s\": 0.0,"
	" \"vhost_cpu_pct\": 70.0},"
	" \"mean\": {\"vhost_cpu_pct\": 80.0},"
	" \"histograms\": [{\"name\": \"tap0 tx packets per submission\","
	"   \"counts\": {\"1\": 1, \"32\": 1, \"64\": 2}}],"
	" \"profile\": ["
	"  {\"task\": \"vhost-tap0\", \"symbol\": \"handle_tx\", \"cycles\": 10},"
	"  {\"task\": \"vhost-tap1\", \"symbol\": \"handle_tx\", \"cycles\": 20},"
	"  {\"task\": \"vhost-tap1\", \"symbol\": \"tun_sendmsg\", \"cycles\": 10},"
	"  {\"task\": \"testpmd-A\", \"symbol\": \"handle_tx\", \"cycles\": 1}]}";

/* The counterpart of a value of @unit at @layer, with @headers bytes of headers. */
static struct counterpart find(const char *metric, const char *unit, enum layer layer,
			       unsigned int headers, double seconds)
{
	char text[64];
	struct sample s = { .headers = headers };
	struct value v = { .unit = unit, .metric = metric ? text : NULL, .layer = layer };
	json_t *doc = json_loads(document, 0, NULL);
	struct diag d = { .set = false };
	struct counterpart c;

	snprintf(text, sizeof(text), "%s", metric ? metric : "");
	cr_assert_not_null(doc);
	cr_assert_eq(result_check(doc, "r.json", &d), 0, "%s", d.text);
	counterpart_find(&c, doc, &s, &v, seconds);
	json_decref(doc);
	return c;
}

static void expect_found(const struct counterpart *c, double simulated)
{
	cr_expect_str_eq(c->why, "");
	cr_expect_float_eq(c->simulated, simulated, 1e-6, "%.10g", c->simulated);
}

static void expect_none(const struct counterpart *c, const char *why)
{
	cr_expect(strstr(c->why, why), "%s", c->why);
}

/* 100 frames a second of 100 bytes: 80000 bits, without check sequence. */
Test(counterpart, bits_of_each_layer)
{
	static const struct {
		enum layer layer;
		double bytes;
	} all[] = {
		{ LAYER_FRAME, 100 },	{ LAYER_FRAME_FCS, 104 },    { LAYER_WIRE, 124 },
		{ LAYER_L3, 100 - 14 }, { LAYER_PAYLOAD, 100 - 42 },
	};
	struct counterpart c;

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		c = find("throughput_gbps", "bit/s", all[i].layer, UDP_HEADERS, 0);
		expect_found(&c, 100 * 8 * all[i].bytes);
	}
	c = find("throughput_gbps", "bit/s", LAYER_PAYLOAD, 0, 0);
	expect_none(&c, "how many bytes of headers");
}

Test(counterpart, counters_need_a_time)
{
	struct counterpart c = find("kicks_per_s", "count", LAYER_NONE, 0, 10);

	expect_found(&c, 500);
	c = find("kicks_per_s", "1/s", LAYER_NONE, 0, 10);
	expect_found(&c, 50);
	c = find("kicks_per_s", "count", LAYER_NONE, 0, 0);
	expect_none(&c, "--seconds");
	c = find("rx_pps", "packets", LAYER_FRAME, 0, 3);
	expect_found(&c, 300);
}

Test(counterpart, ratios_and_means)
{
	struct counterpart c = find("kicks_per_s/tx_pps", "ratio", LAYER_NONE, 0, 0);

	expect_found(&c, 0.05);
	c = find("kicks_per_s/calls_per_s", "ratio", LAYER_NONE, 0, 0);
	expect_none(&c, "calls_per_s is 0 in the result");
	c = find("vhost_cpu_pct", "%", LAYER_NONE, 0, 0);
	expect_found(&c, 80);
}

/* Shares of all threads that are called alike; a clone is its function. */
Test(counterpart, symbols)
{
	struct counterpart c = find("profile:vhost;handle_tx.isra.0", "%", LAYER_NONE, 0,
				    0);

	expect_found(&c, 75);
	c = find("profile:vhost;tun_sendmsg", "%", LAYER_NONE, 0, 0);
	expect_found(&c, 25);
	c = find("profile:vhost;handle", "%", LAYER_NONE, 0, 0);
	expect_none(&c, "no such symbol");
	c = find("profile:iperf;read", "%", LAYER_NONE, 0, 0);
	expect_none(&c, "no profile of a thread like \"iperf\"");
}

Test(counterpart, histograms)
{
	struct counterpart c = find("hist:packets per;32;64", "%", LAYER_NONE, 0, 0);

	expect_found(&c, 25);
	c = find("hist:packets per;32;128", "%", LAYER_NONE, 0, 0);
	expect_found(&c, 75);
	c = find("hist:latency;0;1", "%", LAYER_NONE, 0, 0);
	expect_none(&c, "no histogram \"latency\"");
}

Test(counterpart, none)
{
	struct counterpart c = find(NULL, "s", LAYER_NONE, 0, 0);

	expect_none(&c, "nothing in a result corresponds to it");
	c = find("several", "packets", LAYER_FRAME, 0, 1);
	expect_none(&c, "the sample has several of these");
	c = find("vhost_wait_pct", "%", LAYER_NONE, 0, 0);
	expect_none(&c, "the result has no vhost_wait_pct");
}

static void expect_wrong(const char *text, const char *message)
{
	json_t *doc = json_loads(text, 0, NULL);
	struct diag d = { .set = false };

	cr_assert_eq(result_check(doc, "r.json", &d), -1);
	cr_expect(strstr(d.text, message), "%s", d.text);
	json_decref(doc);
}

Test(counterpart, documents_that_are_no_results)
{
	expect_wrong("{\"title\": \"a scenario\"}", "r.json: schema_version: is missing");
	expect_wrong("{\"schema_version\": 1, \"metrics\": []}", "metrics: is missing");
	expect_wrong("{\"schema_version\": 1, \"metrics\": {\"a\": \"b\"}}",
		     "metrics: a is no number");
}
