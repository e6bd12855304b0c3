/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "options.h"

#include <argp.h>
#include <errno.h>
#include <limits.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>

#include "die.h"
#include "frame.h"

enum {
	O_RING = 256,
	O_FLAGS,
	O_SIZE,
	O_PACKETS,
	O_WARMUP,
	O_BURST,
	O_GAP,
	O_DROP,
	O_POLL,
	O_SNDBUF,
	O_TXQLEN,
	O_BATCH,
	O_TICK,
	O_TICKS,
	O_PER_TICK,
	O_PAYLOAD_A,
	O_PAYLOAD_B,
	O_SKBS_A,
	O_SKBS_B,
	O_LIMIT,
	O_WINDOW,
	O_TAP,
	O_HOOK,
	O_FORMAT,
};

static const struct argp_option table[] = {
	{ .doc = "Any load:", .group = 1 },
	{ "ring", O_RING, "N", 0, "descriptors, a power of two (256)", 0 },
	{ "flags", O_FLAGS, NULL, 0, "no EVENT_IDX: notification by flags", 0 },
	{ "size", O_SIZE, "BYTES", 0, "of a frame, without FCS (64)", 0 },
	{ "packets", O_PACKETS, "N", 0, "that are measured (20480)", 0 },
	{ "warmup", O_WARMUP, "N", 0, "packets before (4096)", 0 },
	{ "burst", O_BURST, "N", 0, "packets published together (the ring)", 0 },
	{ "gap", O_GAP, "NS", 0, "between packets, on average (0: none)", 0 },
	{ "poll", O_POLL, NULL, 0, "the driver yields, and never sleeps", 0 },
	{ "sndbuf", O_SNDBUF, "BYTES", 0, "of the tap (INT_MAX)", 0 },
	{ "txqlen", O_TXQLEN, "N", 0, "of the tap (1000; rx: twice the ring)", 0 },
	{ "worker-batch", O_BATCH, NULL, 0,
	  "SCHED_BATCH for the vhost thread: for one processor", 0 },
	{ "tap", O_TAP, "NAME", 0, "of the tap interface (vdrv0)", 0 },
	{ "hook", O_HOOK, "PROGRAM", 0,
	  "called as PROGRAM up|down TAP LIMIT when interfaces are up, and when measuring "
	  "has ended; \"name value\" lines that it prints are reported",
	  0 },
	{ "format", O_FORMAT, "F", 0, "csv or json (csv)", 0 },
	{ .doc = "tx:", .group = 2 },
	{ "drop", O_DROP, "xdp|stack", 0,
	  "where the host drops frames: XDP on the tap, or its stack, because they are "
	  "for another address (xdp)",
	  0 },
	{ .doc = "zerocopy:", .group = 3 },
	{ "ticks", O_TICKS, "N", 0, "rounds of sending (1000)", 0 },
	{ "tick", O_TICK, "NS", 0, "between rounds (2000000)", 0 },
	{ "per-tick", O_PER_TICK, "N", 0, "datagrams of a flow in a round (100)", 0 },
	{ "payload-a", O_PAYLOAD_A, "BYTES", 0, "of flow A (1)", 0 },
	{ "payload-b", O_PAYLOAD_B, "BYTES", 0, "of flow B (228)", 0 },
	{ "skbs-a", O_SKBS_A, "N", 0, "that A's send buffer holds (277)", 0 },
	{ "skbs-b", O_SKBS_B, "N", 0, "that B's send buffer holds (166)", 0 },
	{ "limit", O_LIMIT, "L", 0, "for the hook: of the netem queue (none)", 0 },
	{ .doc = "pair:", .group = 4 },
	{ "window", O_WINDOW, "N", 0, "packets on their way (0: no bound)", 0 },
	{ 0 },
};

static unsigned long number(struct argp_state *state, const char *text, unsigned long min,
			    unsigned long max)
{
	unsigned long n;
	char *end;

	errno = 0;
	n = strtoul(text, &end, 10);
	if (*end || end == text || *text == '-' || errno || n < min || n > max)
		argp_error(state, "\"%s\" is not a number from %lu to %lu", text, min,
			   max);
	return n;
}

static uint16_t ring_size(struct argp_state *state, const char *text)
{
	unsigned long n = number(state, text, 2, 32768);

	if (n & (n - 1))
		argp_error(state, "a ring of %lu: it must be a power of two", n);
	return (uint16_t)n;
}

static int choice(struct argp_state *state, const char *text, const char *const names[])
{
	for (int i = 0; names[i]; i++)
		if (!strcmp(text, names[i]))
			return i;
	argp_error(state, "\"%s\" is unknown here; %s would be right", text, names[0]);
	return 0;
}

static const char *interface(struct argp_state *state, const char *text)
{
	if (!*text || strlen(text) + 1 >= IFNAMSIZ)
		argp_error(state, "\"%s\" is no name of an interface", text);
	return text;
}

