/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "../../models/vhost_vring.h"
#include "lab.h"

enum { DRIVER = 1, DEVICE = 2 };

static struct coherence c;
static struct virtqueue vq;
static struct vhost_virtqueue v;

static void make(uint16_t num, bool event_idx)
{
	struct machine m = lab_machine(1, 50);

	cr_assert_eq(coherence_init(&c, &m, 1), 0);
	cr_assert_eq(virtqueue_init(&vq, &c, num, event_idx), 0);
	cr_assert_eq(vhost_vring_init(&v, &vq, &c, DEVICE, 0), 0);
}

static void done(void)
{
	vhost_vring_destroy(&v);
	virtqueue_destroy(&vq);
	coherence_destroy(&c);
}

static void add(uint32_t tag)
{
	virtqueue_add(&vq, &c, DRIVER, (struct packet){ .skb = tag }, 76);
}

/* Take one entry on the device's side; returns its tag, or -1. */
static int64_t fetch(uint16_t *id)
{
	cycles_t a, d;

	if (!vhost_vring_fetch(&v, id, &a, &d))
		return -1;
	return vhost_vring_desc(&v, *id)->pkt.skb;
}

/* Start all indexes at @start, as after a long run. */
static void start_at(uint16_t start)
{
	vq.avail_idx = vq.avail_shadow = vq.used_idx = vq.last_used = start;
	v.avail_idx = v.last_avail_idx = v.last_used_idx = start;
}

Test(virtqueue, nothing_is_visible_before_it_is_published)
{
	uint16_t id;

	make(8, false);
	add(7);
	cr_expect_eq(fetch(&id), -1);
	virtqueue_publish(&vq, &c, DRIVER);
	cr_expect_eq(fetch(&id), 7);
	done();
}

/* Indexes run modulo 2^16: more than a lap of all of them, with rings of any size. */
Test(virtqueue, order_and_count_hold_across_the_wrap_of_the_indexes)
{
	for (uint16_t num = 2; num <= 64; num = (uint16_t)(num * 2)) {
		uint32_t in = 0, out = 0;
		uint16_t id, ids[64];
		cycles_t s, w;

		make(num, false);
		start_at(65500);
		while (out < 200) {
			uint32_t n = 0;

			while (vq.num_free)
				add(in++);
			virtqueue_publish(&vq, &c, DRIVER);
			for (int64_t tag; (tag = fetch(&id)) >= 0; n++) {
				cr_assert_eq(tag, out + n);
				ids[n] = id;
			}
			cr_assert_eq(n, num);
			vhost_vring_add_used(&v, ids, n, &s, &w);
			cr_assert_eq(virtqueue_nused(&vq, &c, DRIVER, &s), num);
			for (uint32_t i = 0; i < n; i++)
				cr_assert_eq(virtqueue_get(&vq, &c, DRIVER, &s).pkt.skb,
					     out++);
		}
		done();
	}
}

/* virtio 1.1, 2.6.7.2: an event is due when the index passes it. */
Test(virtqueue, vring_need_event_is_modular)
{
	cr_expect(vring_need_event(10, 11, 10));
	cr_expect_not(vring_need_event(10, 10, 9));
	cr_expect_not(vring_need_event(11, 11, 10));
	cr_expect(vring_need_event(65535, 0, 65535));
	cr_expect(vring_need_event(65535, 5, 65530));
	cr_expect_not(vring_need_event(5, 5, 65530));
}

Test(virtqueue, a_kick_is_wanted_only_while_notification_is_enabled_with_flags)
{
	cycles_t s;

	make(8, false);
	add(1);
	virtqueue_publish(&vq, &c, DRIVER);
	cr_expect(virtqueue_kick_prepare(&vq, &c, DRIVER, 0, &s));
	vhost_vring_disable_notify(&v, &s);
	cr_expect_not(virtqueue_kick_prepare(&vq, &c, DRIVER, 0, &s));
	done();
}

/* With EVENT_IDX the device names the entry it waits for; others need no kick. */
Test(virtqueue, a_kick_is_wanted_once_with_event_idx)
{
	uint16_t id;
	cycles_t s;

	make(8, true);
	cr_expect_not(vhost_vring_enable_notify(&v, &s));
	add(1);
	virtqueue_publish(&vq, &c, DRIVER);
	cr_expect(virtqueue_kick_prepare(&vq, &c, DRIVER, 0, &s));
	add(2);
	virtqueue_publish(&vq, &c, DRIVER);
	cr_expect_not(virtqueue_kick_prepare(&vq, &c, DRIVER, 1, &s));
	cr_expect_eq(fetch(&id), 1);
	cr_expect_eq(fetch(&id), 2);
	cr_expect_not(vhost_vring_enable_notify(&v, &s));
	add(3);
	virtqueue_publish(&vq, &c, DRIVER);
	cr_expect(virtqueue_kick_prepare(&vq, &c, DRIVER, 2, &s));
	done();
}

/* The race that vhost_enable_notify() closes: it looks again after it has asked. */
Test(virtqueue, enable_notify_sees_what_slipped_in)
{
	cycles_t s;

	make(8, false);
	vhost_vring_disable_notify(&v, &s);
	add(1);
	virtqueue_publish(&vq, &c, DRIVER);
	cr_expect(vhost_vring_enable_notify(&v, &s));
	done();
}

Test(virtqueue, a_call_is_wanted_by_flag_or_by_used_event)
{
	uint16_t ids[2], id;
	cycles_t s, w;

	make(8, false);
	add(1);
	virtqueue_publish(&vq, &c, DRIVER);
	fetch(&ids[0]);
	cr_expect(vhost_vring_add_used(&v, ids, 1, &s, &w));
	vq.avail_flags = VRING_AVAIL_F_NO_INTERRUPT;
	cr_expect_not(vhost_vring_add_used(&v, ids, 1, &s, &w));
	done();

	make(8, true);
	for (int i = 0; i < 4; i++)
		add((uint32_t)i);
	virtqueue_publish(&vq, &c, DRIVER);
	while (fetch(&id) >= 0)
		;
	ids[0] = ids[1] = 0;
	cr_expect(vhost_vring_add_used(&v, ids, 1, &s, &w),
		  "nothing was signalled before");
	vq.used_event = 2;
	cr_expect_not(vhost_vring_add_used(&v, ids, 1, &s, &w),
		      "2 entries used, 3rd awaited");
	cr_expect(vhost_vring_add_used(&v, ids, 1, &s, &w));
	done();
}

/* virtio 1.1 layout with lines of 64 bytes: 4 descriptors, 32 avail entries a line. */
Test(virtqueue, lines_are_shared_as_the_layout_says)
{
	cycles_t avail = 0, desc = 0, a, d;
	uint16_t id;

	make(128, false);
	while (vq.num_free)
		add(0);
	virtqueue_publish(&vq, &c, DRIVER);
	for (int i = 0; i < 128; i++) {
		cr_assert(vhost_vring_fetch(&v, &id, &a, &d));
		avail += a;
		desc += d;
	}
	cr_expect_eq(desc, 128 / 4 * 50);
	/* 4 + 2 x 128 bytes are 5 lines; the index is on the first */
	cr_expect_eq(avail, 5 * 50);
	done();
}
