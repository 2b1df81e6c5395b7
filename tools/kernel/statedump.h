/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/statedump.h: the state of the system at a moment, as events that
 * viewers know (lttng_statedump_*): processes and threads, open files, memory
 * maps, CPUs, interrupts, block and network devices; kernel symbols where
 * stacks are recorded. Read from /proc and /sys by the daemon. What starts
 * while recording is told by a tctl_sideband (processes' memory maps, from
 * perf's side-band records).
 */
#ifndef TOOLS_KERNEL_STATEDUMP_H
#define TOOLS_KERNEL_STATEDUMP_H

#include "tools/kernel/event.h"
#include <stddef.h>
#include <stdint.h>

/* Takes one event: payload bytes as the event declares them. 0 or -errno, which
   ends the dump. time_ns: CLOCK_MONOTONIC, never before an earlier one. */
typedef int tctl_kernel_emit_fn(void *arg,
				const struct tctl_kernel_event *event,
				uint64_t time_ns, const void *payload,
				size_t size);

#define TCTL_STATEDUMP_SYMBOLS (1u << 0) /* kernel symbols, too */
#define TCTL_STATEDUMP_MAPS    (1u << 1) /* memory maps of processes */
#define TCTL_STATEDUMP_FILES   (1u << 2) /* open files */

/* pids: only these processes (0-terminated), NULL: all. */
int tctl_kernel_statedump(const struct tctl_kernel_catalogue *catalogue,
			  uint32_t what, const uint32_t *pids,
			  tctl_kernel_emit_fn *emit, void *arg);

/*
 * Memory maps of processes that come while recording: tracectl_process_map, and
 * tracectl_process_fork for a process that begins with its parent's. On failure
 * -errno, and error says why and what to do. To be read a few times a second.
 */
struct tctl_sideband;
int tctl_sideband_new(const struct tctl_kernel_catalogue *catalogue,
		      struct tctl_sideband **ret_sideband, char *error,
		      size_t error_size);
void tctl_sideband_free(struct tctl_sideband *sideband);
/* Emit what has come since the last call, in time order. */
int tctl_sideband_read(struct tctl_sideband *sideband,
		       tctl_kernel_emit_fn *emit, void *arg);

#endif
