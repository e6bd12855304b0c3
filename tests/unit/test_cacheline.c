/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "../../models/cacheline.h"
#include "lab.h"

static struct machine two_sockets(void)
{
	struct machine m = lab_machine(1, 0);

	m.line = (struct machine_line){ .size = 64,
					.same_socket = 60,
					.cross_socket = 120,
					.memory = 90,
					.spread_pct = 0 };
	return m; /* cpus 0-3 on socket 0, 4-7 on socket 1 */
}

static struct coherence c;
static struct lines l;

static void setup(void)
{
	struct machine m = two_sockets();

	cr_assert_eq(coherence_init(&c, &m, 1), 0);
	cr_assert_eq(lines_init(&l, &c, 130), 0);
}

static void teardown(void)
{
	lines_destroy(&l);
	coherence_destroy(&c);
}

TestSuite(cacheline, .init = setup, .fini = teardown);

Test(cacheline, an_object_has_the_lines_it_touches)
{
	cr_expect_eq(l.n, 3); /* 130 bytes: 64 + 64 + 2 */
}

Test(cacheline, first_touch_comes_from_memory_and_then_hits)
{
	cr_expect_eq(line_read(&c, &l, 0, 1), 90);
	cr_expect_eq(line_read(&c, &l, 63, 1), 0);
	cr_expect_eq(line_read(&c, &l, 64, 1), 90, "the next line is another one");
}

Test(cacheline, a_read_is_served_by_the_nearest_copy)
{
	line_write(&c, &l, 0, 0);
	cr_expect_eq(line_read(&c, &l, 0, 4), 120,
		     "the only copy is on the other socket");
	cr_expect_eq(line_read(&c, &l, 0, 5), 60, "cpu 4 has one now");
	cr_expect_eq(line_read(&c, &l, 0, 1), 60);
}

Test(cacheline, a_write_waits_for_the_farthest_copy_and_owns_the_line)
{
	line_write(&c, &l, 0, 0);
	cr_expect_eq(line_write(&c, &l, 0, 0), 0, "exclusive already");
	line_read(&c, &l, 0, 1);
	line_read(&c, &l, 0, 4);
	cr_expect_eq(line_write(&c, &l, 0, 0), 120);
	cr_expect_eq(line_read(&c, &l, 0, 1), 60, "its copy is gone");
}

Test(cacheline, a_shared_line_must_be_won_before_it_is_written)
{
	line_write(&c, &l, 0, 2);
	line_read(&c, &l, 0, 3);
	cr_expect_eq(line_write(&c, &l, 0, 2), 60);
	cr_expect_eq(line_write(&c, &l, 0, 2), 0);
}
