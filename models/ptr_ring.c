/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ptr_ring.h"

#include <stdlib.h>
#include <string.h>

#define SLOT_BYTES 8 /* a pointer */

int ptr_ring_init(struct ptr_ring *r, const struct coherence *c, uint32_t size)
{
	memset(r, 0, sizeof(*r));
	r->size = size;
	/* __ptr_ring_set_size(): two lines of pointers, one slot in rings too small */
	r->batch = (2u << c->shift) / SLOT_BYTES;
	if (r->batch > size / 2)
		r->batch = 1;
	r->slot = calloc(size, sizeof(*r->slot));
	r->full = calloc(size, sizeof(*r->full));
	if (r->slot && r->full && !lines_init(&r->lines, c, size * SLOT_BYTES))
		return 0;
	ptr_ring_destroy(r);
	return -1;
}

void ptr_ring_destroy(struct ptr_ring *r)
{
	free(r->slot);
	free(r->full);
	lines_destroy(&r->lines);
	memset(r, 0, sizeof(*r));
}

bool ptr_ring_produce(struct ptr_ring *r, struct coherence *c, unsigned int cpu,
		      struct packet pkt, cycles_t *stall)
{
	uint32_t slot = r->producer;

	*stall = line_read(c, &r->lines, slot * SLOT_BYTES, cpu);
	if (r->full[slot])
		return false;
	line_write(c, &r->lines, slot * SLOT_BYTES, cpu);
	r->slot[slot] = pkt;
	r->full[slot] = true;
	r->producer = slot + 1 == r->size ? 0 : slot + 1;
	return true;
}

/* Set the consumed slots [consumer_tail, @head) to NULL, the last one first. */
static void zero_tail(struct ptr_ring *r, struct coherence *c, unsigned int cpu,
		      uint32_t head)
{
	while (head > r->consumer_tail) {
		head--;
		line_write(c, &r->lines, head * SLOT_BYTES, cpu);
		r->full[head] = false;
	}
}

/* __ptr_ring_discard_one() */
static void discard_one(struct ptr_ring *r, struct coherence *c, unsigned int cpu)
{
	uint32_t head = ++r->consumer_head;

	if (head - r->consumer_tail >= r->batch || head == r->size) {
		zero_tail(r, c, cpu, head);
		r->consumer_tail = head;
	}
	if (head == r->size)
		r->consumer_head = r->consumer_tail = 0;
}

uint32_t ptr_ring_consume(struct ptr_ring *r, struct coherence *c, unsigned int cpu,
			  struct packet *out, uint32_t n, cycles_t *stall)
{
	uint32_t got = 0;

	*stall = 0;
	while (got < n) {
		uint32_t slot = r->consumer_head;

		*stall += line_read(c, &r->lines, slot * SLOT_BYTES, cpu);
		if (!r->full[slot])
			break;
		out[got++] = r->slot[slot];
		discard_one(r, c, cpu);
	}
	return got;
}

uint32_t ptr_ring_count(const struct ptr_ring *r, uint16_t flow)
{
	uint32_t n = 0;

	/* Slots between tail and head are consumed, but not NULL yet. */
	for (uint32_t i = 0; i < r->size; i++)
		if (r->full[i] && r->slot[i].flow == flow &&
		    (i < r->consumer_tail || i >= r->consumer_head))
			n++;
	return n;
}
