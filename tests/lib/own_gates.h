/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/lib/own_gates.h: opens and closes the gates of this executable without
 * the library, so that a probe can be tested by itself, and collects what its
 * cold code passes: the payload as it would be on the wire.
 */
#ifndef TESTS_OWN_GATES_H
#define TESTS_OWN_GATES_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <tracectl/probe.h>

extern const struct tctl_site own_sites_begin[] __asm__("__start_tctl_sites")
	__attribute__((visibility("hidden")));
extern const struct tctl_site own_sites_end[] __asm__("__stop_tctl_sites")
	__attribute__((visibility("hidden")));

/* The last event. */
static struct {
	int count;
	const char *text;
	uint32_t kinds[TCTL_MAX_FIELDS];
	unsigned int nr_fields;
	unsigned int level;
	unsigned char wire[8192];
	size_t size;
	int misaligned;
} got;

static inline void own_put(const void *bytes, size_t size)
{
	if (got.size + size > sizeof(got.wire))
		abort();
	memcpy(got.wire + got.size, bytes, size);
	got.size += size;
}

static inline void own_segment(const struct tctl_segment *segment)
{
	uint32_t count;

	if (TCTL_SEGMENT_TYPE(segment->flags) == TCTL_SEGMENT_SEQUENCE) {
		count = segment->size >> TCTL_SEGMENT_LOG2(segment->flags);
		own_put(&count, sizeof(count));
	}
	own_put(segment->base, segment->size);
	if (TCTL_SEGMENT_TYPE(segment->flags) == TCTL_SEGMENT_STRING)
		own_put("", 1);
}

/* Changes every register that a called function may change. */
static inline void own_trash(void)
{
#ifdef __x86_64__
	__asm__ __volatile__ (
		"mov $-1, %%rax\n\tmov %%rax, %%rcx\n\tmov %%rax, %%rdx\n"
		"\tmov %%rax, %%rsi\n\tmov %%rax, %%rdi\n\tmov %%rax, %%r8\n"
		"\tmov %%rax, %%r9\n\tmov %%rax, %%r10\n\tmov %%rax, %%r11\n"
		"\tmovq %%rax, %%xmm0\n\tmovq %%rax, %%xmm1\n"
		"\tmovq %%rax, %%xmm2\n\tmovq %%rax, %%xmm7\n"
		"\tmovq %%rax, %%xmm8\n\tmovq %%rax, %%xmm15\n"
		: : : "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10",
		"r11", "xmm0", "xmm1", "xmm2", "xmm7", "xmm8", "xmm15", "cc");
#endif
}

static void own_record(struct tctl_event_slot *slot,
		       const struct tctl_segment *segments,
		       unsigned int nr_segments)
{
	__attribute__((aligned(16))) volatile char aligned[16];

	aligned[0] = 0;
	if ((uintptr_t)__builtin_frame_address(0) % 16 ||
	    (uintptr_t)aligned % 16)
		got.misaligned++;
	got.count++;
	got.text = (const char *)&slot->text + slot->text;
	got.nr_fields = slot->nr_fields;
	got.level = slot->level;
	got.size = 0;
	for (unsigned int i = 0; i < slot->nr_fields; i++)
		memcpy(&got.kinds[i], (char *)(slot + 1) + 4 * i, 4);
	for (unsigned int i = 0; i < nr_segments; i++)
		own_segment(&segments[i]);
	own_trash();
}

static inline void own_gate_set(const struct tctl_site *site, int open)
{
	uintptr_t mask = ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
	unsigned char *code = (unsigned char *)&site->code + site->code;

	if (site->info & TCTL_SITE_DATA) {
		*code = (unsigned char)open;
		return;
	}
	if (mprotect((void *)((uintptr_t)code & mask), 1,
		     PROT_READ | PROT_WRITE | PROT_EXEC))
		abort();
	*(volatile unsigned char *)code = open ? 0xe9 : 0xa9;
	mprotect((void *)((uintptr_t)code & mask), 1, PROT_READ | PROT_EXEC);
}

/* All gates of probes; returns how many. */
static int own_gates_set(int open)
{
	const struct tctl_site *site;
	int n = 0;

	tctl_object.record = own_record;
	for (site = own_sites_begin; site < own_sites_end; site++) {
		if (TCTL_SITE_KIND(site->info) != TCTL_SITE_GATE)
			continue;
		own_gate_set(site, open);
		n++;
	}
	return n;
}

#endif
