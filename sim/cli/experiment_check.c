/* SPDX-License-Identifier: GPL-3.0-or-later */
/* experiment_check.c - do the parts of a scenario fit together? */
#include "experiment_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define PATH_LEN 64
#define TASKS_MAX (CFG_DEVICES + CFG_GUESTS * CFG_VCPUS + 1 + 2 * CFG_FLOWS)

/* A task that the scenario puts on a processor. */
struct seat {
	char path[PATH_LEN];
	int64_t cpu;
};

struct seating {
	struct seat seat[TASKS_MAX];
	size_t n;
};

static int device_index(const struct config *c, const char *name)
{
	for (uint32_t i = 0; i < c->devices; i++)
		if (!strcmp(c->device[i].name, name))
			return (int)i;
	return -1;
}

static int check_device_names(const struct config *c, const struct blame *b)
{
	for (uint32_t i = 0; i < c->devices; i++) {
		int first = device_index(c, c->device[i].name);
		char path[PATH_LEN];

		if (first == (int)i)
			continue;
		snprintf(path, sizeof(path), "devices[%u].name", i);
		return blame_set(b, path,
				 "\"%s\" is the name of devices[%d] already; another "
				 "name would be right",
				 c->device[i].name, first);
	}
	return 0;
}

static int check_flow_names(const struct config *c, const struct blame *b)
{
	for (uint32_t i = 0; i < c->flows; i++)
		for (uint32_t k = 0; k < i; k++) {
			char path[PATH_LEN];

			if (strcmp(c->flow[i].name, c->flow[k].name))
				continue;
			snprintf(path, sizeof(path), "flows[%u].name", i);
			return blame_set(b, path,
					 "\"%s\" is the name of flows[%u] already; "
					 "another name would be right",
					 c->flow[i].name, k);
		}
	return 0;
}

static int check_device_of(const struct config *c, uint32_t flow, const struct blame *b)
{
	const char *names[CFG_DEVICES];
	char path[PATH_LEN], text[512];

	if (device_index(c, c->flow[flow].device) >= 0)
		return 0;
	for (uint32_t i = 0; i < c->devices; i++)
		names[i] = c->device[i].name;
	snprintf(path, sizeof(path), "flows[%u].device", flow);
	unknown_name(text, sizeof(text), "device", c->flow[flow].device, names,
		     c->devices);
	return blame_set(b, path, "%s", text);
}

/* testpmd sends into the virtqueue, towards the host; pktgen into the tap. */
static bool towards_host(const struct cfg_flow *f)
{
	return f->sender != CFG_PKTGEN;
}

static int guest_index(const struct config *c, const char *name)
{
	for (uint32_t i = 0; i < c->guests; i++)
		if (!strcmp(c->guest[i].name, name))
			return (int)i;
	return -1;
}

/* testpmd and pktgen have a processor of their own, and no kernel between. */
static int check_poll_mode(const struct config *c, uint32_t flow, const struct blame *b)
{
	const struct cfg_flow *f = &c->flow[flow];
	const struct cfg_device *d = &c->device[device_index(c, f->device)];
	char path[PATH_LEN];

	snprintf(path, sizeof(path), "flows[%u].sender_cpu", flow);
	if (f->sender_cpu < 0)
		return blame_set(b, path, "is missing; the sender needs a processor");
	snprintf(path, sizeof(path), "flows[%u].device", flow);
	if (d->guest[0])
		return blame_set(b, path,
				 "\"%s\" is driven by the kernel of guest \"%s\"; a "
				 "device without a guest would be right",
				 d->name, d->guest);
	return 0;
}

/* A thread of the guest that drives the device, and a process of the host. */
static int check_udp(const struct config *c, uint32_t flow, const struct blame *b)
{
	const struct cfg_flow *f = &c->flow[flow];
	const struct cfg_device *d = &c->device[device_index(c, f->device)];
	int guest = guest_index(c, d->guest);
	char path[PATH_LEN];

	snprintf(path, sizeof(path), "flows[%u].receiver", flow);
	if (f->receiver != CFG_UDP_RECEIVER)
		return blame_set(b, path,
				 "what a udp thread sends goes to a socket of the host; "
				 "\"udp\" would be right");
	snprintf(path, sizeof(path), "flows[%u].device", flow);
	if (guest < 0)
		return blame_set(b, path,
				 "\"%s\" has no guest that the thread could run in; a "
				 "device with a guest would be right",
				 d->name);
	snprintf(path, sizeof(path), "flows[%u].sender_cpu", flow);
	if (f->sender_cpu >= 0)
		return blame_set(
			b, path,
			"a udp thread runs on a vCPU; sender_vcpu would be right");
	snprintf(path, sizeof(path), "flows[%u].receiver_cpu", flow);
	if (f->receiver_cpu < 0)
		return blame_set(b, path, "is missing; the receiver needs a processor");
	snprintf(path, sizeof(path), "flows[%u].sender_vcpu", flow);
	if (f->sender_vcpu < 0)
		return blame_set(b, path, "is missing; the thread needs a vCPU");
	if (f->sender_vcpu >= c->guest[guest].vcpus)
		return blame_set(b, path,
				 "guest \"%s\" has no vCPU %" PRId64 "; 0 to %u would be "
				 "right",
				 d->guest, f->sender_vcpu, c->guest[guest].vcpus - 1);
	return 0;
}

