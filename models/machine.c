/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine.h"

#define OP_DESC(id, name, symbol, module, help) [id] = { symbol, module },
#define OP_NAME(id, name, symbol, module, help) [id] = name,
#define OP_HELP(id, name, symbol, module, help) [id] = help,

const struct op_desc *op_table(void)
{
	static const struct op_desc table[] = { OPS(OP_DESC) };

	return table;
}

const char *op_name(enum op op)
{
	static const char *const name[] = { OPS(OP_NAME) };

	return name[op];
}

const char *op_help(enum op op)
{
	static const char *const help[] = { OPS(OP_HELP) };

	return help[op];
}
