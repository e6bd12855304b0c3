/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host_guest.c - build virtual machines, and the network behind their taps. */
#include <stdlib.h>
#include <string.h>

#include "host_impl.h"

static int guest_init(struct host *h, struct guest *g, const struct cfg_guest *cfg)
{
	g->cfg = cfg;
	skb_pool_init(&g->pool);
	g->vcpu = calloc(cfg->vcpus, sizeof(*g->vcpu));
	if (!g->vcpu)
		return -1;
	for (uint32_t i = 0; i < cfg->vcpus; i++) {
		char name[64];

		snprintf(name, sizeof(name), "%s-vcpu%u", cfg->name, i);
		if (vcpu_init(h->sim, &g->vcpu[i], &h->vcpu_paths, &h->machine, cfg->name,
			      i, (unsigned int)cfg->vcpu[i].cpu, host_start_of(h, name)))
			return -1;
	}
	return 0;
}

static int netem_start(struct host *h)
{
	struct task *t = &h->net.netem.task;

	if (h->net.redirected < 0)
		return 0;
	return sim_add_task(h->sim, t, "netem", (unsigned int)h->cfg.netem.cpu,
			    netem_softirq, 0);
}

int guests_init(struct host *h)
{
	h->guest = calloc(h->cfg.guests ? h->cfg.guests : 1, sizeof(*h->guest));
	if (!h->guest)
		return -1;
	for (uint32_t i = 0; i < h->cfg.guests; i++)
		if (guest_init(h, &h->guest[i], &h->cfg.guest[i]))
			return -1;
	h->net.path = &h->host_net_paths;
	h->net.flow = h->flow;
	if (host_net_init(&h->net, &h->cfg, h->machine.hz))
		return -1;
	return netem_start(h);
}

void guests_free(struct host *h)
{
	for (uint32_t i = 0; h->guest && i < h->cfg.guests; i++) {
		skb_pool_destroy(&h->guest[i].pool);
		free(h->guest[i].vcpu);
	}
	free(h->guest);
	host_net_destroy(&h->net);
}

static struct guest *find_guest(struct host *h, const char *name)
{
	for (uint32_t i = 0; i < h->cfg.guests; i++)
		if (!strcmp(h->cfg.guest[i].name, name))
			return &h->guest[i];
	return NULL;
}

/* The guest's end of the call eventfd: KVM injects an interrupt. */
static void call(struct sim *s, void *ctx)
{
	struct device *d = ctx;

	vcpu_interrupt(s, d->dev.vcpu, d->dev.irq);
}

int guest_device_init(struct host *h, struct device *d)
{
	const struct cfg_device *cfg = d->cfg;
	struct virtio_net *dev = &d->dev;

	if (cfg->sndbuf)
		d->tap.sk.sk_sndbuf = cfg->sndbuf;
	d->guest = find_guest(h, cfg->guest);
	if (!d->guest)
		return 0;
	d->tap.host = &h->net;
	d->tx.lifo = true;
	d->tx.call = call;
	d->tx.call_ctx = d;
	if (cfg->lose_calls_from >= 0)
		d->net.lose_calls_from = (uint64_t)cfg->lose_calls_from;
	dev->path = &h->virtio_net_paths;
	dev->pool = &d->guest->pool;
	dev->flow = h->flow;
	dev->vq = &d->tx;
	dev->net = &d->net;
	dev->c = &h->coherence;
	dev->vcpu = &d->guest->vcpu[cfg->tx_vcpu];
	dev->napi_tx = cfg->napi_tx;
	dev->tx_queue_len = (uint32_t)cfg->txqueuelen;
	dev->watchdog_period = clock_cycles(h->machine.hz, cfg->tx_watchdog_ns);
	if (virtio_net_init(dev))
		return -1;
	return dev->watchdog_period ? virtio_net_add_watchdog(h->sim, dev, cfg->guest)
				    : 0;
}

static int receiver_init(struct host *h, struct flow_ends *e, uint16_t id)
{
	struct udp_receiver *r = &e->udp_receiver;

	r->host = &h->net;
	r->flow = &h->flow[id];
	r->sk.sk_rcvbuf = e->cfg->rcvbuf;
	r->delay = (cycles_t)h->machine.udp_release;
	skb_queue_init(&r->q);
	h->net.receiver[id] = r;
	snprintf(e->receiver_name, sizeof(e->receiver_name), "recv-%s", e->cfg->name);
	return sim_add_task(h->sim, &r->task, e->receiver_name,
			    (unsigned int)e->cfg->receiver_cpu, udp_receiver, 0);
}

int udp_flow_init(struct host *h, struct flow_ends *e, uint16_t id)
{
	const struct cfg_flow *f = e->cfg;
	struct udp_sender *u = &e->udp;

	u->path = &h->udp_paths;
	u->vcpu = &e->device->guest->vcpu[f->sender_vcpu];
	u->dev = &e->device->dev;
	u->flow = &h->flow[id];
	u->interval = clock_cycles(h->machine.hz, f->interval_ns);
	u->slack = clock_cycles(h->machine.hz, f->timer_slack_ns);
	udp_sender_init(u, f, id);
	snprintf(e->sender_name, sizeof(e->sender_name), "%s/send-%s",
		 e->device->guest->cfg->name, f->name);
	if (vcpu_add_thread(h->sim, u->vcpu, &u->task, e->sender_name, udp_sender))
		return -1;
	return receiver_init(h, e, id);
}
