/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "samples.h"

#define NO LAYER_NONE
#define PCT "%", LAYER_NONE
#define RATE "1/s", LAYER_NONE

Test(reader_sysstat, mpstat_averages)
{
	EXPECT_SAMPLE(
		"mpstat/mpstat_P_ALL.txt", "mpstat", NO, 20,
		{ "cpu all %usr", 82.84, PCT, 14 }, { "cpu all %sys", 16.17, PCT, 14 },
		{ "cpu all %iowait", 0.25, PCT, 14 }, { "cpu all %idle", 0.75, PCT, 14 },
		{ "cpu all busy", 99, PCT, 14 }, { "cpu 0 %usr", 98.51, PCT, 15 },
		{ "cpu 0 %sys", 0, PCT, 15 }, { "cpu 0 %idle", 1.49, PCT, 15 },
		{ "cpu 1 %usr", 67.16, PCT, 16 }, { "cpu 1 %sys", 32.34, PCT, 16 },
		{ "cpu 1 %iowait", 0.50, PCT, 16 }, { "cpu 1 %idle", 0, PCT, 16 },
		{ "cpu 1 busy", 99.5, PCT, 16 });
	EXPECT_SAMPLE("mpstat/mpstat_I_SCPU.txt", "mpstat", NO, 14,
		      { "cpu 0 TIMER/s", 37, RATE, 6 }, { "cpu 0 SCHED/s", 17, RATE, 6 },
		      { "cpu 0 RCU/s", 50, RATE, 6 }, { "cpu 1 TIMER/s", 27, RATE, 7 },
		      { "cpu 1 BLOCK/s", 179, RATE, 7 }, { "cpu 1 RCU/s", 88, RATE, 7 });
}

/* JSON has no averages: 87.44 and 80.50, 12.56 and 19.50, ... */
Test(reader_sysstat, mpstat_json)
{
	EXPECT_SAMPLE("mpstat/mpstat_P_ALL.json", "mpstat -o JSON", NO, 25,
		      { "cpu all %usr", (87.44 + 80.50) / 2, PCT, 14 },
		      { "cpu all %sys", (12.56 + 19.50) / 2, PCT, 14 },
		      { "cpu all %idle", 0, PCT, 14 }, { "cpu all busy", 100, PCT, 14 },
		      { "cpu 0 %usr", (99. + 86.) / 2, PCT, 15 },
		      { "cpu 0 %sys", (1. + 14.) / 2, PCT, 15 },
		      { "cpu 1 %usr", (75.76 + 75.) / 2, PCT, 16 },
		      { "cpu 1 %sys", (24.24 + 25.) / 2, PCT, 16 });
}

Test(reader_sysstat, pidstat_vhost)
{
	EXPECT_SAMPLE("pidstat/pidstat_vhost_qemu.synthetic.txt", "pidstat", NO, 6,
		      { "qemu-system-x86 4200 %usr", 11, PCT, 4 },
		      { "qemu-system-x86 4200 %system", 21, PCT, 4 },
		      { "qemu-system-x86 4200 %guest", 68, PCT, 4 },
		      { "qemu-system-x86 4200 %CPU", 100, PCT, 4 },
		      { "CPU 0/KVM thread 4210 %guest", 68, PCT, 5 },
		      { "CPU 0/KVM thread 4210 %CPU", 80, PCT, 5 },
		      { "CPU 0/KVM thread 4210 cswch/s", 8120, RATE, 10 },
		      { "CPU 0/KVM thread 4210 nvcswch/s", 41, RATE, 10 },
		      { "vhost-4200 thread 4242 %system", 98, PCT, 6 },
		      { "vhost-4200 thread 4242 %wait", 2, PCT, 6 },
		      { "vhost-4200 thread 4242 %CPU", 98, PCT, 6 },
		      { "vhost-4200 thread 4242 cswch/s", 1020, RATE, 11 },
		      { "vhost-4200 thread 4242 nvcswch/s", 210, RATE, 11 },
		      { "qemu-system-x86 4200 cswch/s", 22, RATE, 9 },
		      { "qemu-system-x86 4200 nvcswch/s", 3, RATE, 9 },
		      { "all vhost threads %CPU", 98, PCT, 6 },
		      { "all vhost threads %wait", 2, PCT, 6 },
		      { "all vhost threads cswch/s", 1020, RATE, 11 });
}

