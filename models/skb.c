/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "skb.h"

#include <stdlib.h>
#include <string.h>

#define CACHE_BYTES 64
#define SHARED_INFO 320 /* SKB_DATA_ALIGN(sizeof(struct skb_shared_info)) */
#define SK_BUFF 256	/* SKB_DATA_ALIGN(sizeof(struct sk_buff)) */

void skb_pool_init(struct skb_pool *p)
{
	memset(p, 0, sizeof(*p));
	p->free = SKB_NONE;
}

void skb_pool_destroy(struct skb_pool *p)
{
	free(p->skb);
	skb_pool_init(p);
}

static int grow(struct skb_pool *p)
{
	uint32_t cap = p->cap ? p->cap * 2 : 256;
	struct sk_buff *grown = realloc(p->skb, cap * sizeof(*grown));

	if (!grown)
		return -1;
	p->skb = grown;
	for (uint32_t i = cap; i-- > p->cap;) {
		grown[i].next = p->free;
		p->free = i;
	}
	p->cap = cap;
	return 0;
}

uint32_t skb_alloc(struct skb_pool *p)
{
	uint32_t skb;

	if (p->free == SKB_NONE && grow(p))
		return SKB_NONE;
	skb = p->free;
	p->free = p->skb[skb].next;
	p->used++;
	memset(&p->skb[skb], 0, sizeof(p->skb[skb]));
	return skb;
}

void skb_free(struct skb_pool *p, uint32_t skb)
{
	p->skb[skb].next = p->free;
	p->free = skb;
	p->used--;
}

void skb_queue_init(struct skb_queue *q)
{
	q->head = q->tail = SKB_NONE;
	q->qlen = 0;
}

void skb_queue_tail(struct skb_pool *p, struct skb_queue *q, uint32_t skb)
{
	p->skb[skb].next = SKB_NONE;
	if (q->qlen++)
		p->skb[q->tail].next = skb;
	else
		q->head = skb;
	q->tail = skb;
}

uint32_t skb_dequeue(struct skb_pool *p, struct skb_queue *q)
{
	uint32_t skb = q->head;

	q->head = p->skb[skb].next;
	if (!--q->qlen)
		q->tail = SKB_NONE;
	return skb;
}

static bool due_before(const struct skb_pool *p, uint32_t a, uint32_t b)
{
	return (int64_t)(p->skb[a].time - p->skb[b].time) < 0;
}

void skb_queue_by_time(struct skb_pool *p, struct skb_queue *q, uint32_t skb)
{
	uint32_t at = q->head;

	/* nearly always the last */
	if (!q->qlen || !due_before(p, skb, q->tail)) {
		skb_queue_tail(p, q, skb);
		return;
	}
	q->qlen++;
	if (due_before(p, skb, at)) {
		p->skb[skb].next = at;
		q->head = skb;
		return;
	}
	while (!due_before(p, skb, p->skb[at].next))
		at = p->skb[at].next;
	p->skb[skb].next = p->skb[at].next;
	p->skb[at].next = skb;
}

uint32_t skb_queue_count(const struct skb_pool *p, const struct skb_queue *q,
			 uint16_t flow)
{
	uint32_t n = 0, at = q->head;

	for (uint32_t i = 0; i < q->qlen; i++, at = p->skb[at].next)
		n += p->skb[at].flow == flow;
	return n;
}

/* The size of the kmalloc() cache that serves @bytes. */
static uint32_t kmalloc_bucket(uint32_t bytes)
{
	uint32_t bucket = 8;

	if (bytes > 64 && bytes <= 96)
		return 96;
	if (bytes > 128 && bytes <= 192)
		return 192;
	while (bucket < bytes)
		bucket *= 2;
	return bucket;
}

uint32_t skb_truesize(uint32_t bytes)
{
	uint32_t data = (bytes + CACHE_BYTES - 1) & ~(CACHE_BYTES - 1u);

	return kmalloc_bucket(data + SHARED_INFO) + SK_BUFF;
}
