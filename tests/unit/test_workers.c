/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../../sim/cli/workers.h"

#define JOBS 40
#define NONE JOBS
#define LONG_ANSWER (1 << 20) /* more than a socket holds */

/* A worker has the copy that was there when it was started. */
struct list {
	size_t job[JOBS];
	unsigned int answers[JOBS], deaths[JOBS];
	size_t killed;		 /* the job that costs its worker */
	unsigned int lives;	 /* ... until that many have died of it */
	size_t endless;		 /* the job that never ends */
	size_t stop_after;	 /* done() ends it all at this job */
	bool long_answer, retry; /* what died() says, the first time */
	bool stop;
	int status;
};

static struct list list_of_all(void)
{
	struct list l = {
		.killed = NONE, .endless = NONE, .stop_after = NONE, .retry = true
	};

	for (size_t i = 0; i < JOBS; i++)
		l.job[i] = i;
	return l;
}

/* The square of the job's number, and the number again as exit code. */
static int work(void *ctx, size_t job, FILE *answer)
{
	struct list *l = ctx;

	if (job == l->killed && l->deaths[job] < l->lives)
		raise(SIGKILL);
	if (job == l->endless)
		alarm(30); /* if nobody else ends it, when the test fails */
	while (job == l->endless)
		pause();
	fprintf(answer, "%zu", job * job);
	for (size_t i = 0; l->long_answer && i < LONG_ANSWER; i++)
		putc('.', answer);
	return (int)job;
}

static int done(void *ctx, size_t job, int status, const char *answer, size_t len)
{
	struct list *l = ctx;
	char *end;

	cr_assert_eq(strtoul(answer, &end, 10), job * job, "another job's answer");
	cr_assert_eq(strspn(end, "."), l->long_answer ? LONG_ANSWER : 0, "cut off");
	cr_assert_eq(strlen(answer), len);
	cr_assert_eq(status, (int)job);
	l->answers[job]++;
	return job == l->stop_after;
}

static bool died(void *ctx, size_t job, int status, bool first_time)
{
	struct list *l = ctx;

	cr_assert_eq(first_time, l->deaths[job] == 0);
	l->deaths[job]++;
	l->status = status;
	return l->retry && first_time;
}

static bool stop(void *ctx)
{
	const struct list *l = ctx;

	return l->stop;
}

static enum workers_end run(struct list *l, size_t n, unsigned int workers)
{
	static const struct workers_ops ops = { work, done, died, stop };
	enum workers_end end = workers_run(&ops, l, l->job, n, workers);

	cr_assert_eq(waitpid(-1, NULL, WNOHANG), -1, "a worker is left");
	cr_assert_eq(errno, ECHILD);
	return end;
}

static unsigned int sum(const unsigned int *of)
{
	unsigned int n = 0;

	for (size_t i = 0; i < JOBS; i++)
		n += of[i];
	return n;
}

Test(workers, each_job_is_done_once)
{
	static const unsigned int workers[] = { 1, 2, 3, JOBS, WORKERS_MAX };

	for (size_t i = 0; i < sizeof(workers) / sizeof(*workers); i++) {
		struct list l = list_of_all();

		cr_assert_eq(run(&l, JOBS, workers[i]), WORKERS_DONE);
		for (size_t k = 0; k < JOBS; k++)
			cr_assert_eq(l.answers[k], 1, "job %zu", k);
		cr_assert_eq(sum(l.deaths), 0);
	}
}

Test(workers, an_empty_list_is_done)
{
	struct list l = list_of_all();

	cr_assert_eq(run(&l, 0, 2), WORKERS_DONE);
	cr_assert_eq(sum(l.answers), 0);
}

Test(workers, an_answer_may_be_long)
{
	struct list l = list_of_all();

	l.long_answer = true;
	cr_assert_eq(run(&l, 4, 2), WORKERS_DONE);
	cr_assert_eq(sum(l.answers), 4);
}

/* Killed once: the job is given to a new worker, and no other job is lost or repeated. */
Test(workers, a_killed_workers_job_is_tried_again)
{
	for (unsigned int workers = 1; workers <= 3; workers++) {
		struct list l = list_of_all();

		l.killed = 7;
		l.lives = 1;
		cr_assert_eq(run(&l, JOBS, workers), WORKERS_DONE);
		for (size_t k = 0; k < JOBS; k++)
			cr_assert_eq(l.answers[k], 1, "job %zu", k);
		cr_assert_eq(l.deaths[7], 1);
		cr_assert_eq(sum(l.deaths), 1);
		cr_assert(WIFSIGNALED(l.status) && WTERMSIG(l.status) == SIGKILL);
	}
}

/* Killed twice: given up, and with one worker nothing behind it is begun. */
Test(workers, a_job_is_given_up_the_second_time)
{
	struct list l = list_of_all();

	l.killed = 7;
	l.lives = 2;
	cr_assert_eq(run(&l, JOBS, 1), WORKERS_FAILED);
	cr_assert_eq(l.deaths[7], 2);
	cr_assert_eq(sum(l.answers), 7);
	cr_assert_eq(l.answers[7], 0);
	cr_assert_eq(l.answers[8], 0);
}

Test(workers, a_job_is_given_up_if_died_says_so)
{
	struct list l = list_of_all();

	l.killed = 7;
	l.lives = 2;
	l.retry = false;
	cr_assert_eq(run(&l, JOBS, 1), WORKERS_FAILED);
	cr_assert_eq(l.deaths[7], 1);
}

Test(workers, done_can_end_it)
{
	struct list l = list_of_all();

	l.stop_after = 5;
	cr_assert_eq(run(&l, JOBS, 1), WORKERS_STOPPED);
	cr_assert_eq(sum(l.answers), 6);
}

/* The worker would never answer: it is killed, and nobody is told that it died. */
Test(workers, stop_does_not_wait_for_jobs, .timeout = 10)
{
	struct list l = list_of_all();

	l.endless = 0;
	l.stop = true;
	cr_assert_eq(run(&l, JOBS, 2), WORKERS_STOPPED);
	cr_assert_eq(l.answers[0], 0);
	cr_assert_eq(sum(l.deaths), 0);
}

static void nothing(int number)
{
	(void)number;
}

/* poll() and recv() are interrupted: that is no death. */
Test(workers, signals_in_the_parent_do_no_harm)
{
	struct list l = list_of_all();
	struct sigaction act = { .sa_handler = nothing };
	pid_t pinger, parent = getpid();
	enum workers_end end;

	sigaction(SIGUSR1, &act, NULL);
	pinger = fork();
	if (!pinger) {
		while (!kill(parent, SIGUSR1))
			usleep(200);
		_exit(0); /* the parent has failed */
	}
	l.long_answer = true;
	end = workers_run(&(struct workers_ops){ work, done, died, stop }, &l, l.job,
			  JOBS, 2);
	kill(pinger, SIGKILL);
	waitpid(pinger, NULL, 0);
	cr_assert_eq(end, WORKERS_DONE);
	cr_assert_eq(sum(l.answers), JOBS);
	cr_assert_eq(sum(l.deaths), 0);
}
