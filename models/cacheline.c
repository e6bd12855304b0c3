/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cacheline.h"

#include <stdbool.h>
#include <stdlib.h>

static unsigned int log2_of(uint64_t size)
{
	unsigned int shift = 0;

	while ((1ull << shift) < size)
		shift++;
	return shift;
}

int coherence_init(struct coherence *c, const struct machine *m, uint64_t seed)
{
	const struct machine_line *l = &m->line;

	c->shift = log2_of((uint64_t)l->size);
	for (unsigned int i = 0; i < CACHELINE_CPUS; i++) {
		c->socket_of[i] = 0;
		for (unsigned int k = 0; k < CACHELINE_CPUS; k++)
			if (machine_socket(m, i) == machine_socket(m, k))
				c->socket_of[i] |= 1ull << k;
	}
	quantiles_gamma(&c->same_socket, (uint32_t)l->same_socket,
			(uint32_t)l->spread_pct);
	quantiles_gamma(&c->cross_socket, (uint32_t)l->cross_socket,
			(uint32_t)l->spread_pct);
	quantiles_gamma(&c->memory, (uint32_t)l->memory, (uint32_t)l->spread_pct);
	return rng_init(&c->rng, seed, "cacheline");
}

void coherence_destroy(struct coherence *c)
{
	rng_destroy(&c->rng);
}

int lines_init(struct lines *l, const struct coherence *c, uint32_t bytes)
{
	l->n = (bytes + (1u << c->shift) - 1) >> c->shift;
	l->line = calloc(l->n, sizeof(*l->line));
	return l->line ? 0 : -1;
}

void lines_destroy(struct lines *l)
{
	free(l->line);
	l->line = NULL;
}

static cycles_t draw(struct coherence *c, bool near)
{
	return rng_draw(&c->rng, near ? &c->same_socket : &c->cross_socket);
}

cycles_t cacheline_fetch(struct coherence *c, uint64_t copies, unsigned int cpu)
{
	if (!copies)
		return rng_draw(&c->rng, &c->memory);
	return draw(c, copies & c->socket_of[cpu]);
}

cycles_t cacheline_invalidate(struct coherence *c, uint64_t copies, unsigned int cpu)
{
	if (!copies)
		return rng_draw(&c->rng, &c->memory);
	return draw(c, !(copies & ~c->socket_of[cpu]));
}
