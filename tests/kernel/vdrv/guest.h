/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guest.h - a guest's transmit path above the virtqueue, as Linux has it without napi_tx
 * (drivers/net/virtio_net.c, start_xmit, 4.12 to 6.1): two sockets whose send buffers are
 * charged until their buffers come back, a queueing discipline that is a FIFO, and a
 * queue that stops when fewer than 2 + MAX_SKB_FRAGS descriptors are free, to be woken by
 * a delayed call.
 *
 * It knows the ring and calls publish() of its user; it makes no system calls.
 */
#ifndef VHOSTSIM_VDRV_GUEST_H
#define VHOSTSIM_VDRV_GUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "ring.h"

enum { FLOWS = 2 };

#define GUEST_QDISC 1024       /* slots of the FIFO, a power of two */
#define GUEST_QDISC_LIMIT 1000 /* txqueuelen */
#define GUEST_STOP_BELOW 19    /* 2 + MAX_SKB_FRAGS */
#define GUEST_BULK 64	       /* packets between two kicks: xmit_more */
#define GUEST_RING_MAX 32768

struct guest {
	struct ring *ring;
	/* Write a packet of @flow into descriptor @id, which is made available then. */
	void (*write)(void *ctx, uint16_t id, unsigned int flow);
	/* queue_publish(): publish, and kick if need be. */
	void (*publish)(void *ctx);
	void *ctx;

	uint8_t fifo[GUEST_QDISC]; /* flows of packets that wait */
	uint32_t head, tail;
	uint8_t flow_of[GUEST_RING_MAX]; /* by descriptor */
	uint32_t in_flight[FLOWS], in_flight_max[FLOWS];
	bool stopped; /* netif_tx_stop_queue() */

	uint64_t sent[FLOWS];	/* by the sockets */
	uint64_t eagain[FLOWS]; /* send buffer or FIFO was full */
	uint64_t stops, wakes;
};

/* send() of a datagram: false is EAGAIN. It waits in the FIFO until guest_xmit(). */
bool guest_send(struct guest *g, unsigned int flow);

/* The queueing discipline runs: start_xmit() for all that waits, until the queue stops. */
void guest_xmit(struct guest *g);

/* skb_xmit_done(): the call came. */
void guest_called(struct guest *g);

#endif
