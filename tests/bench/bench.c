/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench - one figure a call, for bench.sh and peers.sh to set beside each other.
 *
 *   bench queue PENDING EVENTS    hold model of the event queue alone
 *   bench engine PENDING STEPS    the same through sim_run(): the null model, whose
 *                                 tasks do nothing but spend
 *   bench run SCENARIO MS         a scenario, MS of simulated time
 *
 * Times are processor time of this process, so that a busy machine disturbs little.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "../../models/host.h"
#include "../../sim/cli/experiment.h"
#include "../../sim/engine/rng.h"

#define DELAYS 4096 /* a power of two */
#define MEAN_DELAY 1000

/* Delays of the hold model (Vaucher, Duval 1975): exponential, drawn before the clock. */
struct delays {
	uint32_t d[DELAYS];
	uint32_t next;
};

static void delays_init(struct delays *t)
{
	struct quantiles q;
	struct rng r;

	quantiles_gamma(&q, MEAN_DELAY, 100); /* shape 1: exponential */
	if (rng_init(&r, 1, "delays"))
		exit(4);
	for (int i = 0; i < DELAYS; i++)
		t->d[i] = rng_draw(&r, &q) + 1;
	t->next = 0;
	rng_destroy(&r);
}

static inline uint32_t delay(struct delays *t)
{
	return t->d[t->next++ & (DELAYS - 1)];
}

static double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int bench_queue(uint32_t pending, uint64_t events)
{
	struct delays t;
	struct evq q;
	double start;

	delays_init(&t);
	if (evq_init(&q, 0))
		return 4;
	for (uint32_t i = 0; i < pending; i++)
		evq_arm(&q, (uint32_t)evq_slot(&q), delay(&t));
	start = cpu_seconds();
	for (uint64_t i = 0; i < events; i++)
		evq_arm(&q, evq_first(&q), evq_next(&q) + delay(&t));
	printf("ns %.3f\n", (cpu_seconds() - start) * 1e9 / (double)events);
	evq_destroy(&q);
	return 0;
}

struct null_task {
	struct task task;
	struct delays *t;
};

static enum task_next null_step(struct sim *s, struct task *t)
{
	(void)s;
	task_stall(t, 0, delay(((struct null_task *)t)->t));
	return TASK_RUN;
}

static int bench_engine(uint32_t pending, uint64_t steps)
{
	static const struct op_desc op = { "null", "bench" };
	struct sim_config cfg = { .hz = 1000000000, .cpus = 1, .ops = &op, .nops = 1 };
	struct null_task *task = calloc(pending, sizeof(*task));
	struct sim *s = sim_new(&cfg);
	struct delays t;
	double start;

	delays_init(&t);
	for (uint32_t i = 0; i < pending; i++) {
		task[i].t = &t;
		if (sim_add_task(s, &task[i].task, "null", 0, null_step, delay(&t)))
			return 4;
	}
	start = cpu_seconds();
	sim_run(s, steps * MEAN_DELAY / pending);
	printf("ns %.3f\nsteps %llu\n", (cpu_seconds() - start) * 1e9 / (double)s->events,
	       (unsigned long long)s->events);
	sim_free(s);
	free(task);
	return 0;
}

/* Packets that all flows brought to their ends, of the whole run. */
static double delivered(const struct sheet *s)
{
	double n = 0;

	for (unsigned int i = 0; i < s->n; i++)
		if (s->line[i].kind == SHEET_DELIVERED &&
		    !strncmp(s->line[i].subject, "packets ", 8))
			n += (double)s->line[i].n;
	return n;
}

static int report_run(struct host *h, double seconds, double simulated)
{
	struct host_result *r = host_result(h);
	struct rusage u;
	double packets;

	if (!r || r->unbalanced)
		return 4;
	packets = delivered(&r->sheet);
	getrusage(RUSAGE_SELF, &u);
	printf("ns %.3f\npackets %.0f\nevents_per_packet %.3f\nrealtime %.3f\nkib %ld\n",
	       seconds * 1e9 / packets, packets, (double)host_events(h) / packets,
	       simulated / seconds, u.ru_maxrss);
	host_result_free(r);
	return 0;
}

static int bench_run(const char *file, const char *ms)
{
	char duration[32];
	struct setting set[] = { { "run.duration", duration }, { "run.warmup", "0ms" } };
	struct diag d = { .set = false };
	struct experiment e;
	struct host *h;
	double start;
	int code;

	snprintf(duration, sizeof(duration), "%sms", ms);
	if (experiment_load(&e, file, set, 2, &d))
		return diag_print(&d);
	h = host_new(&e.cfg, &e.machine, &e.kernel, NULL, NULL);
	if (!h)
		return 4;
	start = cpu_seconds();
	host_run(h, host_end_ns(h));
	code = report_run(h, cpu_seconds() - start, (double)host_end_ns(h) / 1e9);
	host_free(h);
	experiment_destroy(&e);
	return code;
}

int main(int argc, char **argv)
{
	const char *what = argc == 4 ? argv[1] : "";

	if (!strcmp(what, "queue"))
		return bench_queue((uint32_t)atoi(argv[2]), (uint64_t)atoll(argv[3]));
	if (!strcmp(what, "engine"))
		return bench_engine((uint32_t)atoi(argv[2]), (uint64_t)atoll(argv[3]));
	if (!strcmp(what, "run"))
		return bench_run(argv[2], argv[3]);
	fprintf(stderr, "usage: bench queue|engine PENDING EVENTS\n"
			"       bench run SCENARIO MS\n");
	return 2;
}
