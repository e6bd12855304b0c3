/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "host_net.h"

#include <string.h>

#include "vhost_zerocopy.h"

int host_net_paths_init(struct host_net_paths *p, struct path_table *tab,
			const struct machine *m)
{
	p->netem_dequeue = op_path(tab, m, OP_NETEM_DEQUEUE);
	p->udp_recvmsg = op_path(tab, m, OP_UDP_RECVMSG);
	p->copy_ubufs = op_path(tab, m, OP_COPY_UBUFS);
	return p->netem_dequeue && p->udp_recvmsg && p->copy_ubufs ? 0 : -1;
}

int host_net_init(struct host_net *hn, const struct config *cfg, uint64_t hz)
{
	const struct cfg_netem *c = &cfg->netem;
	struct netem *n = &hn->netem;

	skb_pool_init(&hn->pool);
	hn->skb_orphan_frags_rx = cfg->host.skb_orphan_frags_rx;
	hn->redirected = -1;
	for (uint32_t i = 0; i < cfg->flows; i++)
		if (!strcmp(cfg->flow[i].name, c->flow))
			hn->redirected = (int)i;
	n->host = hn;
	skb_queue_init(&n->q);
	n->limit = (uint32_t)c->limit;
	n->hz = hz;
	n->rate_bps = (uint64_t)c->rate_bps;
	n->delay = clock_cycles(hz, c->delay_ns);
	n->jitter = (uint32_t)clock_cycles(hz, c->jitter_ns);
	n->loss = (uint32_t)(c->loss / 100 * UINT32_MAX);
	return rng_init(&n->rng, cfg->run.seed, "netem");
}

void host_net_destroy(struct host_net *hn)
{
	skb_pool_destroy(&hn->pool);
	rng_destroy(&hn->netem.rng);
}

void host_kfree_skb(struct sim *s, struct host_net *hn, uint32_t skb)
{
	struct sk_buff *b = skb_at(&hn->pool, skb);
	void *info = b->ubuf_info;
	uint16_t ubuf = b->ubuf;

	skb_orphan(s, b);
	skb_free(&hn->pool, skb);
	if (info)
		vhost_zerocopy_callback(s, info, ubuf, true);
}

/* skb_orphan_frags_rx(): who keeps a packet may not keep the guest's memory. */
static void orphan_frags(struct sim *s, struct host_net *hn, struct sk_buff *b,
			 struct task *t)
{
	void *info = b->ubuf_info;

	if (!info || !hn->skb_orphan_frags_rx)
		return;
	task_spend(t, hn->path->copy_ubufs);
	b->ubuf_info = NULL;
	vhost_zerocopy_callback(s, info, b->ubuf, false);
}

static void udp_rcv(struct sim *s, struct host_net *hn, uint32_t skb, struct task *t)
{
	struct sk_buff *b = skb_at(&hn->pool, skb);
	struct udp_receiver *r = hn->receiver[b->flow];

	orphan_frags(s, hn, b, t);
	skb_orphan(s, b); /* ip_rcv() */
	if (!sock_receive(&r->sk, b)) {
		r->flow->n.dropped_rcvbuf++;
		host_kfree_skb(s, hn, skb);
		return;
	}
	b->time = s->now + r->delay;
	skb_queue_tail(&hn->pool, &r->q, skb);
	if (r->q.qlen == 1)
		task_sleep_by(s, &r->task, b->time);
}

/* tabledist() without a table: mu +- sigma, all alike. */
static int64_t tabledist(struct netem *n)
{
	int64_t delay = (int64_t)n->delay;

	if (!n->jitter)
		return delay;
	delay += (int64_t)rng_below(&n->rng, 2 * n->jitter + 1) - n->jitter;
	return delay > 0 ? delay : 0;
}

/* packet_len_2_sched_time() */
static cycles_t sending(const struct netem *n, const struct sk_buff *b)
{
	return n->rate_bps ? b->len * 8u * n->hz / n->rate_bps : 0;
}

