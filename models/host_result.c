/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host_result.c - what a run measured: metrics, histograms, profile, sheet. */
#include "host_impl.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void host_put(struct host_result *r, const char *prefix, const char *name, double value)
{
	struct metric *m;

	m = &r->metric[r->metrics++];
	snprintf(m->name, sizeof(m->name), "%s%s%s", prefix, *prefix ? "." : "", name);
	m->value = value;
}

static void flow_metrics(struct host_result *r, const char *prefix,
			 const struct flow_count *d, double bits, double seconds)
{
	host_put(r, prefix, "tx_pps", (double)d->sent / seconds);
	host_put(r, prefix, "rx_pps", (double)d->delivered / seconds);
	host_put(r, prefix, "throughput_gbps", bits / seconds / 1e9);
}

static void flow_losses(struct host_result *r, const char *prefix,
			const struct flow_count *d, double seconds)
{
	host_put(r, prefix, "sender_drop_pps", (double)d->unsent / seconds);
	host_put(r, prefix, "tap_drop_pps", (double)d->dropped_tap / seconds);
}

static struct flow_count difference(const struct flow_count *now,
				    const struct flow_count *then)
{
	struct flow_count d = *now;

	for (size_t i = 0; i < FLOW_COUNTS; i++)
		flow_counts(&d)[i] -= ((const uint64_t *)then)[i];
	return d;
}

static void add(struct flow_count *sum, const struct flow_count *d)
{
	for (size_t i = 0; i < FLOW_COUNTS; i++)
		flow_counts(sum)[i] += ((const uint64_t *)d)[i];
}

static double busy_pct(struct host *h, struct task *t, double window)
{
	return 100.0 * (double)sim_task_busy(h->sim, t) / window;
}

static double vhost_cpu_pct(struct host *h, double window)
{
	double sum = 0;

	for (uint32_t i = 0; i < h->cfg.devices; i++)
		sum += busy_pct(h, &h->device[i].net.task, window);
	return sum;
}

/* As mpstat has it: the mean over all processors of the host. */
static double host_cpu_pct(struct host *h, double window)
{
	double sum = 0;

	for (unsigned int i = 0; i < h->sim->ntasks; i++)
		sum += busy_pct(h, h->sim->task[i], window);
	return sum / (double)h->machine.cpus;
}

static void notifications(struct host *h, struct host_result *r, double seconds)
{
	struct vhost_count sum = { 0, 0, 0 };

	for (uint32_t i = 0; i < h->cfg.devices; i++) {
		const struct vhost_net *n = &h->device[i].net;

		sum.kicks += n->n.kicks - n->mark.kicks;
		sum.calls += n->n.calls - n->mark.calls;
		sum.wakeups += n->n.wakeups - n->mark.wakeups;
	}
	host_put(r, "", "kicks_per_s", (double)sum.kicks / seconds);
	host_put(r, "", "calls_per_s", (double)sum.calls / seconds);
	host_put(r, "", "vhost_wakeups_per_s", (double)sum.wakeups / seconds);
}

static double frame_bytes(const struct cfg_flow *f)
{
	return f->sender == CFG_UDP ? (double)(f->message_size + UDP_HEADERS)
				    : (double)f->packet_size;
}

static void metrics(struct host *h, struct host_result *r)
{
	cycles_t span = h->sim->now - h->sim->mark;
	double seconds = clock_seconds(h->machine.hz, span);
	struct flow_count sum = { 0 };
	double bits = 0;

	for (uint32_t i = 0; i < h->cfg.flows; i++) {
		struct flow_count d = difference(&h->flow[i].n, &h->flow[i].mark);

		add(&sum, &d);
		bits += 8.0 * (double)d.delivered * frame_bytes(&h->cfg.flow[i]);
	}
	flow_metrics(r, "", &sum, bits, seconds);
	host_put(r, "", "vhost_cpu_pct", vhost_cpu_pct(h, (double)span));
	host_put(r, "", "host_cpu_pct", host_cpu_pct(h, (double)span));
	flow_losses(r, "", &sum, seconds);
	notifications(h, r, seconds);
	if (h->cfg.guests)
		guest_metrics(h, r, &sum, seconds);
	for (uint32_t i = 0; i < h->cfg.flows && h->cfg.flows > 1; i++) {
		struct flow_count d = difference(&h->flow[i].n, &h->flow[i].mark);
		double flow_bits = 8.0 * (double)d.delivered *
				   frame_bytes(&h->cfg.flow[i]);

		flow_metrics(r, h->flow[i].name, &d, flow_bits, seconds);
		flow_losses(r, h->flow[i].name, &d, seconds);
		if (h->cfg.guests)
			guest_flow_metrics(r, h->flow[i].name, &d, seconds);
	}
}

