/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vhost_zerocopy.h - the buffers of a guest that vhost has handed out without a copy
 * (struct ubuf_info and struct vhost_net_ubuf_ref, drivers/vhost/net.c, 4.12 to 6.1).
 *
 * Slots of heads[] are taken in order (upend_idx) and given back to the guest in order
 * (done_idx): a buffer that is done behind one that is not has to wait. When the last
 * user of a buffer is gone, its callback marks the slot, and queues the TX work only if
 * at most one reference is left or their number is a multiple of 16.
 */
#ifndef VHOSTSIM_VHOST_ZEROCOPY_H
#define VHOSTSIM_VHOST_ZEROCOPY_H

#include <stdbool.h>
#include <stdint.h>

#include "../sim/engine/sim.h"

#define UIO_MAXIOV 1024
#define VHOST_GOODCOPY_LEN 256

/* vhost keeps it in the length of a used entry. */
enum ubuf_state {
	VHOST_DMA_CLEAR_LEN, /* given back, or never used */
	VHOST_DMA_IN_PROGRESS,
	VHOST_DMA_DONE_LEN,   /* sent */
	VHOST_DMA_FAILED_LEN, /* copied later by whoever could not keep it */
};

struct vhost_net;

struct vhost_ubufs {
	struct vhost_net *net;
	uint16_t head[UIO_MAXIOV];
	uint8_t state[UIO_MAXIOV];
	uint16_t upend_idx, done_idx;
	uint32_t refcount;     /* 1 + slots in progress */
	uint32_t tx_packets;   /* of the present 1024 */
	uint32_t tx_zcopy_err; /* released as failed, in the same */
	uint64_t taken, given; /* slots, in all */
	uint64_t failed;       /* in all, and at the mark */
	uint64_t failed_mark;
	uint64_t area; /* outstanding slots x cycles, in the window */
	cycles_t area_at;
};

void vhost_ubufs_init(struct vhost_ubufs *u, struct vhost_net *net);

/* Slots taken and not yet given back to the guest. */
static inline uint32_t vhost_ubufs_outstanding(const struct vhost_ubufs *u)
{
	return (uint16_t)(u->upend_idx - u->done_idx) % UIO_MAXIOV;
}

/* The array has no slot left. */
static inline bool vhost_ubufs_full(const struct vhost_ubufs *u)
{
	return (u->upend_idx + 1) % UIO_MAXIOV == u->done_idx;
}

/* Take a slot for descriptor @head; returns it. */
uint16_t vhost_ubuf_get(struct sim *s, struct vhost_ubufs *u, uint16_t head);

/*
 * vhost_zerocopy_callback(): the last user of slot @ubuf of @info (a struct vhost_ubufs)
 * is gone; @success is false when it copied the data instead.
 */
void vhost_zerocopy_callback(struct sim *s, void *info, uint16_t ubuf, bool success);

/* How many slots from done_idx on can be given back in order. */
uint32_t vhost_ubufs_releasable(const struct vhost_ubufs *u);

/* How many slots are done, wherever they are. */
uint32_t vhost_ubufs_done(const struct vhost_ubufs *u);

/*
 * Give back up to @n slots (vhost_zerocopy_signal_used()); their descriptors go into
 * @heads. Returns how many. With @any_order all that are done go, also behind one that is
 * not: a change that was proposed in 2017 and never made.
 */
uint32_t vhost_ubufs_release(struct sim *s, struct vhost_ubufs *u, uint16_t *heads,
			     uint32_t n, bool any_order);

/* Slots in state @state; walks the array, for the sheet only. */
uint32_t vhost_ubufs_count(const struct vhost_ubufs *u, enum ubuf_state state);

/* vhost_net_tx_packet(): count a packet; failures are forgotten every 1024. */
void vhost_net_tx_packet(struct vhost_ubufs *u);

/* vhost_net_tx_select_zcopy(): have there been few enough failures to try? */
static inline bool vhost_net_tx_select_zcopy(const struct vhost_ubufs *u)
{
	return u->tx_packets / 64 >= u->tx_zcopy_err;
}

/* The measured window begins; and the mean number of outstanding slots since then. */
void vhost_ubufs_mark(struct sim *s, struct vhost_ubufs *u);
double vhost_ubufs_mean(struct sim *s, struct vhost_ubufs *u);

#endif
