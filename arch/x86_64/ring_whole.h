/* SPDX-License-Identifier: MIT */
/* arch/x86_64/ring_whole.h: see arch/ring_whole.h. */
#ifndef TCTL_ARCH_X86_64_RING_WHOLE_H
#define TCTL_ARCH_X86_64_RING_WHOLE_H

#include <stddef.h>
#include <stdint.h>

#define TCTL_RING_WHOLE	1

struct tctl_event;

/* As the kernel has it (linux/rseq.h), the part that everybody has. */
struct tctl_rseq {
	uint32_t cpu_id_start;
	uint32_t cpu_id;
	uint64_t rseq_cs;
};

static inline char *tctl_thread_pointer(void)
{
	char *self;

	__asm__("movq %%fs:0, %0" : "=r"(self));
	return self;
}

__attribute__((visibility("hidden"))) int
tctl_ring_whole_write(struct tctl_rseq *rseq, const struct tctl_item *item,
		      const struct tctl_channel_slot *slot);

__attribute__((visibility("hidden"))) void
tctl_ring_whole_quick(const struct tctl_event_slot *site,
		      const struct tctl_segment *segment, ptrdiff_t rseq_offset,
		      const struct tctl_event *event, uint64_t context);

__attribute__((visibility("hidden"))) int
tctl_ring_whole_enter(struct tctl_rseq *rseq, const struct tctl_enter *enter);

__attribute__((visibility("hidden"))) int
tctl_ring_whole_lose(struct tctl_rseq *rseq, struct tctl_ring *ring,
		     uint32_t cpu);

#endif
