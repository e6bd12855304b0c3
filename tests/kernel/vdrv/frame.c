/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frame.h"

#include <arpa/inet.h>
#include <string.h>

#define SOURCE_PORT 4660
#define TTL 64

const uint8_t guest_mac[6] = { 0x02, 0, 0, 0, 0, 0x09 };

static void put16(uint8_t *at, unsigned int value)
{
	at[0] = (uint8_t)(value >> 8);
	at[1] = (uint8_t)value;
}

/* RFC 1071 over an even number of bytes */
static uint16_t checksum(const uint8_t *p, size_t n)
{
	uint32_t sum = 0;

	for (size_t i = 0; i < n; i += 2)
		sum += (uint32_t)p[i] << 8 | p[i + 1];
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

static void ethernet(uint8_t *at, const struct frame *f)
{
	memcpy(at, f->to, 6);
	memcpy(at + 6, guest_mac, 6);
	put16(at + 12, 0x0800);
}

static void ipv4(uint8_t *at, const struct frame *f)
{
	at[0] = 0x45;
	put16(at + 2, f->size - 14u);
	at[8] = TTL;
	at[9] = 17; /* UDP */
	inet_pton(AF_INET, f->from_ip, at + 12);
	inet_pton(AF_INET, f->to_ip, at + 16);
	put16(at + 10, checksum(at, 20));
}

void frame_write(uint8_t *at, const struct frame *f)
{
	uint8_t *udp = at + VNET_HDR + 34;

	memset(at, 0, VNET_HDR + (size_t)f->size);
	ethernet(at + VNET_HDR, f);
	ipv4(at + VNET_HDR + 14, f);
	put16(udp, SOURCE_PORT);
	put16(udp + 2, f->port);
	put16(udp + 4, f->size - 34u);
}
