/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/agent_sandbox.c: runs a command in a sandbox that refuses
 * close_range() and unshare(), so that an agent can't have descriptors of its
 * own.
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REFUSE(number)							\
	BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),		\
	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)

int main(int argc, char **argv)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		REFUSE(SYS_close_range),
		REFUSE(SYS_unshare),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {
		.len = sizeof(filter) / sizeof(filter[0]),
		.filter = filter,
	};

	if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		return 97;
	execv(argv[1], argv + 1);
	return 127;
}
