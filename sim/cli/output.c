/* SPDX-License-Identifier: GPL-3.0-or-later */
/* output.c - a file that appears whole or not at all. */
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int wrong(const struct output *o, struct diag *d, int err)
{
	return diag_set(d, o->name ? o->name : "stdout", 0, 0, NULL, "cannot write: %s",
			strerror(err));
}

/* Is there something under @name that a rename would replace by a file? */
static bool is_special(const char *name)
{
	struct stat st;

	return !stat(name, &st) && !S_ISREG(st.st_mode);
}

static void forget(struct output *o)
{
	free(o->name);
	free(o->part);
	*o = (struct output){ NULL, NULL, NULL };
}

int output_open(struct output *o, const char *name, struct diag *d)
{
	*o = (struct output){ stdout, NULL, NULL };
	if (!name)
		return 0;
	o->f = NULL;
	o->name = strdup(name);
	if (!o->name || (!is_special(name) && asprintf(&o->part, "%s.part", name) < 0)) {
		o->part = NULL;
		wrong(o, d, ENOMEM);
		forget(o);
		return -1;
	}
	o->f = fopen(o->part ? o->part : o->name, "we");
	if (!o->f) {
		wrong(o, d, errno);
		forget(o);
		return -1;
	}
	return 0;
}

/* Flush, and for a real file reach the disk. Returns 0 or an errno. */
static int settle(struct output *o)
{
	int err = 0;

	errno = 0;
	if (fflush(o->f) || ferror(o->f) || (o->part && fsync(fileno(o->f))))
		err = errno ? errno : EIO;
	if (o->name && fclose(o->f) && !err)
		err = errno;
	o->f = NULL;
	return err;
}

int output_close(struct output *o, struct diag *d)
{
	int err = settle(o);

	if (!err && o->part && rename(o->part, o->name))
		err = errno;
	if (err) {
		wrong(o, d, err);
		if (o->part)
			unlink(o->part);
	}
	forget(o);
	return err ? -1 : 0;
}

void output_abandon(struct output *o)
{
	if (o->name && o->f)
		fclose(o->f);
	if (o->part)
		unlink(o->part);
	forget(o);
}
