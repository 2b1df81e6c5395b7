/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/state_writer.h: events that the daemon writes itself, field by
 * field in the order in which probes/kernel/state.h declares them. After an
 * error nothing more is emitted. Not shared between threads.
 */
#ifndef TOOLS_KERNEL_STATE_WRITER_H
#define TOOLS_KERNEL_STATE_WRITER_H

#include "tools/kernel/event.h"
#include "tools/kernel/statedump.h"

#define TCTL_STATE_MAX_STRING 4096u /* bytes, NUL included; longer is cut */

struct tctl_state_writer {
	const struct tctl_kernel_catalogue *catalogue;
	tctl_kernel_emit_fn *emit;
	void *arg;
	int root; /* folder that proc and sys are in, for readers */
	int err;  /* the first error, or 0 */
	const struct tctl_kernel_event *event;
	size_t size;
	uint8_t payload[3 * TCTL_STATE_MAX_STRING];
};

void tctl_state_begin(struct tctl_state_writer *writer, const char *event);
void tctl_state_u8(struct tctl_state_writer *writer, uint8_t value);
void tctl_state_u16(struct tctl_state_writer *writer, uint16_t value);
void tctl_state_u32(struct tctl_state_writer *writer, uint32_t value);
void tctl_state_u64(struct tctl_state_writer *writer, uint64_t value);
/* 16 bytes, cut and padded. */
void tctl_state_comm(struct tctl_state_writer *writer, const char *text);
/* Any bytes: what is no text becomes '?'. */
void tctl_state_string(struct tctl_state_writer *writer, const char *text);
/* Emit at this time, or now: 0 or writer->err. */
int tctl_state_end_at(struct tctl_state_writer *writer, uint64_t time_ns);
int tctl_state_end(struct tctl_state_writer *writer);

#endif
