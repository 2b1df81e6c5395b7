/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/report_stack.c: what is mapped where, the kernel's symbols, and
 * stacks that add up to a tree.
 */
#include <stdlib.h>
#include <string.h>
#include <tests/lib/tap.h>
#include <tools/plugin/flame.h>
#include <tools/plugin/symbol_kernel.h>
#include <tools/plugin/symbol_map.h>

static void check_mappings(void)
{
	struct tctl_mappings mappings;
	struct tctl_mapping *whole, *part;

	tctl_mappings_init(&mappings);
	tap_ok(!tctl_mappings_find(&mappings, 1), "nothing is mapped");
	whole = tctl_mappings_add(&mappings, 0x1000, 0x9000, "/lib/whole");
	part = tctl_mappings_add(&mappings, 0x2000, 0x3000, "/lib/part");
	tap_ok(tctl_mappings_find(&mappings, 0x1000) == whole &&
	       tctl_mappings_find(&mappings, 0x2fff) == part &&
	       tctl_mappings_find(&mappings, 0x3000) == whole,
	       "the nearest begin, then what reaches as far");
	tap_ok(!tctl_mappings_find(&mappings, 0xfff) &&
	       !tctl_mappings_find(&mappings, 0x9000), "not beyond");
	part = tctl_mappings_add(&mappings, 0x2000, 0x2800, "/lib/other");
	tap_ok(!strcmp(part->path, "/lib/other") &&
	       tctl_mappings_find(&mappings, 0x2900) == whole,
	       "another file in the same place");
	tctl_mappings_release(&mappings);
}

static void check_kernel(void)
{
	struct tctl_kernel_symbols symbols = { 0 };
	uint64_t distance = 0;

	tap_ok(!tctl_kernel_symbols_find(&symbols, 1, &distance), "no symbol");
	tctl_kernel_symbols_add(&symbols, 0x2000, "second");
	tctl_kernel_symbols_add(&symbols, 0x1000, "first");
	tctl_kernel_symbols_add(&symbols, 0x1000, NULL);
	tap_ok(!strcmp(tctl_kernel_symbols_find(&symbols, 0x1fff, &distance),
		       "first") && distance == 0xfff &&
	       !strcmp(tctl_kernel_symbols_find(&symbols, 0x2000, &distance),
		       "second") && !distance, "in any order");
	tap_ok(!tctl_kernel_symbols_find(&symbols, 0xfff, &distance) &&
	       !tctl_kernel_symbols_find(&symbols, UINT64_MAX, &distance),
	       "before the first, far beyond the last");
	tctl_kernel_symbols_release(&symbols);
}

static void stack_add(struct tctl_stacks *stacks, struct tctl_symbols *symbols,
		      const uint64_t *kernel, size_t nr, const char *note,
		      int64_t value)
{
	struct tctl_stack stack = { .nr_kernel = nr };

	if (nr)
		memcpy(stack.kernel, kernel, nr * sizeof(*kernel));
	tctl_stacks_add(stacks, tctl_stacks_node(stacks, "task", &stack, NULL,
			tctl_symbols_kernel(symbols), note), value);
}

static const char want[] =
	"task;note 7\n"
	"task;outer_[k] 1\n"
	"task;outer_[k];inner_[k] 5\n"
	"task;outer_[k];outer_[k] 2\n";

static int functions_are(const struct tctl_flame *flame, const char *name,
			 int64_t self, int64_t total)
{
	const struct tctl_flame_function *function;
	struct tctl_map functions;
	int good;

	tctl_flame_functions(flame, &functions);
	function = tctl_map_find(&functions, TCTL_FRAME_KERNEL, name);
	good = function && function->self == self && function->total == total;
	tctl_map_release(&functions);
	return good;
}

static void check_flame(const struct tctl_stacks *stacks,
			struct tctl_symbols *symbols)
{
	struct tctl_flame flame;
	char *text = NULL;
	size_t size;
	FILE *stream = open_memstream(&text, &size);

	tctl_flame_init(&flame, stacks, symbols);
	tctl_flame_fold(&flame, stream);
	fclose(stream);
	if (!tap_ok(!strcmp(text, want), "folded"))
		tap_note("got:\n%s", text);
	free(text);
	tap_ok(flame.root->total == 15 && flame.root->count == 5, "in all");
	tap_ok(functions_are(&flame, "inner", 5, 5) &&
	       functions_are(&flame, "outer", 3, 8),
	       "a function that calls itself counts once");
	tctl_flame_release(&flame);
}

int main(void)
{
	static const uint64_t outer[] = { 0x1000 }, inner[] = { 0x2004, 0x1008 };
	static const uint64_t inner_again[] = { 0x2008, 0x1010 };
	static const uint64_t itself[] = { 0x1004, 0x1008 };
	struct tctl_symbols symbols;
	struct tctl_stacks stacks;

	check_mappings();
	check_kernel();
	tctl_symbols_init(&symbols);
	tctl_stacks_init(&stacks);
	tctl_symbols_kernel_add(&symbols, 0x1000, "outer");
	tctl_symbols_kernel_add(&symbols, 0x2000, "inner");
	stack_add(&stacks, &symbols, outer, 1, NULL, 1);
	stack_add(&stacks, &symbols, inner, 2, NULL, 2);
	stack_add(&stacks, &symbols, inner_again, 2, NULL, 3);
	stack_add(&stacks, &symbols, itself, 2, NULL, 2);
	stack_add(&stacks, &symbols, NULL, 0, "note", 7);
	check_flame(&stacks, &symbols);
	tctl_stacks_release(&stacks);
	tctl_symbols_release(&symbols);
	return tap_done();
}
