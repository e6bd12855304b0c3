/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tap.h"

#include <string.h>

#include "vhost_zerocopy.h"

int tap_init(struct tap *t, const struct coherence *c, uint32_t tx_queue_len,
	     struct flow *flow)
{
	memset(t, 0, sizeof(*t));
	t->flow = flow;
	t->sk.sk_sndbuf = SNDBUF_UNLIMITED;
	return ptr_ring_init(&t->ring, c, tx_queue_len);
}

void tap_destroy(struct tap *t)
{
	ptr_ring_destroy(&t->ring);
}

bool tap_xmit(struct sim *s, struct tap *t, struct coherence *c, unsigned int cpu,
	      struct packet pkt, cycles_t *stall, bool *woken)
{
	*woken = false;
	if (!ptr_ring_produce(&t->ring, c, cpu, pkt, stall))
		return false;
	*woken = t->rx.waits;
	if (t->rx.waits)
		t->rx.data_ready(s, t->rx.reader);
	return true;
}

uint32_t tap_read(struct sim *s, struct tap *t, struct coherence *c, unsigned int cpu,
		  struct packet *out, uint32_t n, cycles_t *stall)
{
	uint32_t got = ptr_ring_consume(&t->ring, c, cpu, out, n, stall);

	if (t->poller && !ptr_ring_full(&t->ring))
		task_poll_wake(s, t->poller);
	return got;
}

#define GOODCOPY_LEN 128 /* bytes in the linear part of a zerocopy skb */
#define NET_SKB_PAD 64
#define PAGE_SIZE 4096

/* A copy is linear; without one each buffer pins a page. */
static uint32_t truesize(const struct packet *pkt, bool zerocopy)
{
	if (zerocopy)
		return skb_truesize(NET_SKB_PAD + GOODCOPY_LEN) + PAGE_SIZE;
	return skb_truesize(NET_SKB_PAD + pkt->len);
}

void tap_rx_skb(struct sim *s, struct tap *tap, const struct packet *pkt, void *info,
		uint16_t ubuf, struct task *t)
{
	struct sk_buff *b;
	uint32_t skb;

	if (!tap->host) { /* an XDP program that drops, run on the skb */
		tap_xdp_drop(tap, pkt);
		if (info)
			vhost_zerocopy_callback(s, info, ubuf, true);
		return;
	}
	skb = skb_alloc(&tap->host->pool);
	if (skb == SKB_NONE)
		sim_fatal(s, "out of memory for socket buffers");
	b = skb_at(&tap->host->pool, skb);
	b->len = pkt->len;
	b->flow = pkt->flow;
	b->truesize = truesize(pkt, info);
	b->ubuf_info = info;
	b->ubuf = ubuf;
	sock_charge(&tap->sk, b);
	netif_receive_skb(s, tap->host, skb, t);
}
