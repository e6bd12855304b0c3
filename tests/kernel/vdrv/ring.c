/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ring.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ALIGN 4096u

static uint16_t load(const uint16_t *p)
{
	return *(const volatile uint16_t *)p;
}

static void store(uint16_t *p, uint16_t value)
{
	*(volatile uint16_t *)p = value;
}

/* Pairs with the device's own: it must see what we wrote before what we read next. */
static void full_barrier(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}

int ring_init(struct ring *r, uint16_t num, bool event_idx)
{
	memset(r, 0, sizeof(*r));
	r->event_idx = event_idx;
	r->size = (vring_size(num, ALIGN) + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	r->memory = mmap(NULL, r->size, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (r->memory == MAP_FAILED) {
		r->memory = NULL;
		return -1;
	}
	r->free = calloc(num, sizeof(*r->free));
	if (!r->free) {
		ring_destroy(r);
		return -1;
	}
	vring_init(&r->vring, num, r->memory, ALIGN);
	for (uint16_t i = 0; i < num; i++)
		r->free[i] = (uint16_t)(num - 1 - i);
	r->nfree = num;
	return 0;
}

void ring_destroy(struct ring *r)
{
	if (r->memory)
		munmap(r->memory, r->size);
	free(r->free);
	memset(r, 0, sizeof(*r));
}

uint16_t ring_get_free(struct ring *r)
{
	return r->free[--r->nfree];
}

void ring_add(struct ring *r, uint16_t id)
{
	r->vring.avail->ring[r->avail_idx & (r->vring.num - 1)] = id;
	r->avail_idx++;
}

void ring_publish(struct ring *r)
{
	/* entries before the index that covers them */
	__atomic_thread_fence(__ATOMIC_RELEASE);
	store(&r->vring.avail->idx, r->avail_idx);
}

bool ring_kick_needed(struct ring *r)
{
	uint16_t old = r->kicked;

	full_barrier();
	r->kicked = r->avail_idx;
	if (r->event_idx)
		return vring_need_event(load(&vring_avail_event(&r->vring)), r->kicked,
					old);
	return !(load(&r->vring.used->flags) & VRING_USED_F_NO_NOTIFY);
}

bool ring_has_used(const struct ring *r)
{
	return load(&r->vring.used->idx) != r->last_used;
}

uint16_t ring_take_used(struct ring *r, uint32_t *len)
{
	const struct vring_used_elem *e;

	/* the index before the entry that it covers */
	__atomic_thread_fence(__ATOMIC_ACQUIRE);
	e = &r->vring.used->ring[r->last_used & (r->vring.num - 1)];
	r->last_used++;
	*len = e->len;
	r->free[r->nfree++] = (uint16_t)e->id;
	return (uint16_t)e->id;
}

/* With EVENT_IDX there are no flags: an event that lies half a turn away says the same. */
void ring_calls_off(struct ring *r)
{
	if (r->event_idx)
		store(&vring_used_event(&r->vring), (uint16_t)(r->last_used - 0x4000));
	else
		store(&r->vring.avail->flags, VRING_AVAIL_F_NO_INTERRUPT);
}

static uint16_t calls_after(struct ring *r, uint16_t ahead)
{
	if (r->event_idx)
		store(&vring_used_event(&r->vring), (uint16_t)(r->last_used + ahead));
	else
		store(&r->vring.avail->flags, 0);
	full_barrier();
	return (uint16_t)(load(&r->vring.used->idx) - r->last_used);
}

bool ring_calls_on(struct ring *r)
{
	return calls_after(r, 0) == 0;
}

bool ring_calls_delayed(struct ring *r)
{
	uint16_t in_flight = (uint16_t)(r->avail_idx - r->last_used);
	uint16_t ahead = (uint16_t)(in_flight * 3u / 4);

	return calls_after(r, ahead) <= ahead;
}
