/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ptr_ring.h - the kernel's ring of pointers between one producer and one consumer
 * (include/linux/ptr_ring.h, 4.12 to 6.1).
 *
 * Producer and consumer share nothing but the slots: a slot that is not NULL is full.
 * The consumer sets slots to NULL in groups of two cache lines and in reverse order, so
 * a full ring frees space in groups and the two sides stay off each other's lines.
 */
#ifndef VHOSTSIM_PTR_RING_H
#define VHOSTSIM_PTR_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "cacheline.h"
#include "flow.h"

struct ptr_ring {
	struct packet *slot;
	bool *full; /* slot is not NULL */
	uint32_t size;
	uint32_t batch; /* consumed slots that are set to NULL together */
	uint32_t producer;
	uint32_t consumer_head, consumer_tail;
	struct lines lines;
};

/* ptr_ring_init(): @size slots. Returns 0, or -1 without memory. */
int ptr_ring_init(struct ptr_ring *r, const struct coherence *c, uint32_t size);
void ptr_ring_destroy(struct ptr_ring *r);

/*
 * __ptr_ring_produce() on @cpu. Returns false when the ring is full. *@stall is the time
 * until the slot could be looked at; the store itself does not wait.
 */
bool ptr_ring_produce(struct ptr_ring *r, struct coherence *c, unsigned int cpu,
		      struct packet pkt, cycles_t *stall);

/*
 * ptr_ring_consume_batched() on @cpu: up to @n packets into @out. Returns how many;
 * *@stall is the time spent waiting for slots.
 */
uint32_t ptr_ring_consume(struct ptr_ring *r, struct coherence *c, unsigned int cpu,
			  struct packet *out, uint32_t n, cycles_t *stall);

/* __ptr_ring_full(): could the producer not produce now? */
static inline bool ptr_ring_full(const struct ptr_ring *r)
{
	return r->full[r->producer];
}

/* __ptr_ring_empty(): is there nothing to consume? */
static inline bool ptr_ring_empty(const struct ptr_ring *r)
{
	return !r->full[r->consumer_head];
}

/* Packets that were produced and not consumed; walks the ring, for the sheet only. */
uint32_t ptr_ring_count(const struct ptr_ring *r, uint16_t flow);

#endif
