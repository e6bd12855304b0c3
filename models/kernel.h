/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kernel.h - a kernel version, as the set of commits that matter to the data path.
 *
 * Each switch stands for one commit and selects one mechanism. A model asks for a
 * switch, never for a version.
 */
#ifndef VHOSTSIM_KERNEL_H
#define VHOSTSIM_KERNEL_H

#include <stdbool.h>

/* X(enumerator, name in models/kernels files, what it does) */
#define KERNEL_SWITCHES(X)                                                             \
	X(KERNEL_RX_DEQUEUE_BATCH, "rx-dequeue-batch",                                 \
	  "handle_rx takes up to VHOST_NET_BATCH packets from the tap's ring at once") \
	X(KERNEL_RX_USED_BATCH, "rx-used-batch",                                       \
	  "handle_rx writes used entries in batches instead of one by one")            \
	X(KERNEL_TX_XDP_BATCH, "tx-xdp-batch",                                         \
	  "handle_tx_copy submits VHOST_NET_BATCH XDP buffers to the tap at once")     \
	X(KERNEL_PKT_WEIGHT, "pkt-weight",                                             \
	  "a handler also lets others run after VHOST_NET_PKT_WEIGHT packets")         \
	X(KERNEL_TX_SPLIT, "tx-split",                                                 \
	  "handle_tx_copy and handle_tx_zerocopy instead of one loop for both")        \
	X(KERNEL_ZEROCOPY_LIMIT, "zerocopy-limit",                                     \
	  "too many zerocopy buffers outstanding: copy, instead of leaving the loop")  \
	X(KERNEL_ZEROCOPY_ANY_ORDER, "zerocopy-any-order",                             \
	  "zerocopy buffers go back to the guest as they are done, not in order")      \
	X(KERNEL_DESC_BATCH, "desc-batch",                                             \
	  "descriptors are fetched in a tight loop into a private array first")        \
	X(KERNEL_BUF_API, "buf-api",                                                   \
	  "vhost_net handles buffers (vhost_buf) instead of descriptor heads")

#define KERNEL_SWITCH_ENUM(id, name, help) id,
enum kernel_switch { KERNEL_SWITCHES(KERNEL_SWITCH_ENUM) KERNEL_SWITCH_COUNT };
#undef KERNEL_SWITCH_ENUM

struct kernel {
	char name[64];
	bool has[KERNEL_SWITCH_COUNT];
};

/* Name of a switch as the files in models/kernels write it. */
const char *kernel_switch_name(enum kernel_switch sw);

/* One-line description of a switch. */
const char *kernel_switch_help(enum kernel_switch sw);

#endif
