/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/if_tun.h>
#include <linux/vhost.h>
#include <linux/virtio_config.h>
#include <linux/virtio_net.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "die.h"
#include "frame.h"
#include "netif.h"
#include "worker.h"

#define WAIT_MS 1000

struct memory_table {
	struct vhost_memory head;
	struct vhost_memory_region region[4];
};

static size_t buffers_size(const struct queue *q)
{
	return (size_t)q->ring.vring.num * BUFFER_SIZE;
}

static void queue_init(struct queue *q, uint16_t num, bool event_idx)
{
	if (ring_init(&q->ring, num, event_idx))
		die("memory of a ring of %u", num);
	q->buffers = mmap(NULL, buffers_size(q), PROT_READ | PROT_WRITE,
			  MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (q->buffers == MAP_FAILED)
		die("memory of %u buffers", num);
	q->kick = eventfd(0, EFD_NONBLOCK);
	q->call = eventfd(0, EFD_NONBLOCK);
	if (q->kick < 0 || q->call < 0)
		die("eventfd");
}

static void queue_destroy(struct queue *q)
{
	munmap(q->buffers, buffers_size(q));
	ring_destroy(&q->ring);
	close(q->kick);
	close(q->call);
}

/*
 * Non-blocking, because vhost asks the tap as a socket and must not sleep in it. The
 * send buffer decides whether vhost may hand frames over in batches: it does so only
 * when the buffer is INT_MAX (drivers/vhost/net.c, sock_can_batch).
 */
static void tap_open(struct device *d)
{
	struct ifreq r;
	int header = VNET_HDR;

	d->tap = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (d->tap < 0)
		die("/dev/net/tun");
	memset(&r, 0, sizeof(r));
	snprintf(r.ifr_name, sizeof(r.ifr_name), "%s", d->o.tap);
	r.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
	if (ioctl(d->tap, TUNSETIFF, &r) < 0)
		die("making the tap interface %s", d->o.tap);
	if (ioctl(d->tap, TUNSETVNETHDRSZ, &header) < 0 ||
	    ioctl(d->tap, TUNSETSNDBUF, &d->o.sndbuf) < 0 ||
	    ioctl(d->tap, TUNSETOFFLOAD, 0) < 0)
		die("setting up the tap interface %s", d->o.tap);
}

static void add_region(struct memory_table *t, const void *at, size_t size)
{
	struct vhost_memory_region *r = &t->region[t->head.nregions++];

	r->guest_phys_addr = (uintptr_t)at;
	r->userspace_addr = (uintptr_t)at;
	r->memory_size = size;
}

static void share_memory(struct device *d)
{
	struct memory_table t;

	memset(&t, 0, sizeof(t));
	for (int i = RX; i <= TX; i++) {
		add_region(&t, d->q[i].ring.memory, d->q[i].ring.size);
		add_region(&t, d->q[i].buffers, buffers_size(&d->q[i]));
	}
	if (ioctl(d->vhost, VHOST_SET_MEM_TABLE, &t) < 0)
		die("VHOST_SET_MEM_TABLE");
}

static void negotiate(struct device *d)
{
	uint64_t offered,
		wanted = 1ull << VIRTIO_F_VERSION_1 | 1ull << VIRTIO_NET_F_MRG_RXBUF;

	if (d->o.event_idx)
		wanted |= 1ull << VIRTIO_RING_F_EVENT_IDX;
	if (ioctl(d->vhost, VHOST_GET_FEATURES, &offered) < 0)
		die("VHOST_GET_FEATURES");
	if (wanted & ~offered)
		die_with(EXIT_SYSTEM, "vhost-net lacks features %#llx",
			 (unsigned long long)(wanted & ~offered));
	if (ioctl(d->vhost, VHOST_SET_FEATURES, &wanted) < 0)
		die("VHOST_SET_FEATURES");
}

static void set_vring(struct device *d, unsigned int i)
{
	struct vring *v = &d->q[i].ring.vring;
	struct vhost_vring_state num = { .index = i, .num = v->num };
	struct vhost_vring_state base = { .index = i, .num = 0 };
	struct vhost_vring_addr addr = { .index = i,
					 .desc_user_addr = (uintptr_t)v->desc,
					 .used_user_addr = (uintptr_t)v->used,
					 .avail_user_addr = (uintptr_t)v->avail };
	struct vhost_vring_file kick = { .index = i, .fd = d->q[i].kick };
	struct vhost_vring_file call = { .index = i, .fd = d->q[i].call };

	if (ioctl(d->vhost, VHOST_SET_VRING_NUM, &num) < 0 ||
	    ioctl(d->vhost, VHOST_SET_VRING_BASE, &base) < 0 ||
	    ioctl(d->vhost, VHOST_SET_VRING_ADDR, &addr) < 0 ||
	    ioctl(d->vhost, VHOST_SET_VRING_KICK, &kick) < 0 ||
	    ioctl(d->vhost, VHOST_SET_VRING_CALL, &call) < 0)
		die("setting up virtqueue %u", i);
}

static void vhost_open(struct device *d, pid_t after)
{
	d->vhost = open("/dev/vhost-net", O_RDWR | O_CLOEXEC);
	if (d->vhost < 0)
		die("/dev/vhost-net%s", errno == ENOENT ? " (modprobe vhost_net?)" : "");
	if (ioctl(d->vhost, VHOST_SET_OWNER) < 0)
		die("VHOST_SET_OWNER");
	d->worker = worker_find(after);
	if (d->worker < 0)
		die_with(EXIT_SYSTEM, "no thread vhost-%d in /proc", (int)getpid());
	negotiate(d);
	share_memory(d);
	for (unsigned int i = RX; i <= TX; i++)
		set_vring(d, i);
}

static void attach(struct device *d)
{
	for (unsigned int i = RX; i <= TX; i++) {
		struct vhost_vring_file backend = { .index = i, .fd = d->tap };

		if (ioctl(d->vhost, VHOST_NET_SET_BACKEND, &backend) < 0)
			die("VHOST_NET_SET_BACKEND of virtqueue %u", i);
	}
}

void device_open(struct device *d, const struct device_options *o, pid_t after)
{
	memset(d, 0, sizeof(*d));
	d->o = *o;
	tap_open(d);
	for (int i = RX; i <= TX; i++) {
		queue_init(&d->q[i], o->ring, o->event_idx);
		ring_calls_off(&d->q[i].ring);
	}
	vhost_open(d, after);
	netif_up(o->tap, o->tx_queue_len);
	attach(d);
}

void device_close(struct device *d)
{
	close(d->vhost);
	close(d->tap);
	for (int i = RX; i <= TX; i++)
		queue_destroy(&d->q[i]);
}

uint8_t *queue_buffer(const struct queue *q, uint16_t id)
{
	return q->buffers + (size_t)id * BUFFER_SIZE;
}

void queue_describe(struct queue *q, uint16_t id, uint32_t len, bool device_writes)
{
	q->ring.vring.desc[id] =
		(struct vring_desc){ .addr = (uintptr_t)queue_buffer(q, id),
				     .len = len,
				     .flags = device_writes ? VRING_DESC_F_WRITE : 0 };
}

void queue_publish(struct queue *q)
{
	const uint64_t one = 1;

	ring_publish(&q->ring);
	if (!ring_kick_needed(&q->ring))
		return;
	if (write(q->kick, &one, sizeof(one)) != sizeof(one))
		die("kick");
	q->kicks++;
}

uint32_t queue_reap(struct queue *q, uint64_t *bytes)
{
	uint32_t n = 0, len;

	while (ring_has_used(&q->ring)) {
		ring_take_used(&q->ring, &len);
		*bytes += len;
		n++;
	}
	return n;
}

void queue_drain(struct queue *q)
{
	uint64_t calls;

	if (read(q->call, &calls, sizeof(calls)) == sizeof(calls))
		q->signals += calls;
}

void queue_wait(struct device *d, struct queue *q)
{
	struct pollfd p = { .fd = q->call, .events = POLLIN };

	q->waits++;
	if (d->o.poll) {
		sched_yield();
		return;
	}
	if (ring_calls_on(&q->ring)) {
		poll(&p, 1, WAIT_MS);
		queue_drain(q);
	}
	/* the event passes by itself; flags have to be set again */
	if (!d->o.event_idx)
		ring_calls_off(&q->ring);
}
