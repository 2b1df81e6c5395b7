/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/symbols_app.c: says where its functions and itself are mapped,
 * for tests of what names addresses are given:
 *
 *	base BASE SIZE PATH
 *	map BEGIN END OFFSET PATH	of what holds the functions
 *	NAME ADDRESS			of outer and inner, some way into them,
 *					and of a variable
 */
#include <inttypes.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noinline)) int symbols_inner(int x);
__attribute__((noinline)) int symbols_outer(int x);

int symbols_inner(int x)
{
	return x * 3 + 1;
}

int symbols_outer(int x)
{
	return symbols_inner(x) + symbols_inner(x + 1);
}

int symbols_variable = 1;

static int object_print(struct dl_phdr_info *info, size_t size, void *path)
{
	uintptr_t end = 0, begin = UINTPTR_MAX;
	int i;

	(void)size;
	for (i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *phdr = &info->dlpi_phdr[i];

		if (phdr->p_type != PT_LOAD)
			continue;
		if (info->dlpi_addr + phdr->p_vaddr < begin)
			begin = info->dlpi_addr + phdr->p_vaddr;
		if (info->dlpi_addr + phdr->p_vaddr + phdr->p_memsz > end)
			end = info->dlpi_addr + phdr->p_vaddr + phdr->p_memsz;
	}
	begin &= ~(uintptr_t)0xfff;
	printf("base 0x%" PRIxPTR " %" PRIuPTR " %s\n", begin, end - begin,
	       (char *)path);
	return 1;
}

static void map_print(uintptr_t address)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[4096], path[4096];
	uint64_t begin, end, offset;

	while (maps && fgets(line, sizeof(line), maps))
		if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64
			   " %*s %*s %4095s", &begin, &end, &offset, path) ==
		    4 && begin <= address && address < end)
			printf("map 0x%" PRIx64 " 0x%" PRIx64 " %" PRIu64
			       " %s\n", begin, end, offset, path);
	if (maps)
		fclose(maps);
}

int main(int argc, char **argv)
{
	char *path = realpath("/proc/self/exe", NULL);

	(void)argc;
	(void)argv;
	if (!path)
		return 1;
	dl_iterate_phdr(object_print, path);
	map_print((uintptr_t)symbols_outer);
	printf("outer 0x%" PRIxPTR "\n", (uintptr_t)symbols_outer + 4);
	printf("inner 0x%" PRIxPTR "\n", (uintptr_t)symbols_inner + 4);
	printf("variable 0x%" PRIxPTR "\n", (uintptr_t)&symbols_variable);
	free(path);
	return symbols_outer(1) == 0;
}
