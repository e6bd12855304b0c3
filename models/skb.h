/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * skb.h - socket buffers, and queues of them (include/linux/skbuff.h, 4.12).
 *
 * A kernel (the host's, each guest's) has one pool. Buffers are known by number, so that
 * the pool may grow; a pool grows to what is in flight at once and no further.
 */
#ifndef VHOSTSIM_SKB_H
#define VHOSTSIM_SKB_H

#include <stdbool.h>
#include <stdint.h>

#include "../sim/engine/clock.h"

#define SKB_NONE UINT32_MAX

struct sock;

struct sk_buff {
	uint32_t next;	   /* in a queue, or in the pool's free list */
	uint32_t truesize; /* bytes of memory */
	uint16_t len;	   /* bytes of the Ethernet frame */
	uint16_t flow;
	struct sock *sk; /* who is charged for it, NULL when nobody is */
	void *ubuf_info; /* zerocopy: whose buffer holds the data, NULL: its own */
	uint16_t ubuf;	 /* ... and that one's slot */
	cycles_t time;	 /* netem: when it is due; receiver: when it came */
};

struct skb_pool {
	struct sk_buff *skb;
	uint32_t cap;
	uint32_t free; /* first of the free list */
	uint32_t used;
};

struct skb_queue {
	uint32_t head, tail;
	uint32_t qlen;
};

void skb_pool_init(struct skb_pool *p);
void skb_pool_destroy(struct skb_pool *p);

/* A buffer with nothing in it, or SKB_NONE without memory. */
uint32_t skb_alloc(struct skb_pool *p);

/* Give it back; who is charged for it has been told. */
void skb_free(struct skb_pool *p, uint32_t skb);

static inline struct sk_buff *skb_at(const struct skb_pool *p, uint32_t skb)
{
	return &p->skb[skb];
}

void skb_queue_init(struct skb_queue *q);
void skb_queue_tail(struct skb_pool *p, struct skb_queue *q, uint32_t skb);

/* Take the first one; the queue must not be empty. */
uint32_t skb_dequeue(struct skb_pool *p, struct skb_queue *q);

/* Put @skb behind all that are due at its time or earlier. */
void skb_queue_by_time(struct skb_pool *p, struct skb_queue *q, uint32_t skb);

/* Buffers of @flow in @q; walks the queue, for the sheet only. */
uint32_t skb_queue_count(const struct skb_pool *p, const struct skb_queue *q,
			 uint16_t flow);

/*
 * What a buffer whose linear part holds @bytes is charged with: the kmalloc() bucket that
 * holds them and struct skb_shared_info, and struct sk_buff (__alloc_skb(), 4.12 on
 * x86-64: 320 and 256 bytes).
 */
uint32_t skb_truesize(uint32_t bytes);

#endif
