/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_kernel.c - counters of the kernel: kvm_stat, /proc/interrupts, /proc/softirqs,
 * /proc/net/softnet_stat.
 *
 * A guest's kick of an ioeventfd is a kvm_fast_mmio, a call by irqfd a kvm_msi_set_irq;
 * inside of the guest calls are interrupts of the virtio queues.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "readers.h"
#include "scan.h"

static const char *kvm_metric(const char *event)
{
	if (!strcmp(event, "kvm_fast_mmio"))
		return "kicks_per_s";
	return !strcmp(event, "kvm_msi_set_irq") ? "calls_per_s" : NULL;
}

/* "kvm_exit 3920113 61008", or with the share of all events between. */
static int kvm_line(const char *line, char *event, double *total, double *rate)
{
	double share;
	int n = sscanf(line, " %63s %lf %lf %lf", event, total, &share, rate);

	if (n < 2 || strncmp(event, "kvm_", 4) != 0)
		return 0;
	if (n == 3)
		*rate = share;
	return n;
}

static bool detect_kvm(const struct input *in)
{
	char event[64];
	double total, rate;

	for (size_t i = 0; i < in->lines; i++)
		if (kvm_line(in->line[i], event, &total, &rate) >= 3)
			return true;
	return input_has(in, "kvm statistics");
}

static int read_kvm(const struct input *in, struct sample *s, struct diag *d)
{
	for (size_t i = 0; i < in->lines; i++) {
		char event[64];
		double total, rate;
		int n = kvm_line(in->line[i], event, &total, &rate);

		if (n == 2)
			return diag_set(
				d, in->file, (int)i + 1, 0, NULL,
				"\"%.60s\" breaks off; \"event N N\" would be right",
				in->line[i]);
		if (!n)
			continue;
		sample_put(s, (int)i + 1, total, "count", NULL, "%s total", event);
		sample_put(s, (int)i + 1, rate, "1/s", kvm_metric(event), "%s", event);
	}
	return 0;
}

const struct reader reader_kvm_stat = {
	"kvm_stat",
	"lines \"kvm_exit N N\"",
	detect_kvm,
	read_kvm,
};

/* Processors in the first line, "CPU0 CPU1"; 0 if it is another. */
static size_t cpus_of(const struct input *in, size_t *head)
{
	struct words w = { .n = 0 };

	for (*head = 0; *head < in->lines && !w.n; (*head)++)
		words_cut(&w, in->line[*head], " ");
	for (size_t i = 0; i < w.n; i++)
		if (strncmp(w.word[i], "CPU", 3) != 0 ||
		    !isdigit((unsigned char)w.word[i][3]))
			return 0;
	return w.n;
}

static bool detect_proc(const struct input *in)
{
	size_t head;

	return cpus_of(in, &head) > 0;
}

/* "virtio1-input.0": a queue calls with it. */
static bool is_queue(const char *name)
{
	return !strncmp(name, "virtio", 6) &&
	       (strstr(name, "-input.") || strstr(name, "-output."));
}

/* Sum over @n processors of a row. False when it has not so many numbers. */
static bool row_sum(const struct words *w, size_t n, double *sum)
{
	double v;

	if (!strcmp(w->word[0], "ERR:") || !strcmp(w->word[0], "MIS:"))
		n = 1; /* these are of no processor */
	*sum = 0;
	for (size_t i = 1; i <= n; i++) {
		if (i >= w->n || !number_of(w->word[i], "", &v))
			return false;
		*sum += v;
	}
	return true;
}

static int read_proc(const struct input *in, struct sample *s, struct diag *d)
{
	size_t head, cpus = cpus_of(in, &head);
	double sum, calls = 0;
	int last = 0;

	for (size_t i = head; i < in->lines; i++) {
		const char *name;
		struct words w;

		words_cut(&w, in->line[i], " ");
		if (!w.n)
			continue;
		if (!row_sum(&w, cpus, &sum))
			return diag_set(
				d, in->file, (int)i + 1, 0, NULL,
				"not a number for each of %zu processors; so many "
				"would be right",
				cpus);
		w.word[0][strcspn(w.word[0], ":")] = '\0';
		name = isdigit((unsigned char)w.word[0][0]) ? w.word[w.n - 1] : w.word[0];
		sample_put(s, (int)i + 1, sum, "count", NULL, "%s", name);
		calls += is_queue(name) ? sum : 0;
		last = is_queue(name) ? (int)i + 1 : last;
	}
	if (last)
		sample_put(s, last, calls, "count", "calls_per_s",
			   "interrupts of virtio queues");
	return 0;
}

const struct reader reader_proc = {
	"/proc/interrupts, softirqs",
	"\"CPU0 CPU1\" and rows \"name: N N\"",
	detect_proc,
	read_proc,
};

#define SOFTNET_WORDS 9 /* at least, before 2.6.35 */

/* Rows of words of eight hexadecimal digits. */
static bool softnet_row(const char *line, unsigned long *v)
{
	struct words w;

	words_cut(&w, line, " ");
	for (size_t i = 0; i < w.n; i++) {
		if (strlen(w.word[i]) != 8 ||
		    w.word[i][strspn(w.word[i], "0123456789abcdef")])
			return false;
		if (i < 3)
			v[i] = strtoul(w.word[i], NULL, 16);
	}
	return w.n >= SOFTNET_WORDS;
}

static bool detect_softnet(const struct input *in)
{
	unsigned long v[3];

	return in->lines && softnet_row(in->line[0], v);
}

static int read_softnet(const struct input *in, struct sample *s, struct diag *d)
{
	s->layer = LAYER_FRAME;
	for (size_t i = 0; i < in->lines; i++) {
		unsigned long v[3] = { 0 };

		if (!in->line[i][0])
			continue;
		if (!softnet_row(in->line[i], v))
			return diag_set(d, in->file, (int)i + 1, 0, NULL,
					"\"%.60s\" breaks off; %d words of eight "
					"hexadecimal digits, or more, would be right",
					in->line[i], SOFTNET_WORDS);
		sample_put(s, (int)i + 1, (double)v[0], "packets", NULL,
			   "row %zu processed", i);
		sample_put(s, (int)i + 1, (double)v[1], "packets", NULL,
			   "row %zu dropped", i);
		sample_put(s, (int)i + 1, (double)v[2], "count", NULL,
			   "row %zu time_squeeze", i);
	}
	return 0;
}

const struct reader reader_softnet = {
	"/proc/net/softnet_stat",
	"rows of words of eight hexadecimal digits",
	detect_softnet,
	read_softnet,
};
