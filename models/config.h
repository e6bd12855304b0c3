/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * config.h - an experiment, as its author would state it.
 *
 * Plain data, filled by whoever reads the scenario file. Times are nanoseconds, sizes
 * bytes, rates packets per second; names are the kernel's and the field's.
 */
#ifndef VHOSTSIM_CONFIG_H
#define VHOSTSIM_CONFIG_H

#include <stdbool.h>
#include <stdint.h>

#define CFG_NAME 32
#define CFG_DEVICES 16
#define CFG_FLOWS 32
#define CFG_GUESTS 8
#define CFG_VCPUS 16

struct cfg_run {
	uint64_t duration_ns; /* measured window */
	uint64_t warmup_ns;   /* before it */
	uint64_t seed;
};

/* Compile-time constants and module parameters of vhost and vhost_net. */
struct cfg_vhost_net {
	int64_t VHOST_NET_BATCH;
	int64_t batch_num;	      /* module parameter of the 2020 series */
	uint64_t VHOST_NET_WEIGHT;    /* bytes in one run of a handler */
	int64_t VHOST_NET_PKT_WEIGHT; /* packets in one run of a handler */
	bool experimental_zcopytx;    /* module parameter */
	int64_t VHOST_MAX_PEND;	      /* zerocopy buffers outstanding */
	int64_t zcopy_pend_shift;     /* ... or the ring's size >> this, if less */
};

enum cfg_xdp { CFG_XDP_DROP };

/* A tap with its vhost_net device and the virtio-net device that faces it. */
struct cfg_device {
	char name[CFG_NAME];
	int64_t tx_queue_len;  /* slots of the tap's ptr_ring */
	int64_t xdp;	       /* enum cfg_xdp: what the tap's XDP program does */
	int64_t rx_queue_size; /* descriptors, a power of two */
	int64_t tx_queue_size;
	bool event_idx;		 /* VIRTIO_RING_F_EVENT_IDX negotiated */
	int64_t vhost_cpu;	 /* where the vhost thread runs */
	char guest[CFG_NAME];	 /* whose kernel drives it; "": a process (testpmd) */
	bool napi_tx;		 /* virtio_net's module parameter */
	int64_t txqueuelen;	 /* packets in the guest's queue */
	int64_t tx_vcpu;	 /* takes its interrupts */
	uint64_t tx_watchdog_ns; /* period of a watchdog that reaps, 0: none */
	uint64_t sndbuf;	 /* of the tap's socket, 0: unlimited (INT_MAX) */
	int64_t lose_calls_from; /* a fault: interrupts lost from this one on, -1: none */
};

/* A processor of a guest, a thread of the host. */
struct cfg_vcpu {
	int64_t cpu;
};

struct cfg_guest {
	char name[CFG_NAME];
	struct cfg_vcpu vcpu[CFG_VCPUS];
	uint32_t vcpus;
};

struct cfg_host {
	bool skb_orphan_frags_rx; /* local receivers copy what was sent without a copy */
};

/* tc qdisc netem on an ifb, and the filter that sends one flow there. */
struct cfg_netem {
	char flow[CFG_NAME]; /* "": no filter */
	int64_t limit;	     /* packets */
	double rate_bps;     /* 0: none */
	uint64_t delay_ns, jitter_ns;
	double loss; /* percent */
	int64_t cpu; /* whose softirq sends what is due */
};

enum cfg_sender { CFG_TESTPMD_TXONLY, CFG_PKTGEN, CFG_UDP };
enum cfg_receiver { CFG_XDP_PROGRAM, CFG_TESTPMD_RXONLY, CFG_UDP_RECEIVER };

/* One stream of packets. testpmd-txonly sends to the tap's XDP program, pktgen sends
 * through the tap to testpmd-rxonly. */
struct cfg_flow {
	char name[CFG_NAME];
	char device[CFG_NAME];
	int64_t sender;	  /* enum cfg_sender */
	int64_t receiver; /* enum cfg_receiver */
	int64_t sender_cpu;
	int64_t receiver_cpu; /* of testpmd-rxonly */
	uint64_t packet_size; /* Ethernet frame without FCS, bytes */
	int64_t burst;	      /* testpmd's --burst */
	double rate_pps;      /* offered rate, 0: as fast as possible */
	int64_t clone_skb;    /* pktgen: times one skb is sent again, 0: never */

	/* udp: a thread of the guest, and a process of the host */
	int64_t sender_vcpu;
	uint64_t message_size;	 /* datagram, without headers */
	uint64_t interval_ns;	 /* nanosleep() between bursts */
	uint64_t timer_slack_ns; /* by which it comes late */
	bool blocking;		 /* wait for room in the send buffer */
	uint64_t sndbuf, rcvbuf;
};

struct config {
	char title[160];
	struct cfg_run run;
	struct cfg_vhost_net vhost_net;
	struct cfg_device device[CFG_DEVICES];
	uint32_t devices;
	struct cfg_guest guest[CFG_GUESTS];
	uint32_t guests;
	struct cfg_host host;
	struct cfg_netem netem;
	struct cfg_flow flow[CFG_FLOWS];
	uint32_t flows;
};

#endif
