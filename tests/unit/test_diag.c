/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <string.h>

#include "../../sim/cli/diag.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const char *text(const char *file, int line, int column, const char *path)
{
	static struct diag d;

	d.set = false;
	cr_expect_eq(diag_set(&d, file, line, column, path, "wrong by %d", 3), -1);
	cr_expect(d.set);
	return d.text;
}

Test(diag, says_where_as_far_as_it_is_known)
{
	cr_expect_str_eq(text("a.json", 7, 3, "run.seed"),
			 "a.json:7:3: run.seed: wrong by 3");
	cr_expect_str_eq(text("a.json", 7, 0, "run.seed"),
			 "a.json:7: run.seed: wrong by 3");
	cr_expect_str_eq(text("a.json", 0, 0, "run.seed"),
			 "a.json: run.seed: wrong by 3");
	cr_expect_str_eq(text("a.json", 7, 3, NULL), "a.json:7:3: wrong by 3");
	cr_expect_str_eq(text("a.json", 7, 3, ""), "a.json:7:3: wrong by 3");
	cr_expect_str_eq(text(NULL, 0, 0, "run.seed"), "run.seed: wrong by 3");
	cr_expect_str_eq(text(NULL, 0, 0, NULL), "wrong by 3");
	/* a column without a line helps nobody */
	cr_expect_str_eq(text("a.json", 0, 3, NULL), "a.json: wrong by 3");
}

/* What comes later is mostly a consequence. */
Test(diag, the_first_mistake_counts)
{
	struct diag d = { .set = false };

	diag_set(&d, NULL, 0, 0, NULL, "first");
	cr_expect_eq(diag_set(&d, NULL, 0, 0, NULL, "second"), -1);
	cr_expect_str_eq(d.text, "first");
}

Test(diag, what_is_too_long_is_cut)
{
	struct diag d = { .set = false };
	char file[2000];

	memset(file, 'x', sizeof(file) - 1);
	file[sizeof(file) - 1] = '\0';
	diag_set(&d, file, 1, 1, file, "%s", file);
	cr_expect_eq(strlen(d.text), sizeof(d.text) - 1);
}

static void meant(const char *word, const char *expected)
{
	static const char *const names[] = { "VHOST_NET_BATCH", "VHOST_NET_WEIGHT",
					     "batch_num",	"run",
					     "sweep",		"report" };
	const char *found = nearest(word, names, COUNT(names));

	if (expected)
		cr_expect(found && !strcmp(found, expected), "%s gave %s", word,
			  found ? found : "nothing");
	else
		cr_expect_null(found, "%s gave %s", word, found);
}

Test(nearest, letters_wrong_missing_added_or_swapped)
{
	meant("VHOST_NET_BACH", "VHOST_NET_BATCH");
	meant("VHOST_NET_BATCHH", "VHOST_NET_BATCH");
	meant("VHOST_NET_PATCH", "VHOST_NET_BATCH");
	meant("rnu", "run"); /* one swap, not two exchanges */
	meant("reprot", "report");
}

Test(nearest, case_does_not_count)
{
	meant("vhost_net_batch", "VHOST_NET_BATCH");
	meant("Run", "run");
}

Test(nearest, the_nearer_one_wins)
{
	meant("VHOST_NET_WEGHT", "VHOST_NET_WEIGHT");
	meant("VHOST_NET_BTCH", "VHOST_NET_BATCH");
}

/* A third of the letters may be wrong: a suggestion that is no better than a guess
 * would only mislead. */
Test(nearest, nothing_is_better_than_a_guess)
{
	meant("zzz", NULL);
	meant("", NULL);
	meant("rxx", NULL);  /* 2 of 3 */
	meant("rux", "run"); /* 1 of 3 */
}

Test(nearest, long_words_are_not_compared)
{
	char word[200];
	const char *const names[] = { word };

	memset(word, 'x', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	cr_expect_null(nearest(word, names, 1));
	meant(word, NULL);
}

Test(nearest, no_names)
{
	cr_expect_null(nearest("run", NULL, 0));
}