static int parse_device(struct device_options *d, int key, char *arg,
			struct argp_state *state)
{
	switch (key) {
	case O_RING:
		d->ring = ring_size(state, arg);
		return 0;
	case O_FLAGS:
		d->event_idx = false;
		return 0;
	case O_POLL:
		d->poll = true;
		return 0;
	case O_SNDBUF:
		d->sndbuf = (int)number(state, arg, 1, INT_MAX);
		return 0;
	case O_TXQLEN:
		d->tx_queue_len = (int)number(state, arg, 1, 1000000);
		return 0;
	case O_TAP:
		d->tap = interface(state, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int parse_flows(struct options *o, int key, char *arg, struct argp_state *state)
{
	const unsigned long largest = FRAME_MAX - FRAME_HEADERS;

	switch (key) {
	case O_TICK:
		o->tick_ns = number(state, arg, 1000, 1000000000);
		return 0;
	case O_TICKS:
		o->ticks = number(state, arg, 1, 1000000);
		return 0;
	case O_PER_TICK:
		o->per_tick = (uint32_t)number(state, arg, 1, 100000);
		return 0;
	case O_PAYLOAD_A:
	case O_PAYLOAD_B:
		o->payload[key == O_PAYLOAD_B] = (uint16_t)number(state, arg, 1, largest);
		return 0;
	case O_SKBS_A:
	case O_SKBS_B:
		o->in_flight[key == O_SKBS_B] = (uint32_t)number(state, arg, 1, 100000);
		return 0;
	case O_LIMIT:
		o->limit = arg;
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int parse_traffic(struct options *o, int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case O_SIZE:
		o->size = (uint16_t)number(state, arg, FRAME_MIN, FRAME_MAX);
		return 0;
	case O_PACKETS:
		o->packets = number(state, arg, 1, LONG_MAX);
		return 0;
	case O_WARMUP:
		o->warmup = number(state, arg, 0, LONG_MAX / 2);
		return 0;
	case O_BURST:
		o->burst = (uint32_t)number(state, arg, 1, 32768);
		return 0;
	case O_GAP:
		o->gap_ns = number(state, arg, 0, 1000000000);
		return 0;
	case O_WINDOW:
		o->window = (uint32_t)number(state, arg, 0, 1000000);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	static const char *const drops[] = { "xdp", "stack", NULL };
	static const char *const formats[] = { "csv", "json", NULL };
	struct options *o = state->input;

	switch (key) {
	case O_DROP:
		o->drop = (enum drop)choice(state, arg, drops);
		return 0;
	case O_BATCH:
		o->worker_batch = true;
		return 0;
	case O_HOOK:
		o->hook = arg;
		return 0;
	case O_FORMAT:
		o->format = (enum report_format)choice(state, arg, formats);
		return 0;
	case ARGP_KEY_ARG:
		if (o->load)
			argp_error(state, "one load at a time; \"%s\" is too much", arg);
		o->load = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "name a load");
		return 0;
	default:
		break;
	}
	if (!parse_device(&o->device, key, arg, state))
		return 0;
	return parse_traffic(o, key, arg, state) ? parse_flows(o, key, arg, state) : 0;
}

static const char doc[] =
	"Play the virtio-net driver of a guest over /dev/vhost-net, as root.\v"
	"Loads:\n"
	"  tx        guest to host: fill the ring, kick, wait until it was used\n"
	"  rx        host to guest: send from a packet socket, wait until it arrived\n"
	"  zerocopy  two flows of a guest, which stops and wakes its queue as virtio-net\n"
	"            without napi_tx does, and charges sockets until buffers come back\n"
	"  pair      guest to guest, two devices; the hook puts both into a bridge\n"
	"\n"
	"Exit status: 0 fine, 2 wrong options, 3 the other side stalls, 4 a system call "
	"failed.";

void options_parse(struct options *o, int argc, char **argv)
{
	static const struct argp argp = { table, parse, "LOAD", doc, NULL, NULL, NULL };

	*o = (struct options){
		.device = { .tap = "vdrv0",
			    .ring = 256,
			    .event_idx = true,
			    .sndbuf = INT_MAX },
		.packets = 20480,
		.warmup = 4096,
		.size = 64,
		.tick_ns = 2000000,
		.ticks = 1000,
		.per_tick = 100,
		.payload = { 1, 228 },
		.in_flight = { 277, 166 },
		.limit = "none",
	};
	argp_err_exit_status = EXIT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, o);
	if (!o->burst || o->burst > o->device.ring)
		o->burst = o->device.ring;
	if (!o->device.tx_queue_len)
		o->device.tx_queue_len = strcmp(o->load, "rx") ? 1000
							       : 2 * o->device.ring;
}
