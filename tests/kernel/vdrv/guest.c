/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "guest.h"

bool guest_send(struct guest *g, unsigned int flow)
{
	if (g->in_flight[flow] >= g->in_flight_max[flow] ||
	    g->tail - g->head >= GUEST_QDISC_LIMIT) {
		g->eagain[flow]++;
		return false;
	}
	g->fifo[g->tail++ & (GUEST_QDISC - 1)] = (uint8_t)flow;
	g->in_flight[flow]++;
	g->sent[flow]++;
	return true;
}

/* free_old_xmit_skbs(): the sockets get back what they were charged. */
static void free_old(struct guest *g)
{
	uint32_t len;

	while (ring_has_used(g->ring))
		g->in_flight[g->flow_of[ring_take_used(g->ring, &len)]]--;
}

/* The next packet of the FIFO goes into the ring. */
static void xmit_one(struct guest *g)
{
	unsigned int flow = g->fifo[g->head++ & (GUEST_QDISC - 1)];
	uint16_t id = ring_get_free(g->ring);

	g->flow_of[id] = (uint8_t)flow;
	g->write(g->ctx, id, flow);
	ring_add(g->ring, id);
}

/* The end of start_xmit(): there must be room for a packet of any size. */
static void stop_if_full(struct guest *g)
{
	if (g->ring->nfree >= GUEST_STOP_BELOW)
		return;
	g->stopped = true;
	g->stops++;
	if (ring_calls_delayed(g->ring))
		return;
	/* more was used meanwhile */
	free_old(g);
	if (g->ring->nfree < GUEST_STOP_BELOW)
		return;
	g->stopped = false;
	ring_calls_off(g->ring);
}

void guest_xmit(struct guest *g)
{
	uint32_t unpublished = 0;

	while (!g->stopped && g->head != g->tail) {
		free_old(g);
		xmit_one(g);
		stop_if_full(g);
		if (++unpublished < GUEST_BULK && !g->stopped && g->head != g->tail)
			continue;
		g->publish(g->ctx);
		unpublished = 0;
	}
}

void guest_called(struct guest *g)
{
	ring_calls_off(g->ring);
	if (!g->stopped)
		return;
	g->stopped = false;
	g->wakes++;
	guest_xmit(g);
}
