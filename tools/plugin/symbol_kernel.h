/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/symbol_kernel.h: the kernel's functions by address, as the trace
 * lists them. For symbol.c.
 */
#ifndef TRACECTL_PLUGIN_SYMBOL_KERNEL_H
#define TRACECTL_PLUGIN_SYMBOL_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A zeroed one is ready for use. */
struct tctl_kernel_symbols {
	struct tctl_kernel_symbol {
		uint64_t address;
		char *name;
	} *list;
	size_t nr, nr_space;
	bool sorted;
};

/* name: NULL is ignored. */
void tctl_kernel_symbols_add(struct tctl_kernel_symbols *symbols,
			     uint64_t address, const char *name);
/* The last one at or below the address; NULL: none. */
const char *tctl_kernel_symbols_find(struct tctl_kernel_symbols *symbols,
				     uint64_t address, uint64_t *ret_distance);
void tctl_kernel_symbols_release(struct tctl_kernel_symbols *symbols);

#endif