static int check_ends(const struct config *c, uint32_t flow, const struct blame *b)
{
	const struct cfg_flow *f = &c->flow[flow];
	bool host_end = f->receiver == CFG_XDP_PROGRAM;
	char path[PATH_LEN];

	if (f->sender == CFG_UDP)
		return check_udp(c, flow, b);
	if (check_poll_mode(c, flow, b))
		return -1;
	snprintf(path, sizeof(path), "flows[%u].receiver", flow);
	if (towards_host(f) && !host_end)
		return blame_set(b, path,
				 "what testpmd-txonly sends comes out at the tap; "
				 "\"xdp-program\" would be right");
	if (!towards_host(f) && host_end)
		return blame_set(b, path,
				 "what pktgen sends comes out at the virtqueue; "
				 "\"testpmd-rxonly\" would be right");
	snprintf(path, sizeof(path), "flows[%u].receiver_cpu", flow);
	if (!host_end && f->receiver_cpu < 0)
		return blame_set(b, path, "is missing; testpmd-rxonly needs a processor");
	if (host_end && f->receiver_cpu >= 0)
		return blame_set(b, path,
				 "an XDP program runs in the vhost thread and has no "
				 "processor of its own; leave it away");
	snprintf(path, sizeof(path), "flows[%u].clone_skb", flow);
	if (towards_host(f) && f->clone_skb)
		return blame_set(b, path, "is for pktgen; leave it away");
	return 0;
}

static int check_direction(const struct config *c, uint32_t flow, const struct blame *b)
{
	const struct cfg_flow *f = &c->flow[flow];
	char path[PATH_LEN];

	for (uint32_t i = 0; i < flow; i++) {
		const struct cfg_flow *other = &c->flow[i];

		if (strcmp(other->device, f->device) ||
		    towards_host(other) != towards_host(f))
			continue;
		if (other->sender == CFG_UDP && f->sender == CFG_UDP)
			continue; /* threads of one guest share its interface */
		snprintf(path, sizeof(path), "flows[%u].device", flow);
		return blame_set(b, path,
				 "flow \"%s\" uses \"%s\" in this direction already; "
				 "another device would be right",
				 other->name, f->device);
	}
	return 0;
}

static void seat(struct seating *s, int64_t cpu, const char *list, uint32_t i,
		 const char *key)
{
	struct seat *at = &s->seat[s->n++];

	at->cpu = cpu;
	if (i == UINT32_MAX)
		snprintf(at->path, sizeof(at->path), "%s.%s", list, key);
	else
		snprintf(at->path, sizeof(at->path), "%s[%u].%s", list, i, key);
}

static void seat_vcpu(struct seating *s, int64_t cpu, uint32_t guest, uint32_t vcpu)
{
	struct seat *at = &s->seat[s->n++];

	at->cpu = cpu;
	snprintf(at->path, sizeof(at->path), "guests[%u].vcpus[%u].cpu", guest, vcpu);
}

static void seat_all(struct seating *s, const struct config *c)
{
	for (uint32_t i = 0; i < c->devices; i++)
		seat(s, c->device[i].vhost_cpu, "devices", i, "vhost_cpu");
	for (uint32_t i = 0; i < c->guests; i++)
		for (uint32_t k = 0; k < c->guest[i].vcpus; k++)
			seat_vcpu(s, c->guest[i].vcpu[k].cpu, i, k);
	if (c->netem.flow[0])
		seat(s, c->netem.cpu, "netem", UINT32_MAX, "cpu");
	for (uint32_t i = 0; i < c->flows; i++) {
		if (c->flow[i].sender_cpu >= 0)
			seat(s, c->flow[i].sender_cpu, "flows", i, "sender_cpu");
		if (c->flow[i].receiver_cpu >= 0)
			seat(s, c->flow[i].receiver_cpu, "flows", i, "receiver_cpu");
	}
}

static int check_seat(const struct experiment *e, const struct seating *s, size_t i,
		      const struct blame *b)
{
	const struct seat *at = &s->seat[i];

	if (at->cpu >= e->machine.cpus)
		return blame_set(b, at->path,
				 "%s has no processor %" PRId64 "; 0 to %" PRId64
				 " would be right",
				 e->machine.name, at->cpu, e->machine.cpus - 1);
	for (size_t k = 0; k < i; k++)
		if (s->seat[k].cpu == at->cpu)
			return blame_set(b, at->path,
					 "processor %" PRId64 " belongs to %s already; "
					 "each of these tasks needs its own",
					 at->cpu, s->seat[k].path);
	return 0;
}

static int check_seats(const struct experiment *e, const struct blame *b)
{
	struct seating s = { .n = 0 };

	seat_all(&s, &e->cfg);
	for (size_t i = 0; i < s.n; i++)
		if (check_seat(e, &s, i, b))
			return -1;
	return 0;
}

