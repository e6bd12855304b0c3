/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * insn_count - a QEMU plugin that counts the instructions of each kernel function, and of
 * those the ones that the vhost thread executed, between two marks of the guest.
 *
 * Counters are added to by translated code, one for each translated block, so the guest
 * does not see them: with -icount it takes the same course with and without the plugin.
 * Callbacks, of which there are a few for each context switch, can disturb QEMU's main
 * loop, though: a machine that sleeps much may then take another course.
 * Marks are instructions that do nothing (tests/kernel/vdrv/mark.h). At the first mark
 * all translated code is thrown away, and what is translated from then on has counters:
 * boot is not slowed down, and there are counters only for what was executed.
 *
 * Whose instructions they are is found by two callbacks: a block of vhost_worker() says
 * that the vhost thread has the processor, __switch_to() that it gives it up. At both the
 * counters are looked at.
 *
 *   -plugin FILE.so,symbols=FILE,out=PREFIX
 *
 * symbols: where the guest writes kallsyms to (-debugcon); what is new in it is read at
 * mark 3. out: PREFIX.001 and so on are written at each second mark, as CSV. Only one
 * processor is expected.
 */
#include "qemu_plugin.h"
#include "symbols.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS (1u << 20) /* that may be translated */
#define KERNEL (1ull << 63)
#define MODULES 0xffffffffc0000000ull /* where the kernel loads them */

/* What vhost_worker() is long: only a block of the function itself lies there. */
#define WORKER_SIZE 0x180

struct block {
	uint64_t pc;
	uint64_t instructions;
};

struct total {
	const struct symbol *function;
	uint64_t calls, instructions, vhost;
};

/* Arrays by block, apart from each other, because context switches walk over counters. */
static struct {
	struct block *block;
	uint64_t *count;   /* executions */
	uint64_t *begin;   /* count at the first mark */
	uint64_t *entered; /* count when the vhost thread got the processor */
	uint64_t *vhost;   /* executions by it */
	size_t n;
	struct symbols symbols;
	const char *symbol_file, *out;
	long symbols_offset; /* what was read of symbol_file */
	uint64_t worker, switch_to;
	bool counting; /* what is translated has counters */
	bool marked;   /* between the marks */
	bool in_vhost; /* the vhost thread has the processor */
	unsigned int runs;
	plugin_id id;
} counter;

static void fail(const char *what)
{
	fprintf(stderr, "insn_count: %s\n", what);
	exit(4);
}

static void vhost_gets_processor(unsigned int cpu, void *ctx)
{
	(void)cpu, (void)ctx;
	if (!counter.marked || counter.in_vhost)
		return;
	counter.in_vhost = true;
	memcpy(counter.entered, counter.count, counter.n * sizeof(*counter.count));
}

static void processor_changes_hands(unsigned int cpu, void *ctx)
{
	(void)cpu, (void)ctx;
	if (!counter.marked || !counter.in_vhost)
		return;
	counter.in_vhost = false;
	for (size_t i = 0; i < counter.n; i++)
		counter.vhost[i] += counter.count[i] - counter.entered[i];
}

static void start_counting(plugin_id id);

static void first_mark(unsigned int cpu, void *ctx)
{
	(void)cpu, (void)ctx;
	memcpy(counter.begin, counter.count, counter.n * sizeof(*counter.count));
	memset(counter.vhost, 0, counter.n * sizeof(*counter.vhost));
	counter.runs++;
	counter.marked = true;
	counter.in_vhost = false;
	if (!counter.counting)
		qemu_plugin_reset(counter.id, start_counting);
}

/* A block that is translated twice has two counters, which are added up at the end. */
static uint64_t *new_counter(uint64_t pc, uint64_t instructions)
{
	size_t i = counter.n++;

	if (i == BLOCKS)
		fail("more translated blocks than expected");
	counter.block[i] = (struct block){ .pc = pc, .instructions = instructions };
	return &counter.count[i];
}

static int by_function(const void *a, const void *b)
{
	const struct total *x = a, *y = b;

	return x->function < y->function ? -1 : x->function > y->function;
}

/*
 * What the kernel's compiler for BPF writes lies where modules do, and has no symbol; nor
 * has what user space executes.
 */
static const struct symbol *function_of(uint64_t pc)
{
	static const struct symbol user = { .name = "-", .module = "user" };
	static const struct symbol bpf = { .name = "-", .module = "bpf" };
	const struct symbol *f;

	if (!(pc & KERNEL))
		return &user;
	f = symbols_find(&counter.symbols, pc);
	return f && (f->module[0] || pc < MODULES) ? f : &bpf;
}

static struct total total_of(size_t i)
{
	const struct block *b = &counter.block[i];
	const struct symbol *f = function_of(b->pc);
	uint64_t n = counter.count[i] - counter.begin[i];

	return (struct total){ .function = f,
			       .calls = f->address == b->pc ? n : 0,
			       .instructions = n * b->instructions,
			       .vhost = counter.vhost[i] * b->instructions };
}

/* Blocks of the same function are added. Returns how many functions there are. */
static size_t add_up(struct total *t, size_t n)
{
	size_t kept = 0;

	qsort(t, n, sizeof(*t), by_function);
	for (size_t i = 0; i < n; i++) {
		if (kept && t[kept - 1].function == t[i].function) {
			t[kept - 1].calls += t[i].calls;
			t[kept - 1].instructions += t[i].instructions;
			t[kept - 1].vhost += t[i].vhost;
		} else {
			t[kept++] = t[i];
		}
	}
	return kept;
}

