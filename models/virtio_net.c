/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "virtio_net.h"

#include <stddef.h>
#include <stdio.h>

int virtio_net_paths_init(struct virtio_net_paths *p, struct path_table *tab,
			  const struct machine *m)
{
	p->xmit = op_path(tab, m, OP_GUEST_XMIT);
	p->free = op_path(tab, m, OP_GUEST_FREE);
	p->kick = op_path(tab, m, OP_GUEST_KICK);
	p->poll = op_path(tab, m, OP_GUEST_POLL_TX);
	return p->xmit && p->free && p->kick && p->poll ? 0 : -1;
}

static bool room(const struct virtio_net *d)
{
	return d->vq->num_free >= 2 + MAX_SKB_FRAGS;
}

static void stop_queue(const struct sim *s, struct virtio_net *d)
{
	d->stopped = true;
	d->stopped_at = s->now;
}

static void wake_queue(const struct sim *s, struct virtio_net *d)
{
	if (!d->stopped)
		return;
	d->stopped = false;
	d->stopped_for += s->now - d->stopped_at;
	d->scheduled = true;
	vcpu_raise_softirq(d->vcpu, d->irq);
}

uint16_t virtio_net_used(struct virtio_net *d, struct task *t)
{
	cycles_t stall;
	uint16_t n = virtqueue_nused(d->vq, d->c, t->cpu, &stall);

	task_stall(t, OP_GUEST_FREE, stall);
	return n;
}

/* free_old_xmit_skbs(), of the @n buffers that were counted; another context may have
 * freed some of them since then. */
static void free_old_xmit_skbs(struct sim *s, struct virtio_net *d, struct task *t,
			       uint16_t n)
{
	while (n-- && d->vq->last_used != d->vq->used_idx) {
		cycles_t stall;
		struct vring_desc desc = virtqueue_get(d->vq, d->c, t->cpu, &stall);

		task_stall(t, OP_GUEST_FREE, stall);
		skb_orphan(s, skb_at(d->pool, desc.pkt.skb));
		skb_free(d->pool, desc.pkt.skb);
	}
}

/* virtqueue_enable_cb_delayed(): false when three quarters have been used already. */
static bool enable_cb_delayed(struct virtio_net *d, struct task *t)
{
	struct virtqueue *vq = d->vq;
	uint16_t bufs = (uint16_t)((uint16_t)(vq->avail_idx - vq->last_used) * 3u / 4);
	cycles_t stall;

	virtqueue_enable_cb(vq, d->c, t->cpu, (uint16_t)(vq->last_used + bufs), &stall);
	task_stall(t, OP_GUEST_XMIT, stall);
	return (uint16_t)(vq->used_idx - vq->last_used) <= bufs;
}

bool dev_queue_xmit(struct virtio_net *d, uint32_t skb)
{
	if (d->qdisc.qlen >= d->tx_queue_len)
		return false;
	skb_queue_tail(d->pool, &d->qdisc, skb);
	return true;
}

/* Take a packet off the queue and spend its start_xmit(). */
static bool xmit_next(struct virtio_net *d, struct task *t)
{
	if (!d->qdisc.qlen || d->stopped) {
		d->runner = NULL;
		return false;
	}
	d->skb = skb_dequeue(d->pool, &d->qdisc);
	d->to_free = virtio_net_used(d, t);
	task_spend_n(t, d->path->free, d->to_free);
	task_spend(t, d->path->xmit);
	d->state = XMIT_START;
	return true;
}

/* Too little room: stop, unless enough has been used in the meantime. */
static void check_room(struct sim *s, struct virtio_net *d, struct task *t)
{
	if (room(d))
		return;
	stop_queue(s, d);
	if (d->napi_tx || enable_cb_delayed(d, t))
		return;
	free_old_xmit_skbs(s, d, t, virtio_net_used(d, t));
	if (room(d)) {
		d->stopped = false;
		virtqueue_disable_cb(d->vq, d->c, t->cpu);
	}
}

/* The packet enters the ring. */
static void xmit_start(struct sim *s, struct virtio_net *d, struct task *t)
{
	struct sk_buff *skb = skb_at(d->pool, d->skb);
	struct packet pkt = { .skb = d->skb, .len = skb->len, .flow = skb->flow };
	uint16_t old_avail;
	cycles_t stall;

	free_old_xmit_skbs(s, d, t, d->to_free);
	if (d->napi_tx)
		enable_cb_delayed(d, t);
	d->state = XMIT_NEXT;
	if (!d->vq->num_free) {
		/* the queue was woken without need: virtqueue_add_outbuf() fails */
		d->flow[pkt.flow].n.dropped_guest++;
		skb_orphan(s, skb);
		skb_free(d->pool, d->skb);
		return;
	}
	old_avail = d->vq->avail_idx;
	virtqueue_add(d->vq, d->c, t->cpu, pkt, pkt.len + VIRTIO_NET_HDR_LEN);
	virtqueue_publish(d->vq, d->c, t->cpu);
	if (!d->napi_tx)
		skb_orphan(s, skb);
	check_room(s, d, t);
	if (virtqueue_kick_prepare(d->vq, d->c, t->cpu, old_avail, &stall)) {
		task_spend(t, d->path->kick);
		d->state = XMIT_KICK;
	}
	task_stall(t, OP_GUEST_XMIT, stall);
}

