/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/getcpu.c: sched_getcpu() as a system call, linked in place of
 * libc's: what the number of the CPU costs where neither rseq nor the vDSO
 * tells it.
 */
#include <sys/syscall.h>
#include <unistd.h>

int __wrap_sched_getcpu(void);

int __wrap_sched_getcpu(void)
{
	unsigned int cpu;

	return syscall(SYS_getcpu, &cpu, NULL, NULL) ? -1 : (int)cpu;
}