static int check_guest_of(const struct config *c, uint32_t device, const struct blame *b)
{
	const struct cfg_device *d = &c->device[device];
	int guest = guest_index(c, d->guest);
	const char *names[CFG_GUESTS];
	char path[PATH_LEN], text[512];

	if (!d->guest[0])
		return 0;
	for (uint32_t i = 0; i < c->guests; i++)
		names[i] = c->guest[i].name;
	snprintf(path, sizeof(path), "devices[%u].guest", device);
	if (guest < 0) {
		unknown_name(text, sizeof(text), "guest", d->guest, names, c->guests);
		return blame_set(b, path, "%s", text);
	}
	snprintf(path, sizeof(path), "devices[%u].tx_vcpu", device);
	if (d->tx_vcpu >= c->guest[guest].vcpus)
		return blame_set(b, path,
				 "guest \"%s\" has no vCPU %" PRId64 "; 0 to %u would be "
				 "right",
				 d->guest, d->tx_vcpu, c->guest[guest].vcpus - 1);
	return 0;
}

static int check_guests(const struct config *c, const struct blame *b)
{
	char path[PATH_LEN];

	for (uint32_t i = 0; i < c->guests; i++) {
		int first = guest_index(c, c->guest[i].name);

		snprintf(path, sizeof(path), "guests[%u].name", i);
		if (first != (int)i)
			return blame_set(b, path,
					 "\"%s\" is the name of guests[%d] already; "
					 "another name would be right",
					 c->guest[i].name, first);
	}
	for (uint32_t i = 0; i < c->devices; i++)
		if (check_guest_of(c, i, b))
			return -1;
	return 0;
}

static int check_netem(const struct config *c, const struct blame *b)
{
	const char *names[CFG_FLOWS];
	char text[512];

	if (!c->netem.flow[0])
		return 0;
	for (uint32_t i = 0; i < c->flows; i++) {
		names[i] = c->flow[i].name;
		if (strcmp(names[i], c->netem.flow))
			continue;
		if (c->flow[i].sender != CFG_UDP)
			return blame_set(
				b, "netem.flow",
				"what \"%s\" sends never comes there; a udp flow "
				"would be right",
				names[i]);
		if (c->netem.cpu < 0)
			return blame_set(b, "netem.cpu",
					 "is missing; netem's softirq needs a processor");
		return 0;
	}
	unknown_name(text, sizeof(text), "flow", c->netem.flow, names, c->flows);
	return blame_set(b, "netem.flow", "%s", text);
}

#define NEEDED 5

/* Does the device of @f take handle_tx()'s way packet by packet? See vhost.c. */
static bool sends_one_by_one(const struct experiment *e, const struct cfg_flow *f)
{
	const struct cfg_device *d = &e->cfg.device[device_index(&e->cfg, f->device)];

	return f->sender == CFG_TESTPMD_TXONLY &&
	       (!e->kernel.has[KERNEL_TX_SPLIT] ||
		e->cfg.vhost_net.experimental_zcopytx || d->sndbuf);
}

/* Does the machine's profile have the costs of all that the flows do? */
static int check_costs(const struct experiment *e, const struct blame *b)
{
	/* one operation stands for its group: see machine_file.c */
	static const enum op needed[][NEEDED] = {
		[CFG_TESTPMD_TXONLY] = { OP_WORKER, OP_TX_RUN, OP_PMD_BUILD, OP_WORKER,
					 OP_WORKER },
		[CFG_PKTGEN] = { OP_WORKER, OP_RX_RUN, OP_PKTGEN_BUILD, OP_PMD_POLL,
				 OP_WORKER },
		[CFG_UDP] = { OP_WORKER, OP_TX_RUN, OP_ZTX_HANDLE, OP_GUEST_XMIT,
			      OP_UDP_RECVMSG },
	};

	for (uint32_t i = 0; i < e->cfg.flows; i++)
		for (size_t k = 0; k <= NEEDED; k++) {
			enum op op = k < NEEDED ? needed[e->cfg.flow[i].sender][k]
				     : sends_one_by_one(e, &e->cfg.flow[i])
					     ? OP_ZTX_HANDLE
					     : OP_WORKER;
			const char *name = op_name(op);

			if (!e->machine.knows[op])
				return blame_set(
					b, "machine",
					"\"%s\" does not know what %.*s.* costs, "
					"which flow \"%s\" needs; see "
					"\"vhostsim list machines\"",
					e->machine.name, (int)strcspn(name, "."), name,
					e->cfg.flow[i].name);
		}
	return 0;
}

int experiment_check(const struct experiment *e, const struct blame *b)
{
	const struct config *c = &e->cfg;

	if (check_device_names(c, b) || check_flow_names(c, b) || check_guests(c, b) ||
	    check_netem(c, b))
		return -1;
	for (uint32_t i = 0; i < c->flows; i++)
		if (check_device_of(c, i, b) || check_ends(c, i, b) ||
		    check_direction(c, i, b))
			return -1;
	return check_seats(e, b) || check_costs(e, b) ? -1 : 0;
}
