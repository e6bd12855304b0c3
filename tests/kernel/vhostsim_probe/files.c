// SPDX-License-Identifier: GPL-2.0-only
/*
 * /sys/kernel/debug/vhostsim_probe/
 *   profile.json  what was counted; can be read at any time
 *   on, off       writing anything turns probing on and off
 *   reset         writing anything sets all counters to zero
 *   functions     "NAME MODE" lines; writing one of them, while probing is off, sets the
 *                 MODE of a function: none, count or time; NAME "*" is all of them
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include "probe.h"

#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/printk.h>
#include <linux/seq_file.h>
#include <linux/string.h>
#include <linux/uaccess.h>

static struct dentry *dir;

static int json_open(struct inode *inode, struct file *file)
{
	return single_open_size(file, probe_show_json, NULL, 32768);
}

static const struct file_operations json_fops = {
	.owner = THIS_MODULE,
	.open = json_open,
	.read = seq_read,
	.llseek = seq_lseek,
	.release = single_release,
};

static ssize_t on_write(struct file *file, const char __user *from, size_t n, loff_t *pos)
{
	int err;

	mutex_lock(&probe_lock);
	err = probe_on();
	mutex_unlock(&probe_lock);
	return err ? err : n;
}

static ssize_t off_write(struct file *file, const char __user *from, size_t n,
			 loff_t *pos)
{
	mutex_lock(&probe_lock);
	probe_off();
	mutex_unlock(&probe_lock);
	return n;
}

static ssize_t reset_write(struct file *file, const char __user *from, size_t n,
			   loff_t *pos)
{
	mutex_lock(&probe_lock);
	probe_reset_all();
	probe_elapsed_reset();
	mutex_unlock(&probe_lock);
	return n;
}

#define WRITE_ONLY(name)                                    \
	static const struct file_operations name##_fops = { \
		.owner = THIS_MODULE,                       \
		.open = simple_open,                        \
		.write = name##_write,                      \
	}

WRITE_ONLY(on);
WRITE_ONLY(off);
WRITE_ONLY(reset);

static int functions_show(struct seq_file *m, void *unused)
{
	unsigned int i;

	for (i = 0; i < probe_point_count; i++) {
		const struct probe_point *p = &probe_points[i];

		seq_printf(m, "%s %s\n", p->name,
			   p->found ? probe_mode_name(p->mode) : "not-found");
	}
	return 0;
}

static int functions_open(struct inode *inode, struct file *file)
{
	return single_open(file, functions_show, NULL);
}

static int set_mode(const char *name, enum probe_mode mode)
{
	struct probe_point *p = probe_find(name);
	unsigned int i;

	if (!strcmp(name, "*")) {
		for (i = 0; i < probe_point_count; i++)
			probe_points[i].mode = mode;
		return 0;
	}
	if (!p) {
		pr_err("no function \"%s\"; the file functions names those there are\n",
		       name);
		return -ENOENT;
	}
	p->mode = mode;
	return 0;
}

/* "NAME MODE" */
static int set_function(char *line)
{
	char *name = strsep(&line, " \t");
	enum probe_mode mode;

	if (!line || probe_parse_mode(strim(line), &mode)) {
		pr_err("expected: NAME none|count|time\n");
		return -EINVAL;
	}
	if (probe_is_on()) {
		pr_err("functions cannot be changed while probing is on\n");
		return -EBUSY;
	}
	return set_mode(name, mode);
}

static ssize_t functions_write(struct file *file, const char __user *from, size_t n,
			       loff_t *pos)
{
	char line[80];
	int err;

	if (n >= sizeof(line))
		return -EINVAL;
	if (copy_from_user(line, from, n))
		return -EFAULT;
	line[n] = '\0';
	mutex_lock(&probe_lock);
	err = set_function(strim(line));
	mutex_unlock(&probe_lock);
	return err ? err : n;
}

static const struct file_operations functions_fops = {
	.owner = THIS_MODULE,
	.open = functions_open,
	.read = seq_read,
	.write = functions_write,
	.llseek = seq_lseek,
	.release = single_release,
};

int probe_files_create(void)
{
	dir = debugfs_create_dir(KBUILD_MODNAME, NULL);
	if (IS_ERR(dir)) {
		pr_err("debugfs cannot be used: error %ld\n", PTR_ERR(dir));
		return PTR_ERR(dir);
	}
	debugfs_create_file("profile.json", 0400, dir, NULL, &json_fops);
	debugfs_create_file("on", 0200, dir, NULL, &on_fops);
	debugfs_create_file("off", 0200, dir, NULL, &off_fops);
	debugfs_create_file("reset", 0200, dir, NULL, &reset_fops);
	debugfs_create_file("functions", 0600, dir, NULL, &functions_fops);
	return 0;
}

void probe_files_remove(void)
{
	debugfs_remove_recursive(dir);
}
