/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "die.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void die(const char *format, ...)
{
	int error = errno;
	va_list ap;

	fputs("vdrv: ", stderr);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fprintf(stderr, ": %s\n", strerror(error));
	exit(EXIT_SYSTEM);
}

void die_with(int code, const char *format, ...)
{
	va_list ap;

	fputs("vdrv: ", stderr);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(code);
}
