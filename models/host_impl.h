/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host_impl.h - what a host is made of; for host.c and host_result.c only. */
#ifndef VHOSTSIM_HOST_IMPL_H
#define VHOSTSIM_HOST_IMPL_H

#include <stdio.h>

#include "host.h"
#include "host_net.h"
#include "pktgen.h"
#include "tap.h"
#include "testpmd.h"
#include "udp_sender.h"
#include "vcpu.h"
#include "vhost_net.h"
#include "virtio_net.h"

struct device {
	const struct cfg_device *cfg;
	char thread[48]; /* the vhost thread's name */
	struct virtqueue tx, rx;
	struct tap tap;
	struct vhost_net net;
	struct guest *guest; /* whose kernel drives it, or NULL */
	struct virtio_net dev;
};

/* A virtual machine. */
struct guest {
	const struct cfg_guest *cfg;
	struct vcpu *vcpu; /* [cfg->vcpus] */
	struct skb_pool pool;
};

/* What stands at the two ends of a flow. */
struct flow_ends {
	const struct cfg_flow *cfg;
	struct device *device;
	char sender_name[80], receiver_name[48];
	struct testpmd testpmd; /* txonly sends, rxonly receives */
	struct pktgen pktgen;
	struct udp_sender udp;
	struct udp_receiver udp_receiver;
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
	struct vcpu_paths vcpu_paths;
	struct virtio_net_paths virtio_net_paths;
	struct udp_paths udp_paths;
	struct host_net_paths host_net_paths;
	bool marked;
	struct guest *guest;	/* [cfg.guests] */
	struct host_net net;	/* behind the taps of guests */
	struct device *device;	/* [cfg.devices] */
	struct flow *flow;	/* [cfg.flows] */
	struct flow_ends *ends; /* [cfg.flows] */
};

/* host_guest.c: virtual machines and what is behind their taps. 0, or -1. */
int guests_init(struct host *h);
void guests_free(struct host *h);
int guest_device_init(struct host *h, struct device *d);
int udp_flow_init(struct host *h, struct flow_ends *e, uint16_t id);

static inline void gauge(struct metric *m, const char *who, const char *what,
			 double value)
{
	snprintf(m->name, sizeof(m->name), "%s.%s", who, what);
	m->value = value;
}

/* host_result_guest.c: what a result says of them. */
void host_put(struct host_result *r, const char *prefix, const char *name, double value);
void guest_metrics(struct host *h, struct host_result *r, const struct flow_count *sum,
		   double seconds);
void guest_flow_metrics(struct host_result *r, const char *prefix,
			const struct flow_count *d, double seconds);
double udp_packets_of(const struct flow_ends *e, const struct task *t,
		      const struct flow_count *d);
void udp_sheet(struct sheet *s, const struct host *h, const struct flow_ends *e,
	       uint16_t id, const char *subject);
unsigned int guest_gauges(const struct host *h, struct metric *out, unsigned int n);
void guests_sheet(struct sheet *s, const struct host *h);

/* When task @name takes its first step, in cycles from the start. */
cycles_t host_start_of(const struct host *h, const char *name);

/* Bring counters that wait for their task to wake up to date. */
void host_settle(struct host *h);

#endif
