/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep_out.c - where the rows of a sweep go. */
#include "sweep_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAD_MAX 65536 /* of a table, to look for its config */

static int wrong(struct diag *d, const char *file, int err)
{
	return diag_set(d, file, 0, 0, NULL, "%s", strerror(err));
}

static int kept(struct diag *d, const char *file, int err)
{
	return diag_set(
		d, file, 0, 0, NULL,
		"cannot write: %s; the rows in it are whole, and the same command "
		"goes on from them",
		strerror(err));
}

/* Write all of @text to @fd. Returns 0 or an errno. */
static int put(int fd, const char *text)
{
	size_t len = strlen(text);

	while (len) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		text += n;
		len -= (size_t)n;
	}
	return 0;
}

/* What stands under the final name already? */
static enum sweep_out_found look_at_final(const struct sweep_out *o, struct diag *d)
{
	char head[HEAD_MAX];
	FILE *f = fopen(o->name, "re");
	size_t n;

	if (!f && errno == ENOENT)
		return SWEEP_OUT_READY;
	if (!f) {
		wrong(d, o->name, errno);
		return SWEEP_OUT_WRONG;
	}
	n = fread(head, 1, sizeof(head) - 1, f);
	fclose(f);
	head[n] = '\0';
	if (sweep_table_same(head, o->table->head))
		return SWEEP_OUT_COMPLETE;
	diag_set(d, o->name, 0, 0, NULL,
		 "is there already and holds something else than this sweep; remove it, "
		 "or pass --force to replace it");
	return SWEEP_OUT_WRONG;
}

static char *read_part(const struct sweep_out *o, size_t *len)
{
	struct stat st;
	char *text;
	ssize_t n;

	if (fstat(o->fd, &st))
		return NULL;
	text = malloc((size_t)st.st_size + 1);
	*len = 0;
	while (text && *len < (size_t)st.st_size) {
		n = read(o->fd, text + *len, (size_t)st.st_size - *len);
		if (n <= 0)
			break;
		*len += (size_t)n;
	}
	if (text)
		text[*len] = '\0';
	return text;
}

/* Take over what is there, and stand behind the last whole row. */
static int take_over(struct sweep_out *o, struct diag *d)
{
	size_t len, whole;
	char *text = read_part(o, &len);
	int err;

	if (!text)
		return wrong(d, o->part, errno);
	err = sweep_table_resume(o->table, o->part, text, len, &whole, d);
	free(text);
	if (err)
		return -1;
	if (ftruncate(o->fd, (off_t)whole) || lseek(o->fd, (off_t)whole, SEEK_SET) < 0)
		return wrong(d, o->part, errno);
	if (whole)
		o->head_out = o->table->header && *o->table->header;
	else if ((err = put(o->fd, o->table->head)))
		return kept(d, o->part, err);
	return 0;
}

static int open_part(struct sweep_out *o, bool force, struct diag *d)
{
	/* a lock of this process, which its workers do not inherit */
	struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	if (asprintf(&o->part, "%s.part", o->name) < 0) {
		o->part = NULL;
		return wrong(d, o->name, ENOMEM);
	}
	o->fd = open(o->part, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (o->fd < 0)
		return wrong(d, o->part, errno);
	if (fcntl(o->fd, F_SETLK, &lock))
		return errno == EACCES || errno == EAGAIN
			       ? diag_set(d, o->part, 0, 0, NULL,
					  "another sweep is writing it; give this one "
					  "another -o")
			       : wrong(d, o->part, errno);
	if (force && ftruncate(o->fd, 0))
		return wrong(d, o->part, errno);
	return take_over(o, d);
}

static int open_stream(struct sweep_out *o, struct diag *d)
{
	o->stream = o->name ? fopen(o->name, "we") : stdout;
	o->without = calloc(o->table->end + 1, sizeof(*o->without));
	o->next = o->table->first;
	if (!o->stream || !o->without)
		return wrong(d, o->name ? o->name : "stdout", errno);
	return 0;
}

enum sweep_out_found sweep_out_open(struct sweep_out *o, struct sweep_table *t,
				    const char *name, bool force, struct diag *d)
{
	enum sweep_out_found found = SWEEP_OUT_READY;
	struct stat st;
	bool there = name && !stat(name, &st);
	int err;

	*o = (struct sweep_out){ .table = t, .name = name, .fd = -1 };
	if (there && S_ISDIR(st.st_mode)) {
		wrong(d, name, EISDIR);
		return SWEEP_OUT_WRONG;
	}
	if (!name || (there && !S_ISREG(st.st_mode))) {
		err = open_stream(o, d);
	} else {
		if (!force)
			found = look_at_final(o, d);
		err = found == SWEEP_OUT_READY ? open_part(o, force, d) : 0;
	}
	return err ? SWEEP_OUT_WRONG : found;
}

static int stream_rows(struct sweep_out *o, struct diag *d)
{
	const struct sweep_table *t = o->table;

	for (; o->next < t->end; o->next++) {
		if (t->row[o->next]) {
			if (!o->head_out)
				sweep_table_put_head(t, o->stream);
			o->head_out = true;
			fputs(t->row[o->next], o->stream);
		} else if (!o->without[o->next]) {
			break;
		}
	}
	if (fflush(o->stream) || ferror(o->stream))
		return wrong(d, o->name ? o->name : "stdout", errno);
	return 0;
}

int sweep_out_row(struct sweep_out *o, size_t point, struct diag *d)
{
	int err = 0;

	if (!o->part)
		return stream_rows(o, d);
	if (!o->head_out)
		err = put(o->fd, o->table->header);
	o->head_out = true;
	if (!err)
		err = put(o->fd, o->table->row[point]);
	return err ? kept(d, o->part, err) : 0;
}

int sweep_out_without(struct sweep_out *o, size_t point, struct diag *d)
{
	if (o->part)
		return 0;
	o->without[point] = true;
	return stream_rows(o, d);
}

/* The table in the order of its points, on disk under @name. Returns 0 or an errno. */
static int write_sorted(const struct sweep_table *t, const char *name)
{
	FILE *f = fopen(name, "we");
	int err = 0;

	if (!f)
		return errno;
	sweep_table_put_head(t, f);
	for (size_t i = t->first; i < t->end; i++)
		fputs(t->row[i], f);
	errno = 0;
	if (fflush(f) || ferror(f) || fsync(fileno(f)))
		err = errno ? errno : EIO;
	if (fclose(f) && !err)
		err = errno;
	return err;
}

/* The rows stay in NAME.part until NAME is there. */
int sweep_out_finish(struct sweep_out *o, struct diag *d)
{
	char *sorted;
	int err;

	if (!o->part || o->table->done < o->table->points)
		return 0;
	if (asprintf(&sorted, "%s.sorted.part", o->name) < 0)
		return wrong(d, o->name, ENOMEM);
	err = write_sorted(o->table, sorted);
	if (!err && rename(sorted, o->name))
		err = errno;
	if (err) {
		unlink(sorted);
		diag_set(
			d, o->name, 0, 0, NULL,
			"cannot write: %s; all rows are in %s, and the same command goes "
			"on from them",
			strerror(err), o->part);
	} else {
		unlink(o->part);
	}
	free(sorted);
	return err ? -1 : 0;
}

void sweep_out_destroy(struct sweep_out *o)
{
	if (o->fd >= 0)
		close(o->fd);
	if (o->stream && o->stream != stdout)
		fclose(o->stream);
	free(o->part);
	free(o->without);
}
