/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vhost_net.h - one vhost_net device and its worker thread (drivers/vhost/vhost.c and
 * net.c, Linux 5.8).
 *
 * The worker is one task. Its step function is the work list (vhost.c); while a handler
 * runs, each step is one station on the handler's way (handle_tx.c, handle_rx.c).
 */
#ifndef VHOSTSIM_VHOST_NET_H
#define VHOSTSIM_VHOST_NET_H

#include "../sim/engine/hist.h"
#include "config.h"
#include "kernel.h"
#include "machine.h"
#include "tap.h"
#include "vhost_vring.h"
#include "vhost_zerocopy.h"

enum vhost_work { WORK_TX_KICK, WORK_RX_KICK, WORK_RX_NET, WORK_COUNT };

/* Where the thread stands. */
enum vhost_state {
	VHOST_WORKER, /* between works: take the next one, or sleep */
	TX_START,
	TX_LOOP,   /* handle_tx_copy(): a packet is done, take the next */
	TX_FETCH,  /* RFC v8 fetch_descs(): one more descriptor for the array */
	TX_EMPTY,  /* nothing there: enable notification, look again */
	TX_SUBMIT, /* vhost_tx_batch(): sendmsg of the batch */
	TX_USED,   /* the batch is with the tap: used entries, signal */
	RX_START,
	RX_PEEK,  /* vhost_net_rx_peek_head_len() */
	RX_BUFS,  /* get_rx_bufs() */
	RX_FETCH, /* RFC v8 fetch_descs() */
	RX_EMPTY, /* no guest buffer */
	RX_DONE,  /* recvmsg is through: count, flush, weight */
	RX_FLUSH, /* vhost_net_signal_used() */
	RX_USED,  /* ... is written: signal */
	RX_END,
	TX_CALL,   /* handle_tx_copy(): an interrupt has been spent */
	ZTX_START, /* handle_tx() of 4.12, handle_tx_zerocopy() of 5.8 */
	ZTX_LOOP,  /* give back what is done */
	ZTX_GIVE,  /* vhost_zerocopy_signal_used() has been spent */
	ZTX_GET,   /* take the next packet */
	ZTX_SEND,  /* sendmsg() has been spent */
	ZTX_CALL,  /* an interrupt has been spent */
	ZTX_END,
};

/* Everything a handler spends, as paths; one set for all devices of a host. */
struct vhost_paths {
	const struct path *work, *enable_notify, *disable_notify, *call;
	const struct path *ztx_packet[2], *ztx_copy64, *ztx_release, *ztx_used, *tx_skb;
	const struct path *tx_copy64, *rx_copy64;
	const struct path *tx_run, *tx_fetch, *tx_packet, *tx_buffer, *tx_batch;
	const struct path *rx_run, *rx_refill, *rx_peek, *rx_restart, *rx_fetch,
		*rx_packet;
	const struct path *rx_free, *rx_flush;
};

/* Make the paths of @k on @m. 0, or -1 without memory. */
int vhost_paths_init(struct vhost_paths *p, struct path_table *tab,
		     const struct machine *m, const struct kernel *k);

/* What a handler keeps of one run, and of one batch (struct vhost_net_virtqueue). */
struct vhost_net_virtqueue {
	struct vhost_virtqueue v;
	uint16_t *heads;      /* [done_idx]: ids to go into used entries */
	struct packet *batch; /* tx: buffers for the tap, beside heads */
	uint32_t done_idx;
	uint32_t packets; /* of this run */
	uint64_t bytes;
	bool busy;    /* tx: a packet's cycles are being spent */
	bool last;    /* flush, then leave */
	bool requeue; /* ... and queue the work again: over the weight */
	uint16_t head;
	struct packet pkt;
	struct hist flushed; /* entries per used-ring update */
};

/* Notifications. */
struct vhost_count {
	uint64_t kicks;	  /* by the driver */
	uint64_t calls;	  /* interrupts raised */
	uint64_t wakeups; /* of the thread */
};

struct vhost_net {
	struct task task;
	struct coherence *c;
	const struct vhost_paths *path;
	const struct kernel *kernel;
	struct cfg_vhost_net cfg;
	cycles_t wake_latency;
	struct tap *tap;
	struct lines *skb_lines; /* heads of the packets in the tap's ring */
	uint32_t skb_stride;	 /* bytes between two heads */

	struct vhost_net_virtqueue tx, rx;
	struct vhost_ubufs ubufs;
	bool zerocopy; /* the packet that is being sent */
	enum vhost_state after_call;

	/* struct vhost_net_buf: packets taken from the tap's ring, not handled yet */
	struct packet *rxq;
	uint32_t rxq_head, rxq_tail;

	/* the work list, first in first out; a work is on it at most once */
	enum vhost_work list[WORK_COUNT];
	uint32_t works;
	bool queued[WORK_COUNT];

	struct vhost_count n, mark;
	uint64_t lose_calls_from; /* a fault: calls from this one on are lost */
	struct hist submitted;	  /* tx buffers per submission */
	struct hist dequeued;	  /* packets per visit to the tap's ring */
};

/* A device on @cpu between @tap and the two rings. 0, or -1 without memory. */
int vhost_net_init(struct vhost_net *n, const struct cfg_vhost_net *cfg,
		   const struct kernel *k, const struct machine *m, struct coherence *c,
		   const struct vhost_paths *path, struct tap *tap, struct virtqueue *tx,
		   struct virtqueue *rx, unsigned int cpu);
void vhost_net_destroy(struct vhost_net *n);

/* The measured window begins. */
void vhost_net_mark(struct sim *s, struct vhost_net *n);

/* The worker's step function. */
enum task_next vhost_worker(struct sim *s, struct task *t);

/* vhost_work_queue(): put @work on the list and wake the thread if it sleeps. */
void vhost_work_queue(struct sim *s, struct vhost_net *n, enum vhost_work work);

/* The driver has written to the kick eventfd of the tx or the rx ring. */
void vhost_kick_tx(struct sim *s, struct vhost_net *n);
void vhost_kick_rx(struct sim *s, struct vhost_net *n);

/* The call eventfd of the tx ring: an interrupt to its driver. */
void vhost_call_tx(struct sim *s, struct vhost_net *n);

/* One station of a handler; called by the worker. */
enum task_next handle_tx(struct sim *s, struct vhost_net *n);
enum task_next handle_tx_zerocopy(struct sim *s, struct vhost_net *n);
enum task_next handle_rx(struct sim *s, struct vhost_net *n);

/* vhost_exceeds_weight(): has the run of @nvq had its share? */
static inline bool vhost_exceeds_weight(const struct vhost_net *n,
					const struct vhost_net_virtqueue *nvq)
{
	return nvq->bytes >= n->cfg.VHOST_NET_WEIGHT ||
	       (n->kernel->has[KERNEL_PKT_WEIGHT] &&
		nvq->packets >= (uint64_t)n->cfg.VHOST_NET_PKT_WEIGHT);
}

/* Received packets that the device holds: dequeued, and not yet in a used entry. */
uint32_t vhost_net_rx_held(const struct vhost_net *n);

#endif
