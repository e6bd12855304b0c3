/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "kernel.h"

#define SWITCH_NAME(id, name, help) [id] = name,
#define SWITCH_HELP(id, name, help) [id] = help,

const char *kernel_switch_name(enum kernel_switch sw)
{
	static const char *const name[] = { KERNEL_SWITCHES(SWITCH_NAME) };

	return name[sw];
}

const char *kernel_switch_help(enum kernel_switch sw)
{
	static const char *const help[] = { KERNEL_SWITCHES(SWITCH_HELP) };

	return help[sw];
}
