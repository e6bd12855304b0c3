/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker.h"

#include <dirent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "die.h"

/* Is thread @id, as a folder of @parent names it, our worker? */
static int is_worker(const char *parent, const char *id)
{
	char path[300], name[64] = "", wanted[32];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s/comm", parent, id);
	f = fopen(path, "r");
	if (!f)
		return 0;
	if (!fgets(name, sizeof(name), f))
		name[0] = '\0';
	fclose(f);
	name[strcspn(name, "\n")] = '\0';
	snprintf(wanted, sizeof(wanted), "vhost-%d", (int)getpid());
	return !strcmp(name, wanted);
}

static pid_t lowest(const char *parent, pid_t after)
{
	DIR *dir = opendir(parent);
	struct dirent *e;
	pid_t found = -1;

	if (!dir)
		return -1;
	while ((e = readdir(dir))) {
		pid_t id = atoi(e->d_name);

		if (id > after && (found < 0 || id < found) &&
		    is_worker(parent, e->d_name))
			found = id;
	}
	closedir(dir);
	return found;
}

pid_t worker_find(pid_t after)
{
	pid_t id = lowest("/proc/self/task", after);

	return id > 0 ? id : lowest("/proc", after);
}

void worker_set_batch(pid_t worker)
{
	struct sched_param p = { .sched_priority = 0 };

	if (sched_setscheduler(worker, SCHED_BATCH, &p))
		die("vhost thread %d: SCHED_BATCH", (int)worker);
}

/* Without CONFIG_SCHED_INFO there is no such file, and zeros say so. */
struct worker_time worker_time(pid_t worker)
{
	struct worker_time t = { 0, 0 };
	unsigned long long cpu, wait, runs;
	char path[64];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)worker);
	f = fopen(path, "r");
	if (!f)
		return t;
	if (fscanf(f, "%llu %llu %llu", &cpu, &wait, &runs) == 3)
		t = (struct worker_time){ .cpu_ns = cpu, .runs = runs };
	fclose(f);
	return t;
}
