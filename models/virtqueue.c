/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "virtqueue.h"

#include <stdlib.h>
#include <string.h>

int virtqueue_init(struct virtqueue *vq, const struct coherence *c, uint16_t num,
		   bool event_idx)
{
	memset(vq, 0, sizeof(*vq));
	vq->num = num;
	vq->event_idx = event_idx;
	vq->num_free = num;
	vq->desc = calloc(num, sizeof(*vq->desc));
	vq->avail = calloc(num, sizeof(*vq->avail));
	vq->used = calloc(num, sizeof(*vq->used));
	vq->next = calloc(num, sizeof(*vq->next));
	if (!vq->desc || !vq->avail || !vq->used || !vq->next ||
	    lines_init(&vq->desc_lines, c, vring_desc_offset(num)) ||
	    lines_init(&vq->avail_lines, c, vring_avail_offset(num) + 2) ||
	    lines_init(&vq->used_lines, c, vring_used_offset(num) + 2)) {
		virtqueue_destroy(vq);
		return -1;
	}
	for (uint16_t i = 0; i < num; i++)
		vq->next[i] = (uint16_t)(i + 1);
	vq->free_tail = (uint16_t)(num - 1);
	return 0;
}

void virtqueue_destroy(struct virtqueue *vq)
{
	free(vq->desc);
	free(vq->avail);
	free(vq->used);
	free(vq->next);
	lines_destroy(&vq->desc_lines);
	lines_destroy(&vq->avail_lines);
	lines_destroy(&vq->used_lines);
	memset(vq, 0, sizeof(*vq));
}

void virtqueue_add(struct virtqueue *vq, struct coherence *c, unsigned int cpu,
		   struct packet pkt, uint32_t len)
{
	uint16_t id = vq->free_head;
	uint16_t slot = vq->avail_shadow++ & (vq->num - 1);

	vq->free_head = vq->next[id];
	vq->num_free--;
	line_write(c, &vq->desc_lines, vring_desc_offset(id), cpu);
	vq->desc[id] = (struct vring_desc){ .pkt = pkt, .len = len };
	line_write(c, &vq->avail_lines, vring_avail_offset(slot), cpu);
	vq->avail[slot] = id;
}

void virtqueue_publish(struct virtqueue *vq, struct coherence *c, unsigned int cpu)
{
	line_write(c, &vq->avail_lines, VRING_IDX_OFFSET, cpu);
	vq->avail_idx = vq->avail_shadow;
}

uint16_t virtqueue_nused(struct virtqueue *vq, struct coherence *c, unsigned int cpu,
			 cycles_t *stall)
{
	*stall = line_read(c, &vq->used_lines, VRING_IDX_OFFSET, cpu);
	return (uint16_t)(vq->used_idx - vq->last_used);
}

/* Descriptor @id is free. */
static void give_back(struct virtqueue *vq, uint16_t id)
{
	if (vq->lifo) {
		vq->next[id] = vq->free_head;
		vq->free_head = id;
	} else {
		if (vq->num_free)
			vq->next[vq->free_tail] = id;
		else
			vq->free_head = id;
		vq->free_tail = id;
	}
	vq->num_free++;
}

struct vring_desc virtqueue_get(struct virtqueue *vq, struct coherence *c,
				unsigned int cpu, cycles_t *stall)
{
	uint16_t slot = vq->last_used++ & (vq->num - 1);
	uint16_t id;

	*stall = line_read(c, &vq->used_lines, vring_used_offset(slot), cpu);
	id = vq->used[slot].id;
	give_back(vq, id);
	return vq->desc[id];
}

void virtqueue_enable_cb(struct virtqueue *vq, struct coherence *c, unsigned int cpu,
			 uint16_t event, cycles_t *stall)
{
	uint32_t offset = vq->event_idx ? vring_avail_offset(vq->num)
					: VRING_FLAGS_OFFSET;

	vq->used_event = event;
	vq->avail_flags &= (uint16_t)~VRING_AVAIL_F_NO_INTERRUPT;
	line_write(c, &vq->avail_lines, offset, cpu);
	*stall = line_read(c, &vq->used_lines, VRING_IDX_OFFSET, cpu);
}

/* With EVENT_IDX there is nothing to write: the index will not pass the event again. */
void virtqueue_disable_cb(struct virtqueue *vq, struct coherence *c, unsigned int cpu)
{
	if (vq->avail_flags & VRING_AVAIL_F_NO_INTERRUPT)
		return;
	vq->avail_flags |= VRING_AVAIL_F_NO_INTERRUPT;
	if (!vq->event_idx)
		line_write(c, &vq->avail_lines, VRING_FLAGS_OFFSET, cpu);
}

bool virtqueue_kick_prepare(struct virtqueue *vq, struct coherence *c, unsigned int cpu,
			    uint16_t old, cycles_t *stall)
{
	if (!vq->event_idx) {
		*stall = line_read(c, &vq->used_lines, VRING_FLAGS_OFFSET, cpu);
		return !(vq->used_flags & VRING_USED_F_NO_NOTIFY);
	}
	*stall = line_read(c, &vq->used_lines, vring_used_offset(vq->num), cpu);
	return vring_need_event(vq->avail_event, vq->avail_idx, old);
}
