/* SPDX-License-Identifier: GPL-3.0-or-later */
/* die.h - how the program ends when it cannot go on. */
#ifndef VHOSTSIM_VDRV_DIE_H
#define VHOSTSIM_VDRV_DIE_H

enum {
	EXIT_USAGE = 2,	  /* wrong options */
	EXIT_STALLED = 3, /* the other side makes no progress */
	EXIT_SYSTEM = 4,  /* a system call failed */
};

/* Prints "vdrv: WHAT: " and what errno means, and ends with EXIT_SYSTEM. */
__attribute__((format(printf, 1, 2), noreturn)) void die(const char *format, ...);

/* Prints "vdrv: WHAT" and ends with @code. */
__attribute__((format(printf, 2, 3), noreturn)) void die_with(int code,
							      const char *format, ...);

#endif
