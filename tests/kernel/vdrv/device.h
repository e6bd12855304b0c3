/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * device.h - a virtio-net device whose back end is vhost-net over a tap interface, as
 * QEMU would set it up, and the driver's queues in this process.
 *
 * "Guest physical" addresses are this process's addresses.
 */
#ifndef VHOSTSIM_VDRV_DEVICE_H
#define VHOSTSIM_VDRV_DEVICE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "ring.h"

enum { RX = 0, TX = 1 };

#define BUFFER_SIZE 2048

struct queue {
	struct ring ring;
	uint8_t *buffers; /* one of BUFFER_SIZE for each descriptor */
	int kick, call;	  /* eventfds */
	uint64_t kicks;	  /* that were written */
	uint64_t signals; /* that were read: calls of the device */
	uint64_t waits;	  /* times the driver slept or yielded */
};

struct device_options {
	const char *tap; /* name of the interface */
	uint16_t ring;	 /* descriptors of each queue */
	bool event_idx;
	bool poll;	  /* the driver yields instead of sleeping on the call */
	int tx_queue_len; /* of the tap: its ptr_ring */
	int sndbuf;	  /* of the tap */
};

struct device {
	struct device_options o;
	struct queue q[2];
	int tap, vhost;
	pid_t worker;
};

/* Ends the program when it fails. @after: the worker of a device before this one, or 0. */
void device_open(struct device *d, const struct device_options *o, pid_t after);
void device_close(struct device *d);

/* The buffer of descriptor @id. */
uint8_t *queue_buffer(const struct queue *q, uint16_t id);
/* Describe it: @len bytes, which the device writes or reads. */
void queue_describe(struct queue *q, uint16_t id, uint32_t len, bool device_writes);

/* Publish what was added, and kick if the device asks for it. */
void queue_publish(struct queue *q);
/* Take all that is used. Returns how many; *@bytes is increased by what was written. */
uint32_t queue_reap(struct queue *q, uint64_t *bytes);
/* Wait until something is used, at most 1 s. */
void queue_wait(struct device *d, struct queue *q);
/* Count and forget the calls that came. */
void queue_drain(struct queue *q);

#endif
