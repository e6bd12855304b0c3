/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sweep_out.h - where the rows of a sweep go.
 *
 * To a file: each row is appended to NAME.part the moment its point ends, in any order;
 * when all are there they are written in the order of the points and get their final
 * name. A sweep that is killed finds its rows in NAME.part again. To stdout, or to
 * something that is no regular file: in the order of the points, each as soon as those
 * before it are out.
 */
#ifndef VHOSTSIM_SWEEP_OUT_H
#define VHOSTSIM_SWEEP_OUT_H

#include <stdbool.h>

#include "sweep_table.h"

struct sweep_out {
	struct sweep_table *table;
	const char *name; /* NULL: stdout */
	char *part;	  /* NAME.part, NULL when rows are streamed */
	int fd;		  /* of NAME.part */
	FILE *stream;
	size_t next;   /* streaming: the next point to print */
	bool *without; /* [points] streaming: this one has no row */
	bool head_out; /* the header row has been written */
};

enum sweep_out_found {
	SWEEP_OUT_READY,
	SWEEP_OUT_COMPLETE, /* NAME is there and holds this very sweep */
	SWEEP_OUT_WRONG,    /* @d filled */
};

/*
 * Begin, with the rows of an interrupted sweep taken over into @t. With @force nothing
 * is taken over, and NAME may be there already.
 */
enum sweep_out_found sweep_out_open(struct sweep_out *o, struct sweep_table *t,
				    const char *name, bool force, struct diag *d);

/* The row of @point is in the table. 0, or -1 with @d filled (disk full). */
int sweep_out_row(struct sweep_out *o, size_t point, struct diag *d);

/* @point gave no row. */
int sweep_out_without(struct sweep_out *o, size_t point, struct diag *d);

/*
 * All points are through. NAME appears, unless rows are missing: then NAME.part stays
 * what it is. 0, or -1 with @d filled.
 */
int sweep_out_finish(struct sweep_out *o, struct diag *d);
void sweep_out_destroy(struct sweep_out *o);

#endif
