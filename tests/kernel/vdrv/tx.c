/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tx.c - guest to host: closed loop, or bursts with a gap between them. */
#include <stdio.h>

#include "frame.h"
#include "load.h"
#include "measure.h"
#include "netif.h"

struct tx {
	struct device d;
	struct queue *q;
	struct measure m;
	uint64_t sent, done, next_ns;
};

/* A frame for another address reaches the host's IP layer, and is dropped there. */
static void fill_buffers(struct queue *q, const struct options *o)
{
	uint8_t mac[6];
	struct frame f = { .to = mac,
			   .from_ip = GUEST_ADDRESS,
			   .to_ip = HOST_ADDRESS,
			   .port = 9000,
			   .size = o->size };

	netif_mac(o->device.tap, mac);
	if (o->drop == DROP_STACK)
		mac[0] ^= 0x10;
	for (uint16_t id = 0; id < o->device.ring; id++) {
		frame_write(queue_buffer(q, id), &f);
		queue_describe(q, id, VNET_HDR + (uint32_t)o->size, false);
	}
}

static void send_burst(struct tx *t, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		ring_add(&t->q->ring, ring_get_free(&t->q->ring));
	queue_publish(t->q);
	t->sent += n;
}

static void pace(struct tx *t, const struct options *o, uint32_t n)
{
	if (!o->gap_ns)
		return;
	if (!t->next_ns)
		t->next_ns = now_ns();
	t->next_ns += o->gap_ns * n;
	sleep_until(t->next_ns);
}

/* Until @total packets have been sent and have come back. */
static void send_until(struct tx *t, const struct options *o, uint64_t total)
{
	uint64_t bytes = 0;

	while (t->done < total) {
		uint64_t left = total - t->sent;
		uint32_t n = left < o->burst ? (uint32_t)left : o->burst;

		t->done += queue_reap(t->q, &bytes);
		if (n && t->q->ring.nfree >= n) {
			send_burst(t, n);
			pace(t, o, n);
		} else if (t->done < total) {
			queue_wait(&t->d, t->q);
			measure_watch(&t->m, t->done, total);
		}
	}
}

static void run(const struct options *o, struct report *r)
{
	struct tx t = { .q = &t.d.q[TX] };
	static const char *const drops[] = { "xdp", "stack" };

	device_open(&t.d, &o->device, 0);
	if (o->drop == DROP_XDP)
		netif_xdp_drop(o->device.tap);
	fill_buffers(t.q, o);
	if (o->worker_batch)
		worker_set_batch(t.d.worker);
	hook_run(o, "up", r);
	send_until(&t, o, o->warmup);
	measure_begin(&t.m, &t.d, t.q);
	send_until(&t, o, o->warmup + o->packets);
	measure_end(&t.m);
	report_options(o, r);
	report_text(r, "drop", drops[o->drop]);
	measure_report(&t.m, r, o->packets);
	hook_run(o, "down", r);
	device_close(&t.d);
}

const struct load load_tx = { "tx", run };
