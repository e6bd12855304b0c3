/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lab_guest.h - a guest with two UDP senders, one of them behind netem. */
#ifndef VHOSTSIM_TEST_LAB_GUEST_H
#define VHOSTSIM_TEST_LAB_GUEST_H

#include "lab.h"

static inline struct cfg_flow lab_udp(const char *name, int64_t vcpu, int64_t receiver,
				      uint64_t bytes)
{
	struct cfg_flow f = { .device = "tap0",
			      .sender = CFG_UDP,
			      .receiver = CFG_UDP_RECEIVER,
			      .sender_cpu = -1,
			      .receiver_cpu = receiver,
			      .sender_vcpu = vcpu,
			      .packet_size = 64,
			      .message_size = bytes,
			      .burst = 100,
			      .interval_ns = 1000000,
			      .timer_slack_ns = 50000,
			      .sndbuf = 212992,
			      .rcvbuf = 4 << 20 };

	strcpy(f.name, name);
	return f;
}

/* The experiment of the head-of-line blocking thread on 4.12, limit 1000. */
static inline struct config lab_guest_config(void)
{
	struct config c = lab_config(CFG_UDP);

	c.run.duration_ns = 200000000;
	c.vhost_net.experimental_zcopytx = true;
	c.vhost_net.VHOST_MAX_PEND = 128;
	c.vhost_net.zcopy_pend_shift = 2;
	c.guest[0] =
		(struct cfg_guest){ .name = "vm0", .vcpu = { { 0 }, { 1 } }, .vcpus = 2 };
	c.guests = 1;
	c.device[0].tx_queue_size = 256;
	c.device[0].event_idx = true;
	c.device[0].txqueuelen = 1000;
	strcpy(c.device[0].guest, "vm0");
	c.netem = (struct cfg_netem){
		.flow = "B", .limit = 1000, .rate_bps = 1e6, .cpu = 4
	};
	c.flow[0] = lab_udp("A", 0, 3, 1);
	c.flow[1] = lab_udp("B", 1, 5, 256);
	c.flows = 2;
	return c;
}

#endif
