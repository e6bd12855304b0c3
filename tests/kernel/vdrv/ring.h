/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ring.h - the driver's side of a split virtqueue in real memory (virtio 1.1, 2.6).
 *
 * No file descriptors and no system calls but for memory: whether the other side is
 * vhost or a unit test makes no difference here. Indexes run modulo 2^16.
 */
#ifndef VHOSTSIM_VDRV_RING_H
#define VHOSTSIM_VDRV_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <linux/virtio_ring.h>

struct ring {
	struct vring vring; /* desc, avail and used, shared with the device */
	bool event_idx;
	void *memory;
	size_t size; /* of memory, whole pages */

	uint16_t *free; /* stack of free descriptors */
	uint16_t nfree;
	uint16_t avail_idx; /* next entry to make available, perhaps not published yet */
	uint16_t last_used; /* used entries taken so far */
	uint16_t kicked;    /* published index at the last decision on a kick */
};

/* ring_init(): @num descriptors, a power of two. Returns 0, or -1 without memory. */
int ring_init(struct ring *r, uint16_t num, bool event_idx);
void ring_destroy(struct ring *r);

/* Take a free descriptor; there must be one. */
uint16_t ring_get_free(struct ring *r);
/* Make descriptor @id available; the device sees it at the next ring_publish(). */
void ring_add(struct ring *r, uint16_t id);
void ring_publish(struct ring *r);

/* virtqueue_kick_prepare(): does the device want to hear of what was published? */
bool ring_kick_needed(struct ring *r);

/* Has the device used a descriptor that was not taken yet? */
bool ring_has_used(const struct ring *r);
/* Take a used descriptor, which is free then; there must be one. *@len is what it wrote. */
uint16_t ring_take_used(struct ring *r, uint32_t *len);

/* virtqueue_disable_cb(): no calls, as far as the device heeds it. */
void ring_calls_off(struct ring *r);
/* virtqueue_enable_cb(): false if something is used already and no call would come. */
bool ring_calls_on(struct ring *r);
/*
 * virtqueue_enable_cb_delayed(): with EVENT_IDX the call comes when three quarters of
 * what is in flight are used. False if so many are used already.
 */
bool ring_calls_delayed(struct ring *r);

#endif
