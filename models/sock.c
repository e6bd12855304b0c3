/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sock.h"

#include <stddef.h>

void sock_charge(struct sock *sk, struct sk_buff *skb)
{
	skb->sk = sk;
	sk->sk_wmem_alloc += skb->truesize;
}

void skb_orphan(struct sim *s, struct sk_buff *skb)
{
	struct sock *sk = skb->sk;

	if (!sk)
		return;
	skb->sk = NULL;
	if (skb->truesize > sk->sk_wmem_alloc)
		sim_fatal(s, "a socket is charged less than one of its buffers");
	sk->sk_wmem_alloc -= skb->truesize;
	if (sk->nospace && sk->sk_wmem_alloc * 2 <= sk->sk_sndbuf) {
		sk->nospace = false;
		if (sk->write_space)
			sk->write_space(s, sk->write_ctx);
	}
}

bool sock_receive(struct sock *sk, const struct sk_buff *skb)
{
	/* __udp_enqueue_schedule_skb() compares with what is there already and the new */
	if (sk->sk_rmem_alloc + skb->truesize > sk->sk_rcvbuf)
		return false;
	sk->sk_rmem_alloc += skb->truesize;
	return true;
}

void sock_received(struct sock *sk, const struct sk_buff *skb)
{
	sk->sk_rmem_alloc -= skb->truesize;
}
