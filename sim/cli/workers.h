/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * workers.h - a fixed set of forked processes that work through a list of jobs.
 *
 * Each worker lives until the list is done: it takes a job, answers, and gets the next
 * one, so the work is shared evenly and a job costs no fork. What a worker does wrong
 * (a crash, a kill) ends that worker alone: its job is given once more to a new one.
 */
#ifndef VHOSTSIM_WORKERS_H
#define VHOSTSIM_WORKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define WORKERS_MAX 1024

struct workers_ops {
	/*
	 * In the worker: do @job and print the answer. Returns a number up to 255 that
	 * the parent gets with it. A worker does not see SIGINT; SIGTERM ends it.
	 */
	int (*work)(void *ctx, size_t job, FILE *answer);

	/* In the parent: the answer to @job, @len bytes and a 0. Nonzero ends it all. */
	int (*done)(void *ctx, size_t job, int status, const char *answer, size_t len);

	/*
	 * In the parent: the worker that had @job ended, with @status as waitpid() has
	 * it. Returns whether a new one shall try the job again.
	 */
	bool (*died)(void *ctx, size_t job, int status, bool first_time);

	/* In the parent, several times a second: true ends it all at once. */
	bool (*stop)(void *ctx);
};

enum workers_end {
	WORKERS_DONE,
	WORKERS_STOPPED, /* done() or stop() said so; jobs at work are lost */
	WORKERS_FAILED,	 /* a job was given up; the others at work were finished */
	WORKERS_ERROR,	 /* no worker could be started: see errno */
};

/*
 * Do the @n jobs in @job with up to @workers processes. All of them have ended when
 * this returns. stdout and stderr should have been flushed.
 */
enum workers_end workers_run(const struct workers_ops *ops, void *ctx, const size_t *job,
			     size_t n, unsigned int workers);

#endif
