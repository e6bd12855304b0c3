/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mark.h - what tells the instruction counter (tests/kernel/plugin) that measuring begins
 * and ends: an instruction that does nothing, nopl with a displacement of 0x4b56000N.
 * On a real machine, and without the counter, it does nothing indeed.
 */
#ifndef VHOSTSIM_VDRV_MARK_H
#define VHOSTSIM_VDRV_MARK_H

#define MARK_STRING(n) ".byte 0x0f, 0x1f, 0x84, 0x00, " #n ", 0x00, 0x56, 0x4b"

#ifdef __x86_64__
#define MARK(n) __asm__ volatile(MARK_STRING(n)::: "memory")
#else
#define MARK(n) ((void)0)
#endif

static inline void mark_begin(void)
{
	MARK(1);
}

static inline void mark_end(void)
{
	MARK(2);
}

/* Symbols of the kernel have been written out. */
static inline void mark_symbols(void)
{
	MARK(3);
}

#endif
