/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/kind.c: the table of spellings. Looked up once for each event
 * class.
 */
#include <stddef.h>
#include <string.h>
#include "tools/plugin/kind.h"

static const struct {
	const char *name;
	enum tctl_kind kind;
} names[] = {
	/* today's spelling is the first of its kind */
	{ "sched_switch", TCTL_KIND_SWITCH },
	{ "sched_wakeup", TCTL_KIND_WAKEUP },
	{ "sched_wakeup_new", TCTL_KIND_WAKEUP },
	{ "sched_waking", TCTL_KIND_WAKING },
	{ "sched_migrate_task", TCTL_KIND_MIGRATE },
	{ "sched_process_fork", TCTL_KIND_FORK },
	{ "sched_process_exec", TCTL_KIND_EXEC },
	{ "sched_process_exit", TCTL_KIND_EXIT },
	{ "lttng_statedump_process_state", TCTL_KIND_PROCESS_STATE },
	{ "lttng_statedump_file_descriptor", TCTL_KIND_FILE_DESCRIPTOR },
	{ "irq_handler_entry", TCTL_KIND_IRQ_ENTRY },
	{ "irq_handler_exit", TCTL_KIND_IRQ_EXIT },
	{ "irq_softirq_raise", TCTL_KIND_SOFTIRQ_RAISE },
	{ "softirq_raise", TCTL_KIND_SOFTIRQ_RAISE },
	{ "irq_softirq_entry", TCTL_KIND_SOFTIRQ_ENTRY },
	{ "softirq_entry", TCTL_KIND_SOFTIRQ_ENTRY },
	{ "irq_softirq_exit", TCTL_KIND_SOFTIRQ_EXIT },
	{ "softirq_exit", TCTL_KIND_SOFTIRQ_EXIT },
	{ "exit_syscall", TCTL_KIND_SYSCALL_EXIT },
	{ "block_rq_issue", TCTL_KIND_BLOCK_ISSUE },
	{ "block_rq_complete", TCTL_KIND_BLOCK_COMPLETE },
	{ "lttng_statedump_block_device", TCTL_KIND_BLOCK_DEVICE },
	{ "net_dev_xmit", TCTL_KIND_NET_SEND },
	{ "net_if_receive_skb", TCTL_KIND_NET_RECEIVE },
	{ "netif_receive_skb", TCTL_KIND_NET_RECEIVE },
	{ "profile_sample", TCTL_KIND_PROFILE_SAMPLE },
	{ "tracectl_profile_hits", TCTL_KIND_PROFILE_HITS },
	{ "offcpu", TCTL_KIND_OFFCPU },
	{ "tracectl_process_fork", TCTL_KIND_PROCESS_FORK },
	{ "tracectl_process_map", TCTL_KIND_PROCESS_MAP },
	{ "lttng_statedump_process_map", TCTL_KIND_PROCESS_MAP },
	{ "lttng_statedump_vm_map", TCTL_KIND_PROCESS_MAP },
	{ "lttng_ust_statedump:bin_info", TCTL_KIND_BIN_INFO },
	{ "lttng_ust_statedump:soinfo", TCTL_KIND_BIN_INFO },
	{ "lttng_ust_lib:load", TCTL_KIND_BIN_INFO },
	{ "lttng_ust_dl:dlopen", TCTL_KIND_BIN_INFO },
	{ "lttng_ust_dl:dlmopen", TCTL_KIND_BIN_INFO },
	{ "ust_baddr_statedump:soinfo", TCTL_KIND_BIN_INFO },
	{ "lttng_ust_statedump:build_id", TCTL_KIND_BUILD_ID },
	{ "lttng_ust_lib:build_id", TCTL_KIND_BUILD_ID },
	{ "lttng_ust_dl:build_id", TCTL_KIND_BUILD_ID },
	{ "tracectl_kernel_symbol", TCTL_KIND_KERNEL_SYMBOL },
};

static const struct {
	const char *prefix;
	enum tctl_kind kind;
} prefixes[] = {
	{ "syscall_entry_", TCTL_KIND_SYSCALL_ENTRY },
	{ "syscall_exit_", TCTL_KIND_SYSCALL_EXIT },
	{ "compat_syscall_entry_", TCTL_KIND_SYSCALL_ENTRY },
	{ "compat_syscall_exit_", TCTL_KIND_SYSCALL_EXIT },
	{ "sys_", TCTL_KIND_SYSCALL_ENTRY },
	{ "compat_sys_", TCTL_KIND_SYSCALL_ENTRY },
	{ "lttng_ust_libc:", TCTL_KIND_MEMORY },
	{ "lttng_ust_pthread:", TCTL_KIND_LOCK },
};

#define NR(array)	(sizeof(array) / sizeof((array)[0]))

enum tctl_kind tctl_kind_of(const char *name, const char **ret_call)
{
	size_t i, length;

	*ret_call = NULL;
	for (i = 0; i < NR(names); i++)
		if (!strcmp(name, names[i].name))
			return names[i].kind;
	for (i = 0; i < NR(prefixes); i++) {
		length = strlen(prefixes[i].prefix);
		if (strncmp(name, prefixes[i].prefix, length))
			continue;
		*ret_call = name + length;
		return prefixes[i].kind;
	}
	return TCTL_KIND_OTHER;
}

const char *tctl_kind_name(enum tctl_kind kind)
{
	size_t i;

	if (kind == TCTL_KIND_SYSCALL_ENTRY)
		return "syscall_entry_*";
	if (kind == TCTL_KIND_SYSCALL_EXIT)
		return "syscall_exit_*";
	if (kind == TCTL_KIND_MEMORY)
		return "lttng_ust_libc:*";
	if (kind == TCTL_KIND_LOCK)
		return "lttng_ust_pthread:*";
	if (kind == TCTL_KIND_STACK)
		return "any with contexts callstack_user, callstack_kernel";
	for (i = 0; i < NR(names); i++)
		if (names[i].kind == kind)
			return names[i].name;
	return "any event";
}
