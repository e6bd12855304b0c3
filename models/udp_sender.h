/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * udp_sender.h - a thread of a guest that sends UDP datagrams: up to a burst, or until
 * the socket's buffer is full; then it sleeps, and does it again.
 */
#ifndef VHOSTSIM_UDP_SENDER_H
#define VHOSTSIM_UDP_SENDER_H

#include "config.h"
#include "sock.h"
#include "vcpu.h"
#include "virtio_net.h"

/* Headers in front of a datagram: Ethernet, IPv4, UDP. */
#define UDP_HEADERS (14 + 20 + 8)

struct udp_paths {
	const struct path *wake, *sendmsg, *eagain, *sleep;
};

struct udp_sender {
	struct task task; /* inner task of @vcpu; must be first */
	const struct udp_paths *path;
	struct vcpu *vcpu;
	struct virtio_net *dev;
	struct flow *flow;
	uint16_t flow_id;
	uint16_t frame;	   /* bytes on the wire */
	uint32_t truesize; /* of each buffer */
	uint32_t burst, done;
	cycles_t interval; /* nanosleep() between bursts */
	cycles_t slack;	   /* by which the timer may come late, and does */
	bool blocking;	   /* wait for room instead of EAGAIN */
	struct sock sk;
};

int udp_paths_init(struct udp_paths *p, struct path_table *tab, const struct machine *m);

/*
 * Flow number @id, @f: frames and truesize. @dev, @vcpu, @flow and the times have been
 * set. The thread is the caller's to add (vcpu_add_thread()).
 */
void udp_sender_init(struct udp_sender *u, const struct cfg_flow *f, uint16_t id);

/* The step function. */
enum task_next udp_sender(struct sim *s, struct task *t);

#endif
