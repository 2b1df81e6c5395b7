// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/fuzz/kernel_proc.c: the lines of /proc: names in them are users' bytes.
 * An input's first byte chooses the parser.
 */
#include "tools/kernel/proc.h"

#include "tests/fuzz/driver.h"
#include "tests/lib/tap.h"

#define CHECK(cond) do { \
	if (!(cond)) \
		abort(); \
} while (0)

static unsigned int accepted[4];

static int parse_stat(char *text)
{
	struct tctl_proc_stat stat;

	if (tctl_proc_stat_parse(text, &stat))
		return 0;
	CHECK(strnlen(stat.comm, sizeof(stat.comm)) < sizeof(stat.comm));
	return 1;
}

static int parse_ids(char *text)
{
	struct tctl_proc_ids ids;

	if (tctl_proc_ids_parse(text, &ids))
		return 0;
	CHECK(ids.nr >= 1 && ids.nr <= TCTL_PROC_MAX_NS);
	return 1;
}

static int parse_map(char *text)
{
	struct tctl_proc_map map;
	size_t size = strlen(text);

	if (tctl_proc_map_parse(text, &map))
		return 0;
	CHECK(map.name >= text && map.name <= text + size);
	return 1;
}

static int parse_symbol(char *text)
{
	struct tctl_proc_symbol symbol;

	if (tctl_proc_symbol_parse(text, &symbol))
		return 0;
	CHECK(*symbol.name && strlen(symbol.module) < 4096);
	return 1;
}

static int (*const parsers[4])(char *text) = {
	parse_stat, parse_ids, parse_map, parse_symbol,
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text;

	if (!size)
		return 0;
	text = malloc(size);
	CHECK(text);
	memcpy(text, data + 1, size - 1);
	text[size - 1] = '\0';
	accepted[*data % 4] += parsers[*data % 4](text);
	free(text);
	return 0;
}

#ifndef FUZZER
static void seed(uint8_t parser, const char *name, const char *text)
{
	char input[512];

	input[0] = (char)parser;
	strcpy(input + 1, text);
	fuzz_seed(input, 1 + strlen(text), 1, 1 + strlen(text), 50000);
	tap_ok(accepted[parser] > 100, "%u of 50,000 changed lines of %s",
	       accepted[parser], name);
}

int main(void)
{
	seed(0, "stat", "1 (a) b (c) S 0 1 1 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 2 "
		"3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 3 0 0");
	seed(1, "status", "Name:\tx\nTgid:\t7\nNStgid:\t7\t1\nNSpid:\t8\t2\nNSsid:\t0\n");
	seed(2, "maps", "7f0000-7f1000 r-xp 00001000 fe:00 123     /usr/lib/a b.so\n");
	seed(3, "kallsyms", "ffffffff81000000 T start_kernel\t[module]\n");
	return tap_done();
}
#endif
