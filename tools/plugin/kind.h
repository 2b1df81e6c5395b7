/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/kind.h: which known event a name means, in the spellings of
 * old and new tracers.
 */
#ifndef TRACECTL_PLUGIN_KIND_H
#define TRACECTL_PLUGIN_KIND_H

enum tctl_kind {
	TCTL_KIND_OTHER,
	TCTL_KIND_SWITCH,
	TCTL_KIND_WAKEUP,
	TCTL_KIND_WAKING,
	TCTL_KIND_MIGRATE,
	TCTL_KIND_FORK,
	TCTL_KIND_EXEC,
	TCTL_KIND_EXIT,
	TCTL_KIND_PROCESS_STATE,
	TCTL_KIND_FILE_DESCRIPTOR,
	TCTL_KIND_IRQ_ENTRY,
	TCTL_KIND_IRQ_EXIT,
	TCTL_KIND_SOFTIRQ_RAISE,
	TCTL_KIND_SOFTIRQ_ENTRY,
	TCTL_KIND_SOFTIRQ_EXIT,
	TCTL_KIND_SYSCALL_ENTRY,
	TCTL_KIND_SYSCALL_EXIT,
	TCTL_KIND_BLOCK_ISSUE,
	TCTL_KIND_BLOCK_COMPLETE,
	TCTL_KIND_BLOCK_DEVICE,
	TCTL_KIND_NET_SEND,
	TCTL_KIND_NET_RECEIVE,
	TCTL_KIND_MEMORY,
	TCTL_KIND_LOCK,
	TCTL_KIND_PROFILE_SAMPLE,
	TCTL_KIND_PROFILE_HITS,
	TCTL_KIND_OFFCPU,
	TCTL_KIND_PROCESS_MAP,
	TCTL_KIND_PROCESS_FORK,
	TCTL_KIND_BIN_INFO,
	TCTL_KIND_BUILD_ID,
	TCTL_KIND_KERNEL_SYMBOL,
	TCTL_KIND_STACK,	/* any event with one */
	TCTL_NR_KINDS
};

/* *ret_call: the name of the system or memory call within name, or NULL. */
enum tctl_kind tctl_kind_of(const char *name, const char **ret_call);
/* The event's name today, for telling people what to enable. */
const char *tctl_kind_name(enum tctl_kind kind);

#endif
