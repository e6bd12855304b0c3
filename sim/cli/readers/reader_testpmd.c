/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * reader_testpmd.c - testpmd's "show port stats" and forward statistics.
 *
 * Of a port that is shown several times the last block counts: rates are those since the
 * one before, so the first one says 0. Bytes are those of mbufs, without check sequence.
 * What the driver refused to send is TX-dropped.
 */
#include <stdlib.h>
#include <string.h>

#include "readers.h"
#include "scan.h"

#define PORTS 64

static const struct scan_row rows[] = {
	{ " RX-packets: %lf RX-missed: %lf RX-bytes: %lf",
	  { { "RX-packets", "packets", NULL },
	    { "RX-missed", "packets", NULL },
	    { "RX-bytes", "bytes", NULL } } },
	{ " RX-errors: %lf", { { "RX-errors", "packets", NULL } } },
	{ " RX-nombuf: %lf", { { "RX-nombuf", "packets", NULL } } },
	{ " TX-packets: %lf TX-errors: %lf TX-bytes: %lf",
	  { { "TX-packets", "packets", NULL },
	    { "TX-errors", "packets", NULL },
	    { "TX-bytes", "bytes", NULL } } },
	{ " Rx-pps: %lf Rx-bps: %lf",
	  { { "Rx-pps", "pkt/s", "rx_pps" }, { "Rx-bps", "bit/s", "throughput_gbps" } } },
	{ " Tx-pps: %lf Tx-bps: %lf",
	  { { "Tx-pps", "pkt/s", "tx_pps" }, { "Tx-bps", "bit/s", NULL } } },
	/* without bits before 19.08 */
	{ " Rx-pps: %lf", { { "Rx-pps", "pkt/s", "rx_pps" } } },
	{ " Tx-pps: %lf", { { "Tx-pps", "pkt/s", "tx_pps" } } },
	{ " RX-packets: %lf RX-dropped: %lf RX-total: %lf",
	  { { "RX-packets", "packets", NULL },
	    { "RX-dropped", "packets", NULL },
	    { "RX-total", "packets", NULL } } },
	{ " TX-packets: %lf TX-dropped: %lf TX-total: %lf",
	  { { "TX-packets", "packets", NULL },
	    { "TX-dropped", "packets", "sender_drop_pps" },
	    { "TX-total", "packets", NULL } } },
};

enum block { BLOCK_NIC, BLOCK_FORWARD, BLOCK_ALL, BLOCKS, BLOCK_NONE };

static const struct {
	const char *head, *name;
} blocks[] = {
	[BLOCK_NIC] = { "NIC statistics for port ", "port " },
	[BLOCK_FORWARD] = { "Forward statistics for port ", "forward port " },
	[BLOCK_ALL] = { "Accumulated forward statistics for all ports", "forward all " },
};

/* The kind of the block that @line is the head of, and its port. */
static enum block block_of(const char *line, unsigned int *port)
{
	for (enum block b = BLOCK_NIC; b < BLOCKS; b++) {
		const char *head = strstr(line, blocks[b].head);

		if (!head)
			continue;
		*port = (unsigned int)strtoul(head + strlen(blocks[b].head), NULL, 10);
		*port = *port < PORTS ? *port : PORTS - 1;
		return b;
	}
	return BLOCK_NONE;
}

static bool detect(const struct input *in)
{
	unsigned int port;

	for (size_t i = 0; i < in->lines; i++)
		if (block_of(in->line[i], &port) != BLOCK_NONE)
			return true;
	return false;
}

/* A rate of 0 is that of a first show, or of bits that a driver does not count. */
static void unpair_zeros(struct sample *s, size_t from)
{
	for (; from < s->values; from++)
		if (s->value[from].value == 0 && strstr(s->value[from].unit, "/s"))
			sample_unpair(&s->value[from]);
}

/* Lines from @head to the next head. */
static int read_block(const struct input *in, size_t head, enum block b,
		      unsigned int port, struct sample *s, struct diag *d)
{
	unsigned int next;
	char prefix[64];
	size_t from;

	snprintf(prefix, sizeof(prefix), "%s", blocks[b].name);
	if (b != BLOCK_ALL)
		snprintf(prefix, sizeof(prefix), "%s%u ", blocks[b].name, port);
	for (size_t i = head + 1; i < in->lines; i++) {
		if (block_of(in->line[i], &next) != BLOCK_NONE)
			break;
		from = s->values;
		if (scan_line(in, i, s, prefix, rows, sizeof(rows) / sizeof(rows[0]), d) <
		    0)
			return -1;
		unpair_zeros(s, from);
	}
	return 0;
}

static int read_testpmd(const struct input *in, struct sample *s, struct diag *d)
{
	size_t last[BLOCKS][PORTS] = { { 0 } };
	unsigned int port = 0;

	s->layer = LAYER_FRAME;
	for (size_t i = 0; i < in->lines; i++) {
		enum block b = block_of(in->line[i], &port);

		if (b != BLOCK_NONE)
			last[b][port] = i;
	}
	for (size_t i = 0; i < in->lines; i++) {
		enum block b = block_of(in->line[i], &port);

		if (b != BLOCK_NONE && last[b][port] == i &&
		    read_block(in, i, b, port, s, d))
			return -1;
	}
	return 0;
}

const struct reader reader_testpmd = {
	"testpmd",
	"a block of \"NIC statistics for port N\" or \"Forward statistics for port N\"",
	detect,
	read_testpmd,
};
