/* SPDX-License-Identifier: GPL-3.0-or-later */
/* host.c - build an experiment from its parts, and run it. */
#include "host_impl.h"

#include <stdlib.h>
#include <string.h>

/* A clock that wraps in every run, to be sure that nobody compares absolute times. */
#ifdef VHOSTSIM_HOSTILE
#define CLOCK_ORIGIN (UINT64_MAX - 100000)
#else
#define CLOCK_ORIGIN 0
#endif

/* Tasks start within this time of each other, as processes on a real host do. */
#define START_SPREAD_NS 10000

static int device_init(struct host *h, struct device *d, const struct cfg_device *cfg)
{
	d->cfg = cfg;
	snprintf(d->thread, sizeof(d->thread), "vhost-%s", cfg->name);
	if (virtqueue_init(&d->tx, &h->coherence, (uint16_t)cfg->tx_queue_size,
			   cfg->event_idx) ||
	    virtqueue_init(&d->rx, &h->coherence, (uint16_t)cfg->rx_queue_size,
			   cfg->event_idx) ||
	    tap_init(&d->tap, &h->coherence, (uint32_t)cfg->tx_queue_len, h->flow))
		return -1;
	return vhost_net_init(&d->net, &h->cfg.vhost_net, &h->kernel, &h->machine,
			      &h->coherence, &h->vhost_paths, &d->tap, &d->tx, &d->rx,
			      (unsigned int)cfg->vhost_cpu);
}

static struct device *find_device(struct host *h, const char *name)
{
	for (uint32_t i = 0; i < h->cfg.devices; i++)
		if (!strcmp(h->cfg.device[i].name, name))
			return &h->device[i];
	return NULL;
}

cycles_t host_start_of(const struct host *h, const char *name)
{
	uint64_t spread = clock_cycles(h->machine.hz, START_SPREAD_NS);
	struct rng rng;
	cycles_t start;

	if (rng_init(&rng, h->cfg.run.seed, name))
		return 0;
	start = rng_below(&rng, (uint32_t)spread);
	rng_destroy(&rng);
	return start;
}

static int add_task(struct host *h, struct task *t, const char *name, int64_t cpu,
		    task_step_fn step)
{
	return sim_add_task(h->sim, t, name, (unsigned int)cpu, step,
			    host_start_of(h, name));
}

static struct pace pace_of(const struct host *h, const struct cfg_flow *f)
{
	struct pace pace;

	pace_init(&pace, h->sim->now, h->machine.hz, f->rate_pps);
	return pace;
}

static void testpmd_bind(struct host *h, struct testpmd *p, struct device *d,
			 struct virtqueue *vq, struct flow *flow, int64_t cpu)
{
	p->c = &h->coherence;
	p->path = &h->testpmd_paths;
	p->vq = vq;
	p->net = &d->net;
	p->flow = flow;
	p->task.cpu = (uint16_t)cpu;
}

static int tx_flow_init(struct host *h, struct flow_ends *e, uint16_t id)
{
	const struct cfg_flow *f = e->cfg;
	struct testpmd *p = &e->testpmd;

	testpmd_bind(h, p, e->device, &e->device->tx, &h->flow[id], f->sender_cpu);
	testpmd_txonly_init(p, f, id, pace_of(h, f));
	snprintf(e->sender_name, sizeof(e->sender_name), "testpmd-%s", f->name);
	return add_task(h, &p->task, e->sender_name, f->sender_cpu, testpmd_txonly);
}

static int rx_flow_init(struct host *h, struct flow_ends *e, uint16_t id)
{
	const struct cfg_flow *f = e->cfg;
	struct device *d = e->device;
	struct testpmd *p = &e->testpmd;
	struct pktgen *g = &e->pktgen;
	uint32_t skbs = d->tap.ring.size + (uint32_t)h->cfg.vhost_net.VHOST_NET_BATCH + 2;

	testpmd_bind(h, p, d, &d->rx, &h->flow[id], f->receiver_cpu);
	testpmd_rxonly_init(p, f, id);
	d->rx.poller = &p->task;
	g->c = &h->coherence;
	g->path = &h->pktgen_paths;
	g->tap = &d->tap;
	g->flow = &h->flow[id];
	g->task.cpu = (uint16_t)f->sender_cpu;
	if (pktgen_init(g, f, id, skbs, pace_of(h, f)))
		return -1;
	d->tap.poller = &g->task;
	d->net.skb_lines = &g->skb_lines;
	d->net.skb_stride = g->skb_stride;
	snprintf(e->sender_name, sizeof(e->sender_name), "pktgen-%s", f->name);
	snprintf(e->receiver_name, sizeof(e->receiver_name), "testpmd-%s", f->name);
	if (add_task(h, &g->task, e->sender_name, f->sender_cpu, pktgen_xmit))
		return -1;
	return add_task(h, &p->task, e->receiver_name, f->receiver_cpu, testpmd_rxonly);
}

static int flow_init(struct host *h, uint16_t id)
{
	struct flow_ends *e = &h->ends[id];

	e->cfg = &h->cfg.flow[id];
	e->device = find_device(h, e->cfg->device);
	h->flow[id].name = e->cfg->name;
	if (!e->device)
		return -1;
	switch (e->cfg->sender) {
	case CFG_PKTGEN:
		return rx_flow_init(h, e, id);
	case CFG_UDP:
		return udp_flow_init(h, e, id);
	default:
		return tx_flow_init(h, e, id);
	}
}

