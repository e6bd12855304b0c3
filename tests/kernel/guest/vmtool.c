/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * vmtool - two things that the virtual machine needs and a shell cannot do.
 *
 *   vmtool seed        the kernel's random numbers are seeded, always alike
 *   vmtool symbols [all]
 *                      functions of modules, or all, go out through QEMU's debug console
 *                      (port 0xe9), which takes no virtual time as a serial line would;
 *                      then the instruction counter is told that they are there
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/random.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/io.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "../vdrv/mark.h"

#define DEBUG_CONSOLE 0xe9

static int failed(const char *what)
{
	fprintf(stderr, "vmtool: %s: %s\n", what, strerror(errno));
	return 4;
}

/*
 * While the random number generator has no seed, the slab allocator runs its slow path at
 * each new slab, and what is measured then is a hash function.
 */
static int seed(void)
{
	struct {
		int bits, bytes;
		uint32_t word[64];
	} pool = { .bits = 2048, .bytes = sizeof(pool.word) };
	int fd = open("/dev/urandom", O_RDWR);

	for (uint32_t i = 0; i < 64; i++)
		pool.word[i] = i * 2654435761u;
	if (fd < 0 || ioctl(fd, RNDADDENTROPY, &pool) < 0)
		return failed("/dev/urandom");
	close(fd);
	return 0;
}

static void out(const char *bytes, size_t n)
{
	__asm__ volatile("rep outsb"
			 : "+S"(bytes), "+c"(n)
			 : "d"(DEBUG_CONSOLE)
			 : "memory");
}

/* "ADDRESS TYPE NAME [MODULE]": functions have a type of t or w. */
static int is_wanted(const char *line, int all)
{
	const char *type = strchr(line, ' ');

	return type && strchr("tTwW", type[1]) && (all || strchr(type, '['));
}

static int symbols(int all)
{
	char line[1024];
	FILE *f = fopen("/proc/kallsyms", "r");

	if (!f)
		return failed("/proc/kallsyms");
	if (ioperm(DEBUG_CONSOLE, 1, 1))
		return failed("ioperm");
	while (fgets_unlocked(line, sizeof(line), f))
		if (is_wanted(line, all))
			out(line, strlen(line));
	fclose(f);
	mark_symbols();
	return 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "seed"))
		return seed();
	if (argc == 2 && !strcmp(argv[1], "symbols"))
		return symbols(0);
	if (argc == 3 && !strcmp(argv[1], "symbols") && !strcmp(argv[2], "all"))
		return symbols(1);
	fputs("usage: vmtool seed | symbols [all]\n", stderr);
	return 2;
}
