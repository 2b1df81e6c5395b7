/* SPDX-License-Identifier: MIT */
/*
 * libtrace/membarrier.h: the kernel's means to make all threads of the process
 * pass a point: run a serialising instruction (after patching), or leave their
 * rseq critical sections (before memory goes).
 */
#ifndef LIBTRACE_MEMBARRIER_H
#define LIBTRACE_MEMBARRIER_H

/* Ask for both. Cheap while the process has one thread, milliseconds later:
   the library's constructor calls this first. Calling again does nothing. */
void tctl_membarrier_init(void);

/* Whether the kernel granted the command (after tctl_membarrier_init()). */
int tctl_membarrier_sync_core_granted(void);
int tctl_membarrier_rseq_granted(void);

/*
 * Every thread of the process runs a serialising instruction before this
 * returns. Where the kernel refuses the command, -ENOSYS: see doc/immediate.md
 * for what holds then.
 */
int tctl_membarrier_sync_core(void);

/* Every rseq critical section that was running has ended or been aborted.
   Returns 0 or -ENOSYS. */
int tctl_membarrier_rseq(void);

#endif
