/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/state_system.h: what the statedump says of the machine. All
 * return 0 or writer->err; what can't be read is left out.
 */
#ifndef TOOLS_KERNEL_STATE_SYSTEM_H
#define TOOLS_KERNEL_STATE_SYSTEM_H

#include "tools/kernel/state_writer.h"

int tctl_state_cpus(struct tctl_state_writer *writer);
int tctl_state_interrupts(struct tctl_state_writer *writer);
int tctl_state_block_devices(struct tctl_state_writer *writer);
int tctl_state_network_interfaces(struct tctl_state_writer *writer);
/* The kernel's functions and its modules'. */
int tctl_state_symbols(struct tctl_state_writer *writer);

#endif
