/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/symbol_kernel.c: an array, sorted when first asked. Symbols have
 * no size: each ends where the next begins.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/map.h"
#include "tools/plugin/symbol_kernel.h"

/* No function of the kernel is as long: beyond the last one of a part, nothing
   is known. */
#define MAX_DISTANCE	(UINT64_C(1) << 20)

void tctl_kernel_symbols_add(struct tctl_kernel_symbols *symbols,
			     uint64_t address, const char *name)
{
	struct tctl_kernel_symbol *symbol;

	if (!name)
		return;
	if (symbols->nr == symbols->nr_space) {
		symbols->nr_space = symbols->nr ? 2 * symbols->nr : 1024;
		symbols->list = tctl_plugin_memory(reallocarray(symbols->list,
			symbols->nr_space, sizeof(*symbols->list)));
	}
	symbol = &symbols->list[symbols->nr++];
	symbol->address = address;
	symbol->name = tctl_plugin_text("%s", name);
	symbols->sorted = false;
}

static int compare_symbols(const void *a, const void *b)
{
	const struct tctl_kernel_symbol *x = a, *y = b;

	if (x->address != y->address)
		return x->address < y->address ? -1 : 1;
	return strcmp(x->name, y->name);
}

const char *tctl_kernel_symbols_find(struct tctl_kernel_symbols *symbols,
				     uint64_t address, uint64_t *ret_distance)
{
	size_t low = 0, high = symbols->nr, middle;

	if (!symbols->sorted && symbols->nr)
		qsort(symbols->list, symbols->nr, sizeof(*symbols->list),
		      compare_symbols);
	symbols->sorted = true;
	while (low < high) {
		middle = low + (high - low) / 2;
		if (symbols->list[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || address - symbols->list[low - 1].address > MAX_DISTANCE)
		return NULL;
	*ret_distance = address - symbols->list[low - 1].address;
	return symbols->list[low - 1].name;
}

void tctl_kernel_symbols_release(struct tctl_kernel_symbols *symbols)
{
	size_t i;

	for (i = 0; i < symbols->nr; i++)
		free(symbols->list[i].name);
	free(symbols->list);
	memset(symbols, 0, sizeof(*symbols));
}