/* All rebuilt vhost_net_* are vhost_net to a reader. */
static const char *module_name(const struct symbol *f)
{
	return strncmp(f->module, "vhost_net", 9) ? f->module : "vhost_net";
}

static void write_totals(const struct total *t, size_t n)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s.%03u", counter.out, counter.runs);
	f = fopen(path, "w");
	if (!f)
		fail("the output cannot be written");
	fputs("function,module,calls,instructions,vhost_instructions\n", f);
	for (size_t i = 0; i < n; i++)
		fprintf(f, "%s,%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n",
			t[i].function->name, module_name(t[i].function), t[i].calls,
			t[i].instructions, t[i].vhost);
	if (fclose(f))
		fail("the output cannot be written");
}

static void second_mark(unsigned int cpu, void *ctx)
{
	struct total *t;
	size_t n = 0;

	if (!counter.marked)
		return;
	processor_changes_hands(cpu, ctx);
	counter.marked = false;
	t = calloc(counter.n, sizeof(*t));
	if (!t)
		fail("no memory");
	for (size_t i = 0; i < counter.n; i++)
		if (counter.count[i] != counter.begin[i])
			t[n++] = total_of(i);
	write_totals(t, add_up(t, n));
	free(t);
}

static uint64_t address_of(const char *name)
{
	const struct symbol *s = symbols_named(&counter.symbols, name);

	if (!s)
		fail("the guest's kernel lacks vhost_worker or __switch_to");
	return s->address;
}

static void third_mark(unsigned int cpu, void *ctx)
{
	FILE *f = fopen(counter.symbol_file, "r");

	(void)cpu, (void)ctx;
	if (!f || fseek(f, counter.symbols_offset, SEEK_SET) ||
	    symbols_read(&counter.symbols, f))
		fail("the guest's symbols cannot be read");
	counter.symbols_offset = ftell(f);
	fclose(f);
	counter.worker = address_of("vhost_worker");
	counter.switch_to = address_of("__switch_to");
}

static plugin_executed mark_of(const uint8_t *code)
{
	static const uint8_t head[] = { 0x0f, 0x1f, 0x84, 0x00 };

	if (memcmp(code, head, sizeof(head)) || code[5] || code[6] != 0x56 ||
	    code[7] != 0x4b)
		return NULL;
	switch (code[4]) {
	case 1:
		return first_mark;
	case 2:
		return second_mark;
	case 3:
		return third_mark;
	default:
		return NULL;
	}
}

static void look_for_marks(struct qemu_plugin_tb *tb, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		plugin_executed cb = NULL;

		if (qemu_plugin_insn_size(insn) == 8)
			cb = mark_of(qemu_plugin_insn_data(insn));
		if (cb)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, cb,
							       PLUGIN_CB_NO_REGS, NULL);
	}
}

static void translated(plugin_id id, struct qemu_plugin_tb *tb)
{
	uint64_t pc = qemu_plugin_tb_vaddr(tb);
	size_t n = qemu_plugin_tb_n_insns(tb);

	(void)id;
	if (!(pc & KERNEL))
		look_for_marks(tb, n);
	if (!counter.counting)
		return;
	qemu_plugin_register_vcpu_tb_exec_inline(tb, PLUGIN_INLINE_ADD_U64,
						 new_counter(pc, n), 1);
	if (counter.worker && pc >= counter.worker && pc < counter.worker + WORKER_SIZE)
		qemu_plugin_register_vcpu_tb_exec_cb(tb, vhost_gets_processor,
						     PLUGIN_CB_NO_REGS, NULL);
	else if (counter.switch_to && pc == counter.switch_to)
		qemu_plugin_register_vcpu_tb_exec_cb(tb, processor_changes_hands,
						     PLUGIN_CB_NO_REGS, NULL);
}

/* All translated code is gone, and nothing is executed now. */
static void start_counting(plugin_id id)
{
	counter.counting = true;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
}

PLUGIN_EXPORT int qemu_plugin_version = 1;
PLUGIN_EXPORT int qemu_plugin_install(plugin_id id, const struct qemu_info_t *info,
				      int argc, char **argv);

int qemu_plugin_install(plugin_id id, const struct qemu_info_t *info, int argc,
			char **argv)
{
	(void)info;
	for (int i = 0; i < argc; i++) {
		if (!strncmp(argv[i], "symbols=", 8))
			counter.symbol_file = strdup(argv[i] + 8);
		else if (!strncmp(argv[i], "out=", 4))
			counter.out = strdup(argv[i] + 4);
	}
	counter.block = calloc(BLOCKS, sizeof(*counter.block));
	counter.count = calloc(BLOCKS, sizeof(*counter.count));
	counter.begin = calloc(BLOCKS, sizeof(*counter.begin));
	counter.entered = calloc(BLOCKS, sizeof(*counter.entered));
	counter.vhost = calloc(BLOCKS, sizeof(*counter.vhost));
	if (!counter.symbol_file || !counter.out || !counter.block || !counter.count ||
	    !counter.begin || !counter.entered || !counter.vhost) {
		fputs("insn_count: needs symbols=FILE and out=PREFIX\n", stderr);
		return -1;
	}
	counter.id = id;
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	return 0;
}
