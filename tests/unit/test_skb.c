/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>

#include "../../models/skb.h"
#include "../../models/sock.h"
#include "lab.h"

/* The head-of-line blocking thread: a datagram of 1 byte sits in a 512-byte bucket, one
 * of 256 in 1024; 278 and 167 of them fill a send buffer of 212992. */
Test(skb, truesize_is_that_of_the_kernel)
{
	cr_assert_eq(skb_truesize(76), 768);
	cr_assert_eq(skb_truesize(331), 1280);
	/* 128 bytes and struct skb_shared_info are 448: the largest that fits 512 */
	cr_assert_eq(skb_truesize(192), 768);
	cr_assert_eq(skb_truesize(193), 1280);
}

static unsigned int fill(struct sock *sk, struct sk_buff *skb, uint32_t truesize)
{
	unsigned int n = 0;

	while (sock_may_send(sk)) {
		skb->truesize = truesize;
		sock_charge(sk, skb);
		n++;
	}
	return n;
}

Test(sock, a_send_buffer_may_be_exceeded_by_one_buffer)
{
	struct sock sk = { .sk_sndbuf = 212992 };
	struct sk_buff skb = { 0 };

	cr_assert_eq(fill(&sk, &skb, 768), 278);
	sk.sk_wmem_alloc = 0;
	cr_assert_eq(fill(&sk, &skb, 1280), 167);
}

static void count_calls(struct sim *s, void *ctx)
{
	(void)s;
	++*(int *)ctx;
}

/* sock_def_write_space(): told once, when half of the buffer is free. */
Test(sock, who_waits_is_told_at_half)
{
	int told = 0;
	struct sock sk = { .sk_sndbuf = 4000,
			   .write_space = count_calls,
			   .write_ctx = &told };
	struct sk_buff skb[4];

	for (int i = 0; i < 4; i++) {
		skb[i] = (struct sk_buff){ .truesize = 1000 };
		sock_charge(&sk, &skb[i]);
	}
	cr_assert_not(sock_may_send(&sk));
	sk.nospace = true;
	skb_orphan(NULL, &skb[0]);
	cr_assert_eq(told, 0);
	skb_orphan(NULL, &skb[1]);
	cr_assert_eq(told, 1);
	skb_orphan(NULL, &skb[2]);
	skb_orphan(NULL, &skb[2]); /* nobody is charged any more: nothing happens */
	cr_assert_eq(told, 1);
	cr_assert_eq(sk.sk_wmem_alloc, 1000);
}

Test(skb, queues_keep_the_order_of_time)
{
	static const cycles_t time[] = { 50, 20, 90, 20, 70 };
	static const uint32_t order[] = { 1, 3, 0, 4, 2 };
	struct skb_pool p;
	struct skb_queue q;
	uint32_t skb[5];

	skb_pool_init(&p);
	skb_queue_init(&q);
	for (int i = 0; i < 5; i++) {
		skb[i] = skb_alloc(&p);
		skb_at(&p, skb[i])->time = time[i];
		skb_queue_by_time(&p, &q, skb[i]);
	}
	for (int i = 0; i < 5; i++)
		cr_assert_eq(skb_dequeue(&p, &q), skb[order[i]]);
	cr_assert_eq(q.qlen, 0);
	skb_pool_destroy(&p);
}

Test(skb, a_pool_grows_and_gives_every_buffer_once)
{
	struct skb_pool p;
	bool seen[1000] = { false };

	skb_pool_init(&p);
	for (int i = 0; i < 1000; i++) {
		uint32_t skb = skb_alloc(&p);

		cr_assert_lt(skb, p.cap);
		cr_assert_not(seen[skb % 1000] && skb < 1000);
		if (skb < 1000)
			seen[skb] = true;
	}
	cr_assert_eq(p.used, 1000);
	skb_pool_destroy(&p);
}
