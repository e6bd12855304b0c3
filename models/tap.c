/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tap.h"

#include <string.h>

int tap_init(struct tap *t, const struct coherence *c, uint32_t tx_queue_len,
	     struct flow *flow)
{
	memset(t, 0, sizeof(*t));
	t->flow = flow;
	return ptr_ring_init(&t->ring, c, tx_queue_len);
}

void tap_destroy(struct tap *t)
{
	ptr_ring_destroy(&t->ring);
}

bool tap_xmit(struct sim *s, struct tap *t, struct coherence *c, unsigned int cpu,
	      struct packet pkt, cycles_t *stall, bool *woken)
{
	*woken = false;
	if (!ptr_ring_produce(&t->ring, c, cpu, pkt, stall))
		return false;
	*woken = t->rx.waits;
	if (t->rx.waits)
		t->rx.data_ready(s, t->rx.reader);
	return true;
}

uint32_t tap_read(struct sim *s, struct tap *t, struct coherence *c, unsigned int cpu,
		  struct packet *out, uint32_t n, cycles_t *stall)
{
	uint32_t got = ptr_ring_consume(&t->ring, c, cpu, out, n, stall);

	if (t->poller && !ptr_ring_full(&t->ring))
		task_poll_wake(s, t->poller);
	return got;
}
