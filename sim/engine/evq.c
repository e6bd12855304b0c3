/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * evq.c - growing the tournament tree; the rest is inline in evq.h.
 *
 * Why a tournament tree: the simulator has tens of event sources, each re-arms itself
 * at once, and a source's place in the tree never moves. Re-arming costs log2(slots)
 * compares without moving an element (Knuth, TAOCP vol. 3, 5.4.1). Against heaps and
 * sorted arrays it is measured by tests/bench.
 */
#include "evq.h"

#include <stdlib.h>
#include <string.h>

#define EVQ_MIN_CAP 2

static void evq_rebuild(struct evq *q)
{
	for (uint32_t leaf = 0; leaf < q->cap; leaf += 2)
		evq_replay(q, leaf);
}

static int evq_grow(struct evq *q, uint32_t cap)
{
	struct evq_key *key = malloc(cap * sizeof(*key));
	uint32_t *win = malloc(cap * sizeof(*win));

	if (!key || !win) {
		free(key);
		free(win);
		return -1;
	}
	if (q->used)
		memcpy(key, q->key, q->used * sizeof(*key));
	for (uint32_t i = q->used; i < cap; i++)
		key[i] = (struct evq_key){ EVQ_IDLE, 0 };
	/* Any valid slot will do for a winner until all leaves have been replayed. */
	for (uint32_t i = 0; i < cap; i++)
		win[i] = cap - 1;
	free(q->key);
	free(q->win);
	q->key = key;
	q->win = win;
	q->cap = cap;
	evq_rebuild(q);
	return 0;
}

int evq_init(struct evq *q, cycles_t origin)
{
	memset(q, 0, sizeof(*q));
	q->origin = origin;
	return evq_grow(q, EVQ_MIN_CAP);
}

void evq_destroy(struct evq *q)
{
	free(q->key);
	free(q->win);
	memset(q, 0, sizeof(*q));
}

int evq_slot(struct evq *q)
{
	if (q->used == q->cap && evq_grow(q, q->cap * 2))
		return -1;
	return (int)q->used++;
}
