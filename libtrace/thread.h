/* SPDX-License-Identifier: MIT */
/*
 * libtrace/thread.h: what the record path knows of the thread it runs in:
 * its cached ids and name, and whether it may use its rseq area.
 *
 * The cache lies in TLS. It is right while its generation is that of the
 * process, a word that the kernel wipes in every child with memory of its own
 * (MADV_WIPEONFORK): fork, raw clone, whoever makes them.
 *
 * The name (procname context) is asked for again once it is older than
 * TCTL_THREAD_NAME_NS: a thread that renames itself, by whatever call, shows the
 * new name after at most that time and a tick of the coarse clock.
 */
#ifndef LIBTRACE_THREAD_H
#define LIBTRACE_THREAD_H

#include <stdint.h>
#include <string.h>

#define TCTL_THREAD_NAME_NS	10000000ull
#define TCTL_THREAD_UNKNOWN	UINT32_MAX	/* never a generation in force */

struct tctl_thread {
	uint32_t generation;	/* written last; or _UNKNOWN */
	uint32_t process;	/* see tctl_thread_process() */
	uint64_t context;	/* vpid and vtid as they stand in a record */
	uint32_t vpid;
	uint32_t vtid;
	uint32_t vfork;		/* counts tctl_thread_vfork_begin() */
	uint32_t reserved;
	uint64_t name_ns;	/* when name was asked for; 0: never */
	char name[16];
};

/* The context fields of a record: vpid:32, then vtid:31 and the cut bit
   (abi/ring.h), as the 8 bytes that they are in memory. */
static inline uint64_t tctl_thread_context(uint32_t vpid, uint32_t vtid,
					   int cut)
{
	uint32_t words[2] = { vpid, vtid & 0x7fffffffu };
	uint64_t context;

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	words[1] = vtid << 1 | (cut ? 1u : 0);
#else
	words[1] |= cut ? 1u << 31 : 0;
#endif
	memcpy(&context, words, sizeof(context));
	return context;
}

extern __thread struct tctl_thread tctl_thread
	__attribute__((tls_model("initial-exec"), visibility("hidden")));

struct tctl_thread_page {
	uint32_t generation;	/* 0: after a fork */
	uint32_t process;	/* changes with each fork */
};

extern struct tctl_thread_page *tctl_thread_page
	__attribute__((visibility("hidden")));

/* Before the first channel is opened; more than once does no harm. */
void tctl_thread_init(void);

/* Fill the cache; the record path, when the generation differs and this is no
   vfork child. */
void tctl_thread_refresh(void);

/* Tells this process from its parent and children, whatever their pids in
   their namespaces are. */
uint32_t tctl_thread_process(void);

/* The name of the calling thread, 16 bytes, NUL-padded. */
const char *tctl_thread_name(void);

static inline int tctl_thread_stale(void)
{
	return tctl_thread.generation !=
	       __atomic_load_n(&tctl_thread_page->generation, __ATOMIC_RELAXED);
}

/*
 * Around vfork, called by the thread that calls it: while the child runs on its
 * parent's memory and TLS it must neither use the parent's rseq area nor fill
 * the parent's cache. Its events go to the counted region with ids asked of the
 * kernel. _end() is for the parent, once it runs again.
 */
static inline void tctl_thread_vfork_begin(void)
{
	tctl_thread.vfork++;
	tctl_thread.generation = TCTL_THREAD_UNKNOWN;
}

static inline void tctl_thread_vfork_end(void)
{
	tctl_thread.vfork--;
}

#endif
