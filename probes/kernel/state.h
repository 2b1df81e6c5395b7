/* SPDX-License-Identifier: MIT */
/*
 * probes/kernel/state.h: what the daemon itself says about the system: its state
 * when recording begins, programs' memory maps, kernel symbols, counted
 * profiles. Lists like those of events.h, with the same kinds; here STRING may
 * stand anywhere. lttng_statedump_* have the names and fields that viewers of
 * LTTng's kernel traces know.
 */
#ifndef TRACECTL_PROBES_KERNEL_STATE_H
#define TRACECTL_PROBES_KERNEL_STATE_H

#define TCTL_STATE_EVENTS(E) \
	E(lttng_statedump_start) \
	E(lttng_statedump_end) \
	E(lttng_statedump_process_state) \
	E(lttng_statedump_file_descriptor) \
	E(lttng_statedump_block_device) \
	E(lttng_statedump_network_interface) \
	E(lttng_statedump_interrupt) \
	E(lttng_statedump_cpu_topology) \
	E(tracectl_process_map) \
	E(tracectl_process_fork) \
	E(tracectl_kernel_symbol) \
	E(tracectl_profile_hits) \
	E(tracectl_gap)

#define TCTL_STATE_FIELDS_lttng_statedump_start(F)
#define TCTL_STATE_FIELDS_lttng_statedump_end(F)

/*
 * type: 0 user, 1 kernel thread; mode: 0 unknown, 1 user mode, 2 system call,
 * 3 trap, 4 interrupt, 5 softirq; submode: 0 unknown, 1 none; status: 0 unnamed,
 * 1 wait_fork, 2 wait_cpu, 3 exit, 4 zombie, 5 wait, 6 run, 7 dead.
 * file_table_address: the same number for tasks that share their descriptors.
 */
#define TCTL_STATE_FIELDS_lttng_statedump_process_state(F) \
	F(S32, tid) F(S32, vtid) F(S32, pid) F(S32, vpid) F(S32, ppid) \
	F(S32, vppid) F(COMM, name) F(S32, type) F(S32, mode) \
	F(S32, submode) F(S32, status) F(S32, ns_level) F(U32, ns_inum) \
	F(U32, cpu) F(X64, file_table_address)

#define TCTL_STATE_FIELDS_lttng_statedump_file_descriptor(F) \
	F(X64, file_table_address) F(S32, pid) F(S32, fd) F(O32, flags) \
	F(X32, fmode) F(STRING, filename)

#define TCTL_STATE_FIELDS_lttng_statedump_block_device(F) \
	F(U32, dev) F(STRING, diskname)

#define TCTL_STATE_FIELDS_lttng_statedump_network_interface(F) \
	F(STRING, name) F(N32, address_ipv4)

#define TCTL_STATE_FIELDS_lttng_statedump_interrupt(F) \
	F(U32, irq) F(STRING, name) F(STRING, action)

#define TCTL_STATE_FIELDS_lttng_statedump_cpu_topology(F) \
	F(STRING, architecture) F(U16, cpu_id) F(STRING, vendor) \
	F(U8, family) F(U8, model) F(STRING, model_name) \
	F(U16, physical_id) F(U16, core_id) F(U16, cores)

/* One mapping of a program's text or data that has a name. */
#define TCTL_STATE_FIELDS_tracectl_process_map(F) \
	F(S32, pid) F(X64, start) F(X64, end) F(X64, pgoff) F(U64, inode) \
	F(STRING, filename)

/* A new process, which begins with its parent's mappings. */
#define TCTL_STATE_FIELDS_tracectl_process_fork(F) \
	F(S32, pid) F(S32, parent_pid)

#define TCTL_STATE_FIELDS_tracectl_kernel_symbol(F) \
	F(X64, address) F(STRING, name) F(STRING, module)

/* Labels: TCTL_KERNEL_PROFILE_* of abi/kernel.h. */
#define TCTL_STATE_FIELDS_tracectl_profile_hits(F) \
	F(PROFILE, profile) F(X64, address) F(U64, hits)

/* Nobody recorded from then (CLOCK_MONOTONIC) until now: the daemon was killed,
   and another one went on. */
#define TCTL_STATE_FIELDS_tracectl_gap(F)	F(U64, since_ns)

#endif
