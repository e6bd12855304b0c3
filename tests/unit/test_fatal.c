/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a model goes wrong: what is noticed, and that the message lets one replay it. */
#include <setjmp.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bare.h"

#define NEAR_WRAP (UINT64_MAX - 1000)

struct catcher {
	jmp_buf jump;
	char message[800];
};

static void catch_fatal(void *ctx, const char *message)
{
	struct catcher *c = ctx;

	snprintf(c->message, sizeof(c->message), "%s", message);
	longjmp(c->jump, 1);
}

static struct sim *caught_sim(struct catcher *c, cycles_t origin)
{
	struct sim *s = bare_sim(origin);

	s->cfg.fatal = catch_fatal;
	s->cfg.fatal_ctx = c;
	c->message[0] = 0;
	return s;
}

struct culprit {
	struct task task;
	const struct path *path;
	struct task *inner;
};

static enum task_next parks_with_debts(struct sim *s, struct task *t)
{
	(void)s;
	task_spend(t, ((struct culprit *)t)->path);
	return TASK_PARK;
}

static enum task_next sleeps_with_debts(struct sim *s, struct task *t)
{
	t->alarm = s->now + 100;
	task_spend(t, ((struct culprit *)t)->path);
	return TASK_SLEEP;
}

static enum task_next goes_in_circles(struct sim *s, struct task *t)
{
	(void)s;
	(void)t;
	return TASK_RUN;
}

static enum task_next sleeps_into_the_past(struct sim *s, struct task *t)
{
	t->alarm = s->now - 1;
	return TASK_SLEEP;
}

/* Path 1 costs nothing. */
static enum task_next polls_for_free(struct sim *s, struct task *t)
{
	return task_poll(s, t, s->paths.path[1]);
}

static enum task_next finds_an_error(struct sim *s, struct task *t)
{
	(void)t;
	sim_fatal(s, "ring %s has %d too many", "tx", 3);
}

static enum task_next blames_what_is_in_it(struct sim *s, struct task *t)
{
	struct culprit *c = (struct culprit *)t;

	return c->inner ? task_step_inner(s, c->inner) : TASK_PARK;
}

static void expect_fatal(task_step_fn step, const char *what)
{
	static struct catcher c;
	struct sim *s = caught_sim(&c, NEAR_WRAP);
	struct culprit w = { .path = bare_path(s, 9) };

	bare_path(s, 0);
	bare_task(s, &w.task, "culprit", step, 2500);
	if (!setjmp(c.jump)) {
		sim_run(s, NEAR_WRAP + 5000);
		cr_expect_fail("\"%s\" was not noticed", what);
	}
	cr_expect(strstr(c.message, what), "says: %s", c.message);
	cr_expect(strstr(c.message, "(seed 7, time 2500 ns, cycle 2500, task culprit)"),
		  "what replays it is missing: %s", c.message);
	sim_free(s);
}

Test(fatal, messages_say_how_to_replay_them)
{
	expect_fatal(finds_an_error, "internal error: ring tx has 3 too many (");
	expect_fatal(parks_with_debts, "parks with 9 cycles to spend");
	expect_fatal(sleeps_with_debts, "parks with 9 cycles to spend");
	expect_fatal(goes_in_circles, "no progress");
	expect_fatal(sleeps_into_the_past, "a moment that is over");
	expect_fatal(polls_for_free, "polling costs nothing");
}

/* Cycles alone would not tell a reader of a log when it was. */
Test(fatal, the_time_is_in_nanoseconds)
{
	static struct catcher c;
	struct sim *s = caught_sim(&c, 0);
	struct culprit w = { .inner = NULL };

	s->cfg.hz = 2500000000;
	bare_task(s, &w.task, "culprit", finds_an_error, 2500);
	if (!setjmp(c.jump))
		sim_run(s, 5000);
	cr_expect(strstr(c.message, "time 1000 ns, cycle 2500"), "says: %s", c.message);
	sim_free(s);
}

