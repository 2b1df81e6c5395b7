/* SPDX-License-Identifier: MIT */
/*
 * abi/kernel.h: the bytes that the daemon shares with a kernel backend (BPF
 * programs, the kernel module): where a kernel ring's parts lie, what to record
 * of a system call or tracepoint, and what to leave out.
 *
 * A kernel ring is one mapping per channel and CPU:
 *
 *	0				struct tctl_ring	  (backend)
 *	TCTL_KERNEL_RING_CONSUMER	struct tctl_ring_consumer (daemon)
 *	TCTL_KERNEL_RING_TABLE		struct tctl_subbuf[nr_subbufs], padded
 *					to whole pages		  (backend)
 *	TCTL_KERNEL_RING_DATA(n)	subbuf_size * nr_subbufs bytes, then
 *					TCTL_KERNEL_RING_SLACK bytes that
 *					are never written (for the verifier)
 *
 * The write protocol is `counted` (abi/ring.h). The kernel is trusted: who
 * closes a partial sub-buffer for reading is the daemon, by the same
 * compare-and-swap and commit through its mapping. Times are CLOCK_MONOTONIC.
 *
 * A writer that reserved more than it needed gives the rest back; where an
 * interrupt or a flush came behind it, a hole stays: from the exact end of its
 * record (at p) to the end of what it had reserved (at q), p and q counted from
 * the start of the sub-buffer. The word at p, rounded up to 8, is
 * {q:32, p of the next hole or 0:32}, high half first; `holes` of the table entry
 * is {low half of lap:32, p of the first:32}, and says nothing when lap is
 * another. Holes are in
 * no order. Who takes a finished sub-buffer closes them: it moves what lies
 * behind q, rounded up to 8, to p, rounded up to 8; with nothing behind, the
 * content ends at p.
 */
#ifndef TRACECTL_ABI_KERNEL_H
#define TRACECTL_ABI_KERNEL_H

#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/ring.h>

#define TCTL_KERNEL_PAGE		4096u
#define TCTL_KERNEL_RING_CONSUMER	4096u
#define TCTL_KERNEL_RING_TABLE		8192u
#define TCTL_KERNEL_RING_DATA(nr_subbufs) \
	(TCTL_KERNEL_RING_TABLE + \
	 (((nr_subbufs) * 64u + TCTL_KERNEL_PAGE - 1) & ~(TCTL_KERNEL_PAGE - 1)))
#define TCTL_KERNEL_RING_SLACK		65536u

#define TCTL_KERNEL_HOLE		16u	/* bytes that a hole has at least */
#define TCTL_KERNEL_HOLES(lap, p)	((uint64_t)(uint32_t)(lap) << 32 | (p))

/*
 * What a record of a table-driven event carries: operations in order, each
 * appends to the payload. Where an operand can't be read, what is fixed is
 * zero, what varies is empty, and the record's cut bit is set; behind a NULL
 * there is nothing to read: the same without the cut bit.
 *
 * System calls: args[6] are the registers' values; an operand with
 * TCTL_KERNEL_OP_SUCCESS is read only when the call returned 0 or more (else
 * zero or empty without the cut bit). Tracepoints: offsets are into the raw
 * record as the event's format file describes it.
 */
#define TCTL_KERNEL_OP_VALUE	1	/* low size bytes (1, 2, 4, 8) of args[arg] */
#define TCTL_KERNEL_OP_RESULT	2	/* s64: what the system call returned */
#define TCTL_KERNEL_OP_STRING	3	/* user string at args[arg], at most size
					   bytes, NUL added */
#define TCTL_KERNEL_OP_AGAIN	4	/* exit: the string of args[arg] when the
					   entry (STRING, same arg) could not
					   read it, else empty */
#define TCTL_KERNEL_OP_BYTES	5	/* size user bytes at args[arg] + offset */
#define TCTL_KERNEL_OP_BUFFER	6	/* u32 count, then count << log2 user bytes
					   at args[arg]; count is args[arg2], the
					   result (TCTL_KERNEL_ARG_RESULT), or the
					   u32 at args[arg2] (with
					   TCTL_KERNEL_ARG_POINTER); at most size
					   bytes */
#define TCTL_KERNEL_OP_STRINGS	7	/* NULL-terminated array of user strings at
					   args[arg], joined by blanks into one
					   string of at most size */
#define TCTL_KERNEL_OP_ADDRESS	8	/* user sockaddr at args[arg], length as in
					   BUFFER: u16 family, u16 port (network
					   order), u8[4], u8[16], string: path of
					   AF_UNIX (a leading NUL as @) */
