/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host_result_guest.c - what a result says of guests and of the network behind them. */
#include <stdio.h>

#include "host_impl.h"

static double stopped_pct(struct host *h)
{
	double window = (double)(h->sim->now - h->sim->mark), sum = 0;

	for (uint32_t i = 0; i < h->cfg.devices; i++)
		if (h->device[i].guest)
			sum += (double)virtio_net_stopped(h->sim, &h->device[i].dev);
	return 100 * sum / window;
}

void guest_flow_metrics(struct host_result *r, const char *prefix,
			const struct flow_count *d, double seconds)
{
	host_put(r, prefix, "zerocopy_pps", (double)d->zerocopy / seconds);
	host_put(r, prefix, "copy_pps", (double)d->copy / seconds);
	host_put(r, prefix, "eagain_per_s", (double)d->eagain / seconds);
	host_put(r, prefix, "guest_drop_pps", (double)d->dropped_guest / seconds);
	host_put(r, prefix, "netem_sent_pps", (double)d->netem_sent / seconds);
	host_put(r, prefix, "netem_drop_pps", (double)d->dropped_netem / seconds);
	host_put(r, prefix, "netem_loss_pps", (double)d->lost_netem / seconds);
	host_put(r, prefix, "rcvbuf_drop_pps", (double)d->dropped_rcvbuf / seconds);
}

void guest_metrics(struct host *h, struct host_result *r, const struct flow_count *sum,
		   double seconds)
{
	double failed = 0, outstanding = 0;

	guest_flow_metrics(r, "", sum, seconds);
	for (uint32_t i = 0; i < h->cfg.devices; i++) {
		struct vhost_ubufs *u = &h->device[i].net.ubufs;

		failed += (double)(u->failed - u->failed_mark);
		outstanding += vhost_ubufs_mean(h->sim, u);
	}
	host_put(r, "", "zerocopy_fail_pps", failed / seconds);
	host_put(r, "", "zerocopy_outstanding_mean", outstanding);
	host_put(r, "", "tx_stopped_pct", stopped_pct(h));
}

double udp_packets_of(const struct flow_ends *e, const struct task *t,
		      const struct flow_count *d)
{
	if (t == &e->device->net.task)
		return (double)(d->zerocopy + d->copy);
	if (t == &e->udp.task)
		return (double)d->sent;
	return t == &e->udp_receiver.task ? (double)d->delivered : 0;
}

/* Packets of flow @id in the ring that the device has not taken yet. */
static uint64_t in_ring(const struct device *d, uint16_t id)
{
	const struct vhost_virtqueue *v = &d->net.tx.v;
	const struct virtqueue *vq = v->vq;
	uint64_t n = 0;

	for (uint16_t i = v->last_avail_idx; i != vq->avail_idx; i++)
		n += vq->desc[vq->avail[i & (vq->num - 1)]].pkt.flow == id;
	return n;
}

/* ... and those that it has taken and not handed to the tap. */
static uint64_t in_vhost(const struct device *d, uint16_t id)
{
	const struct vhost_net_virtqueue *tx = &d->net.tx;
	uint64_t n = tx->busy && tx->pkt.flow == id;

	for (uint32_t i = 0; i < tx->done_idx; i++)
		n += tx->batch[i].flow == id;
	for (uint32_t i = tx->v.first_desc; i < tx->v.ndescs; i++)
		n += tx->v.vq->desc[tx->v.descs[i]].pkt.flow == id;
	return n;
}

/* The packet whose start_xmit() is under way. */
static uint64_t in_driver(const struct virtio_net *d)
{
	return d->runner && d->state == XMIT_START;
}

void udp_sheet(struct sheet *s, const struct host *h, const struct flow_ends *e,
	       uint16_t id, const char *subject)
{
	const struct flow_count *n = &h->flow[id].n;
	const struct virtio_net *dev = &e->device->dev;
	uint64_t driver = in_driver(dev) && skb_at(dev->pool, dev->skb)->flow == id;

	sheet_add(s, SHEET_MADE, subject, e->sender_name, n->made);
	sheet_add(s, SHEET_DELIVERED, subject, e->receiver_name, n->delivered);
	sheet_add(s, SHEET_DROPPED, subject, "guest's queue full", n->dropped_guest);
	sheet_add(s, SHEET_DROPPED, subject, "netem: queue full", n->dropped_netem);
	sheet_add(s, SHEET_DROPPED, subject, "netem: loss", n->lost_netem);
	sheet_add(s, SHEET_DROPPED, subject, "receive buffer full", n->dropped_rcvbuf);
	sheet_add(s, SHEET_IN_FLIGHT, subject, "guest's queue",
		  skb_queue_count(dev->pool, &dev->qdisc, id) + driver);
	sheet_add(s, SHEET_IN_FLIGHT, subject, "virtqueue", in_ring(e->device, id));
	sheet_add(s, SHEET_IN_FLIGHT, subject, "vhost thread", in_vhost(e->device, id));
	sheet_add(s, SHEET_IN_FLIGHT, subject, "netem",
		  skb_queue_count(&h->net.pool, &h->net.netem.q, id));
	sheet_add(s, SHEET_IN_FLIGHT, subject, "receiver", e->udp_receiver.q.qlen);
}

