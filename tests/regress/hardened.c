/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/hardened.c [HINDRANCE...] [late HINDRANCE...]: changes each kind
 * of site in a process that its surroundings restrict, from before its start or
 * only before the change, and prints in one line what came of it. Exit status 77:
 * this machine has no such restriction (said on stderr).
 *
 *	mdwe		PR_SET_MDWE
 *	membarrier	a seccomp filter refuses membarrier
 *	mprotect	one refuses mprotect with PROT_WRITE
 *	proc		/proc is not mounted
 *	files		no descriptor is left
 */
#define TRACECTL_LINKED
#define TCTL_LIBRARY	/* linked to a part of it */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <tracectl/immediate.h>
#include <libtrace/gate.h>
#include <libtrace/patch.h>
#include <tests/lib/counting_record.h>

#ifndef PR_SET_MDWE
#define PR_SET_MDWE			65
#endif
#define REFUSE_EXEC_GAIN		1
#define HANG_SECONDS			60

static immediate_int_t value = IMMEDIATE_INIT(0);

static int stop, wrong;

__attribute__((noinline)) static int read_value(void)
{
	return immediate_read(&value);
}

__attribute__((noinline)) static int read_flag(void)
{
	immediate_if (&value)
		return 1;
	return 0;
}

__attribute__((noinline)) static int read_way(void)
{
	immediate_switch (&value) {
	case 0:
		return 0;
	case 1:
		return 1;
	}
	return 2;
}

__attribute__((noinline)) static int is_open(void)
{
	TCTL_GATE("hardened:gate\nhardened.c:1", open);
	return 0;
open:
	return 1;
}

static void *run(void *arg)
{
	while (!__atomic_load_n(&stop, __ATOMIC_RELAXED)) {
		const int v = read_value();

		if ((v != 0 && v != 1) || read_way() == 2 || is_open() > 1 ||
		    read_flag() > 1)
			__atomic_store_n(&wrong, 1, __ATOMIC_RELAXED);
	}
	return arg;
}

__attribute__((noreturn)) static void give_up(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	exit(77);
}

static void filter(const struct sock_filter *code, size_t size)
{
	const struct sock_fprog program = {
		.len = (unsigned short)(size / sizeof(*code)),
		.filter = (struct sock_filter *)code,
	};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
		give_up("seccomp");
}

#define LOAD(field) \
	BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define ALLOW	BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static void hinder_mdwe(void)
{
	if (prctl(PR_SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0))
		give_up("PR_SET_MDWE");
}

static void hinder_membarrier(void)
{
	const struct sock_filter code[] = {
		LOAD(nr),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
		REFUSE,
		ALLOW,
	};

	filter(code, sizeof(code));
}

/* Of text, not of what the loader does. */
static void hinder_mprotect(void)
{
	const struct sock_filter code[] = {
		LOAD(nr),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mprotect, 0, 3),
		LOAD(args[2]),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
			 PROT_READ | PROT_WRITE | PROT_EXEC, 0, 1),
		REFUSE,
		ALLOW,
	};

	filter(code, sizeof(code));
}

static void hinder_proc(void)
{
	if (unshare(CLONE_NEWNS) ||
	    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    umount2("/proc", MNT_DETACH))
		give_up("unmounting /proc");
}

static void hinder_files(void)
{
	const struct rlimit none = { 3, 3 };

	if (setrlimit(RLIMIT_NOFILE, &none))
		give_up("RLIMIT_NOFILE");
}

static void hinder(const char *what)
{
	if (!strcmp(what, "mdwe"))
		hinder_mdwe();
	else if (!strcmp(what, "membarrier"))
		hinder_membarrier();
	else if (!strcmp(what, "mprotect"))
		hinder_mprotect();
	else if (!strcmp(what, "proc"))
		hinder_proc();
	else if (!strcmp(what, "files"))
		hinder_files();
	else
		exit(99);
}

/* Early hindrances, then this program anew with the late ones. */
static void hinder_early(char **argv)
{
	char self[4096];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
	int i;

	if (length < 0)
		give_up("finding myself");
	self[length] = '\0';
	for (i = 1; argv[i] && strcmp(argv[i], "late"); i++)
		hinder(argv[i]);
	/* Where there is no "late", the one before has had its turn. */
	i -= !argv[i];
	argv[i] = (char *)"late";
	argv[i - 1] = self;
	execv(self, argv + i - 1);
	give_up("running myself");
}

/* What the variable and all three sites say. */
static const char *state(void)
{
	const int sum = _immediate_read(&value) + read_value() + read_flag() +
			read_way();

	return sum == 4 ? "1" : sum == 0 ? "0" : "mixed";
}

static void change(void)
{
	const uint32_t name = tctl_gate_name("hardened:gate");
	int err;

	printf("%s", state());
	err = immediate_set(&value, 1);
	printf(" set %s %s%s%s", err ? strerrorname_np(-err) : "ok", state(),
	       *immediate_reason() ? ": " : "", immediate_reason());
	tctl_gate_want(name);
	err = tctl_gate_commit(NULL);
	printf("; gate %s %s%s%s", err ? strerrorname_np(-err) : "ok",
	       is_open() ? "open" : "dormant", err ? ": " : "",
	       err ? tctl_patch_reason() : "");
	printf("; wrong %d\n", __atomic_load_n(&wrong, __ATOMIC_RELAXED));
}

int main(int argc, char **argv)
{
	pthread_t thread;
	int i;

	alarm(HANG_SECONDS);
	if (argc > 1 && strcmp(argv[1], "late"))
		hinder_early(argv);
	pthread_create(&thread, NULL, run, NULL);
	for (i = 2; i < argc; i++)
		hinder(argv[i]);
	change();
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	return 0;
}
