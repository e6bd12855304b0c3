/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * host_net.h - what the host does with a packet that comes out of a tap: tc's ingress
 * filter, netem on an ifb, the local UDP stack and its receivers.
 */
#ifndef VHOSTSIM_HOST_NET_H
#define VHOSTSIM_HOST_NET_H

#include "../sim/engine/rng.h"
#include "../sim/engine/sim.h"
#include "config.h"
#include "flow.h"
#include "machine.h"
#include "skb.h"
#include "sock.h"

struct host_net;

struct host_net_paths {
	const struct path *netem_dequeue, *udp_recvmsg, *copy_ubufs;
};

/*
 * netem (net/sched/sch_netem.c, 4.12): the limit is looked at first; a packet leaves
 * when those before it have left and its own bits have been sent.
 */
struct netem {
	struct task task; /* must be first: the softirq that sends what is due */
	struct host_net *host;
	struct skb_queue q;
	uint32_t limit;
	uint64_t hz, rate_bps; /* 0: no rate */
	cycles_t delay;
	uint32_t jitter;
	uint32_t loss; /* of 2^32 */
	struct rng rng;
};

/* A process that receives one flow's datagrams. */
struct udp_receiver {
	struct task task; /* must be first */
	struct host_net *host;
	struct flow *flow;
	struct skb_queue q;
	struct sock sk;
	cycles_t delay; /* from a datagram's arrival to when its buffer is being freed */
};

struct host_net {
	const struct host_net_paths *path;
	struct skb_pool pool;
	struct flow *flow;
	bool skb_orphan_frags_rx; /* local receivers get their own copy of the data */
	struct netem netem;
	int redirected; /* flow that the filter sends to netem, or -1 */
	struct udp_receiver *receiver[CFG_FLOWS]; /* by flow */
};

int host_net_paths_init(struct host_net_paths *p, struct path_table *tab,
			const struct machine *m);

/* @hn is zeroed, path and flow are set. @seed for netem's random stream. 0, or -1. */
int host_net_init(struct host_net *hn, const struct config *cfg, uint64_t hz);
void host_net_destroy(struct host_net *hn);

/*
 * netif_receive_skb(): @skb, of the host's pool, has come out of a tap. Whoever has to
 * work for it now (a late copy) is @t.
 */
void netif_receive_skb(struct sim *s, struct host_net *hn, uint32_t skb, struct task *t);

/* kfree_skb(): sender uncharged, zerocopy callback called. */
void host_kfree_skb(struct sim *s, struct host_net *hn, uint32_t skb);

/* The step functions. */
enum task_next netem_softirq(struct sim *s, struct task *t);
enum task_next udp_receiver(struct sim *s, struct task *t);

#endif
