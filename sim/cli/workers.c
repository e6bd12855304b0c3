/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * workers.c - a fixed set of forked processes that work through a list of jobs.
 *
 * A socket pair a worker: job numbers go down, answers come up. Sockets and not pipes,
 * because writing to a worker that has just died must not raise SIGPIPE. A worker closes
 * the parent's ends of its elder siblings' sockets: when the parent dies, however that
 * happens, each worker reads the end of its socket and leaves.
 */
#include "workers.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define TICK_MS 100 /* how often stop() is asked at least */

struct worker {
	pid_t pid; /* 0: none */
	int fd;
	bool busy;
	bool again; /* its job has cost a worker before */
	size_t job;
};

struct crew {
	const struct workers_ops *ops;
	void *ctx;
	const size_t *job;
	size_t n, next;
	struct worker *w;
	unsigned int workers;
	unsigned int busy;
	bool giving_up; /* no new jobs */
};

/* Ahead of each answer. */
struct answer_head {
	uint32_t status;
	uint32_t len;
};

static bool put(int fd, const void *buf, size_t len)
{
	for (const char *p = buf; len;) {
		ssize_t n = send(fd, p, len, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		len -= (size_t)n;
	}
	return true;
}

static bool get(int fd, void *buf, size_t len)
{
	for (char *p = buf; len;) {
		ssize_t n = recv(fd, p, len, 0);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		p += n;
		len -= (size_t)n;
	}
	return true;
}

static bool do_job(const struct crew *c, int fd, size_t job)
{
	struct answer_head head;
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);
	bool sent;

	if (!f)
		return false;
	head.status = (uint32_t)c->ops->work(c->ctx, job, f);
	if (fclose(f))
		return false;
	head.len = (uint32_t)len;
	sent = put(fd, &head, sizeof(head)) && put(fd, text, len);
	free(text);
	return sent;
}

static _Noreturn void worker_main(const struct crew *c, int fd)
{
	size_t job;

	/* Ctrl-C reaches the whole group: what it means is the parent's decision. */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_DFL);
	for (unsigned int i = 0; i < c->workers; i++)
		if (c->w[i].pid)
			close(c->w[i].fd);
	while (get(fd, &job, sizeof(job)))
		if (!do_job(c, fd, job))
			_exit(1);
	_exit(0);
}

static int start(struct crew *c, struct worker *w)
{
	int fd[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fd))
		return -1;
	pid = fork();
	if (pid == 0) {
		close(fd[0]);
		worker_main(c, fd[1]);
	}
	close(fd[1]);
	if (pid < 0) {
		close(fd[0]);
		return -1;
	}
	*w = (struct worker){ .pid = pid, .fd = fd[0] };
	return 0;
}

/* Wait for @w to end. Returns its status. */
static int reap(struct worker *w)
{
	int status = 0;

	close(w->fd);
	while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
		;
	w->pid = 0;
	return status;
}

/* A worker that cannot be reached any more is found dead by the next poll(). */
static void give(struct crew *c, struct worker *w, size_t job, bool again)
{
	w->job = job;
	w->busy = true;
	w->again = again;
	c->busy++;
	put(w->fd, &job, sizeof(job));
}

static void give_next(struct crew *c, struct worker *w)
{
	if (c->next < c->n && !c->giving_up)
		give(c, w, c->job[c->next++], false);
}

static int bury(struct crew *c, struct worker *w)
{
	bool was_busy = w->busy, again = w->again;
	size_t job = w->job;
	int status = reap(w);

	if (was_busy) {
		c->busy--;
		if (!c->ops->died(c->ctx, job, status, !again)) {
			c->giving_up = true;
			return 0;
		}
	}
	if (start(c, w))
		return -1;
	if (was_busy)
		give(c, w, job, true);
	else
		give_next(c, w);
	return 0;
}

/* Take the answer of @w. Returns done()'s verdict, or -1 when the worker is dead. */
static int take_answer(struct crew *c, struct worker *w)
{
	struct answer_head head;
	char *text;
	int verdict;

	if (!get(w->fd, &head, sizeof(head)))
		return -1;
	text = malloc((size_t)head.len + 1);
	if (!text || !get(w->fd, text, head.len)) {
		free(text);
		return -1;
	}
	text[head.len] = '\0';
	w->busy = false;
	c->busy--;
	verdict = c->ops->done(c->ctx, w->job, (int)head.status, text, head.len);
	free(text);
	return verdict ? 1 : 0;
}

static enum workers_end serve(struct crew *c, struct worker *w)
{
	switch (take_answer(c, w)) {
	case 0:
		give_next(c, w);
		return WORKERS_DONE;
	case -1:
		return bury(c, w) ? WORKERS_ERROR : WORKERS_DONE;
	default:
		return WORKERS_STOPPED;
	}
}

/* Wait for one round of answers. WORKERS_DONE: go on. */
static enum workers_end turn(struct crew *c, struct pollfd *p)
{
	enum workers_end end;

	for (unsigned int i = 0; i < c->workers; i++)
		p[i] = (struct pollfd){ .fd = c->w[i].pid ? c->w[i].fd : -1,
					.events = POLLIN };
	if (c->ops->stop(c->ctx))
		return WORKERS_STOPPED;
	if (poll(p, c->workers, TICK_MS) <= 0)
		return WORKERS_DONE; /* nothing yet, or a signal */
	for (unsigned int i = 0; i < c->workers; i++)
		if (p[i].revents) {
			end = serve(c, &c->w[i]);
			if (end != WORKERS_DONE)
				return end;
		}
	return WORKERS_DONE;
}

static void dismiss(struct crew *c)
{
	for (unsigned int i = 0; i < c->workers; i++)
		if (c->w[i].pid) {
			if (c->w[i].busy)
				kill(c->w[i].pid, SIGKILL);
			reap(&c->w[i]);
		}
}

static enum workers_end run(struct crew *c, struct pollfd *p)
{
	enum workers_end end = WORKERS_DONE;

	for (unsigned int i = 0; i < c->workers; i++) {
		if (start(c, &c->w[i]))
			return WORKERS_ERROR;
		give_next(c, &c->w[i]);
	}
	while (c->busy && end == WORKERS_DONE)
		end = turn(c, p);
	if (end == WORKERS_DONE && c->giving_up)
		end = WORKERS_FAILED;
	return end;
}

enum workers_end workers_run(const struct workers_ops *ops, void *ctx, const size_t *job,
			     size_t n, unsigned int workers)
{
	struct crew c = { .ops = ops, .ctx = ctx, .job = job, .n = n };
	enum workers_end end = WORKERS_ERROR;
	struct pollfd *p;
	int err;

	c.workers = workers < n ? workers : (unsigned int)n;
	c.w = calloc(c.workers + 1, sizeof(*c.w));
	p = calloc(c.workers + 1, sizeof(*p));
	if (c.w && p)
		end = run(&c, p);
	err = errno;
	if (c.w)
		dismiss(&c);
	free(c.w);
	free(p);
	errno = err;
	return end;
}
