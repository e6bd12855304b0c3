// SPDX-License-Identifier: GPL-2.0-only
/* Loading and unloading: what can be probed, and what that costs, is found out once. */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "probe.h"

#include <linux/module.h>
#include <linux/printk.h>
#include <linux/slab.h>
#include <linux/string.h>

static char *count;
module_param(count, charp, 0444);
MODULE_PARM_DESC(count, "functions to count, with commas; the others are left alone");

static char *time;
module_param(time, charp, 0444);
MODULE_PARM_DESC(time, "functions to time, with commas; the others are left alone");

static int set_modes(const char *names, enum probe_mode mode)
{
	char *copy = kstrdup(names, GFP_KERNEL), *rest = copy, *name;
	int err = copy ? 0 : -ENOMEM;

	while (!err && (name = strsep(&rest, ","))) {
		struct probe_point *p = probe_find(name);

		if (!p) {
			pr_err("no function \"%s\"; leave the parameters away and read "
			       "the file functions\n",
			       name);
			err = -EINVAL;
		} else {
			p->mode = mode;
		}
	}
	kfree(copy);
	return err;
}

/* Who names functions wants these and no others. */
static int read_parameters(void)
{
	unsigned int i;
	int err = 0;

	if (!count && !time)
		return 0;
	for (i = 0; i < probe_point_count; i++)
		probe_points[i].mode = PROBE_NONE;
	if (count)
		err = set_modes(count, PROBE_COUNT);
	if (time && !err)
		err = set_modes(time, PROBE_TIME);
	return err;
}

static void free_stats(void)
{
	unsigned int i;

	for (i = 0; i < probe_point_count; i++)
		free_percpu(probe_points[i].stat);
}

static int alloc_stats(void)
{
	unsigned int i;

	for (i = 0; i < probe_point_count; i++) {
		probe_points[i].stat = alloc_percpu(struct probe_stat);
		if (!probe_points[i].stat) {
			free_stats();
			return -ENOMEM;
		}
	}
	return 0;
}

/* Functions of @module that can be traced. */
static unsigned int found_in(const char *module)
{
	unsigned int i, found = 0;

	for (i = 0; i < probe_point_count; i++)
		found += probe_points[i].found && !strcmp(probe_points[i].module, module);
	return found;
}

static int look_up_all(void)
{
	static const char *const modules[] = { "vhost_net", "vhost", "tun" };
	unsigned int i;

	for (i = 0; i < probe_point_count; i++)
		probe_look_up(&probe_points[i]);
	for (i = 0; i < ARRAY_SIZE(modules); i++) {
		if (found_in(modules[i]))
			continue;
		pr_err("no function of %s can be traced; load it first: modprobe %s\n",
		       modules[i], modules[i]);
		return -ENOENT;
	}
	return 0;
}

static int __init probe_init(void)
{
	int err = alloc_stats();

	if (err)
		return err;
	err = read_parameters();
	if (!err)
		err = look_up_all();
	if (!err) {
		err = probe_calibrate();
		if (err)
			pr_err("functions cannot be traced here: error %d\n", err);
	}
	if (!err)
		err = probe_files_create();
	if (err)
		free_stats();
	return err;
}
module_init(probe_init);

static void __exit probe_exit(void)
{
	probe_files_remove();
	probe_off();
	free_stats();
}
module_exit(probe_exit);

MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("Counts and cycles of the data path of vhost, vhost_net and tun");