static void put_hist(struct host_result *r, const char *device, const char *what,
		     const struct hist *hist)
{
	struct named_hist *nh;
	uint64_t n = 0;

	for (int i = 0; i < HIST_MAX; i++)
		n += hist->n[i];
	if (!n)
		return;
	nh = &r->hist[r->hists++];
	snprintf(nh->name, sizeof(nh->name), "%s %s", device, what);
	nh->hist = hist;
}

static void histograms(struct host *h, struct host_result *r)
{
	for (uint32_t i = 0; i < h->cfg.devices; i++) {
		const struct device *d = &h->device[i];

		put_hist(r, d->cfg->name, "tx packets per submission", &d->net.submitted);
		put_hist(r, d->cfg->name, "tx entries per used update",
			 &d->net.tx.flushed);
		put_hist(r, d->cfg->name, "rx packets per dequeue", &d->net.dequeued);
		put_hist(r, d->cfg->name, "rx entries per used update",
			 &d->net.rx.flushed);
	}
}

/* Packets that @t has moved in the window, for "per packet" in its profile. */
static double packets_of(const struct host *h, const struct task *t)
{
	double n = 0;

	for (uint32_t i = 0; i < h->cfg.flows; i++) {
		const struct flow_ends *e = &h->ends[i];
		struct flow_count d = difference(&h->flow[i].n, &h->flow[i].mark);

		if (e->cfg->sender == CFG_UDP)
			n += udp_packets_of(e, t, &d);
		else if (t == &e->device->net.task || t == &e->testpmd.task)
			n += (double)(e->cfg->sender == CFG_PKTGEN ? d.delivered
								   : d.sent);
		else if (t == &e->pktgen.task)
			n += (double)d.sent;
	}
	return n;
}

static int dearest_first(const void *a, const void *b)
{
	const struct profile_line *x = a, *y = b;

	if (x->cycles != y->cycles)
		return x->cycles < y->cycles ? 1 : -1;
	return strcmp(x->symbol, y->symbol);
}

/* Operations with one symbol are one line. */
static void add_line(struct profile_line *first, unsigned int *n,
		     const struct profile_line *line)
{
	for (unsigned int i = 0; i < *n; i++) {
		if (strcmp(first[i].symbol, line->symbol) ||
		    strcmp(first[i].module, line->module))
			continue;
		first[i].cycles += line->cycles;
		first[i].calls += line->calls;
		return;
	}
	first[(*n)++] = *line;
}

static void task_profile(struct host *h, struct host_result *r, struct task *t)
{
	struct profile_line *first = r->profile + r->profile_lines;
	const struct op_desc *ops = op_table();
	cycles_t cycles[OP_COUNT] = { 0 };
	uint64_t calls[OP_COUNT] = { 0 };
	double packets = packets_of(h, t);
	unsigned int n = 0;

	profile_by_op(&t->prof, &h->sim->paths, OP_COUNT, cycles, calls);
	for (unsigned int i = 0; i < OP_COUNT; i++)
		if (cycles[i])
			add_line(first, &n,
				 &(struct profile_line){ t->name, ops[i].symbol,
							 ops[i].module, cycles[i],
							 calls[i], 0 });
	for (unsigned int i = 0; i < n && packets > 0; i++)
		first[i].ns_per_packet = (double)first[i].cycles * 1e9 /
					 (double)h->machine.hz / packets;
	qsort(first, n, sizeof(*first), dearest_first);
	r->profile_lines += n;
}

static void tx_sheet(struct sheet *s, const struct flow_ends *e, const char *subject,
		     const struct flow_count *n)
{
	const struct virtqueue *vq = &e->device->tx;
	const struct testpmd *p = &e->testpmd;
	uint16_t ring = (uint16_t)(vq->avail_shadow - vq->used_idx);
	/* A burst is counted as made when it is built, and as unsent or sent at its end. */
	uint64_t pending = n->made - n->sent - n->unsent;
	uint64_t enqueued = pending ? p->done : 0;

	sheet_add(s, SHEET_DROPPED, subject, "sender: ring full", n->unsent);
	sheet_add(s, SHEET_IN_FLIGHT, subject, "sender's burst", pending - enqueued);
	sheet_add(s, SHEET_IN_FLIGHT, subject, "virtqueue", ring);
}

