/* SPDX-License-Identifier: MIT */
/*
 * libtrace/lock.h: the library's own mutex. Those of the C library may be
 * wrapped by somebody, as probes/libc does: what the library locks would then
 * be recorded as the application's doing, in the middle of what is locked.
 *
 * Not for signal handlers nor the record path. All zero is unlocked.
 */
#ifndef LIBTRACE_LOCK_H
#define LIBTRACE_LOCK_H

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
	TCTL_LOCK_FREE,
	TCTL_LOCK_HELD,
	TCTL_LOCK_AWAITED,	/* held, and somebody may sleep */
};

struct tctl_lock {
	uint32_t state;		/* futex */
};

#define TCTL_LOCK_INIT	{ TCTL_LOCK_FREE }

/* (lock:A) acquire pairs with (lock:B) release: who holds the lock sees what was
   done under it before. */
static inline int tctl_lock_try(struct tctl_lock *lock)
{
	uint32_t state = TCTL_LOCK_FREE;

	return __atomic_compare_exchange_n(&lock->state, &state,
					   TCTL_LOCK_HELD, 0,
					   __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* until: on CLOCK_MONOTONIC, or NULL. Returns 0 or -ETIMEDOUT. */
static inline int tctl_lock_take_until(struct tctl_lock *lock,
				       const struct timespec *until)
{
	if (tctl_lock_try(lock))
		return 0;
	/* (lock:A) */
	while (__atomic_exchange_n(&lock->state, TCTL_LOCK_AWAITED,
				   __ATOMIC_ACQUIRE) != TCTL_LOCK_FREE)
		if (syscall(SYS_futex, &lock->state,
			    FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG,
			    TCTL_LOCK_AWAITED, until, NULL,
			    FUTEX_BITSET_MATCH_ANY) && errno == ETIMEDOUT)
			return -ETIMEDOUT;
	return 0;
}

static inline void tctl_lock_take(struct tctl_lock *lock)
{
	int saved_errno = errno;

	tctl_lock_take_until(lock, NULL);
	errno = saved_errno;
}

static inline int tctl_lock_take_for(struct tctl_lock *lock, unsigned int ms)
{
	struct timespec until;

	if (tctl_lock_try(lock))
		return 0;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += (long)ms * 1000000;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	return tctl_lock_take_until(lock, &until);
}

static inline void tctl_lock_release(struct tctl_lock *lock)
{
	int saved_errno = errno;

	/* (lock:B) */
	if (__atomic_exchange_n(&lock->state, TCTL_LOCK_FREE,
				__ATOMIC_RELEASE) == TCTL_LOCK_AWAITED)
		syscall(SYS_futex, &lock->state,
			FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL, NULL, 0);
	errno = saved_errno;
}

#endif
