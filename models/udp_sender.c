/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "udp_sender.h"

/* LL_RESERVED_SPACE() of virtio_net, hard_header_len 14 and needed_headroom 12, and what
 * ip_append_data() asks for on top of it */
#define HEADROOM (32 + 15)

enum udp_state {
	UDP_WAKE,  /* back from nanosleep() */
	UDP_SEND,  /* sendmsg(), unless the burst is done */
	UDP_SENT,  /* the datagram is made: charge it, queue it */
	UDP_XMIT,  /* dev_queue_xmit() runs the queue */
	UDP_SLEEP, /* the burst is over */
	UDP_ASLEEP,
};

int udp_paths_init(struct udp_paths *p, struct path_table *tab, const struct machine *m)
{
	p->wake = op_path(tab, m, OP_GUEST_WAKE);
	p->sendmsg = op_path(tab, m, OP_GUEST_SENDMSG);
	p->eagain = op_path(tab, m, OP_GUEST_EAGAIN);
	p->sleep = op_path(tab, m, OP_GUEST_NANOSLEEP);
	return p->wake && p->sendmsg && p->eagain && p->sleep ? 0 : -1;
}

/* sk_write_space() of a thread that waits in sock_wait_for_wmem(). */
static void write_space(struct sim *s, void *ctx)
{
	struct udp_sender *u = ctx;

	vcpu_wake_thread(s, u->vcpu, &u->task);
}

void udp_sender_init(struct udp_sender *u, const struct cfg_flow *f, uint16_t id)
{
	u->flow_id = id;
	u->frame = (uint16_t)(f->message_size + UDP_HEADERS);
	u->truesize = skb_truesize(HEADROOM + u->frame - 14u);
	u->burst = (uint32_t)f->burst;
	u->blocking = f->blocking;
	u->sk.sk_sndbuf = f->sndbuf;
	u->sk.write_space = write_space;
	u->sk.write_ctx = u;
	u->task.state = UDP_WAKE;
}

/* sendmsg() up to its end, or to where it finds no room. */
static enum task_next send(struct udp_sender *u)
{
	struct task *t = &u->task;

	if (u->done == u->burst) {
		t->state = UDP_SLEEP;
		return TASK_RUN;
	}
	if (sock_may_send(&u->sk)) {
		task_spend(t, u->path->sendmsg);
		t->state = UDP_SENT;
		return TASK_RUN;
	}
	if (u->blocking) {
		u->sk.nospace = true; /* somebody waits, as in sock_wait_for_wmem() */
		t->waits_for = "room in its socket's send buffer";
		return TASK_PARK;
	}
	u->flow->n.eagain++;
	task_spend(t, u->path->eagain);
	t->state = UDP_SLEEP;
	return TASK_RUN;
}

/* The datagram's buffer goes to the interface's queue. */
static void sent(struct sim *s, struct udp_sender *u)
{
	uint32_t skb = skb_alloc(u->dev->pool);
	struct sk_buff *b;

	if (skb == SKB_NONE)
		sim_fatal(s, "out of memory for socket buffers");
	b = skb_at(u->dev->pool, skb);
	b->len = u->frame;
	b->flow = u->flow_id;
	b->truesize = u->truesize;
	sock_charge(&u->sk, b);
	u->flow->n.made++;
	u->flow->n.sent++;
	u->done++;
	if (!dev_queue_xmit(u->dev, skb)) {
		u->flow->n.dropped_guest++;
		skb_orphan(s, b);
		skb_free(u->dev->pool, skb);
	}
	u->task.state = UDP_XMIT;
}

enum task_next udp_sender(struct sim *s, struct task *t)
{
	struct udp_sender *u = (struct udp_sender *)t;

	switch ((enum udp_state)t->state) {
	case UDP_WAKE:
		u->done = 0;
		task_spend(t, u->path->wake);
		t->state = UDP_SEND;
		return TASK_RUN;
	case UDP_SEND:
		return send(u);
	case UDP_SENT:
		sent(s, u);
		return TASK_RUN;
	case UDP_XMIT:
		if (!qdisc_run(s, u->dev, t))
			t->state = UDP_SEND;
		return TASK_RUN;
	case UDP_SLEEP:
		task_spend(t, u->path->sleep);
		t->state = UDP_ASLEEP;
		return TASK_RUN;
	case UDP_ASLEEP:
		t->alarm = s->now + u->interval + u->slack;
		t->state = UDP_WAKE;
		return TASK_SLEEP;
	}
	return TASK_PARK;
}
