/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pktgen.h - the kernel's packet generator on a tap (net/core/pktgen.c, 5.8).
 *
 * It makes an skb (or sends the last one again), calls tun_net_xmit(), and when the
 * tap's ring is full the packet is dropped, counted as an error, and the next one tried.
 */
#ifndef VHOSTSIM_PKTGEN_H
#define VHOSTSIM_PKTGEN_H

#include "config.h"
#include "machine.h"
#include "pace.h"
#include "tap.h"

struct pktgen_paths {
	const struct path *fresh, *clone; /* an skb made or sent again, and tried */
	const struct path *retry_fresh, *retry_clone; /* ... after a drop */
	const struct path *wake, *idle;
};

struct pktgen {
	struct task task;
	struct coherence *c;
	const struct pktgen_paths *path;
	struct tap *tap;
	struct flow *flow;
	uint16_t flow_id;
	uint16_t packet_size;
	uint32_t clone_skb; /* times an skb is sent again */
	uint32_t clones;    /* of the present one, left */
	struct pace pace;
	struct lines skb_lines; /* heads and data of the skbs in circulation */
	uint32_t skb_stride;
	uint32_t skbs, skb;
};

int pktgen_paths_init(struct pktgen_paths *p, struct path_table *tab,
		      const struct machine *m);

/* @skbs: packets that can be on their way at once. 0, or -1 without memory. */
int pktgen_init(struct pktgen *p, const struct cfg_flow *f, uint16_t id, uint32_t skbs,
		struct pace pace);
void pktgen_destroy(struct pktgen *p);

/* Count the drops of a wait that goes on. */
void pktgen_settle(struct sim *s, struct pktgen *p);

/* The step function. */
enum task_next pktgen_xmit(struct sim *s, struct task *t);

#endif
