// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/fuzz/elf_probes.c: reading probes from files. The seed is this program:
 * its headers, note, sites and slots are changed in turn.
 */
#include "tools/lib/elf_probes.h"

#include <errno.h>
#include <stdio.h>
#include <tracectl/lttng-ust/lttng/tracepoint.h>
#include <tracectl/probe.h>

#include "tests/fuzz/driver.h"
#include "tests/lib/tap.h"

static unsigned int accepted, refused;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct tctl_elf_probes probes;
	uint8_t *copy = malloc(size ? size : 1);
	int ret;

	memcpy(copy, data, size);
	ret = tctl_elf_probes_parse(&probes, copy, size);
	if (!ret) {
		accepted++;
		tctl_elf_probes_release(&probes);
	} else {
		refused++;
		if (!probes.reason || probes.probes)
			abort();
	}
	free(copy);
	return 0;
}

#ifndef FUZZER
LTTNG_UST_TRACEPOINT_ENUM(fuzz, labels, LTTNG_UST_TP_ENUM_VALUES(
	lttng_ust_field_enum_value("ONE", 1)
	lttng_ust_field_enum_auto("NEXT")))
LTTNG_UST_TRACEPOINT_EVENT(fuzz, third, LTTNG_UST_TP_ARGS(int, n),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_enum(fuzz, labels, int, n, n)
		lttng_ust_field_integer(int, m, n)))

extern const char file_begin[] __asm__("__ehdr_start")
	__attribute__((visibility("hidden")));
extern const char sites_begin[] __asm__("__start_tctl_sites")
	__attribute__((visibility("hidden")));
extern const char sites_end[] __asm__("__stop_tctl_sites")
	__attribute__((visibility("hidden")));
extern const char events_begin[] __asm__("__start_tctl_slots")
	__attribute__((visibility("hidden")));

static uint8_t self[4 << 20];
static size_t self_size;

static int read_self(void)
{
	FILE *file = fopen("/proc/self/exe", "r");

	if (!file)
		return -1;
	self_size = fread(self, 1, sizeof(self), file);
	fclose(file);
	return self_size && self_size < sizeof(self) ? 0 : -1;
}

/* Where bytes of the memory image are in the file. */
static size_t place(const void *bytes, size_t size)
{
	const void *at = memmem(self, self_size, bytes, size);

	return at ? (size_t)((const uint8_t *)at - self) : 0;
}

/* Where the file says what the declaration's pointers point to: a relocation
   table or, in a program that is not relocated, the declaration itself. */
static size_t declaration_place(void)
{
	const uint64_t offset = (uint64_t)((const char *)
		&tctl_declaration_fuzz___third - file_begin);
	size_t at = place(&offset, sizeof(offset));

	return at ? at : place(&tctl_declaration_fuzz___third,
			       sizeof(tctl_declaration_fuzz___third));
}

int main(int argc, char **argv)
{
	size_t sites, events, note, declaration;

	PROBE(fuzz, first, (argc, argc), (name, argv[0]));
	PROBE(fuzz, second, (argc, argc, enum, (ENOENT)));
	lttng_ust_tracepoint(fuzz, third, argc);
	if (read_self()) {
		tap_skip("this program is too large to be its own seed");
		return tap_done();
	}
	sites = place(sites_begin, (size_t)(sites_end - sites_begin));
	events = place(events_begin, 48);
	note = place(TCTL_NOTE_OWNER, sizeof(TCTL_NOTE_OWNER));
	declaration = declaration_place();
	tap_ok(sites && events && note && declaration, "its records are found in the file");
	fuzz_seed(self, self_size, 0, 1024, 500);
	fuzz_seed(self, self_size, note - 16, note + 48, 1000);
	fuzz_seed(self, self_size, sites, sites + 64, 500);
	fuzz_seed(self, self_size, events, events + 128, 1000);
	fuzz_seed(self, self_size, declaration - 256, declaration + 256, 2000);
	tap_ok(accepted && refused, "%u changed files accepted, %u refused",
	       accepted, refused);
	return tap_done();
}
#endif
