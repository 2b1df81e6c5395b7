// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/bpf/channel.bpf.c: the constants, settings and maps of a channel, see
 * kernel/bpf/channel.h.
 */
#include "kernel/bpf/channel.h"

char LICENSE[] SEC("license") = "GPL";

const volatile struct tctl_bpf_constants constants = {0};
struct tctl_bpf_settings settings = {0};
struct tctl_bpf_counts counts = {0};
struct rings_map rings SEC(".maps");
struct call_plans_map call_plans SEC(".maps");
struct followed_map followed SEC(".maps");
struct tracepoint_plans_map tracepoint_plans SEC(".maps");
struct unread_map unread_strings SEC(".maps");
struct hits_map hits SEC(".maps");
