/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cacheline.h - who has a cache line, and what it costs to get it.
 *
 * Only lines that threads share are tracked: rings, indexes, packet heads. Each line
 * has a set of processors with a valid copy and, after a write, exactly one (MESI,
 * without the difference between E and M). Everything a thread touches alone is part of
 * the cost of its operations.
 */
#ifndef VHOSTSIM_CACHELINE_H
#define VHOSTSIM_CACHELINE_H

#include <stdint.h>

#include "../sim/engine/rng.h"
#include "machine.h"

#define CACHELINE_CPUS 64

struct cacheline {
	uint64_t copies; /* bit n: cpu n has a valid copy */
};

/* An object of shared memory that starts at a line's first byte. */
struct lines {
	struct cacheline *line;
	uint32_t n;
};

struct coherence {
	unsigned int shift;		    /* log2 of the line size */
	uint64_t socket_of[CACHELINE_CPUS]; /* all cpus of cpu n's socket, as a set */
	struct quantiles same_socket, cross_socket, memory;
	struct rng rng;
};

/* Latencies of @m, with the random stream "cacheline" of @seed. 0, or -1 (memory). */
int coherence_init(struct coherence *c, const struct machine *m, uint64_t seed);
void coherence_destroy(struct coherence *c);

/* Lines for an object of @bytes. 0, or -1 without memory. */
int lines_init(struct lines *l, const struct coherence *c, uint32_t bytes);
void lines_destroy(struct lines *l);

/*
 * Cycles until a line of which the cpus @copies have a copy reaches @cpu (the nearest
 * one serves it), and until their copies are gone (the farthest one decides).
 */
cycles_t cacheline_fetch(struct coherence *c, uint64_t copies, unsigned int cpu);
cycles_t cacheline_invalidate(struct coherence *c, uint64_t copies, unsigned int cpu);

/*
 * @cpu reads the line at @offset of @l. Returns the cycles until the value is there: 0
 * when the cpu has a copy.
 */
static inline cycles_t line_read(struct coherence *c, struct lines *l, uint32_t offset,
				 unsigned int cpu)
{
	struct cacheline *line = &l->line[offset >> c->shift];
	uint64_t me = 1ull << cpu;
	uint64_t copies = line->copies;

	if (copies & me)
		return 0;
	line->copies = copies | me;
	return cacheline_fetch(c, copies, cpu);
}

/*
 * @cpu writes the line at @offset of @l: all other copies are gone. Returns the cycles
 * until the write is done. A store does not wait for that; a barrier after it does, and
 * the caller knows which it is.
 */
static inline cycles_t line_write(struct coherence *c, struct lines *l, uint32_t offset,
				  unsigned int cpu)
{
	struct cacheline *line = &l->line[offset >> c->shift];
	uint64_t me = 1ull << cpu;
	uint64_t copies = line->copies;

	if (copies == me)
		return 0;
	line->copies = me;
	return cacheline_invalidate(c, copies & ~me, cpu);
}

#endif
