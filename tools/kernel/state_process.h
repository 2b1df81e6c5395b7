/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/state_process.h: what the statedump says of processes. All
 * return 0 or writer->err; what can't be read is left out.
 */
#ifndef TOOLS_KERNEL_STATE_PROCESS_H
#define TOOLS_KERNEL_STATE_PROCESS_H

#include "tools/kernel/state_writer.h"

/* A process and its threads: names, ids, states. */
int tctl_state_process(struct tctl_state_writer *writer, uint32_t pid);
/* Open descriptors of a process. */
int tctl_state_files(struct tctl_state_writer *writer, uint32_t pid);
/* Its executable mappings that have names. */
int tctl_state_maps(struct tctl_state_writer *writer, uint32_t pid);

#endif
