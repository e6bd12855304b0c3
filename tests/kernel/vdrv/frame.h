/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * frame.h - the frames that are sent: UDP over IPv4, addresses of 198.18.0.0/15 (RFC
 * 2544, benchmarks), no UDP checksum.
 */
#ifndef VHOSTSIM_VDRV_FRAME_H
#define VHOSTSIM_VDRV_FRAME_H

#include <stddef.h>
#include <stdint.h>

/* struct virtio_net_hdr_v1: what stands before each frame in a virtqueue */
#define VNET_HDR 12

#define FRAME_HEADERS (14 + 20 + 8) /* Ethernet, IPv4, UDP */
#define FRAME_MIN 60
#define FRAME_MAX 1514

#define HOST_ADDRESS "198.18.0.1"
#define GUEST_ADDRESS "198.18.0.2"

struct frame {
	const uint8_t *to; /* hardware address */
	const char *from_ip, *to_ip;
	uint16_t port; /* destination */
	uint16_t size; /* of the frame, FRAME_HEADERS at least */
};

/* The hardware address that a guest of this program sends from. */
extern const uint8_t guest_mac[6];

/* Writes an empty virtio-net header and the frame: VNET_HDR + size bytes. */
void frame_write(uint8_t *at, const struct frame *f);

#endif
