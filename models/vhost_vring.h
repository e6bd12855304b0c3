/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vhost_vring.h - the device's side of a virtqueue (struct vhost_virtqueue,
 * drivers/vhost/vhost.c, Linux 5.8), and the private descriptor array of the 2020 series.
 *
 * All functions act on the vhost thread's cpu and return the cycles that they waited for
 * cache lines; the caller charges them to the operation that waits.
 */
#ifndef VHOSTSIM_VHOST_VRING_H
#define VHOSTSIM_VHOST_VRING_H

#include "virtqueue.h"

struct vhost_virtqueue {
	struct virtqueue *vq;
	struct coherence *c;
	unsigned int cpu;
	uint16_t last_avail_idx; /* next avail entry to take */
	uint16_t avail_idx;	 /* the shared avail index when it was last read */
	uint16_t last_used_idx;	 /* used entries written */
	uint16_t signalled_used;
	bool signalled_used_valid;

	/* RFC v8: descriptors fetched and not handed out yet */
	uint16_t *descs;
	uint32_t ndescs, first_desc, descs_cap;
};

/* @batch: descriptors that one pass may fetch, 0 without the series. 0, or -1. */
int vhost_vring_init(struct vhost_virtqueue *v, struct virtqueue *vq, struct coherence *c,
		     unsigned int cpu, uint32_t batch);
void vhost_vring_destroy(struct vhost_virtqueue *v);

/*
 * Take the next avail entry (first part of vhost_get_vq_desc()): returns false when the
 * ring is empty, else its head in @id. @avail_stall is the wait for the avail ring,
 * @desc_stall the one for the descriptor.
 */
bool vhost_vring_fetch(struct vhost_virtqueue *v, uint16_t *id, cycles_t *avail_stall,
		       cycles_t *desc_stall);

/* What buffer @id holds. */
static inline const struct vring_desc *vhost_vring_desc(const struct vhost_virtqueue *v,
							uint16_t id)
{
	return &v->vq->desc[id];
}

/* The device has written @pkt into buffer @id. */
static inline void vhost_vring_fill(struct vhost_virtqueue *v, uint16_t id,
				    struct packet pkt)
{
	v->vq->desc[id].pkt = pkt;
}

/* fetch_descs(): is another pass due, that is, is the private array used up? */
static inline bool vhost_vring_drained(const struct vhost_virtqueue *v)
{
	return v->first_desc == v->ndescs;
}

/*
 * vhost_add_used_n() and vhost_notify(): write @n used entries of @ids, move the used
 * index, and ask whether the driver wants a call. @store is the time until the stores
 * are done (the barrier of vhost_notify() waits for it), @load the one until the driver's
 * wish is read. Returns that wish.
 */
bool vhost_vring_add_used(struct vhost_virtqueue *v, const uint16_t *ids, uint32_t n,
			  cycles_t *store, cycles_t *load);

/*
 * vhost_enable_notify(): ask for a kick, then look whether something slipped in. Returns
 * true if so (the caller goes on); *@stall is what it waited.
 */
bool vhost_vring_enable_notify(struct vhost_virtqueue *v, cycles_t *stall);

/* vhost_disable_notify(): with EVENT_IDX there is nothing to write. */
void vhost_vring_disable_notify(struct vhost_virtqueue *v, cycles_t *stall);

#endif
