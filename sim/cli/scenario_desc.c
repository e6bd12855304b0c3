/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scenario_desc.c - the descriptor table of scenario files. */
#include "desc.h"

#include "../../models/config.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
#define AT(type, member) \
	.offset = offsetof(type, member), .size = sizeof(((type *)NULL)->member)
#define LIST_AT(type, member, count)                             \
	AT(type, member), .count_offset = offsetof(type, count), \
			  .stride = sizeof(((type *)NULL)->member[0])

#define USEC 1000ll
#define SEC 1000000000ll
#define HOUR (3600 * SEC)
#define GIB (1ll << 30)
#define CPU_MAX 4095

static const char *const xdp_choice[] = { [CFG_XDP_DROP] = "drop", NULL };
static const char *const sender_choice[] = {
	[CFG_TESTPMD_TXONLY] = "testpmd-txonly",
	[CFG_PKTGEN] = "pktgen",
	NULL,
};
static const char *const receiver_choice[] = {
	[CFG_XDP_PROGRAM] = "xdp-program",
	[CFG_TESTPMD_RXONLY] = "testpmd-rxonly",
	NULL,
};

static const struct field run_field[] = {
	{ .name = "duration",
	  .type = FIELD_TIME,
	  .def = "20ms",
	  .min = USEC,
	  .max = HOUR,
	  AT(struct cfg_run, duration_ns),
	  .help = "simulated time that is measured" },
	{ .name = "warmup",
	  .type = FIELD_TIME,
	  .def = "2ms",
	  .max = HOUR,
	  AT(struct cfg_run, warmup_ns),
	  .help = "simulated time before it, not measured" },
	{ .name = "seed",
	  .type = FIELD_SEED,
	  .def = "1",
	  AT(struct cfg_run, seed),
	  .help = "of all random streams; the same seed gives the same bytes" },
};

static const struct field vhost_net_field[] = {
	{ .name = "VHOST_NET_BATCH",
	  .type = FIELD_INT,
	  .def = "64",
	  .min = 1,
	  .max = 65536,
	  AT(struct cfg_vhost_net, VHOST_NET_BATCH),
	  .help = "packets that go to and come from the tap at once" },
	{ .name = "batch_num",
	  .type = FIELD_INT,
	  .def = "0",
	  .min = -64,
	  .max = 65536,
	  AT(struct cfg_vhost_net, batch_num),
	  .help = "added to VHOST_NET_BATCH for the descriptors of one pass; a module "
		  "parameter of the series of 2020, without effect before it" },
	{ .name = "VHOST_NET_WEIGHT",
	  .type = FIELD_SIZE,
	  .def = "512KiB",
	  .min = 1,
	  .max = 4 * GIB,
	  AT(struct cfg_vhost_net, VHOST_NET_WEIGHT),
	  .help = "bytes after which a handler lets others run (0x80000 in Linux)" },
	{ .name = "VHOST_NET_PKT_WEIGHT",
	  .type = FIELD_INT,
	  .def = "256",
	  .min = 1,
	  .max = 1 << 30,
	  AT(struct cfg_vhost_net, VHOST_NET_PKT_WEIGHT),
	  .help = "packets after which it does" },
};

static const struct field device_field[] = {
	{ .name = "name",
	  .type = FIELD_NAME,
	  .flags = FIELD_REQUIRED,
	  AT(struct cfg_device, name),
	  .help = "of the tap" },
	{ .name = "tx_queue_len",
	  .type = FIELD_INT,
	  .def = "500",
	  .min = 1,
	  .max = 65536,
	  AT(struct cfg_device, tx_queue_len),
	  .help = "packets that the tap's ring holds" },
	{ .name = "tx_queue_size",
	  .type = FIELD_INT,
	  .flags = FIELD_POWER_OF_TWO,
	  .def = "1024",
	  .min = 2,
	  .max = 32768,
	  AT(struct cfg_device, tx_queue_size),
	  .help = "descriptors of the virtqueue that the driver sends through" },
	{ .name = "rx_queue_size",
	  .type = FIELD_INT,
	  .flags = FIELD_POWER_OF_TWO,
	  .def = "1024",
	  .min = 2,
	  .max = 32768,
	  AT(struct cfg_device, rx_queue_size),
	  .help = "descriptors of the virtqueue that it receives from" },
	{ .name = "event_idx",
	  .type = FIELD_BOOL,
	  .def = "false",
	  AT(struct cfg_device, event_idx),
	  .help = "VIRTIO_RING_F_EVENT_IDX is negotiated" },
	{ .name = "xdp",
	  .type = FIELD_CHOICE,
	  .def = "drop",
	  .choice = xdp_choice,
	  AT(struct cfg_device, xdp),
	  .help = "what the tap's XDP program does with a packet" },
	{ .name = "vhost_cpu",
	  .type = FIELD_INT,
	  .flags = FIELD_REQUIRED,
	  .max = CPU_MAX,
	  AT(struct cfg_device, vhost_cpu),
	  .help = "where the vhost thread runs" },
};