static int build(struct host *h)
{
	struct path_table *paths = &h->sim->paths;

	if (coherence_init(&h->coherence, &h->machine, h->cfg.run.seed) ||
	    vhost_paths_init(&h->vhost_paths, paths, &h->machine, &h->kernel) ||
	    testpmd_paths_init(&h->testpmd_paths, paths, &h->machine) ||
	    pktgen_paths_init(&h->pktgen_paths, paths, &h->machine) ||
	    vcpu_paths_init(&h->vcpu_paths, paths, &h->machine) ||
	    virtio_net_paths_init(&h->virtio_net_paths, paths, &h->machine) ||
	    udp_paths_init(&h->udp_paths, paths, &h->machine) ||
	    host_net_paths_init(&h->host_net_paths, paths, &h->machine) || guests_init(h))
		return -1;
	for (uint32_t i = 0; i < h->cfg.devices; i++) {
		struct device *d = &h->device[i];

		if (device_init(h, d, &h->cfg.device[i]) || guest_device_init(h, d) ||
		    add_task(h, &d->net.task, d->thread, d->cfg->vhost_cpu, vhost_worker))
			return -1;
	}
	for (uint32_t i = 0; i < h->cfg.flows; i++)
		if (flow_init(h, (uint16_t)i))
			return -1;
	return 0;
}

struct host *host_new(const struct config *cfg, const struct machine *machine,
		      const struct kernel *kernel,
		      void (*fatal)(void *ctx, const char *message), void *fatal_ctx)
{
	struct sim_config sc = {
		.seed = cfg->run.seed,
		.hz = machine->hz,
		.origin = CLOCK_ORIGIN,
		.cpus = (unsigned int)machine->cpus,
		.ops = op_table(),
		.nops = OP_COUNT,
		.fatal = fatal,
		.fatal_ctx = fatal_ctx,
	};
	struct host *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->cfg = *cfg;
	h->machine = *machine;
	h->kernel = *kernel;
	h->sim = sim_new(&sc);
	h->device = calloc(cfg->devices, sizeof(*h->device));
	h->flow = calloc(cfg->flows, sizeof(*h->flow));
	h->ends = calloc(cfg->flows, sizeof(*h->ends));
	if (!h->sim || !h->device || !h->flow || !h->ends || build(h)) {
		host_free(h);
		return NULL;
	}
	return h;
}

void host_free(struct host *h)
{
	if (!h)
		return;
	for (uint32_t i = 0; h->ends && i < h->cfg.flows; i++)
		pktgen_destroy(&h->ends[i].pktgen);
	for (uint32_t i = 0; h->device && i < h->cfg.devices; i++) {
		vhost_net_destroy(&h->device[i].net);
		virtqueue_destroy(&h->device[i].tx);
		virtqueue_destroy(&h->device[i].rx);
		tap_destroy(&h->device[i].tap);
	}
	coherence_destroy(&h->coherence);
	sim_free(h->sim);
	guests_free(h); /* the simulation lets go of their tasks' profiles */
	free(h->device);
	free(h->flow);
	free(h->ends);
	free(h);
}

uint64_t host_end_ns(const struct host *h)
{
	return h->cfg.run.warmup_ns + h->cfg.run.duration_ns;
}

static cycles_t clock_at(const struct host *h, uint64_t ns)
{
	return h->sim->cfg.origin + clock_cycles(h->machine.hz, ns);
}

void host_settle(struct host *h)
{
	for (uint32_t i = 0; i < h->cfg.flows; i++)
		if (h->ends[i].cfg->sender == CFG_PKTGEN)
			pktgen_settle(h->sim, &h->ends[i].pktgen);
}

/* The measured window begins: counters are read, profiles and histograms cleared. */
static void mark(struct host *h)
{
	host_settle(h);
	sim_mark(h->sim);
	h->marked = true;
	for (uint32_t i = 0; i < h->cfg.flows; i++)
		h->flow[i].mark = h->flow[i].n;
	for (uint32_t i = 0; i < h->cfg.devices; i++) {
		vhost_net_mark(h->sim, &h->device[i].net);
		virtio_net_mark(h->sim, &h->device[i].dev);
	}
}

enum sim_end host_run(struct host *h, uint64_t ns)
{
	uint64_t warmup = h->cfg.run.warmup_ns;
	enum sim_end end;

	if (!h->marked) {
		end = sim_run(h->sim, clock_at(h, ns < warmup ? ns : warmup));
		if (end != SIM_DONE || ns < warmup)
			return end;
		mark(h);
	}
	return sim_run(h->sim, clock_at(h, ns));
}

uint64_t host_now_ns(const struct host *h)
{
	return clock_ns(h->machine.hz, h->sim->now - h->sim->cfg.origin);
}

uint64_t host_events(const struct host *h)
{
	return h->sim->events;
}

/* What keeps @t from running. */
static const char *wait_reason(const struct task *t)
{
	if (t->poll)
		return "polls, and what it looks at never changes";
	if (t->outer)
		return "waits in its guest for ";
	return "sleeps, and waits for ";
}

void host_stall_report(struct host *h, char *buf, size_t len)
{
	size_t at = 0;

	for (unsigned int i = 0; i < h->sim->ntasks && at < len; i++) {
		const struct task *t = h->sim->task[i];
		const char *what = t->waits_for ? t->waits_for : "a wake-up";
		int n;

		if (!t->parked)
			continue; /* an interrupt context with nothing to do */
		n = snprintf(buf + at, len - at, "%s on cpu%u %s%s\n", t->name, t->cpu,
			     wait_reason(t), t->poll ? "" : what);
		if (n < 0)
			return;
		at += (size_t)n;
	}
}
