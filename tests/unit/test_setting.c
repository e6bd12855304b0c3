/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_setting.c - paths of --set and --vary, and what they change in a scenario. */
#include <criterion/criterion.h>
#include <string.h>

#include "../../sim/cli/args.h"
#include "../../sim/cli/setting.h"

static struct diag d;

/* Two devices, a flow, and no "vhost_net". */
static json_t *scenario(void)
{
	json_t *root = json_loads("{\"devices\": [{\"name\": \"tap0\"}, {\"name\": "
				  "\"tap1\"}], \"flows\": [{\"name\": \"A\"}]}",
				  0, NULL);

	cr_assert(root);
	d.set = false;
	return root;
}

static void means(const char *path, const char *full)
{
	json_t *root = scenario();
	char *found = setting_path(root, path, "--vary", NULL, &d);

	cr_expect(found && !strcmp(found, full), "%s: %s", path, found ? found : d.text);
	free(found);
	json_decref(root);
}

static void refused(const char *path, const char *expected)
{
	json_t *root = scenario();

	cr_expect_null(setting_path(root, path, "--vary", NULL, &d), "%s passes", path);
	cr_expect_str_eq(d.text, expected);
	json_decref(root);
}

Test(setting, a_full_path_or_a_last_name)
{
	means("vhost_net.VHOST_NET_BATCH", "vhost_net.VHOST_NET_BATCH");
	means("VHOST_NET_BATCH", "vhost_net.VHOST_NET_BATCH");
	means("devices[1].tx_queue_len", "devices[1].tx_queue_len");
	means("packet_size", "flows[0].packet_size");
	means("kernel", "kernel");
	means("seed", "run.seed");
}

Test(setting, a_name_that_several_keys_have)
{
	refused("tx_queue_len", "--vary: \"tx_queue_len\" may be "
				"devices[0].tx_queue_len or devices[1].tx_queue_len; "
				"give the whole path");
}

Test(setting, a_key_that_is_not_there)
{
	refused("VHOST_NET_BACH", "--vary: there is no key \"VHOST_NET_BACH\"; "
				  "\"VHOST_NET_BATCH\" would be right");
	refused("devices[2].vhost_cpu", "--vary: there is no key "
					"\"devices[2].vhost_cpu\"; "
					"\"devices[0].vhost_cpu\" would be right");
	refused("zzz", "--vary: there is no key \"zzz\"; \"vhostsim help scenario\" "
		       "lists them");
	refused("", "--vary: there is no key \"\"; \"vhostsim help scenario\" lists "
		    "them");
	/* objects, lists and notes for readers are not values */
	refused("reference",
		"--vary: \"reference\" is a list; a key in it would be right, "
		"such as reference[0].table");
	refused("assumptions", "--vary: there is no key \"assumptions\"; \"vhostsim help "
			       "scenario\" lists them");
}

static json_t *apply(const struct setting *set, size_t n)
{
	struct applied *a = calloc(n, sizeof(*a));
	json_t *root = scenario();

	cr_assert_eq(settings_apply(root, set, n, a, &d), 0, "%s", d.text);
	applied_free(a, n);
	return root;
}

Test(setting, changes_the_tree_and_makes_what_is_missing)
{
	static const struct setting set[] = { { "VHOST_NET_BATCH", "16" },
					      { "devices[1].vhost_cpu", "4" },
					      { "duration", "5ms" },
					      { "event_idx", "true" } };
	json_t *root = apply(set, 3), *devices = json_object_get(root, "devices");
	const json_t *net = json_object_get(root, "vhost_net");

	cr_expect_eq(json_integer_value(json_object_get(net, "VHOST_NET_BATCH")), 16);
	cr_expect_eq(json_integer_value(
			     json_object_get(json_array_get(devices, 1), "vhost_cpu")),
		     4);
	cr_expect_null(json_object_get(json_array_get(devices, 0), "vhost_cpu"));
	cr_expect_str_eq(json_string_value(json_object_get(json_object_get(root, "run"),
							   "duration")),
			 "5ms");
	json_decref(root);
}

Test(setting, the_last_one_counts)
{
	static const struct setting set[] = { { "VHOST_NET_BATCH", "16" },
					      { "vhost_net.VHOST_NET_BATCH", "32" } };
	json_t *root = apply(set, 2);
	const json_t *net = json_object_get(root, "vhost_net");

	cr_expect_eq(json_integer_value(json_object_get(net, "VHOST_NET_BATCH")), 32);
	json_decref(root);
}

/* The check of the tree, which comes next, says that a list is no number. */
Test(setting, a_scenario_that_is_wrong_there_does_not_crash)
{
	static const char *const wrong[] = {
		"{\"vhost_net\": 1}",
		"{\"vhost_net\": []}",
		"{\"devices\": {}}",
		"{\"devices\": [1]}",
		"{\"devices\": [[]]}",
		"{\"run\": null}",
		"{\"devices\": [{}], \"run\": 1}",
		"{}",
	};
	static const struct setting set[] = { { "VHOST_NET_BATCH", "16" },
					      { "devices[0].vhost_cpu", "4" },
					      { "duration", "5ms" } };

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		json_t *root = json_loads(wrong[i], 0, NULL);
		struct applied *a = calloc(3, sizeof(*a));

		d.set = false;
		settings_apply(root, set, 3, a, &d);
		applied_free(a, 3);
		json_decref(root);
	}
}

Test(args, settings_are_split_at_the_first_equals_sign)
{
	struct settings s = { NULL, 0 };

	d.set = false;
	cr_assert_eq(settings_add(&s, "title=a=b", &d), 0);
	cr_assert_eq(settings_add(&s, "title=", &d), 0);
	cr_expect_str_eq(s.v[0].path, "title");
	cr_expect_str_eq(s.v[0].value, "a=b");
	cr_expect_str_eq(s.v[1].value, "");
	cr_expect_eq(settings_add(&s, "=x", &d), -1);
	cr_expect_str_eq(d.text,
			 "--set: \"=x\" is no setting; PATH=VALUE would be right");
	settings_free(&s);
	cr_expect_eq(s.n, 0);
}

Test(args, numbers)
{
	static const char *const bad[] = { "",	  "x",	 "-1",
					   "+1",  " 1",	 "1 ",
					   "1.0", "0x1", "18446744073709551616" };
	uint64_t v;

	d.set = false;
	cr_expect_eq(args_u64("-j", "1", 1, 64, &v, &d), 0);
	cr_expect_eq(args_u64("--seed", "18446744073709551615", 0, UINT64_MAX, &v, &d),
		     0);
	cr_expect_eq(v, UINT64_MAX);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		d.set = false;
		cr_expect_eq(args_u64("--seed", bad[i], 0, UINT64_MAX, &v, &d), -1,
			     "\"%s\" passes", bad[i]);
	}
	d.set = false;
	cr_expect_eq(args_u64("-j", "65", 1, 64, &v, &d), -1);
	cr_expect_str_eq(d.text, "-j: \"65\" is not a whole number from 1 to 64");
}

Test(args, choices)
{
	static const char *const names[] = { "text", "json", NULL };

	d.set = false;
	cr_expect_eq(args_choice("--format", "json", names, &d), 1);
	cr_expect_eq(args_choice("--format", "jsno", names, &d), -1);
	cr_expect_str_eq(d.text, "--format: there is no format \"jsno\"; \"json\" would "
				 "be right");
}
