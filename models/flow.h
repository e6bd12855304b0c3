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
	uint64_t sent;	      /* handed over by the sender */
	uint64_t unsent;      /* the sender's own drop: its ring was full */
	uint64_t dropped_tap; /* the tap's ring was full */
	uint64_t delivered;   /* reached the flow's end */
};

struct flow {
	const char *name;
	struct flow_count n;
	struct flow_count mark; /* @n at the start of the measured window */
};

#endif
