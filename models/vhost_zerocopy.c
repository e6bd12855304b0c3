/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vhost_zerocopy.h"

#include <string.h>

#include "vhost_net.h"

void vhost_ubufs_init(struct vhost_ubufs *u, struct vhost_net *net)
{
	memset(u, 0, sizeof(*u));
	u->net = net;
	u->refcount = 1;
}

/* The number outstanding is about to change. */
static void account(struct sim *s, struct vhost_ubufs *u)
{
	u->area += vhost_ubufs_outstanding(u) * (s->now - u->area_at);
	u->area_at = s->now;
}

uint16_t vhost_ubuf_get(struct sim *s, struct vhost_ubufs *u, uint16_t head)
{
	uint16_t slot = u->upend_idx;

	account(s, u);
	u->head[slot] = head;
	u->state[slot] = VHOST_DMA_IN_PROGRESS;
	u->upend_idx = (uint16_t)((slot + 1) % UIO_MAXIOV);
	u->refcount++;
	u->taken++;
	return slot;
}

void vhost_zerocopy_callback(struct sim *s, void *info, uint16_t ubuf, bool success)
{
	struct vhost_ubufs *u = info;

	if (u->state[ubuf] != VHOST_DMA_IN_PROGRESS)
		sim_fatal(s, "zerocopy slot %u is completed twice", ubuf);
	u->state[ubuf] = success ? VHOST_DMA_DONE_LEN : VHOST_DMA_FAILED_LEN;
	u->refcount--;
	if (u->refcount <= 1 || u->refcount % 16 == 0)
		vhost_work_queue(s, u->net, WORK_TX_KICK);
}

static bool is_done(const struct vhost_ubufs *u, uint16_t slot)
{
	return u->state[slot] >= VHOST_DMA_DONE_LEN;
}

uint32_t vhost_ubufs_releasable(const struct vhost_ubufs *u)
{
	uint16_t at = u->done_idx;
	uint32_t n = 0;

	for (; at != u->upend_idx && is_done(u, at);
	     at = (uint16_t)((at + 1) % UIO_MAXIOV))
		n++;
	return n;
}

uint32_t vhost_ubufs_done(const struct vhost_ubufs *u)
{
	uint32_t n = 0;

	for (uint16_t at = u->done_idx; at != u->upend_idx;
	     at = (uint16_t)((at + 1) % UIO_MAXIOV))
		n += is_done(u, at);
	return n;
}

static uint16_t release(struct vhost_ubufs *u, uint16_t slot)
{
	if (u->state[slot] == VHOST_DMA_FAILED_LEN) {
		u->tx_zcopy_err++;
		u->failed++;
	}
	u->state[slot] = VHOST_DMA_CLEAR_LEN;
	u->given++;
	return u->head[slot];
}

/* Slots that were given back early are only stepped over when done_idx comes by. */
static void advance(struct vhost_ubufs *u)
{
	while (u->done_idx != u->upend_idx &&
	       u->state[u->done_idx] == VHOST_DMA_CLEAR_LEN)
		u->done_idx = (uint16_t)((u->done_idx + 1) % UIO_MAXIOV);
}

uint32_t vhost_ubufs_release(struct sim *s, struct vhost_ubufs *u, uint16_t *heads,
			     uint32_t n, bool any_order)
{
	uint32_t got = 0;

	account(s, u);
	for (uint16_t at = u->done_idx; at != u->upend_idx && got < n;
	     at = (uint16_t)((at + 1) % UIO_MAXIOV)) {
		if (is_done(u, at))
			heads[got++] = release(u, at);
		else if (!any_order)
			break;
	}
	advance(u);
	return got;
}

uint32_t vhost_ubufs_count(const struct vhost_ubufs *u, enum ubuf_state state)
{
	uint32_t n = 0;

	for (unsigned int i = 0; i < UIO_MAXIOV; i++)
		n += u->state[i] == state;
	return n;
}

void vhost_net_tx_packet(struct vhost_ubufs *u)
{
	if (++u->tx_packets < 1024)
		return;
	u->tx_packets = 0;
	u->tx_zcopy_err = 0;
}

void vhost_ubufs_mark(struct sim *s, struct vhost_ubufs *u)
{
	u->failed_mark = u->failed;
	u->area = 0;
	u->area_at = s->now;
}

double vhost_ubufs_mean(struct sim *s, struct vhost_ubufs *u)
{
	account(s, u);
	return s->now == s->mark ? 0 : (double)u->area / (double)(s->now - s->mark);
}