/* -h has no averages: two intervals. */
Test(reader_sysstat, pidstat_one_line)
{
	EXPECT_SAMPLE("pidstat/pidstat_h_uw.txt", "pidstat", NO, 4,
		      { "iperf3 28642 %usr", (3.88 + 4.95) / 2, PCT, 4 },
		      { "iperf3 28642 %system", (79.61 + 81.19) / 2, PCT, 4 },
		      { "iperf3 28642 %wait", (13.59 + 13.86) / 2, PCT, 4 },
		      { "iperf3 28642 %CPU", (83.50 + 86.14) / 2, PCT, 4 },
		      { "iperf3 28642 cswch/s", (7.77 + 9.90) / 2, RATE, 4 },
		      { "iperf3 28642 nvcswch/s", (1360.19 + 1350.50) / 2, RATE, 4 },
		      { "iperf3 28644 %usr", 0.97 / 2, PCT, 5 },
		      { "iperf3 28644 %wait", (4.85 + 5.94) / 2, PCT, 5 },
		      { "iperf3 28644 %CPU", (11.65 + 11.88) / 2, PCT, 5 },
		      { "iperf3 28644 cswch/s", (1266.99 + 1264.36) / 2, RATE, 5 });
}

Test(reader_sysstat, pidstat_averages)
{
	EXPECT_SAMPLE("pidstat/pidstat_uwt.txt", "pidstat", NO, 10,
		      { "bash 2741 %CPU", 0, PCT, 12 },
		      { "bash thread 2741 %wait", 0, PCT, 13 },
		      { "bash 2741 cswch/s", 0, RATE, 16 },
		      { "bash thread 2741 nvcswch/s", 0, RATE, 17 });
}

Test(reader_sysstat, sar)
{
	EXPECT_SAMPLE("sar/sar_n_dev.txt", "sar -n DEV", LAYER_FRAME, 62,
		      { "lo rxpck/s", 0, "pkt/s", LAYER_FRAME, 16 },
		      { "eth0 rx throughput", 0, "bit/s", LAYER_FRAME, 19 },
		      { "eth0 %ifutil", 0, PCT, 19 },
		      { "ifb1 rxdrop/s", 0, "pkt/s", LAYER_FRAME, 24 },
		      { "eth0 txdrop/s", 0, "pkt/s", LAYER_FRAME, 25 },
		      { "eth0 txfifo/s", 0, RATE, 25 });
}

static void expect_read(const char *text, const char *name, double value,
			const char *metric)
{
	struct diag d = { .set = false };
	const struct value *v;
	struct sample s;

	cr_assert_eq(sample_parse(&s, "t", text, strlen(text), &d), 0, "%s", d.text);
	v = sample_find(&s, name);
	cr_assert_not_null(v, "%s", name);
	cr_expect_float_eq(v->value, value, 1e-6, "%f", v->value);
	cr_expect(metric ? v->metric && !strcmp(v->metric, metric) : !v->metric);
	sample_destroy(&s);
}

/* German words and commas, American times, two threads. */
Test(reader_sysstat, other_habits)
{
	expect_read("22:21:47     CPU    %usr   %idle\n"
		    "22:21:48     all   80,10    1,49\n\n"
		    "Durchschn.:  CPU    %usr   %idle\n"
		    "Durchschn.:  all   82,84    0,75\n",
		    "cpu all busy", 99.25, "host_cpu_pct");
	expect_read("10:21:47 AM     CPU    %usr   %idle\n"
		    "10:21:48 AM     all   80.10    1.49\n",
		    "cpu all %usr", 80.10, NULL);
	expect_read("12:00:01      UID       PID   %CPU   CPU  Command\n"
		    "12:00:02        0      4242  98.00     3  vhost-4200\n"
		    "12:00:02        0      4243  50.00     3  vhost-4200\n",
		    "all vhost threads %CPU", 148, "vhost_cpu_pct");
}

Test(reader_sysstat, cut_off)
{
	expect_refused("22:21:47     CPU    %usr   %nice    %sys\n"
		       "22:21:48     all   80.10    0.00\n",
		       "t:2: the row breaks off before \"%sys\"; 5 columns");
	expect_refused("22:21:47     CPU    %usr\n", "holds no value");
	expect_refused("12:00:01      UID       PID   %CPU   CPU  Command\n"
		       "12:00:02        0      4242  98.00     3\n",
		       "t:2: the row breaks off before its command");
	expect_refused("22:21:47     CPU    %usr\n22:21:48  0  much\n",
		       "t:2: \"much\" below \"%usr\" is no number");
}
