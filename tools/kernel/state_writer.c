// SPDX-License-Identifier: GPL-2.0-or-later
/* Payloads of the daemon's own events. */
#include "state_writer.h"

#include <errno.h>
#include <string.h>
#include <time.h>

#include "tools/lib/text.h"

void tctl_state_begin(struct tctl_state_writer *writer, const char *event)
{
	writer->event = tctl_kernel_catalogue_find(writer->catalogue, event);
	writer->size = 0;
	if (!writer->event && !writer->err)
		writer->err = -ENOENT;
}

static void put(struct tctl_state_writer *writer, const void *bytes,
		size_t size)
{
	if (size > sizeof(writer->payload) - writer->size) {
		if (!writer->err)
			writer->err = -EMSGSIZE;
		return;
	}
	memcpy(writer->payload + writer->size, bytes, size);
	writer->size += size;
}

void tctl_state_u8(struct tctl_state_writer *writer, uint8_t value)
{
	put(writer, &value, sizeof(value));
}

void tctl_state_u16(struct tctl_state_writer *writer, uint16_t value)
{
	put(writer, &value, sizeof(value));
}

void tctl_state_u32(struct tctl_state_writer *writer, uint32_t value)
{
	put(writer, &value, sizeof(value));
}

void tctl_state_u64(struct tctl_state_writer *writer, uint64_t value)
{
	put(writer, &value, sizeof(value));
}

/* Copies what fits, cleans it; the rest of to is zero. */
static void copy_text(char *to, size_t size, const char *text)
{
	size_t length = strnlen(text, size - 1);

	memcpy(to, text, length);
	memset(to + length, 0, size - length);
	tctl_text_clean(to);
}

void tctl_state_comm(struct tctl_state_writer *writer, const char *text)
{
	char comm[16];

	copy_text(comm, sizeof(comm), text);
	put(writer, comm, sizeof(comm));
}

void tctl_state_string(struct tctl_state_writer *writer, const char *text)
{
	char string[TCTL_STATE_MAX_STRING];

	copy_text(string, strnlen(text, sizeof(string) - 1) + 1, text);
	put(writer, string, strlen(string) + 1);
}

int tctl_state_end_at(struct tctl_state_writer *writer, uint64_t time_ns)
{
	if (!writer->err)
		writer->err = writer->emit(writer->arg, writer->event, time_ns,
					   writer->payload, writer->size);
	return writer->err;
}

int tctl_state_end(struct tctl_state_writer *writer)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return tctl_state_end_at(writer, (uint64_t)now.tv_sec * 1000000000u +
						 (uint64_t)now.tv_nsec);
}
