// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/bench/empty.bpf.c: what a program costs that does nothing. */
#include "kernel/bpf/types.h"

char LICENSE[] SEC("license") = "GPL";

SEC("tp_btf/sys_enter")
int BPF_PROG(empty_enter)
{
	return 0;
}

SEC("tp_btf/sys_exit")
int BPF_PROG(empty_exit)
{
	return 0;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(empty_switch)
{
	return 0;
}