static void slots_sheet(struct sheet *s, const struct device *d)
{
	const struct vhost_ubufs *u = &d->net.ubufs;
	char subject[48];

	snprintf(subject, sizeof(subject), "zerocopy slots %s", d->cfg->name);
	sheet_add(s, SHEET_MADE, subject, "taken", u->taken);
	sheet_add(s, SHEET_DELIVERED, subject, "given back", u->given);
	sheet_add(s, SHEET_IN_FLIGHT, subject, "in use",
		  vhost_ubufs_count(u, VHOST_DMA_IN_PROGRESS));
	sheet_add(s, SHEET_IN_FLIGHT, subject, "done, waiting",
		  vhost_ubufs_count(u, VHOST_DMA_DONE_LEN) +
			  vhost_ubufs_count(u, VHOST_DMA_FAILED_LEN));
}

/* The guest's socket buffers: each is queued, with the driver, or in a ring. */
static void skbs_sheet(struct sheet *s, const struct host *h, const struct guest *g)
{
	char subject[48];

	snprintf(subject, sizeof(subject), "skbs %s", g->cfg->name);
	sheet_add(s, SHEET_MADE, subject, "allocated", g->pool.used);
	for (uint32_t i = 0; i < h->cfg.devices; i++) {
		const struct device *d = &h->device[i];

		if (d->guest != g)
			continue;
		sheet_add(s, SHEET_IN_FLIGHT, subject, "queue",
			  d->dev.qdisc.qlen + in_driver(&d->dev));
		sheet_add(s, SHEET_IN_FLIGHT, subject, "ring",
			  (uint64_t)(d->tx.num - d->tx.num_free));
	}
}

void guests_sheet(struct sheet *s, const struct host *h)
{
	uint64_t received = 0;

	if (!h->cfg.guests)
		return;
	for (uint32_t i = 0; i < h->cfg.devices; i++)
		if (h->device[i].guest)
			slots_sheet(s, &h->device[i]);
	for (uint32_t i = 0; i < h->cfg.guests; i++)
		skbs_sheet(s, h, &h->guest[i]);
	for (uint32_t i = 0; i < h->cfg.flows; i++)
		received += h->ends[i].udp_receiver.q.qlen;
	sheet_add(s, SHEET_MADE, "skbs host", "allocated", h->net.pool.used);
	sheet_add(s, SHEET_IN_FLIGHT, "skbs host", "netem", h->net.netem.q.qlen);
	sheet_add(s, SHEET_IN_FLIGHT, "skbs host", "receivers", received);
}

/* The gauges that only a guest has, behind the @n that are there. */
unsigned int guest_gauges(const struct host *h, struct metric *out, unsigned int n)
{
	for (uint32_t i = 0; i < h->cfg.devices; i++) {
		const struct device *d = &h->device[i];
		const char *name = d->cfg->name;

		if (!d->guest)
			continue;
		gauge(&out[n++], name, "zerocopy_outstanding",
		      vhost_ubufs_outstanding(&d->net.ubufs));
		gauge(&out[n++], name, "qdisc_qlen", d->dev.qdisc.qlen);
		gauge(&out[n++], name, "tx_stopped", d->dev.stopped);
	}
	for (uint32_t i = 0; i < h->cfg.flows; i++)
		if (h->ends[i].cfg->sender == CFG_UDP)
			gauge(&out[n++], h->flow[i].name, "sk_wmem_alloc",
			      (double)h->ends[i].udp.sk.sk_wmem_alloc);
	if (h->net.redirected >= 0)
		gauge(&out[n++], "netem", "qlen", h->net.netem.q.qlen);
	return n;
}
