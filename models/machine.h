/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * machine.h - a host: processors, cache lines, and what each operation costs.
 *
 * An operation's cost is what it takes with its shared cache lines at hand. The time
 * that a line takes to come from another processor is added by the models where they
 * touch the line (cacheline.h).
 */
#ifndef VHOSTSIM_MACHINE_H
#define VHOSTSIM_MACHINE_H

#include <stdbool.h>
#include <stdint.h>

#include "../sim/engine/profile.h"
#include "op.h"

/* Cycles until a line is there, by where it is. A hit costs nothing extra. */
struct machine_line {
	int64_t size;	      /* bytes */
	int64_t same_socket;  /* another core of the socket has it */
	int64_t cross_socket; /* a core of another socket has it */
	int64_t memory;	      /* nobody has it */
	int64_t spread_pct;   /* standard deviation of the above, percent of the mean */
};

struct machine {
	char name[32];
	char title[160];
	uint64_t hz;
	int64_t sockets;
	int64_t cpus; /* of the whole host; cpu n is on socket n / (cpus / sockets) */
	struct machine_line line;
	int64_t udp_release; /* cycles from a datagram's arrival to when it is received */
	int64_t wake_latency; /* cycles from the wake-up of a sleeping thread to its run */
	uint32_t op[OP_COUNT]; /* cycles of each operation */
	bool knows[OP_COUNT];  /* the profile says so */
};

static inline unsigned int machine_socket(const struct machine *m, unsigned int cpu)
{
	return (unsigned int)(cpu / (m->cpus / m->sockets));
}

/* A path of @op alone, as it costs on @m. NULL without memory. */
static inline const struct path *op_path(struct path_table *tab, const struct machine *m,
					 enum op op)
{
	const uint16_t id = (uint16_t)op;

	return path_new(tab, &id, 1, m->op);
}

/* Symbols and modules of all operations, indexed by enum op; for struct sim_config. */
const struct op_desc *op_table(void);

/* Name of @op in machine files ("tx.handle_tx_copy"), and a line on what it covers. */
const char *op_name(enum op op);
const char *op_help(enum op op);

#endif
