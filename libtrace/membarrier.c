/* SPDX-License-Identifier: MIT */
/*
 * libtrace/membarrier.c: membarrier(2). Called by the constructor, the patcher
 * and the channels; takes no lock.
 *
 * The registration belongs to the address space: it is inherited over fork, and
 * asked for again should the kernel say that it is missing.
 */
#include <errno.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <libtrace/membarrier.h>

#ifndef MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ
#define MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ		(1 << 7)
#define MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_RSEQ	(1 << 8)
#endif

enum {
	UNKNOWN,
	GRANTED,
	REFUSED,
};

/* Relaxed: every thread that finds UNKNOWN comes to the same result. */
static int sync_core, rseq;

static int command(int cmd)
{
	const int saved = errno;
	int ret = 0;

	if (syscall(SYS_membarrier, cmd, 0, 0))
		ret = -errno;
	errno = saved;
	return ret;
}

static int enrol(int *state, int cmd)
{
	int now = __atomic_load_n(state, __ATOMIC_RELAXED);

	if (now == UNKNOWN) {
		now = command(cmd) ? REFUSED : GRANTED;
		__atomic_store_n(state, now, __ATOMIC_RELAXED);
	}
	return now == GRANTED;
}

int tctl_membarrier_sync_core_granted(void)
{
	return enrol(&sync_core,
		     MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE);
}

int tctl_membarrier_rseq_granted(void)
{
	return enrol(&rseq, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_RSEQ);
}

void tctl_membarrier_init(void)
{
	tctl_membarrier_sync_core_granted();
	tctl_membarrier_rseq_granted();
}

static int barrier(int cmd, int enrol_cmd)
{
	int ret = command(cmd);

	if (ret == -EPERM && !command(enrol_cmd))
		ret = command(cmd);
	return ret ? -ENOSYS : 0;
}

int tctl_membarrier_sync_core(void)
{
	if (!tctl_membarrier_sync_core_granted())
		return -ENOSYS;
	return barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_SYNC_CORE,
		       MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_SYNC_CORE);
}

int tctl_membarrier_rseq(void)
{
	if (!tctl_membarrier_rseq_granted())
		return -ENOSYS;
	return barrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED_RSEQ,
		       MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED_RSEQ);
}
