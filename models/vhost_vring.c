/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vhost_vring.h"

#include <stdlib.h>
#include <string.h>

int vhost_vring_init(struct vhost_virtqueue *v, struct virtqueue *vq, struct coherence *c,
		     unsigned int cpu, uint32_t batch)
{
	memset(v, 0, sizeof(*v));
	v->vq = vq;
	v->c = c;
	v->cpu = cpu;
	v->descs_cap = batch < vq->num ? batch : vq->num;
	if (!batch)
		return 0;
	v->descs = calloc(v->descs_cap, sizeof(*v->descs));
	return v->descs ? 0 : -1;
}

void vhost_vring_destroy(struct vhost_virtqueue *v)
{
	free(v->descs);
	v->descs = NULL;
}

bool vhost_vring_fetch(struct vhost_virtqueue *v, uint16_t *id, cycles_t *avail_stall,
		       cycles_t *desc_stall)
{
	struct virtqueue *vq = v->vq;
	uint16_t slot = v->last_avail_idx & (vq->num - 1);

	*avail_stall = *desc_stall = 0;
	/* The shared index is read only when the entries known of are used up. */
	if (v->avail_idx == v->last_avail_idx) {
		*avail_stall = line_read(v->c, &vq->avail_lines, VRING_IDX_OFFSET,
					 v->cpu);
		v->avail_idx = vq->avail_idx;
		if (v->avail_idx == v->last_avail_idx)
			return false;
	}
	*avail_stall += line_read(v->c, &vq->avail_lines, vring_avail_offset(slot),
				  v->cpu);
	*id = vq->avail[slot];
	*desc_stall = line_read(v->c, &vq->desc_lines, vring_desc_offset(*id), v->cpu);
	v->last_avail_idx++;
	return true;
}

/* vhost_notify(), after its barrier. */
static bool notify_wanted(struct vhost_virtqueue *v, cycles_t *load)
{
	struct virtqueue *vq = v->vq;
	uint16_t old = v->signalled_used;
	bool valid = v->signalled_used_valid;

	if (!vq->event_idx) {
		*load = line_read(v->c, &vq->avail_lines, VRING_FLAGS_OFFSET, v->cpu);
		return !(vq->avail_flags & VRING_AVAIL_F_NO_INTERRUPT);
	}
	v->signalled_used = v->last_used_idx;
	v->signalled_used_valid = true;
	*load = line_read(v->c, &vq->avail_lines, vring_avail_offset(vq->num), v->cpu);
	return !valid || vring_need_event(vq->used_event, v->last_used_idx, old);
}

static cycles_t longer(cycles_t a, cycles_t b)
{
	return a > b ? a : b;
}

bool vhost_vring_add_used(struct vhost_virtqueue *v, const uint16_t *ids, uint32_t n,
			  cycles_t *store, cycles_t *load)
{
	struct virtqueue *vq = v->vq;
	uint16_t old = v->last_used_idx;

	*store = 0;
	for (uint32_t i = 0; i < n; i++) {
		uint16_t slot = v->last_used_idx++ & (vq->num - 1);
		cycles_t wait = line_write(v->c, &vq->used_lines, vring_used_offset(slot),
					   v->cpu);

		/* Stores wait for their lines side by side: the longest counts. */
		*store = longer(*store, wait);
		vq->used[slot] = (struct vring_used_elem){ ids[i], vq->desc[ids[i]].len };
	}
	*store = longer(*store,
			line_write(v->c, &vq->used_lines, VRING_IDX_OFFSET, v->cpu));
	vq->used_idx = v->last_used_idx;
	/* If the index has passed the last signalled one, a whole lap, it says nothing. */
	if ((uint16_t)(vq->used_idx - v->signalled_used) < (uint16_t)(vq->used_idx - old))
		v->signalled_used_valid = false;
	return notify_wanted(v, load);
}

bool vhost_vring_enable_notify(struct vhost_virtqueue *v, cycles_t *stall)
{
	struct virtqueue *vq = v->vq;
	uint32_t offset = VRING_FLAGS_OFFSET;

	if (vq->event_idx) {
		offset = vring_used_offset(vq->num);
		vq->avail_event = v->avail_idx;
	} else {
		vq->used_flags &= (uint16_t)~VRING_USED_F_NO_NOTIFY;
	}
	*stall = line_write(v->c, &vq->used_lines, offset, v->cpu);
	*stall += line_read(v->c, &vq->avail_lines, VRING_IDX_OFFSET, v->cpu);
	v->avail_idx = vq->avail_idx;
	return v->avail_idx != v->last_avail_idx;
}

void vhost_vring_disable_notify(struct vhost_virtqueue *v, cycles_t *stall)
{
	struct virtqueue *vq = v->vq;

	*stall = 0;
	if (vq->event_idx || vq->used_flags & VRING_USED_F_NO_NOTIFY)
		return;
	vq->used_flags |= VRING_USED_F_NO_NOTIFY;
	*stall = line_write(v->c, &vq->used_lines, VRING_FLAGS_OFFSET, v->cpu);
}
