/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * qemu_plugin.h - the part of QEMU's plugin interface, version 1 (QEMU 4.2 and later),
 * that the instruction counter uses. Debian ships QEMU with plugins and without their
 * header.
 */
#ifndef VHOSTSIM_QEMU_PLUGIN_H
#define VHOSTSIM_QEMU_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#define PLUGIN_EXPORT __attribute__((visibility("default")))

typedef uint64_t plugin_id;

struct qemu_plugin_tb;
struct qemu_plugin_insn;
struct qemu_info_t;

enum { PLUGIN_CB_NO_REGS = 0, PLUGIN_INLINE_ADD_U64 = 0 };

typedef void (*plugin_tb_translated)(plugin_id id, struct qemu_plugin_tb *tb);
typedef void (*plugin_executed)(unsigned int cpu, void *ctx);

typedef void (*plugin_simple)(plugin_id id);

/* All callbacks and all translated code are dropped, then @cb is called. */
void qemu_plugin_reset(plugin_id id, plugin_simple cb);
void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id, plugin_tb_translated cb);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb,
						 size_t i);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *tb, int op,
					      void *counter, uint64_t add);
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb, plugin_executed cb,
					  int flags, void *ctx);
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    plugin_executed cb, int flags, void *ctx);

#endif
