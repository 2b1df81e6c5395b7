/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/agent_events.c: hits a probe in unusual places, and notes each
 * hit as "vpid vtid number" in the file that its second argument names; the
 * first says where.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/capability.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tracectl/probe.h>

static int notes;

/* No stdio: also called in signal handlers and in the child of a vfork. */
static void note(int number)
{
	char line[64];
	int size = snprintf(line, sizeof(line), "%ld %ld %d\n",
			    syscall(SYS_getpid), syscall(SYS_gettid), number);

	if (write(notes, line, (size_t)size) != size)
		_exit(98);
}

static void hit(int number)
{
	PROBE(agent, hit, (number, number));
	note(number);
}

static int wait_for(pid_t pid)
{
	int status = 1;

	waitpid(pid, &status, 0);
	return status != 0;
}

static int events_fork(void)
{
	int failed = 0, i;
	pid_t pid;

	for (i = 0; i < 20; i++) {
		hit(i);
		pid = fork();
		if (!pid) {
			hit(100 + i);
			_exit(0);
		}
		failed += wait_for(pid);
	}
	return failed;
}

/* A child without an agent: the C library knows nothing of it. */
static int events_clone(void)
{
	int failed = 0, i;
	pid_t pid;

	for (i = 0; i < 20; i++) {
		hit(i);
		pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
		if (!pid) {
			hit(100 + i);
			failed = setuid(getuid()) || unshare(0);
			hit(200 + i);
			_exit(failed);
		}
		failed += wait_for(pid);
	}
	return failed;
}

static int hit_around_vfork(int number)
{
	pid_t pid;

	hit(number);
	pid = vfork();
	if (!pid) {
		hit(100 + number);
		_exit(0);
	}
	hit(200 + number);
	return wait_for(pid);
}

static int events_vfork(void)
{
	int failed = 0, i;

	for (i = 0; i < 20; i++)
		failed += hit_around_vfork(i);
	return failed;
}

static void *hit_in_thread(void *arg)
{
	int i;

	for (i = 0; i < 20; i++)
		hit(*(int *)arg + i);
	return arg;
}

static int events_stacks(void)
{
	int first[4] = { 100, 200, 300, 400 }, i;
	pthread_t threads[4];
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 16384);
	for (i = 0; i < 4; i++)
		if (pthread_create(&threads[i], &attr, hit_in_thread,
				   &first[i]))
			return 1;
	for (i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}

static void hit_at_exit(void)
{
	hit(1000);
}

static int events_main_exit(void)
{
	static int first = 100;
	pthread_t thread;

	atexit(hit_at_exit);
	hit(1);
	pthread_create(&thread, NULL, hit_in_thread, &first);
	pthread_exit(NULL);
}

static int events_unshare(void)
{
	hit(1);
	if (unshare(CLONE_NEWUSER))
		return 1;
	hit(2);
	return 0;
}

/* 1 while buffers of a daemon are mapped. */
static int has_regions(void)
{
	FILE *maps = fopen("/proc/self/maps", "re");
	char line[PATH_MAX + 100];
	int found = 0;

	while (maps && fgets(line, sizeof(line), maps))
		found |= strstr(line, "/regions/") != NULL;
	if (maps)
		fclose(maps);
	return found;
}

/* What is hit as another user is not for the former one. */
static int events_setuid(void)
{
	hit(1);
	if (!has_regions())
		return 1;
	if (setreuid(65534, 0) || !has_regions())
		return 2;
	if (setuid(65534) || has_regions())
		return 3;
	PROBE(agent, hit, (number, 2));
	return 0;
}

/* Whether the calling thread, and it alone, may change groups. */
static int may_change_groups(int may)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3,
	};
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

	if (syscall(SYS_capget, &header, data))
		return -1;
	data[0].effective &= ~(1u << CAP_SETGID);
	data[0].effective |= (unsigned int)may << CAP_SETGID;
	return (int)syscall(SYS_capset, &header, data);
}

/* The C library ends a process whose threads differ in what they may. */
static int events_capset(void)
{
	gid_t group = 65534;

	hit(1);
	if (may_change_groups(0) || !setgroups(1, &group) || errno != EPERM)
		return 1;
	if (!setgid(65534) || !initgroups("root", 0))
		return 2;
	if (may_change_groups(1) || setgroups(1, &group) || setgid(65534))
		return 3;
	hit(2);
	return 0;
}

static int events_closed(void)
{
	hit(1);
	notes = dup2(notes, 3);
	close(0);
	close(1);
	close(2);
	closefrom(4);
	hit(2);
	return 0;
}

/* One hit for each byte from standard input, until its end. */
static int events_steps(void)
{
	int number = 0;
	char c;

	do {
		hit(++number);
	} while (read(0, &c, 1) == 1);
	return 0;
}

static void hit_on_signal(int number)
{
	hit(number);
}

static int events_signal(void)
{
	int i;

	signal(SIGUSR1, hit_on_signal);
	for (i = 0; i < 20; i++) {
		hit(100 + i);
		raise(SIGUSR1);
	}
	return 0;
}

/* The object's probe is hit by its constructor and right after dlopen(). */
static int events_dlopen(void)
{
	void (*hit_there)(int number, void (*note)(int number));
	char path[PATH_MAX];
	ssize_t size;
	void *object;
	int i;

	size = readlink("/proc/self/exe", path, sizeof(path) - 16);
	path[size > 0 ? size : 0] = 0;
	strcat(path, "_object.so");
	for (i = 0; i < 20; i++) {
		object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
		if (!object)
			return 1;
		hit_there = (void (*)(int, void (*)(int)))
			    dlsym(object, "hit_there");
		hit_there(i, note);
		dlclose(object);
	}
	return 0;
}

static const struct {
	const char *name;
	int (*run)(void);
} places[] = {
	{ "fork", events_fork },
	{ "clone", events_clone },
	{ "vfork", events_vfork },
	{ "stacks", events_stacks },
	{ "main-exit", events_main_exit },
	{ "unshare", events_unshare },
	{ "setuid", events_setuid },
	{ "capset", events_capset },
	{ "closed", events_closed },
	{ "steps", events_steps },
	{ "signal", events_signal },
	{ "dlopen", events_dlopen },
};

int main(int argc, char **argv)
{
	unsigned int i;

	if (argc != 3)
		return 97;
	notes = open(argv[2], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	for (i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (!strcmp(argv[1], places[i].name))
			return places[i].run();
	return 97;
}
