/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pair.c - guest to guest: one device sends, another receives, each with a driver thread
 * and a vhost thread of its own. What connects the two taps, a bridge, is the hook's.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#include "die.h"
#include "frame.h"
#include "load.h"
#include "measure.h"

#define PEER "vdrv1"

static const uint8_t receiver_mac[6] = { 0x02, 0, 0, 0, 0, 0x08 };

struct pair {
	struct device from, to;
	struct queue *tx, *rx;
	struct measure m;
	uint64_t sent;
	_Atomic uint64_t received;
	uint64_t total;
};

static void open_both(struct pair *p, const struct options *o)
{
	struct device_options to = o->device;

	to.tap = PEER;
	device_open(&p->from, &o->device, 0);
	device_open(&p->to, &to, p->from.worker);
	p->tx = &p->from.q[TX];
	p->rx = &p->to.q[RX];
	if (!o->worker_batch)
		return;
	worker_set_batch(p->from.worker);
	worker_set_batch(p->to.worker);
}

static void fill_buffers(struct pair *p, const struct options *o)
{
	struct frame f = { .to = receiver_mac,
			   .from_ip = GUEST_ADDRESS,
			   .to_ip = "198.18.0.3",
			   .port = 9000,
			   .size = o->size };

	for (uint16_t id = 0; id < o->device.ring; id++) {
		frame_write(queue_buffer(p->tx, id), &f);
		queue_describe(p->tx, id, VNET_HDR + (uint32_t)o->size, false);
		queue_describe(p->rx, id, BUFFER_SIZE, true);
	}
}

static void post_all(struct queue *q)
{
	while (q->ring.nfree)
		ring_add(&q->ring, ring_get_free(&q->ring));
	queue_publish(q);
}

static void *receiver(void *arg)
{
	struct pair *p = arg;
	struct measure watch = { .progress_ns = 0 };
	uint64_t bytes = 0;

	while (p->received < p->total) {
		uint32_t n = queue_reap(p->rx, &bytes);

		if (n) {
			post_all(p->rx);
			p->received += n;
		} else {
			queue_wait(&p->to, p->rx);
			measure_watch(&watch, p->received, p->total);
		}
	}
	return NULL;
}

static void send_burst(struct pair *p, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		ring_add(&p->tx->ring, ring_get_free(&p->tx->ring));
	queue_publish(p->tx);
	p->sent += n;
}

static void send_all(struct pair *p, const struct options *o)
{
	uint64_t bytes = 0, next_ns = now_ns();

	while (p->sent < p->total) {
		uint64_t left = p->total - p->sent;
		uint32_t n = left < o->burst ? (uint32_t)left : o->burst;

		queue_reap(p->tx, &bytes);
		if (p->tx->ring.nfree < n) {
			queue_wait(&p->from, p->tx);
		} else if (o->window && p->sent - p->received + n > o->window) {
			sched_yield();
		} else {
			send_burst(p, n);
			next_ns += o->gap_ns * n;
			if (o->gap_ns)
				sleep_until(next_ns);
		}
	}
}

static void run(const struct options *o, struct report *r)
{
	struct pair p = { .sent = 0, .total = o->packets };
	pthread_t thread;

	open_both(&p, o);
	fill_buffers(&p, o);
	hook_run(o, "up", r);
	post_all(p.rx);
	measure_begin(&p.m, &p.from, p.tx);
	if (pthread_create(&thread, NULL, receiver, &p))
		die_with(EXIT_SYSTEM, "no second thread");
	send_all(&p, o);
	pthread_join(thread, NULL);
	measure_end(&p.m);
	report_options(o, r);
	report_int(r, "window", o->window);
	measure_report(&p.m, r, p.total);
	report_int(r, "kicks_rx", p.rx->kicks);
	report_int(r, "signals_rx", p.rx->signals);
	hook_run(o, "down", r);
	device_close(&p.to);
	device_close(&p.from);
}

const struct load load_pair = { "pair", run };
