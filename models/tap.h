/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tap.h - a tap device (drivers/net/tun.c, 5.8): its ring towards the reader, and the
 * XDP program on what the reader sends.
 */
#ifndef VHOSTSIM_TAP_H
#define VHOSTSIM_TAP_H

#include "../sim/engine/sim.h"
#include "host_net.h"
#include "ptr_ring.h"
#include "sock.h"

/* Who reads the tap's ring, as the socket's wait queue knows it. */
struct tap_reader {
	/* sk_data_ready(): the ring has something. Only called while the reader's entry
	 * is on the wait queue. */
	void (*data_ready)(struct sim *s, void *reader);
	void *reader;
	bool waits; /* the entry is on the wait queue */
};

struct tap {
	struct ptr_ring ring;
	struct tap_reader rx;
	struct task *poller; /* a sender that retries while the ring is full, or NULL */
	struct flow *flow;   /* all flows of the host, by number */
	struct host_net
		*host;	/* takes what the reader sends; NULL: an XDP program drops */
	struct sock sk; /* charged for what the reader has sent */
};

int tap_init(struct tap *t, const struct coherence *c, uint32_t tx_queue_len,
	     struct flow *flow);
void tap_destroy(struct tap *t);

/*
 * tun_net_xmit() on @cpu: put @pkt into the ring. Returns false when it is full (the
 * caller counts the drop). *@stall is the wait for the slot; *@woken says whether a
 * reader had to be woken.
 */
bool tap_xmit(struct sim *s, struct tap *t, struct coherence *c, unsigned int cpu,
	      struct packet pkt, cycles_t *stall, bool *woken);

/* vhost_net_buf_produce(): take up to @n packets; wakes a sender that waits for room. */
uint32_t tap_read(struct sim *s, struct tap *t, struct coherence *c, unsigned int cpu,
		  struct packet *out, uint32_t n, cycles_t *stall);

/*
 * tun_get_user() or tun_xdp_one(): @pkt goes up the host's stack, in the context of @t.
 * With @info its data stays in the sender's memory, in slot @ubuf.
 */
void tap_rx_skb(struct sim *s, struct tap *tap, const struct packet *pkt, void *info,
		uint16_t ubuf, struct task *t);

/* tun_xdp_one() with a program that answers XDP_DROP: the packet has arrived. */
static inline void tap_xdp_drop(struct tap *t, const struct packet *pkt)
{
	t->flow[pkt->flow].n.delivered++;
}

#endif
