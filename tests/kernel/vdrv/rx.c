/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * rx.c - host to guest: bursts from a packet socket, each sent when the one before has
 * arrived, so that the tap's queue never drops.
 */
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "die.h"
#include "frame.h"
#include "load.h"
#include "measure.h"
#include "netif.h"

#define MESSAGES 1024 /* what sendmmsg() takes at once */

struct sender {
	int socket;
	uint8_t frame[VNET_HDR + FRAME_MAX];
	struct iovec io;
	struct sockaddr_ll to;
	struct mmsghdr message[MESSAGES];
};

struct rx {
	struct device d;
	struct queue *q;
	struct measure m;
	struct sender s;
	uint64_t sent, done, next_ns;
};

static void open_socket(struct sender *s, const char *tap)
{
	const int one = 1;

	s->to = (struct sockaddr_ll){ .sll_family = AF_PACKET,
				      .sll_ifindex = netif_index(tap),
				      .sll_halen = 6 };
	memcpy(s->to.sll_addr, guest_mac, 6);
	s->socket = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	if (s->socket < 0 ||
	    setsockopt(s->socket, SOL_PACKET, PACKET_QDISC_BYPASS, &one, sizeof(one)) ||
	    bind(s->socket, (struct sockaddr *)&s->to, sizeof(s->to)))
		die("packet socket on %s", tap);
}

static void sender_init(struct sender *s, const struct options *o)
{
	struct frame f = { .to = guest_mac,
			   .from_ip = HOST_ADDRESS,
			   .to_ip = GUEST_ADDRESS,
			   .port = 9000,
			   .size = o->size };

	open_socket(s, o->device.tap);
	frame_write(s->frame, &f);
	s->io = (struct iovec){ .iov_base = s->frame + VNET_HDR, .iov_len = o->size };
	for (int i = 0; i < MESSAGES; i++)
		s->message[i].msg_hdr = (struct msghdr){ .msg_name = &s->to,
							 .msg_namelen = sizeof(s->to),
							 .msg_iov = &s->io,
							 .msg_iovlen = 1 };
}

/* Returns how many were sent: fewer than @n when the tap's queue is full. */
static uint32_t sender_send(struct sender *s, uint32_t n)
{
	int sent = sendmmsg(s->socket, s->message, n < MESSAGES ? n : MESSAGES, 0);

	if (sent < 0 && errno != ENOBUFS && errno != EAGAIN)
		die("sending to the tap interface");
	return sent < 0 ? 0 : (uint32_t)sent;
}

static void post_all(struct queue *q)
{
	if (!q->ring.nfree)
		return;
	while (q->ring.nfree)
		ring_add(&q->ring, ring_get_free(&q->ring));
	queue_publish(q);
}

static void post_first(struct queue *q)
{
	for (uint32_t id = 0; id < q->ring.vring.num; id++)
		queue_describe(q, (uint16_t)id, BUFFER_SIZE, true);
	post_all(q);
}

static void send_more(struct rx *x, const struct options *o, uint64_t total)
{
	uint64_t left = total - x->sent;

	if (!left || x->sent > x->done)
		return;
	x->sent += sender_send(&x->s, left < o->burst ? (uint32_t)left : o->burst);
	if (!o->gap_ns)
		return;
	if (!x->next_ns)
		x->next_ns = now_ns();
	x->next_ns += o->gap_ns * o->burst;
	sleep_until(x->next_ns);
}

static void receive_until(struct rx *x, const struct options *o, uint64_t total)
{
	uint64_t bytes = 0;

	while (x->done < total) {
		uint32_t n;

		send_more(x, o, total);
		n = queue_reap(x->q, &bytes);
		x->done += n;
		post_all(x->q);
		if (!n && x->done < total) {
			queue_wait(&x->d, x->q);
			measure_watch(&x->m, x->done, total);
		}
	}
}

static void run(const struct options *o, struct report *r)
{
	struct rx x = { .q = &x.d.q[RX] };

	device_open(&x.d, &o->device, 0);
	sender_init(&x.s, o);
	post_first(x.q);
	if (o->worker_batch)
		worker_set_batch(x.d.worker);
	hook_run(o, "up", r);
	receive_until(&x, o, o->warmup);
	measure_begin(&x.m, &x.d, x.q);
	receive_until(&x, o, o->warmup + o->packets);
	measure_end(&x.m);
	report_options(o, r);
	measure_report(&x.m, r, o->packets);
	hook_run(o, "down", r);
	close(x.s.socket);
	device_close(&x.d);
}

const struct load load_rx = { "rx", run };
