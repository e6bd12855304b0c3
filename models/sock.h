/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sock.h - what a socket is charged for the buffers that it has sent or received
 * (net/core/sock.c, 4.12).
 */
#ifndef VHOSTSIM_SOCK_H
#define VHOSTSIM_SOCK_H

#include <stdbool.h>

#include "../sim/engine/sim.h"
#include "skb.h"

/* What "unlimited" is for a tap: INT_MAX. */
#define SNDBUF_UNLIMITED 0x7fffffffull

struct sock {
	uint64_t sk_wmem_alloc, sk_sndbuf; /* bytes */
	uint64_t sk_rmem_alloc, sk_rcvbuf;
	/* sk_write_space(): there is room again. NULL: nobody wants to know. */
	void (*write_space)(struct sim *s, void *ctx);
	void *write_ctx;
	bool nospace; /* SOCK_NOSPACE: somebody waits for room */
};

/* sock_alloc_send_pskb(): may another buffer be made? It may exceed the limit itself. */
static inline bool sock_may_send(const struct sock *sk)
{
	return sk->sk_wmem_alloc < sk->sk_sndbuf;
}

/* skb_set_owner_w() */
void sock_charge(struct sock *sk, struct sk_buff *skb);

/*
 * skb_orphan(), or sock_wfree() of a buffer that goes: its socket is charged no more, and
 * whoever waits for room is told once half of it is free (sock_def_write_space()).
 */
void skb_orphan(struct sim *s, struct sk_buff *skb);

/* sock_queue_rcv_skb(): charge a received buffer; false when there is no room. */
bool sock_receive(struct sock *sk, const struct sk_buff *skb);

/* sock_rfree() */
void sock_received(struct sock *sk, const struct sk_buff *skb);

#endif
