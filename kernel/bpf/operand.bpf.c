// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/bpf/operand.bpf.c: the operations on user memory: strings, arrays of
 * them, bytes, buffers, addresses of sockets. Each writes at pos, in the room
 * that the plan has reserved, and returns where it ended, with OPERAND_CUT.
 */
#include "kernel/bpf/operand.h"

#define AF_UNIX	     1
#define AF_INET	     2
#define AF_INET6     10
#define UNIX_PATH    2 /* offset in struct sockaddr_un */
#define UNIX_SIZE    108
#define STRINGS_MOST 64 /* of an array */

static __always_inline uint64_t empty_write(void *ring, uint64_t pos)
{
	*(char *)ring_place(ring, pos) = 0;
	return pos + 1;
}

/* Whether text goes on behind what was copied. */
static __always_inline int text_goes_on(uint64_t at)
{
	char next = 0;

	return !bpf_probe_read_user(&next, 1, (const void *)at) && next;
}

/* A string of at most size bytes, and its NUL; what can't be read is empty and
   sets ret_unread. */
static __always_inline uint64_t string_write(void *ring, uint64_t pos,
					     uint64_t from, uint32_t size,
					     int *ret_unread)
{
	long got = bpf_probe_read_user_str(ring_place(ring, pos),
					   (size + 1) & RECORD_PIECE,
					   (const void *)from);

	if (got <= 0) {
		*ret_unread = 1;
		return empty_write(ring, pos) | OPERAND_CUT;
	}
	pos += got;
	return got == size + 1 && text_goes_on(from + size) ? pos | OPERAND_CUT
							    : pos;
}

static __always_inline uint64_t bytes_write(void *ring, uint64_t pos,
					    uint64_t from, uint32_t size)
{
	long err = bpf_probe_read_user(ring_place(ring, pos),
				       size & RECORD_PIECE, (const void *)from);

	pos += size;
	return err ? pos | OPERAND_CUT : pos;
}

/* How many elements, or bytes of an address, the operation says. */
static __always_inline uint64_t count_of(const struct operands *from,
					 uint32_t arg2)
{
	uint64_t value = from->args[arg2 & 7];
	uint32_t count = 0;

	if (arg2 == TCTL_KERNEL_ARG_RESULT)
		return from->result < 0 ? 0 : from->result;
	if (!(arg2 & TCTL_KERNEL_ARG_POINTER))
		return value;
	if (bpf_probe_read_user(&count, sizeof(count), (const void *)value))
		return 0;
	return count;
}

static __always_inline uint64_t buffer_write(void *ring, uint64_t pos,
					     uint64_t from, uint64_t count,
					     const struct tctl_kernel_op *op)
{
	uint32_t log2 = op->log2 & 3, most = op->size >> log2;
	void *place = ring_place(ring, pos);
	uint64_t cut = 0;

	if (count > most) {
		count = most;
		cut = OPERAND_CUT;
	}
	if (bpf_probe_read_user(place + sizeof(uint32_t),
				(count << log2) & RECORD_PIECE,
				(const void *)from)) {
		count = 0;
		cut = OPERAND_CUT;
	}
	*(uint32_t *)place = count;
	return (pos + sizeof(uint32_t) + (count << log2)) | cut;
}

static __always_inline uint64_t pointer_read(uint64_t from, uint32_t i,
					     int compat, int *ret_failed)
{
	uint64_t pointer = 0;
	uint32_t narrow = 0;

	if (!compat) {
		*ret_failed = bpf_probe_read_user(&pointer, sizeof(pointer),
						  (void *)(from + 8ull * i));
		return pointer;
	}
	*ret_failed = bpf_probe_read_user(&narrow, sizeof(narrow),
					  (void *)(from + 4ull * i));
	return narrow;
}

/* Strings of a NULL-terminated array, with blanks between, of at most size
   bytes together, and a NUL. */
static __always_inline uint64_t strings_write(void *ring, uint64_t pos,
					      uint64_t from, uint32_t size,
					      int compat)
{
	uint64_t start = pos, end = pos + size, cut = 0, pointer;
	int i, failed = 0;
	long got;

	for (i = 0; i < STRINGS_MOST; i++) {
		pointer = pointer_read(from, i, compat, &failed);
		if (failed || !pointer)
			break;
		if (pos >= end) {
			cut = OPERAND_CUT;
			break;
		}
		got = bpf_probe_read_user_str(ring_place(ring, pos),
					      (end - pos + 1) & RECORD_PIECE,
					      (const void *)pointer);
		if (got <= 0) {
			failed = 1;
			break;
		}
		*(char *)ring_place(ring, pos + got - 1) = ' ';
		pos += got;
		if (pos > end)
			cut = OPERAND_CUT;
	}
	if (failed || i == STRINGS_MOST)
		cut = OPERAND_CUT;
	/* The last blank is where the NUL goes. */
	if (pos > start)
		pos--;
	return empty_write(ring, pos) | cut;
}

