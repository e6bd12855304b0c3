/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define NO LAYER_NONE
#define SHARE(symbol, percent, line)           \
	{                                      \
		symbol, percent, "%", NO, line \
	}

Test(reader_perf, stdio)
{
	EXPECT_SAMPLE(
		"perf/report_stdio_no_children.txt", "perf report", NO, 0,
		SHARE("pvm_irq_enable", 14.69, 13), SHARE("_copy_to_iter", 2.72, 14),
		SHARE("_copy_from_iter", 2.02, 15), SHARE("tcp_sendmsg_locked", 0.53, 16),
		SHARE("__GI___libc_write", 0.40, 17), SHARE("read", 0.40, 18),
		SHARE("__check_object_size", 0.32, 19));
	EXPECT_SAMPLE("perf/report_stdio_comm_dso_symbol.txt", "perf report", NO, 4,
		      SHARE("pvm_irq_enable", 14.69, 13),
		      SHARE("_copy_to_iter", 2.72, 14),
		      SHARE("__check_object_size", 0.32, 19));
	EXPECT_SAMPLE("perf/report_field_sep.csv", "perf report", NO, 0,
		      SHARE("pvm_irq_enable", 14.69, 11),
		      SHARE("_copy_to_iter", 2.72, 12),
		      SHARE("_copy_from_iter", 2.02, 13),
		      SHARE("tcp_sendmsg_locked", 0.53, 14));
}

/* A symbol's own share, not that of what it called. */
Test(reader_perf, call_graph)
{
	EXPECT_SAMPLE("perf/report_stdio_callgraph_head60.txt", "perf report", NO, 0,
		      SHARE("entry_SYSCALL_64_after_hwframe", 0, 13),
		      SHARE("do_syscall_64", 0.02, 25),
		      SHARE("0x9a265bd2d5ec09d9", 0, 38),
		      SHARE("__raw_callee_save_pvm_irq_enable", 0.08, 42),
		      SHARE("pvm_irq_enable", 14.69, 54));
}

Test(reader_perf, decimal_commas)
{
	EXPECT_SAMPLE("perf/report_vhost_rx_comma_locale.synthetic.txt", "perf report",
		      NO, 4, SHARE("copy_user_generic_unrolled", 15.02, 12),
		      SHARE("tun_do_read", 12.11, 13),
		      SHARE("vhost_net_buf_peek", 10.87, 14),
		      SHARE("handle_rx", 6.90, 16), SHARE("0xffffffff852cde46", 2.90, 20),
		      SHARE("vhost_signal", 0.47, 21));
}

/* Samples of the 948 in the file, counted by hand: 129, 96, 25, 14. */
Test(reader_perf, folded)
{
	EXPECT_SAMPLE("perf/folded_stacks.folded", "folded stacks", NO, 8,
		      SHARE("_copy_to_iter", 12900 / 948., 1),
		      SHARE("_copy_from_iter", 9600 / 948., 3),
		      SHARE("tcp_sendmsg_locked", 2500 / 948., 10),
		      SHARE("__check_object_size", 1400 / 948., 19));
}

/* Ten samples of the same period, and six that do not say theirs. */
Test(reader_perf, script)
{
	EXPECT_SAMPLE("perf/script_head90.txt", "perf script", NO, 0,
		      SHARE("handle_amd", 10, 2), SHARE("file_close_fd_locked", 10, 6),
		      SHARE("pvm_irq_enable", 30, 17),
		      SHARE("_dl_relocate_object", 20, 27), SHARE("do_lookup_x", 10, 54),
		      SHARE("native_set_pte", 10, 75), SHARE("elf_load", 10, 87));
	EXPECT_SAMPLE("perf/script_fields_head40.txt", "perf script", NO, 0,
		      SHARE("handle_amd", 100 / 6., 2),
		      SHARE("file_close_fd_locked", 100 / 6., 6),
		      SHARE("pvm_irq_enable", 200 / 6., 17),
		      SHARE("_dl_relocate_object", 200 / 6., 27));
}

static void read_text(struct sample *s, const char *text)
{
	struct diag d = { .set = false };

	cr_assert_eq(sample_parse(s, "t", text, strlen(text), &d), 0, "%s", d.text);
}

static void expect_metric(const struct sample *s, const char *name, const char *metric)
{
	const struct value *v = sample_find(s, name);

	cr_assert_not_null(v, "%s", name);
	cr_assert_eq(!v->metric, !metric, "%s", name);
	if (metric)
		cr_assert_str_eq(v->metric, metric);
}

/* Shares of several commands are not those of a thread; what is listed of one is. */
Test(reader_perf, counterparts)
{
	struct sample s;

	read_text(&s, "# Overhead  Command  Shared Object  Symbol\n"
		      "    30.00%  vhost-4242  [tun]  [k] tun_do_read\n"
		      "    10.00%  vhost-4242  [vhost]  [k] translate_desc\n"
		      "    20.00%  swapper  [k.]  [k] idle\n");
	expect_metric(&s, "vhost-4242 tun_do_read", NULL);
	expect_metric(&s, "tun_do_read of vhost-4242", "profile:vhost;tun_do_read");
	cr_assert_float_eq(sample_find(&s, "tun_do_read of vhost-4242")->value, 75, 1e-9);
	expect_metric(&s, "idle of swapper", "profile:swapper;idle");
	sample_destroy(&s);
	read_text(
		&s,
		"# Overhead  Shared Object  Symbol\n    30.00%  [tun]  [k] tun_do_read\n");
	expect_metric(&s, "tun_do_read", "profile:vhost;tun_do_read");
	sample_destroy(&s);
	read_text(&s, "vhost-1;vhost_worker;handle_tx 3\nvhost-1;vhost_worker 1\n");
	expect_metric(&s, "handle_tx", "profile:vhost;handle_tx");
	sample_destroy(&s);
}

Test(reader_perf, cut_off)
{
	expect_refused(
		"# Overhead  Shared Object  Symbol\n#\n    14.69%  [kernel.kall\n",
		"t:3: \"14.69%  [kernel.kall\" breaks off; 3 columns, as the heads "
		"in line 1 have them, would be right");
	expect_refused("# Overhead  Shared Object  Symbol\n",
		       "looks like perf report, but holds no value");
	expect_refused(
		"vhost-1 1 [001]  5.1: 7 cycles:\n\tff vhost_worker+0x1 ([vhost])\n"
		"\nvhost-1 1 [001]  5.2: 7 cycles:\n",
		"t:4: a sample without its stack");
	expect_refused("a;b;c 12\na;b;\n", "t:2: \"a;b;\" is no folded stack");
}