/* When @b may leave. With a rate, the packet before it is the point of reference. */
static cycles_t time_to_send(struct sim *s, struct netem *n, const struct sk_buff *b)
{
	int64_t delay = tabledist(n);
	cycles_t from = s->now;

	if (n->rate_bps && n->q.qlen) {
		cycles_t last = skb_at(&n->host->pool, n->q.tail)->time;

		delay -= (int64_t)(last - s->now);
		if (delay < 0)
			delay = 0;
		from = last;
	}
	return from + (cycles_t)delay + sending(n, b);
}

static void netem_enqueue(struct sim *s, struct host_net *hn, uint32_t skb)
{
	struct netem *n = &hn->netem;
	struct sk_buff *b = skb_at(&hn->pool, skb);
	struct flow_count *count = &hn->flow[b->flow].n;

	if (n->loss && gsl_rng_get(n->rng.gsl) < n->loss) {
		count->lost_netem++;
		host_kfree_skb(s, hn, skb);
		return;
	}
	if (n->delay || n->jitter)
		skb_orphan(s, b); /* skb_orphan_partial() */
	if (n->q.qlen >= n->limit) {
		count->dropped_netem++;
		host_kfree_skb(s, hn, skb);
		return;
	}
	b->time = time_to_send(s, n, b);
	skb_queue_by_time(&hn->pool, &n->q, skb);
	if (n->q.head == skb)
		task_sleep_by(s, &n->task, b->time);
}

void netif_receive_skb(struct sim *s, struct host_net *hn, uint32_t skb, struct task *t)
{
	if (skb_at(&hn->pool, skb)->flow == hn->redirected)
		netem_enqueue(s, hn, skb);
	else
		udp_rcv(s, hn, skb, t);
}

enum wait_state { WAIT_DUE, WAIT_SPENT };

/* Is the first of @q due? If not, *@next says how to wait for it. */
static bool first_due(struct sim *s, struct host_net *hn, const struct skb_queue *q,
		      struct task *t, enum task_next *next)
{
	*next = TASK_PARK;
	if (!q->qlen)
		return false;
	t->alarm = skb_at(&hn->pool, q->head)->time;
	*next = TASK_SLEEP;
	return (int64_t)(t->alarm - s->now) <= 0;
}

enum task_next netem_softirq(struct sim *s, struct task *t)
{
	struct netem *n = (struct netem *)t;
	enum task_next next;
	uint32_t skb;

	if (t->state == WAIT_DUE) {
		t->waits_for = "a packet for netem";
		if (!first_due(s, n->host, &n->q, t, &next))
			return next;
		task_spend(t, n->host->path->netem_dequeue);
		t->state = WAIT_SPENT;
		return TASK_RUN;
	}
	t->state = WAIT_DUE;
	skb = skb_dequeue(&n->host->pool, &n->q);
	n->host->flow[skb_at(&n->host->pool, skb)->flow].n.netem_sent++;
	udp_rcv(s, n->host, skb, t);
	return TASK_RUN;
}

enum task_next udp_receiver(struct sim *s, struct task *t)
{
	struct udp_receiver *r = (struct udp_receiver *)t;
	enum task_next next;
	uint32_t skb;

	if (t->state == WAIT_DUE) {
		t->waits_for = "a datagram";
		if (!first_due(s, r->host, &r->q, t, &next))
			return next;
		task_spend(t, r->host->path->udp_recvmsg);
		t->state = WAIT_SPENT;
		return TASK_RUN;
	}
	t->state = WAIT_DUE;
	skb = skb_dequeue(&r->host->pool, &r->q);
	sock_received(&r->sk, skb_at(&r->host->pool, skb));
	r->flow->n.delivered++;
	host_kfree_skb(s, r->host, skb);
	return TASK_RUN;
}