bool qdisc_run(struct sim *s, struct virtio_net *d, struct task *t)
{
	if (!d->runner) {
		if (!d->qdisc.qlen || d->stopped)
			return false;
		d->runner = t;
		d->state = XMIT_NEXT;
	}
	if (d->runner != t)
		return false;
	switch (d->state) {
	case XMIT_NEXT:
		return xmit_next(d, t);
	case XMIT_START:
		xmit_start(s, d, t);
		return true;
	case XMIT_KICK:
		d->state = XMIT_NEXT;
		vhost_kick_tx(s, d->net);
		return true;
	}
	return false;
}

/* skb_xmit_done() */
static void interrupt(struct sim *s, void *dev)
{
	struct virtio_net *d = dev;

	virtqueue_disable_cb(d->vq, d->c, d->vcpu->task.cpu);
	if (!d->napi_tx) {
		wake_queue(s, d);
		return;
	}
	d->napi_scheduled = true;
	vcpu_raise_softirq(d->vcpu, d->irq);
}

/* virtnet_poll_tx(), in two steps: look and spend, then free. */
static void poll_tx(struct sim *s, struct virtio_net *d, struct task *t)
{
	cycles_t stall;

	if (!d->polling) {
		d->polling = true;
		d->poll_free = virtio_net_used(d, t);
		task_spend_n(t, d->path->free, d->poll_free);
		task_spend(t, d->path->poll);
		return;
	}
	d->polling = false;
	free_old_xmit_skbs(s, d, t, d->poll_free);
	virtqueue_enable_cb(d->vq, d->c, t->cpu, d->vq->last_used, &stall);
	task_stall(t, OP_GUEST_POLL_TX, stall);
	/* what has been used in the meantime asks for another poll */
	d->napi_scheduled = d->vq->used_idx != d->vq->last_used;
	if (room(d))
		wake_queue(s, d);
}

/* net_tx_action() and the NAPI poll. */
static bool softirq(struct sim *s, void *dev, struct task *t)
{
	struct virtio_net *d = dev;

	if (d->napi_scheduled || d->polling) {
		poll_tx(s, d, t);
		return true;
	}
	if (d->scheduled) {
		if (qdisc_run(s, d, t))
			return true;
		d->scheduled = false;
	}
	return false;
}

int virtio_net_init(struct virtio_net *d)
{
	int irq = vcpu_add_device(d->vcpu, d, interrupt, softirq);

	if (irq < 0)
		return -1;
	d->irq = (unsigned int)irq;
	skb_queue_init(&d->qdisc);
	/* a driver that has not stopped its queue wants no interrupt */
	virtqueue_disable_cb(d->vq, d->c, d->vcpu->task.cpu);
	return 0;
}

void virtio_net_mark(struct sim *s, struct virtio_net *d)
{
	d->stopped_for = 0;
	d->stopped_at = s->now;
}

cycles_t virtio_net_stopped(const struct sim *s, const struct virtio_net *d)
{
	return d->stopped_for + (d->stopped ? s->now - d->stopped_at : 0);
}

enum watchdog_state { WATCHDOG_SLEEP, WATCHDOG_LOOK, WATCHDOG_REAP };

static enum task_next watchdog(struct sim *s, struct task *t)
{
	struct virtio_net *d =
		(struct virtio_net *)((char *)t - offsetof(struct virtio_net, watchdog));

	switch ((enum watchdog_state)t->state) {
	case WATCHDOG_SLEEP:
		t->alarm = s->now + d->watchdog_period;
		t->state = WATCHDOG_LOOK;
		return TASK_SLEEP;
	case WATCHDOG_LOOK:
		/* under the queue's lock: not while a start_xmit() is under way */
		t->state = WATCHDOG_SLEEP;
		if (d->runner)
			return TASK_RUN;
		d->poll_free = virtio_net_used(d, t);
		task_spend_n(t, d->path->free, d->poll_free);
		task_spend(t, d->path->poll);
		t->state = WATCHDOG_REAP;
		return TASK_RUN;
	case WATCHDOG_REAP:
		t->state = WATCHDOG_SLEEP;
		if (!d->runner) {
			free_old_xmit_skbs(s, d, t, d->poll_free);
			if (room(d))
				wake_queue(s, d);
		}
		return TASK_RUN;
	}
	return TASK_PARK;
}

int virtio_net_add_watchdog(struct sim *s, struct virtio_net *d, const char *name)
{
	snprintf(d->watchdog_name, sizeof(d->watchdog_name), "%s/watchdog", name);
	return vcpu_add_thread(s, d->vcpu, &d->watchdog, d->watchdog_name, watchdog);
}