static const struct field flow_field[] = {
	{ .name = "name",
	  .type = FIELD_NAME,
	  .flags = FIELD_REQUIRED,
	  AT(struct cfg_flow, name),
	  .help = "of the flow, in metrics: A.rx_pps" },
	{ .name = "device",
	  .type = FIELD_NAME,
	  .flags = FIELD_REQUIRED,
	  AT(struct cfg_flow, device),
	  .help = "name of the device that it passes" },
	{ .name = "sender",
	  .type = FIELD_CHOICE,
	  .flags = FIELD_REQUIRED,
	  .choice = sender_choice,
	  AT(struct cfg_flow, sender),
	  .help = "testpmd sends through the virtqueue, pktgen into the tap" },
	{ .name = "receiver",
	  .type = FIELD_CHOICE,
	  .flags = FIELD_REQUIRED,
	  .choice = receiver_choice,
	  AT(struct cfg_flow, receiver),
	  .help = "xdp-program for testpmd-txonly, testpmd-rxonly for pktgen" },
	{ .name = "sender_cpu",
	  .type = FIELD_INT,
	  .flags = FIELD_REQUIRED,
	  .max = CPU_MAX,
	  AT(struct cfg_flow, sender_cpu),
	  .help = "where the sender runs" },
	{ .name = "receiver_cpu",
	  .type = FIELD_INT,
	  .max = CPU_MAX,
	  AT(struct cfg_flow, receiver_cpu),
	  .help = "where testpmd-rxonly runs" },
	{ .name = "packet_size",
	  .type = FIELD_SIZE,
	  .def = "64B",
	  .min = 60,
	  .max = 1514,
	  AT(struct cfg_flow, packet_size),
	  .help = "Ethernet frame without frame check sequence" },
	{ .name = "burst",
	  .type = FIELD_INT,
	  .def = "512",
	  .min = 1,
	  .max = 512,
	  AT(struct cfg_flow, burst),
	  .help = "packets that testpmd handles at once (--burst)" },
	{ .name = "rate",
	  .type = FIELD_RATE,
	  .def = "0",
	  .max = SEC,
	  AT(struct cfg_flow, rate_pps),
	  .help = "offered by the sender; 0: as fast as it can" },
	{ .name = "clone_skb",
	  .type = FIELD_INT,
	  .def = "0",
	  .max = 1 << 30,
	  AT(struct cfg_flow, clone_skb),
	  .help = "times that pktgen sends a packet again before it makes a new one" },
};

static const struct field reference_field[] = {
	{ .name = "table",
	  .type = FIELD_STRING,
	  .flags = FIELD_REQUIRED | FIELD_NOTE,
	  .help = "a measured table, for compare; no model reads it" },
	{ .name = "note",
	  .type = FIELD_STRING,
	  .flags = FIELD_NOTE,
	  .help = "what it shows" },
};

static const struct desc run_desc = { "How long, and which random numbers", run_field,
				      COUNT(run_field) };
static const struct desc vhost_net_desc = { "Constants and parameters of vhost_net",
					    vhost_net_field, COUNT(vhost_net_field) };
static const struct desc device_desc = { "A tap with its vhost_net and virtio-net device",
					 device_field, COUNT(device_field) };
static const struct desc flow_desc = { "A stream of packets", flow_field,
				       COUNT(flow_field) };
static const struct desc reference_desc = { "A measured table", reference_field,
					    COUNT(reference_field) };

static const struct field scenario_field[] = {
	{ .name = "$schema",
	  .type = FIELD_STRING,
	  .flags = FIELD_NOTE,
	  .help = "for editors: where the JSON Schema is" },
	{ .name = "title",
	  .type = FIELD_STRING,
	  .def = "",
	  AT(struct config, title),
	  .help = "one line that says what this experiment is" },
	{ .name = "assumptions",
	  .type = FIELD_STRINGS,
	  .flags = FIELD_NOTE,
	  .help = "what the experiment's author does not say" },
	{ .name = "reference",
	  .type = FIELD_LIST,
	  .flags = FIELD_NOTE,
	  .sub = &reference_desc,
	  .max = 64,
	  .help = "measured tables to compare with" },
	{ .name = "machine",
	  .type = FIELD_STRING,
	  .flags = FIELD_REQUIRED | FIELD_TREE_ONLY,
	  .help = "a machine profile: name (vhostsim list machines), or path of a .json" },
	{ .name = "kernel",
	  .type = FIELD_STRING,
	  .flags = FIELD_REQUIRED | FIELD_TREE_ONLY,
	  .help = "a kernel version: name (vhostsim list kernels), or path of a .json" },
	{ .name = "vhost_net",
	  .type = FIELD_OBJECT,
	  .sub = &vhost_net_desc,
	  AT(struct config, vhost_net),
	  .help = "constants and parameters of vhost_net" },
	{ .name = "run",
	  .type = FIELD_OBJECT,
	  .sub = &run_desc,
	  AT(struct config, run),
	  .help = "how long, and which random numbers" },
	{ .name = "devices",
	  .type = FIELD_LIST,
	  .flags = FIELD_REQUIRED,
	  .sub = &device_desc,
	  .min = 1,
	  .max = CFG_DEVICES,
	  LIST_AT(struct config, device, devices),
	  .help = "taps with their vhost_net and virtio-net devices" },
	{ .name = "flows",
	  .type = FIELD_LIST,
	  .flags = FIELD_REQUIRED,
	  .sub = &flow_desc,
	  .min = 1,
	  .max = CFG_FLOWS,
	  LIST_AT(struct config, flow, flows),
	  .help = "streams of packets" },
};

const struct desc *scenario_desc(void)
{
	static const struct desc root = { "A vhostsim scenario", scenario_field,
					  COUNT(scenario_field) };

	return &root;
}
