/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_ethtool.c - ethtool -S: counters of a driver.
 *
 * virtio_net spells those of a queue rx_queue_0_kicks, since Linux 6.9 rx0_kicks; a sum
 * over the queues is there, too, then. Kicks per packet need no time to be compared.
 */
#include <ctype.h>
#include <string.h>

#include "readers.h"

static bool ends_in(const char *text, const char *end)
{
	size_t a = strlen(text), b = strlen(end);

	return a >= b && !strcmp(text + a - b, end);
}

static const char *unit_of(const char *name)
{
	if (ends_in(name, "_bytes"))
		return "bytes";
	if (ends_in(name, "packets") || strstr(name, "drops") || ends_in(name, "dropped"))
		return "packets";
	return "count";
}

/* Direction, 'r' or 't', if the counter @name is of one queue; else 0. */
static char queue_of(const char *name)
{
	if (strncmp(name, "rx", 2) != 0 && strncmp(name, "tx", 2) != 0)
		return 0;
	if (!strncmp(name + 2, "_queue_", 7))
		return name[0];
	return isdigit((unsigned char)name[2]) ? name[0] : '\0';
}

static bool detect(const struct input *in)
{
	return input_find(in, 0, "NIC statistics:") >= 0;
}

struct sums {
	double kicks, rx_kicks, tx_kicks, rx_packets, tx_packets;
	int line; /* of the last kicks */
};

static void add(struct sums *sum, const char *name, double value, int line)
{
	bool kicks = ends_in(name, "_kicks");
	bool packets = ends_in(name, "_packets") && !strstr(name, "xdp");
	char way = queue_of(name);

	if (!way)
		return;
	if (kicks) {
		sum->kicks += value;
		sum->line = line;
	}
	if (way == 'r') {
		sum->rx_kicks += kicks ? value : 0;
		sum->rx_packets += packets ? value : 0;
	} else {
		sum->tx_kicks += kicks ? value : 0;
		sum->tx_packets += packets ? value : 0;
	}
}

static void put_sums(struct sample *s, const struct sums *sum)
{
	if (!sum->line)
		return;
	sample_put(s, sum->line, sum->kicks, "count", "kicks_per_s",
		   "kicks of all queues");
	if (sum->rx_packets > 0)
		sample_put(s, sum->line, sum->rx_kicks / sum->rx_packets, "ratio",
			   "kicks_per_s/rx_pps", "rx kicks per packet");
	if (sum->tx_packets > 0)
		sample_put(s, sum->line, sum->tx_kicks / sum->tx_packets, "ratio",
			   "kicks_per_s/tx_pps", "tx kicks per packet");
}

static int read_ethtool(const struct input *in, struct sample *s, struct diag *d)
{
	struct sums sum = { .line = 0 };

	s->layer = LAYER_FRAME;
	for (size_t i = (size_t)input_find(in, 0, "NIC statistics:") + 1; i < in->lines;
	     i++) {
		char name[64];
		double value;
		int n = sscanf(in->line[i], " %63[^:]: %lf", name, &value);

		if (n < 1)
			continue;
		if (n < 2)
			return diag_set(
				d, in->file, (int)i + 1, 0, NULL,
				"\"%.60s\" breaks off; \"name: N\" would be right",
				in->line[i] + strspn(in->line[i], " "));
		sample_put(s, (int)i + 1, value, unit_of(name), NULL, "%s", name);
		add(&sum, name, value, (int)i + 1);
	}
	put_sums(s, &sum);
	return 0;
}

const struct reader reader_ethtool = {
	"ethtool -S",
	"\"NIC statistics:\" and lines \"name: N\"",
	detect,
	read_ethtool,
};