static void rx_sheet(struct sheet *s, const struct flow_ends *e, uint16_t id,
		     const char *subject, const struct flow_count *n)
{
	const struct device *d = e->device;

	sheet_add(s, SHEET_DROPPED, subject, "tap: ring full", n->dropped_tap);
	sheet_add(s, SHEET_IN_FLIGHT, subject, "tap's ring",
		  ptr_ring_count(&d->tap.ring, id));
	sheet_add(s, SHEET_IN_FLIGHT, subject, "vhost thread",
		  vhost_net_rx_held(&d->net));
	sheet_add(s, SHEET_IN_FLIGHT, subject, "used ring",
		  (uint16_t)(d->rx.used_idx - d->rx.last_used));
}

/* Descriptors: free ones, given to the device, and given back but not taken. */
static void ring_sheet(struct sheet *s, const char *device, const char *ring,
		       const struct virtqueue *vq)
{
	char subject[48];

	snprintf(subject, sizeof(subject), "descriptors %s.%s", device, ring);
	sheet_add(s, SHEET_MADE, subject, "ring", vq->num);
	sheet_add(s, SHEET_IN_FLIGHT, subject, "free", vq->num_free);
	sheet_add(s, SHEET_IN_FLIGHT, subject, "available",
		  (uint16_t)(vq->avail_shadow - vq->used_idx));
	sheet_add(s, SHEET_IN_FLIGHT, subject, "used",
		  (uint16_t)(vq->used_idx - vq->last_used));
}

static void fill_sheet(struct host *h, struct sheet *s)
{
	char subject[48];

	for (uint32_t i = 0; i < h->cfg.flows; i++) {
		const struct flow_ends *e = &h->ends[i];
		const struct flow_count *n = &h->flow[i].n;

		snprintf(subject, sizeof(subject), "packets %s", h->flow[i].name);
		if (e->cfg->sender == CFG_UDP) {
			udp_sheet(s, h, e, (uint16_t)i, subject);
			continue;
		}
		sheet_add(s, SHEET_MADE, subject, e->sender_name, n->made);
		sheet_add(s, SHEET_DELIVERED, subject,
			  e->cfg->sender == CFG_PKTGEN ? e->receiver_name : "XDP program",
			  n->delivered);
		if (e->cfg->sender == CFG_PKTGEN)
			rx_sheet(s, e, (uint16_t)i, subject, n);
		else
			tx_sheet(s, e, subject, n);
	}
	for (uint32_t i = 0; i < h->cfg.devices; i++) {
		ring_sheet(s, h->device[i].cfg->name, "tx", &h->device[i].tx);
		ring_sheet(s, h->device[i].cfg->name, "rx", &h->device[i].rx);
	}
	guests_sheet(s, h);
	sim_sheet(h->sim, s);
}

struct host_result *host_result(struct host *h)
{
	struct host_result *r = calloc(1, sizeof(*r));

	if (!r)
		return NULL;
	r->profile = calloc((size_t)h->sim->ntasks * OP_COUNT, sizeof(*r->profile));
	if (!r->profile) {
		free(r);
		return NULL;
	}
	host_settle(h);
	r->window_ns = clock_ns(h->machine.hz, h->sim->now - h->sim->mark);
	if (h->marked && r->window_ns)
		metrics(h, r);
	histograms(h, r);
	for (unsigned int i = 0; i < h->sim->ntasks; i++)
		task_profile(h, r, h->sim->task[i]);
	fill_sheet(h, &r->sheet);
	r->unbalanced = sheet_check(&r->sheet);
	r->fingerprint = h->sim->fingerprint;
	r->events = h->sim->events;
	return r;
}

void host_result_free(struct host_result *r)
{
	if (!r)
		return;
	free(r->profile);
	free(r);
}

unsigned int host_gauges(struct host *h, struct metric *out)
{
	unsigned int n = 0;

	host_settle(h);
	for (uint32_t i = 0; i < h->cfg.devices; i++) {
		const struct device *d = &h->device[i];

		gauge(&out[n++], d->cfg->name, "tx_ring_used",
		      d->tx.num - d->tx.num_free);
		gauge(&out[n++], d->cfg->name, "tx_ring_available",
		      (uint16_t)(d->tx.avail_idx - d->net.tx.v.last_avail_idx));
		gauge(&out[n++], d->cfg->name, "rx_ring_used",
		      (uint16_t)(d->rx.used_idx - d->rx.last_used));
	}
	for (uint32_t i = 0; i < h->cfg.flows; i++) {
		gauge(&out[n++], h->flow[i].name, "sent", (double)h->flow[i].n.sent);
		gauge(&out[n++], h->flow[i].name, "received",
		      (double)h->flow[i].n.delivered);
	}
	return h->cfg.guests ? guest_gauges(h, out, n) : n;
}
