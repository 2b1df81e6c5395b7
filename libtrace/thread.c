/* SPDX-License-Identifier: MIT */
/*
 * libtrace/thread.c: the cached identity of threads. The record path reads and
 * refreshes it (async-signal-safe: system calls and TLS only); the constructor
 * or the agent calls tctl_thread_init(). No locks.
 */
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "libtrace/thread.h"

__thread struct tctl_thread tctl_thread = { .generation = TCTL_THREAD_UNKNOWN };

/* Stands in until the page is mapped, and where it can't be. */
static struct tctl_thread_page first_page;
struct tctl_thread_page *tctl_thread_page = &first_page;

static uint32_t last_generation, last_process;

static void page_wipe(void)
{
	__atomic_store_n(&tctl_thread_page->generation, 0, __ATOMIC_RELAXED);
}

void tctl_thread_init(void)
{
	struct tctl_thread_page *page;

	if (tctl_thread_page != &first_page)
		return;
	page = mmap(NULL, 4096, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page != MAP_FAILED) {
		if (!madvise(page, 4096, MADV_WIPEONFORK)) {
			__atomic_store_n(&tctl_thread_page, page,
					 __ATOMIC_RELEASE);
			return;
		}
		munmap(page, 4096);
	}
	/* A kernel without it: at least plain fork() is noticed. */
	pthread_atfork(NULL, NULL, page_wipe);
}

/* The generation in force; a new one if the page was wiped. */
static uint32_t generation_get(void)
{
	struct tctl_thread_page *page = tctl_thread_page;
	/* (R6) pairs with the exchange below. */
	uint32_t now = __atomic_load_n(&page->generation, __ATOMIC_ACQUIRE);
	uint32_t fresh;

	if (now)
		return now;
	fresh = __atomic_add_fetch(&last_process, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&page->process, fresh, __ATOMIC_RELAXED);
	fresh = __atomic_add_fetch(&last_generation, 1, __ATOMIC_RELAXED);
	/* (R6) pairs with the load above: who sees the generation sees the
	   process's number. */
	if (__atomic_compare_exchange_n(&page->generation, &now, fresh, 0,
					__ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
		return fresh;
	return now;
}

void tctl_thread_refresh(void)
{
	struct tctl_thread *self = &tctl_thread;
	uint32_t generation = generation_get();

	self->generation = TCTL_THREAD_UNKNOWN;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	self->vpid = (uint32_t)syscall(SYS_getpid);
	self->vtid = (uint32_t)syscall(SYS_gettid);
	self->context = tctl_thread_context(self->vpid, self->vtid, 0);
	self->process = tctl_thread_process();
	self->name_ns = 0;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	self->generation = generation;
}

uint32_t tctl_thread_process(void)
{
	generation_get();
	return __atomic_load_n(&tctl_thread_page->process, __ATOMIC_RELAXED);
}

const char *tctl_thread_name(void)
{
	struct tctl_thread *self = &tctl_thread;
	struct timespec now;
	uint64_t ns;

	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	ns = now.tv_sec * 1000000000ull + now.tv_nsec;
	if (!self->name_ns || ns - self->name_ns > TCTL_THREAD_NAME_NS) {
		char name[16] = "";

		syscall(SYS_prctl, PR_GET_NAME, name, 0, 0, 0);
		memcpy(self->name, name, sizeof(name));
		self->name_ns = ns;
	}
	return self->name;
}
