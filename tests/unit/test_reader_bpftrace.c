/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define NO LAYER_NONE
#define COUNT "count", LAYER_NONE
#define PCT "%", LAYER_NONE

Test(reader_bpftrace, text)
{
	EXPECT_SAMPLE("bpftrace/hist_lhist.txt", "bpftrace", NO, 10,
		      { "@batch [0, 8)", 2, COUNT, 5 },
		      { "@batch [0, 8) share", 200 / 3., PCT, 5 },
		      { "@batch [8, 16)", 0, COUNT, 6 },
		      { "@batch [16, 24)", 1, COUNT, 7 }, { "@cnt", 1, COUNT, 9 },
		      { "@q[0] [64, 128)", 1, COUNT, 11 },
		      { "@q[1] [4, 8)", 1, COUNT, 14 }, { "@us [2, 4)", 1, COUNT, 17 },
		      { "@us [4, 8)", 2, COUNT, 18 }, { "@us [8, 16)", 2, COUNT, 19 },
		      { "@us [32, 64)", 1, COUNT, 21 });
	EXPECT_SAMPLE("bpftrace/vhost_batch_hist.synthetic.txt", "bpftrace", NO, 6,
		      { "@batch[vhost-4242] [1, 2)", 1204, COUNT, 5 },
		      { "@batch[vhost-4242] [2, 4)", 3310, COUNT, 6 },
		      { "@batch[vhost-4242] [4, 8)", 6018, COUNT, 7 },
		      { "@batch[vhost-4242] [8, 16)", 9842, COUNT, 8 },
		      { "@batch[vhost-4242] [16, 32)", 14002, COUNT, 9 },
		      { "@batch[vhost-4242] [16, 32) share", 1400200 / 45380., PCT, 9 },
		      { "@batch[vhost-4242] [32, 64)", 8021, COUNT, 10 },
		      { "@batch[vhost-4242] [64, 128)", 2980, COUNT, 11 },
		      { "@batch[vhost-4242] [1024, 2048)", 3, COUNT, 12 },
		      { "@batch[vhost-4242] [1024, 2048) share", 300 / 45380., PCT, 12 });
}

/* Upper bounds are included in JSON, and not in text. */
Test(reader_bpftrace, json)
{
	EXPECT_SAMPLE("bpftrace/hist_lhist.json", "bpftrace -f json", NO, 10,
		      { "@batch [0, 8)", 2, COUNT, 4 }, { "@batch [8, 16)", 0, COUNT, 4 },
		      { "@batch [16, 24)", 1, COUNT, 4 },
		      { "@batch [16, 24) share", 100 / 3., PCT, 4 },
		      { "@cnt", 1, COUNT, 5 }, { "@q[0] [64, 128)", 1, COUNT, 6 },
		      { "@q[1] [4, 8)", 1, COUNT, 6 }, { "@us [2, 4)", 1, COUNT, 7 },
		      { "@us [4, 8)", 2, COUNT, 7 }, { "@us [8, 16)", 2, COUNT, 7 },
		      { "@us [32, 64)", 1, COUNT, 7 });
}

Test(reader_bpftrace, ends_of_a_range)
{
	static const char text[] = "@used:\n(..., 0)  1 |@|\n[8, ...)  3 |@@@|\n";
	struct diag d = { .set = false };
	struct sample s;

	cr_assert_eq(sample_parse(&s, "t", text, strlen(text), &d), 0, "%s", d.text);
	cr_assert_eq(s.values, 4);
	cr_assert_eq(s.value[0].value, 1);
	cr_assert_str_eq(s.value[3].metric, "hist:entries per used update;8;1e+18");
	cr_assert_eq(s.value[3].value, 75);
	sample_destroy(&s);
}

Test(reader_bpftrace, cut_off)
{
	expect_refused(
		"@us:\n[2, 4)   1 |@@|\n[4, 8)  \n",
		"t:3: \"[4, 8)  \" breaks off; \"[N, N)  N |@@@|\" would be right");
	expect_refused("{\"type\": \"map\", \"data\": {\"@a\": 1}}\n"
		       "{\"type\": \"hist\", \"data\": {\"@us\": [{\"min\": 2,\n",
		       "t:2:");
}
