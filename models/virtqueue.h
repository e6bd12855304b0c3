/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * virtqueue.h - a split virtqueue, its memory and the driver's side of it.
 *
 * Memory is laid out as the virtio specification has it (1.1, section 2.6), so that what
 * shares a cache line here shares one there: the avail index with the first entries,
 * used_event behind the last, 32 avail entries, 8 used entries and 4 descriptors to a
 * line of 64 bytes. All indexes run modulo 2^16.
 *
 * The device's side is vhost_vring.h.
 */
#ifndef VHOSTSIM_VIRTQUEUE_H
#define VHOSTSIM_VIRTQUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "../sim/engine/sim.h"
#include "cacheline.h"
#include "flow.h"

#define VRING_AVAIL_F_NO_INTERRUPT 1
#define VRING_USED_F_NO_NOTIFY 1

struct vring_desc {
	struct packet pkt; /* what the buffer holds */
	uint32_t len;	   /* of the buffer, with the virtio-net header */
};

struct vring_used_elem {
	uint16_t id;
	uint32_t len;
};

struct virtqueue {
	uint16_t num; /* descriptors, a power of two */
	bool event_idx;

	/* shared memory */
	struct vring_desc *desc;
	uint16_t *avail;
	struct vring_used_elem *used;
	uint16_t avail_flags, avail_idx, used_event;
	uint16_t used_flags, used_idx, avail_event;
	struct lines desc_lines, avail_lines, used_lines;

	/* the driver's own */
	uint16_t *next; /* free list, first freed first used, as DPDK keeps it */
	uint16_t free_head, free_tail, num_free;
	uint16_t avail_shadow; /* next avail index, not published yet */
	uint16_t last_used;    /* used entries taken so far */
	struct task *poller;   /* waits for the used index to move, or NULL */
	bool lifo;	       /* last freed first used, as Linux keeps its free list */

	/* the driver's interrupt: the call eventfd and what is behind it; or NULL */
	void (*call)(struct sim *s, void *ctx);
	void *call_ctx;
};

static inline uint32_t vring_avail_offset(uint16_t slot)
{
	return 4 + 2u * slot;
}

static inline uint32_t vring_used_offset(uint16_t slot)
{
	return 4 + 8u * slot;
}

#define VRING_FLAGS_OFFSET 0
#define VRING_IDX_OFFSET 2

static inline uint32_t vring_desc_offset(uint16_t id)
{
	return 16u * id;
}

/* vring_need_event(): has the index passed @event on its way from @old to @now? */
static inline bool vring_need_event(uint16_t event, uint16_t now, uint16_t old)
{
	return (uint16_t)(now - event - 1) < (uint16_t)(now - old);
}

/* Returns 0, or -1 without memory. */
int virtqueue_init(struct virtqueue *vq, const struct coherence *c, uint16_t num,
		   bool event_idx);
void virtqueue_destroy(struct virtqueue *vq);

/*
 * Driver, on @cpu: put a buffer of @len bytes into a free descriptor and the next avail
 * slot. The device does not see it before virtqueue_publish(). num_free must not be 0.
 */
void virtqueue_add(struct virtqueue *vq, struct coherence *c, unsigned int cpu,
		   struct packet pkt, uint32_t len);

/* Driver: let the device see what was added (vq_update_avail_idx()). */
void virtqueue_publish(struct virtqueue *vq, struct coherence *c, unsigned int cpu);

/* Driver: used entries to take; *@stall is the wait for the used index. */
uint16_t virtqueue_nused(struct virtqueue *vq, struct coherence *c, unsigned int cpu,
			 cycles_t *stall);

/* Driver: take the next used entry and free its descriptor; returns the buffer. */
struct vring_desc virtqueue_get(struct virtqueue *vq, struct coherence *c,
				unsigned int cpu, cycles_t *stall);

/*
 * Driver: ask for an interrupt when the used index passes @event (without EVENT_IDX: at
 * the next used buffer); and take that wish back (virtqueue_enable_cb(),
 * virtqueue_disable_cb()).
 */
void virtqueue_enable_cb(struct virtqueue *vq, struct coherence *c, unsigned int cpu,
			 uint16_t event, cycles_t *stall);
void virtqueue_disable_cb(struct virtqueue *vq, struct coherence *c, unsigned int cpu);

/*
 * Driver: does the device want to hear of the buffers published since index @old?
 * (virtqueue_kick_prepare()).
 */
bool virtqueue_kick_prepare(struct virtqueue *vq, struct coherence *c, unsigned int cpu,
			    uint16_t old, cycles_t *stall);

#endif
