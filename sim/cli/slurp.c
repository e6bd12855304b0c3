/* SPDX-License-Identifier: GPL-3.0-or-later */
/* slurp.c - a whole input file in memory. */
#include "slurp.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int wrong(struct diag *d, const char *file, const char *what)
{
	return diag_set(d, file, 0, 0, NULL, "%s", what);
}

static int check(int fd, const char *file, size_t max, struct stat *st, struct diag *d)
{
	if (fstat(fd, st))
		return wrong(d, file, strerror(errno));
	if (S_ISDIR(st->st_mode))
		return wrong(d, file, "is a directory; name a file in it");
	if (!S_ISREG(st->st_mode))
		return wrong(d, file, "is not a regular file");
	if ((size_t)st->st_size > max)
		return diag_set(d, file, 0, 0, NULL,
				"has %lld bytes; at most %zu MiB are read",
				(long long)st->st_size, max >> 20);
	return 0;
}

/* Fill @buf with up to @size bytes. Returns how many, or -1. */
static ssize_t read_all(int fd, char *buf, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = read(fd, buf + done, size - done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		if (n == 0)
			break;
		done += (size_t)n;
	}
	return (ssize_t)done;
}

char *slurp(const char *file, size_t max, size_t *len, struct diag *d)
{
	/* O_NONBLOCK: do not wait for the writer of a pipe that is refused anyway */
	int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char *text = NULL;
	struct stat st;
	ssize_t n;

	if (fd < 0) {
		wrong(d, file, strerror(errno));
		return NULL;
	}
	if (check(fd, file, max, &st, d))
		goto out;
	text = malloc((size_t)st.st_size + 1);
	n = text ? read_all(fd, text, (size_t)st.st_size) : -1;
	if (n < 0) {
		wrong(d, file, strerror(text ? errno : ENOMEM));
		free(text);
		text = NULL;
		goto out;
	}
	text[n] = '\0';
	*len = (size_t)n;
out:
	close(fd);
	return text;
}
