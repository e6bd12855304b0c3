/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * virtio_net.h - the transmit side of a guest's virtio-net interface: its queueing
 * discipline (pfifo_fast) and the driver (drivers/net/virtio_net.c, 4.12; napi_tx since
 * 4.12, default since 5.3).
 *
 * Without napi_tx a buffer's socket is uncharged when the buffer enters the ring, and
 * used buffers are only freed by the next start_xmit(). When fewer than 2 +
 * MAX_SKB_FRAGS descriptors are free the queue stops, and the driver asks for an
 * interrupt after three quarters of what is outstanding.
 *
 * Each packet is published, and kicked if the device wants it, by itself: the queueing
 * discipline hands over several with xmit_more only to drivers that have byte queue
 * limits (qdisc_avail_bulklimit() in try_bulk_dequeue_skb()), which virtio_net of 4.12
 * to 6.1 has not.
 *
 * A packet takes one descriptor: its virtio-net header is pushed in front of its data,
 * or the descriptors are indirect.
 */
#ifndef VHOSTSIM_VIRTIO_NET_H
#define VHOSTSIM_VIRTIO_NET_H

#include "flow.h"
#include "machine.h"
#include "skb.h"
#include "sock.h"
#include "vcpu.h"
#include "vhost_net.h"
#include "virtqueue.h"

#define MAX_SKB_FRAGS 17
#define VIRTIO_NET_HDR_LEN 12

struct virtio_net_paths {
	const struct path *xmit, *free, *kick, *poll;
};

/* Where the context that runs the queue stands (__qdisc_run()). */
enum xmit_state {
	XMIT_NEXT,  /* dequeue a packet */
	XMIT_START, /* start_xmit() is being spent */
	XMIT_KICK,  /* the exit of a kick is being spent */
};

struct virtio_net {
	const struct virtio_net_paths *path;
	struct skb_pool *pool; /* the guest's */
	struct flow *flow;     /* all flows of the host, by number */
	struct virtqueue *vq;
	struct vhost_net *net; /* takes the kicks */
	struct coherence *c;
	struct vcpu *vcpu; /* takes the interrupts */
	unsigned int irq;
	bool napi_tx;

	struct skb_queue qdisc;
	uint32_t tx_queue_len;
	struct task *runner; /* whose context runs the queue, NULL: nobody */
	enum xmit_state state;
	uint32_t skb;	      /* in XMIT_START */
	uint16_t to_free;     /* used buffers that this start_xmit() frees */
	bool stopped;	      /* __QUEUE_STATE_DRV_XOFF */
	bool scheduled;	      /* __QDISC_STATE_SCHED: wait for the softirq */
	bool napi_scheduled;  /* the poll is due */
	uint16_t poll_free;   /* used buffers that this poll frees */
	bool polling;	      /* ... and its cycles are being spent */
	cycles_t stopped_at;  /* since when */
	cycles_t stopped_for; /* in the measured window */

	/* watchdog: a timer that reaps without start_xmit(), 0: none */
	struct task watchdog;
	cycles_t watchdog_period;
	char watchdog_name[48];
};

int virtio_net_paths_init(struct virtio_net_paths *p, struct path_table *tab,
			  const struct machine *m);

/* Interrupts go to @d->vcpu; all other members above "qdisc" have been set. 0, or -1. */
int virtio_net_init(struct virtio_net *d);

/* __dev_queue_xmit(): into the queue. False when that is full, and @skb is not taken. */
bool dev_queue_xmit(struct virtio_net *d, uint32_t skb);

/*
 * qdisc_run() in the context of @t, a step at a time: spends, and returns true as long as
 * there is more. False when nothing is to do, the queue is stopped, or another context
 * runs it.
 */
bool qdisc_run(struct sim *s, struct virtio_net *d, struct task *t);

/* A packet's descriptors are back: frees up to now (free_old_xmit_skbs()). */
uint16_t virtio_net_used(struct virtio_net *d, struct task *t);

/* The measured window begins. */
void virtio_net_mark(struct sim *s, struct virtio_net *d);

/* Cycles of the window in which the queue was stopped, up to now. */
cycles_t virtio_net_stopped(const struct sim *s, const struct virtio_net *d);

/* A thread of the guest that calls free_old_xmit_skbs() every watchdog_period. */
int virtio_net_add_watchdog(struct sim *s, struct virtio_net *d, const char *name);

#endif
