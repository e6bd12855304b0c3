/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lab.h - a host whose costs a test can add up by hand: every operation costs what the
 * test says, a shared line costs what the test says, without spread.
 */
#ifndef VHOSTSIM_TEST_LAB_H
#define VHOSTSIM_TEST_LAB_H

#include <stdio.h>
#include <string.h>

#include "../../models/host.h"

/* 1 GHz, so that a cycle is a nanosecond; all operations cost @op cycles. */
static inline struct machine lab_machine(uint32_t op, int64_t line)
{
	struct machine m = {
		.name = "lab",
		.hz = 1000000000,
		.sockets = 2,
		.cpus = 8,
		.line = { 64, line, line, line, 0 },
		.wake_latency = 1000,
	};

	for (int i = 0; i < OP_COUNT; i++)
		m.op[i] = op;
	return m;
}

static inline struct kernel lab_kernel(void)
{
	struct kernel k = { .name = "lab" };

	k.has[KERNEL_RX_DEQUEUE_BATCH] = true;
	k.has[KERNEL_RX_USED_BATCH] = true;
	k.has[KERNEL_TX_SPLIT] = true;
	k.has[KERNEL_PKT_WEIGHT] = true;
	k.has[KERNEL_TX_XDP_BATCH] = true;
	return k;
}

/* One device and one flow, as fast as they can: testpmd to XDP, or pktgen to testpmd. */
static inline struct config lab_config(enum cfg_sender sender)
{
	struct config c = {
		.run = { .duration_ns = 20000000, .warmup_ns = 2000000, .seed = 1 },
		.vhost_net = { .VHOST_NET_BATCH = 64,
			       .VHOST_NET_WEIGHT = 0x80000,
			       .VHOST_NET_PKT_WEIGHT = 256 },
		.devices = 1,
		.flows = 1,
	};

	c.device[0] = (struct cfg_device){ .name = "tap0",
					   .tx_queue_len = 500,
					   .rx_queue_size = 1024,
					   .tx_queue_size = 1024,
					   .vhost_cpu = 2,
					   .lose_calls_from = -1 };
	c.flow[0] = (struct cfg_flow){ .name = "A",
				       .device = "tap0",
				       .sender = sender,
				       .receiver = sender == CFG_PKTGEN
							   ? CFG_TESTPMD_RXONLY
							   : CFG_XDP_PROGRAM,
				       .sender_cpu = 1,
				       .receiver_cpu = 3,
				       .packet_size = 64,
				       .burst = 512 };
	return c;
}

/* Run @c to its end; the caller frees the host. @end may be NULL. */
static inline struct host *lab_run(const struct config *c, const struct machine *m,
				   const struct kernel *k, enum sim_end *end)
{
	struct host *h = host_new(c, m, k, NULL, NULL);
	enum sim_end e = host_run(h, host_end_ns(h));

	if (end)
		*end = e;
	return h;
}

static inline double lab_metric(const struct host_result *r, const char *name)
{
	for (unsigned int i = 0; i < r->metrics; i++)
		if (!strcmp(r->metric[i].name, name))
			return r->metric[i].value;
	return -1;
}

/* One metric of one run. */
static inline double lab_measure(const struct config *c, const struct machine *m,
				 const struct kernel *k, const char *name)
{
	struct host *h = lab_run(c, m, k, NULL);
	struct host_result *r = host_result(h);
	double value = lab_metric(r, name);

	host_result_free(r);
	host_free(h);
	return value;
}

#endif