Test(fatal, an_inner_task_is_named_not_its_processor)
{
	static struct catcher c;
	struct sim *s = caught_sim(&c, 0);
	struct culprit guest = { .inner = NULL }, cpu = { .inner = &guest.task };

	bare_task(s, &cpu.task, "vcpu", blames_what_is_in_it, 0);
	cr_assert_eq(sim_add_inner(s, &guest.task, "guest", &cpu.task, finds_an_error),
		     0);
	if (!setjmp(c.jump))
		sim_run(s, 100);
	cr_expect(strstr(c.message, "task guest)"), "says: %s", c.message);
	sim_free(s);
}

Test(fatal, between_steps_no_task_is_to_blame)
{
	static struct catcher c;
	struct sim *s = caught_sim(&c, 0);
	struct culprit w = { .inner = NULL };

	bare_task(s, &w.task, "bystander", blames_what_is_in_it, 0);
	sim_run(s, 100);
	if (!setjmp(c.jump))
		sim_fatal(s, "what");
	cr_expect_str_eq(c.message, "internal error: what (seed 7, time 0 ns, cycle 0, "
				    "task none)");
	sim_free(s);
}

/* However long: cut, not overrun; and what replays it is never what is cut off. */
Test(fatal, long_messages_keep_what_replays_them)
{
	static struct catcher c;
	struct sim *s = caught_sim(&c, 0);
	char *what = calloc(1, 5001);

	cr_assert_not_null(what);
	memset(what, 'x', 5000);
	if (!setjmp(c.jump))
		sim_fatal(s, "%s", what);
	cr_expect(strstr(c.message, "xxx (seed 7, time 0 ns, cycle 0, task none)"),
		  "says: %s", c.message);
	free(what);
	sim_free(s);
}

/* A child that meets the error; what it says on stderr goes to @err. Returns its code. */
static int child_code(char *err, size_t size)
{
	struct culprit w = { .inner = NULL };
	FILE *said = tmpfile();
	int status;
	pid_t pid;

	cr_assert_not_null(said);
	pid = fork();
	cr_assert_geq(pid, 0);
	if (!pid) {
		struct sim *s = bare_sim(0);

		dup2(fileno(said), STDERR_FILENO);
		bare_task(s, &w.task, "culprit", finds_an_error, 0);
		sim_run(s, 100);
		_exit(0);
	}
	cr_assert_eq(waitpid(pid, &status, 0), pid);
	rewind(said);
	err[fread(err, 1, size - 1, said)] = 0;
	fclose(said);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A script can tell from the code why, and a reader from stderr. */
Test(fatal, without_a_handler_the_program_ends_with_4)
{
	static const char line[] = "vhostsim: internal error: ring tx has 3 too many "
				   "(seed 7, time 0 ns, cycle 0, task culprit)\n";
	char err[1000];

	cr_expect_eq(child_code(err, sizeof(err)), 4);
	/* A sanitizer may have something to add. */
	cr_expect_eq(strncmp(err, line, strlen(line)), 0, "says: %s", err);
}

/* A million steps at one moment are circles, but what takes turns at one moment and then
 * goes on is not: the count begins anew. */
static enum task_next lingers(struct sim *s, struct task *t)
{
	if (++t->state % 32768 == 0)
		task_spend(t, s->paths.path[0]);
	return TASK_RUN;
}

Test(fatal, many_steps_at_many_moments_are_fine)
{
	static struct catcher c;
	struct sim *s = caught_sim(&c, 0);
	struct culprit w = { .path = bare_path(s, 1) };

	bare_task(s, &w.task, "busy", lingers, 0);
	if (!setjmp(c.jump))
		cr_expect_eq(sim_run(s, 70), SIM_DONE);
	cr_expect_str_eq(c.message, "");
	cr_expect_gt(s->events, 2000000);
	sim_free(s);
}
