/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * zerocopy.c - two flows of one guest, in rounds: each sends up to so many datagrams, or
 * until EAGAIN. The host receives both on UDP sockets; the hook may send flow B through a
 * queue. This is the experiment of "[PATCH net-next] virtio-net: invoke zerocopy callback
 * on xmit path if no tx napi" (netdev, August 2017).
 */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "die.h"
#include "frame.h"
#include "guest.h"
#include "load.h"
#include "measure.h"
#include "netif.h"

#define RECEIVE 128 /* datagrams that recvmmsg() takes at once */
#define RECEIVE_BUFFER (4 << 20)
#define XMIT_EVERY 16 /* datagrams that a socket sends before the qdisc runs */
#define SETTLE_US 5000

static const uint16_t ports[FLOWS] = { 7000, 8000 };

struct zerocopy {
	struct device d;
	struct queue *q;
	struct guest guest;
	struct measure m;
	uint8_t packet[FLOWS][VNET_HDR + FRAME_MAX];
	uint32_t packet_size[FLOWS];
	int receiver[FLOWS];
	uint64_t received[FLOWS];
	uint64_t in_ring; /* sum over the rounds */
};

static void write_packet(void *ctx, uint16_t id, unsigned int flow)
{
	struct zerocopy *z = ctx;

	memcpy(queue_buffer(z->q, id), z->packet[flow], z->packet_size[flow]);
	queue_describe(z->q, id, z->packet_size[flow], false);
}

static void publish(void *ctx)
{
	struct zerocopy *z = ctx;

	queue_publish(z->q);
}

/* The largest receive buffer there is: what gets lost shall be lost on the way. */
static int receiver_open(uint16_t port)
{
	struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons(port) };
	const int size = RECEIVE_BUFFER;
	int s = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);

	inet_pton(AF_INET, HOST_ADDRESS, &at.sin_addr);
	if (s < 0 || setsockopt(s, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)) ||
	    bind(s, (struct sockaddr *)&at, sizeof(at)))
		die("receiver at %s:%u", HOST_ADDRESS, port);
	return s;
}

static uint64_t receive(int s)
{
	struct mmsghdr message[RECEIVE];
	char byte[1];
	struct iovec io = { .iov_base = byte, .iov_len = sizeof(byte) };
	uint64_t total = 0;
	int n;

	memset(message, 0, sizeof(message));
	for (int i = 0; i < RECEIVE; i++) {
		message[i].msg_hdr.msg_iov = &io;
		message[i].msg_hdr.msg_iovlen = 1;
	}
	while ((n = recvmmsg(s, message, RECEIVE, 0, NULL)) > 0)
		total += (uint64_t)n;
	return total;
}

static void receive_all(struct zerocopy *z)
{
	for (int i = 0; i < FLOWS; i++)
		z->received[i] += receive(z->receiver[i]);
}

static void make_packets(struct zerocopy *z, const struct options *o)
{
	uint8_t mac[6];

	netif_mac(o->device.tap, mac);
	for (int i = 0; i < FLOWS; i++) {
		struct frame f = { .to = mac,
				   .from_ip = GUEST_ADDRESS,
				   .to_ip = HOST_ADDRESS,
				   .port = ports[i],
				   .size = (uint16_t)(FRAME_HEADERS + o->payload[i]) };

		frame_write(z->packet[i], &f);
		z->packet_size[i] = VNET_HDR + (uint32_t)f.size;
	}
}

/* One flow's share of a round. Vhost gets the processor now and then, as it would have
 * one of its own. */
static void send_flow(struct zerocopy *z, unsigned int flow, uint32_t n)
{
	for (uint32_t i = 1; i <= n && guest_send(&z->guest, flow); i++) {
		if (i % XMIT_EVERY || z->guest.stopped)
			continue;
		guest_xmit(&z->guest);
		sched_yield();
	}
	guest_xmit(&z->guest);
}

/* Until the next round: receive, and do what the device's calls ask for. */
static void rest(struct zerocopy *z, uint64_t until)
{
	struct pollfd p = { .fd = z->q->call, .events = POLLIN };
	uint64_t now;

	for (receive_all(z); (now = now_ns()) < until; receive_all(z)) {
		struct timespec t = { .tv_sec = 0, .tv_nsec = (long)(until - now) };

		if (ppoll(&p, 1, &t, NULL) <= 0)
			continue;
		queue_drain(z->q);
		guest_called(&z->guest);
	}
}

static void rounds(struct zerocopy *z, const struct options *o)
{
	uint64_t next = now_ns();

	for (uint64_t i = 0; i < o->ticks; i++) {
		for (unsigned int flow = 0; flow < FLOWS; flow++)
			send_flow(z, flow, o->per_tick);
		z->in_ring += o->device.ring - z->q->ring.nfree;
		next += o->tick_ns;
		rest(z, next);
		/* a round that came late by more than one does not make up for it */
		if (now_ns() > next + o->tick_ns)
			next = now_ns();
	}
}

static void report(const struct zerocopy *z, const struct options *o, struct report *r)
{
	const struct guest *g = &z->guest;

	report_options(o, r);
	report_text(r, "limit", o->limit);
	report_int(r, "ticks", o->ticks);
	report_int(r, "sent_a", g->sent[0]);
	report_int(r, "sent_b", g->sent[1]);
	report_int(r, "received_a", z->received[0]);
	report_int(r, "received_b", z->received[1]);
	report_int(r, "eagain_a", g->eagain[0]);
	report_int(r, "eagain_b", g->eagain[1]);
	report_real(r, "mean_in_ring", (double)z->in_ring / (double)o->ticks);
	report_int(r, "queue_stops", g->stops);
	report_int(r, "queue_wakes", g->wakes);
	measure_report(&z->m, r, g->sent[0] + g->sent[1]);
}

static void set_up(struct zerocopy *z, const struct options *o, struct report *r)
{
	z->q = &z->d.q[TX];
	device_open(&z->d, &o->device, 0);
	netif_address(o->device.tap, HOST_ADDRESS);
	if (o->worker_batch)
		worker_set_batch(z->d.worker);
	hook_run(o, "up", r);
	for (int i = 0; i < FLOWS; i++)
		z->receiver[i] = receiver_open(ports[i]);
	make_packets(z, o);
	z->guest =
		(struct guest){ .ring = &z->q->ring,
				.write = write_packet,
				.publish = publish,
				.ctx = z,
				.in_flight_max = { o->in_flight[0], o->in_flight[1] } };
}

static void run(const struct options *o, struct report *r)
{
	struct zerocopy z;

	memset(&z, 0, sizeof(z));
	set_up(&z, o, r);
	measure_begin(&z.m, &z.d, z.q);
	rounds(&z, o);
	measure_end(&z.m);
	usleep(SETTLE_US);
	receive_all(&z);
	report(&z, o, r);
	hook_run(o, "down", r);
	for (int i = 0; i < FLOWS; i++)
		close(z.receiver[i]);
	device_close(&z.d);
}

const struct load load_zerocopy = { "zerocopy", run };
