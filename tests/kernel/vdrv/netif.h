/* SPDX-License-Identifier: GPL-3.0-or-later */
/* netif.h - network interfaces: the few things that "ip link" would be called for. */
#ifndef VHOSTSIM_VDRV_NETIF_H
#define VHOSTSIM_VDRV_NETIF_H

#include <stdint.h>

/* All end the program when they fail. */
void netif_up(const char *name, int tx_queue_len);
void netif_address(const char *name, const char *ip); /* a /24 */
void netif_mac(const char *name, uint8_t mac[6]);
int netif_index(const char *name);

/*
 * Every frame that arrives at @name is dropped by an XDP program in its driver. The
 * program stays as long as the descriptor that is returned.
 */
int netif_xdp_drop(const char *name);

#endif
