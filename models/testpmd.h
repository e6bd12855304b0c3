/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * testpmd.h - DPDK's testpmd on a virtio-user port: a process that polls a split
 * virtqueue (app/test-pmd/txonly.c and rxonly.c, drivers/net/virtio, DPDK 20.05).
 *
 * txonly builds a whole burst, hands over what fits into the ring and frees the rest.
 * rxonly looks at the used index, takes at most a burst, gives new buffers for it and
 * frees what it got. Both never sleep, and ask for no interrupt.
 */
#ifndef VHOSTSIM_TESTPMD_H
#define VHOSTSIM_TESTPMD_H

#include "config.h"
#include "machine.h"
#include "pace.h"
#include "vhost_net.h"

struct testpmd_paths {
	const struct path *build, *free, *tx_burst, *xmit, *idle;
	const struct path *poll, *dequeue, *refill, *kick;
};

struct testpmd {
	struct task task;
	struct coherence *c;
	const struct testpmd_paths *path;
	struct virtqueue *vq;
	struct vhost_net *net; /* takes the kicks */
	struct flow *flow;
	uint16_t flow_id;
	uint16_t packet_size;
	uint32_t burst;
	struct pace pace;   /* of txonly */
	uint32_t n;	    /* packets of this burst */
	uint32_t done;	    /* of these, worked off */
	uint16_t published; /* avail index before this burst */
};

int testpmd_paths_init(struct testpmd_paths *p, struct path_table *tab,
		       const struct machine *m);

/*
 * Set @p up on the ring @vq for flow number @id, @f. rxonly also
 * posts all buffers, as the driver does when the port starts.
 */
void testpmd_txonly_init(struct testpmd *p, const struct cfg_flow *f, uint16_t id,
			 struct pace pace);
void testpmd_rxonly_init(struct testpmd *p, const struct cfg_flow *f, uint16_t id);

/* The step functions. */
enum task_next testpmd_txonly(struct sim *s, struct task *t);
enum task_next testpmd_rxonly(struct sim *s, struct task *t);

#endif
