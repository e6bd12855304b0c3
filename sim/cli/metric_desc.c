/* SPDX-License-Identifier: GPL-3.0-or-later */
/* metric_desc.c - what the numbers of a result mean. */
#include "metric_desc.h"

#include <string.h>

static const struct metric_desc table[] = {
	{ "tx_pps", "packets that the sender handed over", false, true },
	{ "rx_pps", "packets that reached the flow's end: receiver, or XDP program",
	  false, true },
	{ "throughput_gbps", "their bits, without frame check sequence", false, true },
	{ "vhost_cpu_pct", "busy time of all vhost threads; 100: one processor", false,
	  false },
	{ "host_cpu_pct", "mean over all processors of the host, as mpstat has it", false,
	  false },
	{ "sender_drop_pps", "packets that the sender gave up: ring full", false, true },
	{ "tap_drop_pps", "packets dropped at the tap's full ring", false, true },
	{ "kicks_per_s", "notifications of drivers to vhost", false, false },
	{ "calls_per_s", "notifications of vhost to drivers", false, false },
	{ "vhost_wakeups_per_s", "times that a sleeping vhost thread was woken", false,
	  false },
	{ "zerocopy_pps", "packets sent without a copy", true, true },
	{ "copy_pps", "packets sent by copy", true, true },
	{ "eagain_per_s", "sends refused: no room in the send buffer", true, true },
	{ "guest_drop_pps", "packets dropped at the guest's full queue", true, true },
	{ "netem_sent_pps", "packets that left netem", true, true },
	{ "netem_drop_pps", "packets dropped at netem's full queue", true, true },
	{ "netem_loss_pps", "packets that netem lost at random", true, true },
	{ "rcvbuf_drop_pps", "packets dropped at the receiver's full buffer", true,
	  true },
	{ "zerocopy_fail_pps", "packets that were copied late after all", true, false },
	{ "zerocopy_outstanding_mean", "zerocopy buffers in use, over time", true,
	  false },
	{ "tx_stopped_pct", "time in which drivers could not send: ring full", true,
	  false },
	{ NULL, NULL, false, false },
};

const struct metric_desc *metric_table(void)
{
	return table;
}

const struct metric_desc *metric_find(const char *name)
{
	const char *dot = strrchr(name, '.');

	for (const struct metric_desc *m = table; m->name; m++)
		if (!strcmp(m->name, dot ? dot + 1 : name))
			return !dot || m->per_flow ? m : NULL;
	return NULL;
}