#define TCTL_KERNEL_OP_FIELD	9	/* tracepoint: size bytes at offset */
#define TCTL_KERNEL_OP_LOC_STRING 10	/* tracepoint: string of the __data_loc
					   word at offset */
#define TCTL_KERNEL_OP_LOC_ARRAY 11	/* tracepoint: u32 count, elements of
					   1 << log2 bytes, of the __data_loc word
					   at offset; at most size bytes */
#define TCTL_KERNEL_OP_CHARS	12	/* tracepoint: string of at most size bytes
					   at offset */

#define TCTL_KERNEL_OP_SUCCESS	0x80	/* flag in op */
#define TCTL_KERNEL_OP_RELATIVE	0x40	/* flag in op: a __rel_loc word */

#define TCTL_KERNEL_ARG_RESULT	0x0f
#define TCTL_KERNEL_ARG_POINTER	0x80
#define TCTL_KERNEL_MAX_STRING	4096u
#define TCTL_KERNEL_MAX_OPS	30

struct tctl_kernel_op {
	uint8_t op;
	uint8_t arg;
	uint8_t arg2;
	uint8_t log2;
	uint16_t offset;
	uint16_t size;
};
TCTL_ASSERT_SIZE(struct tctl_kernel_op, 8);

/*
 * Written by the daemon before `enabled` is set. The table of system-call plans
 * has the entry of call n at TCTL_KERNEL_CALL_ENTRY(n) and its exit at
 * TCTL_KERNEL_CALL_EXIT(n); compat calls are n + TCTL_KERNEL_COMPAT.
 */
struct tctl_kernel_plan {
	uint16_t id;		/* of the event in the channel's stream */
	uint8_t enabled;
	uint8_t nr_ops;
	uint32_t most;		/* bytes that the payload can have at most */
	uint64_t reserved;
	struct tctl_kernel_op ops[TCTL_KERNEL_MAX_OPS];
};
TCTL_ASSERT_SIZE(struct tctl_kernel_plan, 256);

#define TCTL_KERNEL_CALLS		512u
#define TCTL_KERNEL_COMPAT		TCTL_KERNEL_CALLS
#define TCTL_KERNEL_CALL_ENTRY(n)	(2u * (n))
#define TCTL_KERNEL_CALL_EXIT(n)	(2u * (n) + 1)
#define TCTL_KERNEL_CALL_PLANS		(4u * TCTL_KERNEL_CALLS)
#define TCTL_KERNEL_TRACEPOINT_PLANS	4096u

/*
 * What is recorded of a channel's events: everything that passes all
 * conditions that are set. The subject of an event is the current task; of
 * sched_switch either task, of wake-ups and migrations also the task they are
 * about. One per channel; written by the daemon at any time.
 */
#define TCTL_KERNEL_FILTER_TASKS	(1u << 0)	/* tasks that are followed: named
							   ones, and their children
							   from then on */
#define TCTL_KERNEL_FILTER_COMM		(1u << 1)	/* tasks of this name */
#define TCTL_KERNEL_FILTER_CGROUP	(1u << 2)	/* in this cgroup or below it */
#define TCTL_KERNEL_FILTER_UID		(1u << 3)

struct tctl_kernel_filter {
	uint32_t conditions;	/* TCTL_KERNEL_FILTER_* */
	uint32_t without_tgid;	/* never this process: the daemon; 0: none */
	uint64_t cgroup;	/* id: the inode number of its folder */
	uint32_t cgroup_level;	/* depth of it below the root */
	uint32_t uid;
	char comm[16];		/* NUL-padded */
	uint64_t reserved[4];
};
TCTL_ASSERT_SIZE(struct tctl_kernel_filter, 72);

/* Classic profiles: hits by address, counted in the kernel. */
#define TCTL_KERNEL_PROFILE_CPU		0	/* at each sample, where the CPU was */
#define TCTL_KERNEL_PROFILE_SCHEDULE	1	/* who called schedule() */
#define TCTL_KERNEL_PROFILE_SLEEP	2	/* who slept uninterruptibly: ns */
#define TCTL_KERNEL_PROFILE_KVM		3	/* guest exits, by guest address */

struct tctl_kernel_hit {
	uint64_t address;
	uint32_t profile;	/* TCTL_KERNEL_PROFILE_* */
	uint32_t reserved;
};
TCTL_ASSERT_SIZE(struct tctl_kernel_hit, 16);

#endif
