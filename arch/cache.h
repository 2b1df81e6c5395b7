/* SPDX-License-Identifier: MIT */
/*
 * arch/cache.h: making stored instructions those that are fetched, where the
 * processor's caches don't see to it.
 *
 *	tctl_cache_clean(at)	after each store, of at most 8 aligned bytes
 *	tctl_cache_finish()	after the last of a batch
 *
 * After both the new bytes are what every processor finds that looks for them.
 * What processors have fetched before is dropped by
 * tctl_membarrier_sync_core().
 */
#ifndef TCTL_ARCH_CACHE_H
#define TCTL_ARCH_CACHE_H

#include <stdint.h>

#if defined(__aarch64__)
static inline void tctl_cache_clean(const uint8_t *at)
{
	__asm__ __volatile__("dc cvau, %0\n\tdsb ish\n\tic ivau, %0"
			     :
			     : "r"(at)
			     : "memory");
}

static inline void tctl_cache_finish(void)
{
	__asm__ __volatile__("dsb ish\n\tisb" : : : "memory");
}
#elif defined(__powerpc__)
static inline void tctl_cache_clean(const uint8_t *at)
{
	__asm__ __volatile__("dcbst 0,%0\n\tsync\n\ticbi 0,%0"
			     :
			     : "r"(at)
			     : "memory");
}

static inline void tctl_cache_finish(void)
{
	__asm__ __volatile__("sync\n\tisync" : : : "memory");
}
#elif defined(__riscv)
#include <sys/syscall.h>
#include <unistd.h>

static inline void tctl_cache_clean(const uint8_t *at)
{
	(void)at;
}

/* riscv_flush_icache: a fence.i on every hart that runs the process, now or
   before it runs it next. The kernel takes no notice of the range. */
static inline void tctl_cache_finish(void)
{
	syscall(259, 0, -1L, 0);
}
#elif defined(__arm__)
#include <sys/syscall.h>
#include <unistd.h>

/* cacheflush: user space may not touch the caches itself. */
static inline void tctl_cache_clean(const uint8_t *at)
{
	syscall(0xf0002, at, at + 8, 0);
}

static inline void tctl_cache_finish(void)
{
}
#elif defined(__x86_64__) || defined(__i386__)
/*
 * Caches are coherent here. But valgrind runs translations, and does not look
 * whether code in mapped files changes: it is asked to forget them, by its
 * request 0x1002. Processors take that for rotations by twice the width of a
 * register and an exchange of one with itself.
 */
#ifdef __x86_64__
#define TCTL_VALGRIND_REQUEST \
	"rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n" \
	"\trolq $51, %%rdi\n\txchgq %%rbx, %%rbx"
#else
#define TCTL_VALGRIND_REQUEST \
	"roll $3, %%edi\n\troll $13, %%edi\n\troll $29, %%edi\n" \
	"\troll $19, %%edi\n\txchgl %%ebx, %%ebx"
#endif

static inline void tctl_cache_clean(const uint8_t *at)
{
	const uintptr_t request[6] = { 0x1002, (uintptr_t)at, 8 };
	uintptr_t result = 0;

	__asm__ __volatile__(TCTL_VALGRIND_REQUEST
			     : "+d"(result)
			     : "a"(request)
			     : "cc", "memory");
}

static inline void tctl_cache_finish(void)
{
}
#else
static inline void tctl_cache_clean(const uint8_t *at)
{
	(void)at;
}

static inline void tctl_cache_finish(void)
{
}
#endif

#endif
