/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow.h - packets, and what became of those of each flow. */
#ifndef VHOSTSIM_FLOW_H
#define VHOSTSIM_FLOW_H

#include <stdbool.h>
#include <stdint.h>

/* A packet, as far as the data path cares. */
struct packet {
	uint32_t skb; /* which packet head it has (pktgen's pool) */
	uint16_t len; /* bytes of the Ethernet frame */
	uint16_t flow;
	bool shared; /* others hold the skb too: a clone of pktgen's */
};

struct flow_count {
	uint64_t made;
	uint64_t sent;		 /* handed over by the sender */
	uint64_t unsent;	 /* the sender's own drop: its ring was full */
	uint64_t dropped_tap;	 /* the tap's ring was full */
	uint64_t dropped_guest;	 /* in the guest: its queue was full */
	uint64_t dropped_netem;	 /* netem's queue was full */
	uint64_t lost_netem;	 /* netem's random loss */
	uint64_t dropped_rcvbuf; /* the receiving socket had no room */
	uint64_t netem_sent;	 /* came through netem */
	uint64_t eagain;	 /* sends refused: sk_sndbuf exceeded */
	uint64_t zerocopy, copy; /* how vhost handed it to the tap */
	uint64_t delivered;	 /* reached the flow's end */
};

/* The counters as a list. */
#define FLOW_COUNTS (sizeof(struct flow_count) / sizeof(uint64_t))

static inline uint64_t *flow_counts(struct flow_count *n)
{
	return (uint64_t *)n;
}

struct flow {
	const char *name;
	struct flow_count n;
	struct flow_count mark; /* @n at the start of the measured window */
};

#endif
