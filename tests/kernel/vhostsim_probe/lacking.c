// SPDX-License-Identifier: GPL-2.0-only
/* What is left of vhostsim_probe on a kernel that cannot be probed: a message. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/errno.h>
#include <linux/init.h>
#include <linux/module.h>
#include <linux/printk.h>

static int __init lacking_init(void)
{
	pr_err("this kernel lacks%s%s%s; it must be configured with them\n",
	       IS_ENABLED(CONFIG_DYNAMIC_FTRACE) ? "" : " CONFIG_DYNAMIC_FTRACE",
	       IS_ENABLED(CONFIG_KRETPROBES) ? "" : " CONFIG_KRETPROBES",
	       IS_ENABLED(CONFIG_DEBUG_FS) ? "" : " CONFIG_DEBUG_FS");
	return -EOPNOTSUPP;
}
module_init(lacking_init);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Counts and cycles of the data path of vhost, vhost_net and tun");