/* Of a path that begins with a NUL, the first is shown as @, and the length
   says where it ends. */
static __always_inline uint64_t unix_path(void *ring, uint64_t pos,
					  uint64_t from, uint32_t size)
{
	uint64_t start = pos;
	char first = 0;
	long got;

	if (size > UNIX_SIZE)
		size = UNIX_SIZE;
	bpf_probe_read_user(&first, 1, (const void *)from);
	if (!first && size > 1) {
		*(char *)ring_place(ring, pos) = '@';
		pos++;
		from++;
		size--;
	}
	got = bpf_probe_read_user_str(ring_place(ring, pos),
				      (size + 1) & RECORD_PIECE,
				      (const void *)from);
	if (got > 0)
		return pos + got;
	return empty_write(ring, start) | OPERAND_CUT;
}

/* size: of the address, as the program said. */
static __always_inline uint64_t address_write(void *ring, uint64_t pos,
					      uint64_t from, uint32_t size)
{
	struct {
		uint16_t family, port;
		uint32_t word[6]; /* v4: [0]; v6: [1] to [4] */
	} address = {0};
	uint32_t fixed = size < sizeof(address) ? size : sizeof(address);
	uint64_t cut = 0;
	void *place;

	ring_hide(fixed);
	if (bpf_probe_read_user(&address, fixed & 31, (const void *)from)) {
		address.family = 0;
		cut = OPERAND_CUT;
	}
	place = ring_place(ring, pos);
	*(uint16_t *)place = address.family;
	*(uint16_t *)(place + 2) = 0;
	*(uint32_t *)(place + 4) = 0;
	*(uint64_t *)(place + 8) = 0;
	*(uint64_t *)(place + 16) = 0;
	if (address.family == AF_INET || address.family == AF_INET6)
		*(uint16_t *)(place + 2) = address.port;
	if (address.family == AF_INET)
		*(uint32_t *)(place + 4) = address.word[0];
	if (address.family == AF_INET6) {
		*(uint32_t *)(place + 8) = address.word[1];
		*(uint32_t *)(place + 12) = address.word[2];
		*(uint32_t *)(place + 16) = address.word[3];
		*(uint32_t *)(place + 20) = address.word[4];
	}
	pos += 24;
	if (address.family == AF_UNIX && size > UNIX_PATH)
		return unix_path(ring, pos, from + UNIX_PATH,
				 size - UNIX_PATH) |
		       cut;
	return empty_write(ring, pos) | cut;
}

/* What a failed call left unwritten, or what NULL stands for, is zero, or
   empty. */
static __always_inline uint64_t unwanted_write(void *ring, uint64_t pos,
					       const struct tctl_kernel_op *op)
{
	uint32_t kind = op->op & 0x3f;

	if (kind == TCTL_KERNEL_OP_BYTES)
		return bytes_write(ring, pos, 0, op->size) & ~OPERAND_CUT;
	if (kind == TCTL_KERNEL_OP_BUFFER)
		return buffer_write(ring, pos, 0, 0, op);
	if (kind == TCTL_KERNEL_OP_ADDRESS)
		return address_write(ring, pos, 0, 0);
	return empty_write(ring, pos);
}

__noinline uint64_t operand_pointer(uint64_t pos,
				    const struct tctl_kernel_op *op,
				    struct operands *from)
{
	void *ring = ring_get();
	int unread = 0;
	uint32_t kind, bit;
	uint64_t value;

	if (!ring || !op || !from)
		return pos;
	kind = op->op & 0x3f;
	bit = 1u << (op->arg & 7);
	value = from->args[op->arg & 7];
	if (kind == TCTL_KERNEL_OP_AGAIN)
		return from->unread & bit ? string_write(ring, pos, value,
							 op->size, &unread)
					  : empty_write(ring, pos);
	if (!value || ((op->op & TCTL_KERNEL_OP_SUCCESS) && from->result < 0))
		return unwanted_write(ring, pos, op);
	if (kind == TCTL_KERNEL_OP_BYTES)
		return bytes_write(ring, pos, value + op->offset, op->size);
	if (kind == TCTL_KERNEL_OP_BUFFER)
		return buffer_write(ring, pos, value, count_of(from, op->arg2),
				    op);
	if (kind == TCTL_KERNEL_OP_STRINGS)
		return strings_write(ring, pos, value, op->size, from->compat);
	if (kind == TCTL_KERNEL_OP_ADDRESS)
		return address_write(ring, pos, value,
				     count_of(from, op->arg2));
	pos = string_write(ring, pos, value, op->size, &unread);
	if (unread)
		from->unread |= bit;
	return pos;
}
