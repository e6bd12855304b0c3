/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host_impl.h - what a host is made of; for host.c and host_result.c only. */
#ifndef VHOSTSIM_HOST_IMPL_H
#define VHOSTSIM_HOST_IMPL_H

#include "host.h"
#include "pktgen.h"
#include "tap.h"
#include "testpmd.h"
#include "vhost_net.h"

struct device {
	const struct cfg_device *cfg;
	char thread[48]; /* the vhost thread's name */
	struct virtqueue tx, rx;
	struct tap tap;
	struct vhost_net net;
};

/* What stands at the two ends of a flow. */
struct flow_ends {
	const struct cfg_flow *cfg;
	struct device *device;
	char sender_name[48], receiver_name[48];
	struct testpmd testpmd; /* txonly sends, rxonly receives */
	struct pktgen pktgen;
};

struct host {
	struct config cfg;
	struct machine machine;
	struct kernel kernel;
	struct sim *sim;
	struct coherence coherence;
	struct vhost_paths vhost_paths;
	struct testpmd_paths testpmd_paths;
	struct pktgen_paths pktgen_paths;
	bool marked;
	struct device *device;	/* [cfg.devices] */
	struct flow *flow;	/* [cfg.flows] */
	struct flow_ends *ends; /* [cfg.flows] */
};

/* Bring counters that wait for their task to wake up to date. */
void host_settle(struct host *h);

#endif
