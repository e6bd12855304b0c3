/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_iperf3_text.c - iperf3 without -J: the sums of sender and receiver.
 *
 * They have three digits. KBytes are 2^10 bytes, Kbits 10^3 bits. Of several streams the
 * line [SUM] counts.
 */
#include <string.h>

#include "readers.h"
#include "scan.h"

/* A last line: "[  5]   0.00-2.00   sec  1.89 GBytes  8.11 Gbits/sec  ...  receiver" */
struct sum {
	char id[8];
	double from, to, bytes, bits;
	bool receiver;
	const char *rest; /* behind the rate */
};

/* 0 for no prefix of a unit, 1 for K, 2 for M, ...; -1: another unit than @name. */
static int prefix(const char *unit, const char *name)
{
	static const char letters[] = "KMGT";
	const char *letter = strchr(letters, unit[0]);

	if (!strcmp(unit, name))
		return 0;
	return *unit && letter && !strcmp(unit + 1, name) ? (int)(letter - letters) + 1
							  : -1;
}

static double scaled(double value, double base, int power)
{
	while (power-- > 0)
		value *= base;
	return value;
}

static bool parse_sum(const char *line, struct sum *s)
{
	char bytes[16], bits[16];
	int n = 0, byte_power, bit_power;

	if (sscanf(line, "[%7[^]]] %lf-%lf sec %lf %15s %lf %15s%n", s->id, &s->from,
		   &s->to, &s->bytes, bytes, &s->bits, bits, &n) != 7)
		return false;
	byte_power = prefix(bytes, "Bytes");
	bit_power = prefix(bits, "bits/sec");
	if (byte_power < 0 || bit_power < 0)
		return false;
	s->bytes = scaled(s->bytes, 1024, byte_power);
	s->bits = scaled(s->bits, 1000, bit_power);
	s->rest = line + n;
	s->receiver = strstr(s->rest, "receiver") != NULL;
	return s->receiver || strstr(s->rest, "sender");
}

static bool detect(const struct input *in)
{
	return input_has(in, "bits/sec") &&
	       (input_has(in, "] local ") || input_has(in, "[ ID] Interval"));
}

/* "0.004 ms  0/1526 (0%)" of UDP, or retransmits of TCP's sender. */
static void put_rest(struct sample *s, int line, const struct sum *sum, const char *name,
		     bool counts)
{
	double jitter, lost, packets, seconds = sum->to - sum->from;

	if (sscanf(sum->rest, " %lf ms %lf/%lf", &jitter, &lost, &packets) == 3) {
		s->headers = UDP_HEADERS;
		sample_put(s, line, jitter, "ms", NULL, "%s jitter", name);
		sample_put(s, line, lost, "packets", NULL, "%s lost", name);
		sample_put(s, line, packets, "packets", NULL, "%s packets", name);
		if (seconds > 0)
			sample_put(s, line,
				   (packets - (sum->receiver ? lost : 0)) / seconds,
				   "pkt/s",
				   !counts	   ? NULL
				   : sum->receiver ? "rx_pps"
						   : "tx_pps",
				   "%s pps", name);
	} else if (!sum->receiver && sscanf(sum->rest, " %lf", &packets) == 1) {
		sample_put(s, line, packets, "packets", NULL, "%s retransmits", name);
	}
}

static void put_sum(struct sample *s, int line, const struct sum *sum, bool counts)
{
	char name[32];

	snprintf(name, sizeof(name), "[%s] %s", sum->id + strspn(sum->id, " "),
		 sum->receiver ? "receiver" : "sender");
	sample_put(s, line, sum->to - sum->from, "s", NULL, "%s time", name);
	sample_put(s, line, sum->bytes, "bytes", NULL, "%s bytes", name);
	sample_put(s, line, sum->bits, "bit/s",
		   counts && sum->receiver ? "throughput_gbps" : NULL, "%s throughput",
		   name);
	put_rest(s, line, sum, name, counts);
}

static int read_text(const struct input *in, struct sample *s, struct diag *d)
{
	bool several = input_has(in, "[SUM]");

	(void)d;
	s->layer = LAYER_PAYLOAD;
	s->headers = TCP_HEADERS;
	for (size_t i = 0; i < in->lines; i++) {
		struct sum sum;

		if (parse_sum(in->line[i], &sum))
			put_sum(s, (int)i + 1, &sum, !several || !strcmp(sum.id, "SUM"));
	}
	return 0;
}

const struct reader reader_iperf3_text = {
	"iperf3",
	"last lines \"[  5]  0.00-2.00  sec  N GBytes  N Gbits/sec  receiver\"",
	detect,
	read_text,
};
