/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/agent_app.c: the traced process of agent.c. Its argument says
 * what it does; it goes on by a step when a byte comes from standard input, and
 * prints what it found to standard output.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tracectl/probe.h>

/* 0 when the test is gone. */
static int wait_step(void)
{
	char c;

	return read(0, &c, 1) == 1;
}

/* Print a number and let the reader see the end of it. */
static void say(int number)
{
	char text[16];
	int size = snprintf(text, sizeof(text), "%d", number);

	if (write(1, text, (size_t)size) != size)
		_exit(98);
	close(1);
}

static int app_quick(void)
{
	PROBE(agent, quick, (number, 1));
	return 0;
}

static int app_wait(void)
{
	wait_step();
	return 0;
}

/* Own pipes on whatever numbers are free carry what was put into them. */
static int pipes_work(void)
{
	int fds[8][2], i, good = 1;
	char c;

	for (i = 0; i < 8; i++)
		good &= !pipe(fds[i]);
	for (i = 0; i < 8; i++) {
		c = (char)('a' + i);
		good &= write(fds[i][1], &c, 1) == 1;
	}
	for (i = 0; i < 8; i++) {
		good &= read(fds[i][0], &c, 1) == 1 && c == 'a' + i;
		close(fds[i][0]);
	}
	return good;
}

static int app_descriptors(void)
{
	int good = 1;

	fcntl(0, F_SETFL, O_NONBLOCK);
	while (!wait_step() && errno == EAGAIN) {
		good &= pipes_work();
		close_range(3, ~0u, 0);
	}
	return !good;
}

static int app_closefrom(void)
{
	wait_step();
	close_range(0, ~0u, 0);
	while (pause())
		;
	return 0;
}

static int app_unshare(void)
{
	int ret;

	wait_step();
	ret = unshare(CLONE_NEWUSER);
	if (wait_step())
		say(ret ? errno : 0);
	return 0;
}

/* A child that sits in new namespaces until it is killed. */
static pid_t child_in(int flags)
{
	int ready[2];
	pid_t pid;
	char c;

	if (pipe(ready))
		exit(98);
	pid = fork();
	if (!pid) {
		unshare(flags);
		if (write(ready[1], "x", 1) == 1)
			for (;;)
				pause();
		_exit(98);
	}
	if (read(ready[0], &c, 1) != 1)
		exit(98);
	return pid;
}

static int join_namespace(int flags, const char *name)
{
	pid_t pid = child_in(flags);
	char path[64];
	int fd, ret;

	snprintf(path, sizeof(path), "/proc/%d/ns/%s", pid, name);
	fd = open(path, O_RDONLY);
	ret = setns(fd, 0) ? errno : 0;
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	return ret;
}

static int app_setns(void)
{
	int ret;

	wait_step();
	ret = join_namespace(CLONE_NEWUSER, "user");
	if (wait_step())
		say(ret);
	return 0;
}

static int app_mount(void)
{
	wait_step();
	say(join_namespace(CLONE_NEWUSER | CLONE_NEWNS, "mnt"));
	wait_step();
	return 0;
}

static void say_exit(void)
{
	printf(" exit");
}

static void *finish_later(void *arg)
{
	wait_step();
	printf(" thread");
	return arg;
}

/* Standard output is a pipe: nothing is written before the end. */
static int app_main_exit(void)
{
	pthread_t thread;

	atexit(say_exit);
	wait_step();
	printf("main");
	pthread_create(&thread, NULL, finish_later, NULL);
	pthread_exit(NULL);
}

/* As above, but cancelled. */
static int app_main_cancel(void)
{
	pthread_t thread;

	atexit(say_exit);
	wait_step();
	printf("main");
	pthread_create(&thread, NULL, finish_later, NULL);
	pthread_cancel(pthread_self());
	for (;;)
		pause();
}

static int app_main_exit_alone(void)
{
	atexit(say_exit);
	printf("main");
	pthread_exit(NULL);
}

static int app_fork(void)
{
	int status = 1;
	pid_t pid;

	wait_step();
	pid = fork();
	if (!pid) {
		wait_step();
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return status != 0;
}

static volatile int threads_end;

static void *be_busy(void *arg)
{
	while (!threads_end) {
		free(malloc(100));
		PROBE(agent, busy, (pointer, arg));
	}
	return arg;
}

static int fork_once(void)
{
	int status = 1;
	pid_t pid = fork();

	if (!pid) {
		PROBE(agent, child, (number, 1));
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return status != 0;
}

static void *fork_often(void *arg)
{
	int *failed = arg, i;

	for (i = 0; i < 100; i++)
		*failed += fork_once();
	return NULL;
}

static int app_fork_threads(void)
{
	pthread_t busy, threads[4];
	int failed[4] = { 0 }, i;

	pthread_create(&busy, NULL, be_busy, NULL);
	for (i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, fork_often, &failed[i]);
	for (i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	threads_end = 1;
	pthread_join(busy, NULL);
	say(failed[0] + failed[1] + failed[2] + failed[3]);
	return 0;
}

static int app_vfork(void)
{
	int status = 0;
	pid_t pid;

	wait_step();
	pid = vfork();
	if (!pid) {
		PROBE(agent, in_vfork, (number, 7));
		if (setuid(getuid()) || unshare(0))
			_exit(8);
		_exit(7);
	}
	waitpid(pid, &status, 0);
	say(WIFEXITED(status) ? WEXITSTATUS(status) : -1);
	wait_step();
	return 0;
}

static pthread_barrier_t user_barrier;

static void *check_user(void *arg)
{
	pthread_barrier_wait(&user_barrier);
	pthread_barrier_wait(&user_barrier);
	*(int *)arg = getuid() == 65534 && geteuid() == 65534 ? 0 : 1;
	return NULL;
}

static int app_setuid(void)
{
	pthread_t threads[2];
	int wrong[2], ret, i;

	pthread_barrier_init(&user_barrier, NULL, 3);
	for (i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, check_user, &wrong[i]);
	pthread_barrier_wait(&user_barrier);
	wait_step();
	ret = setuid(65534) ? errno : 0;
	pthread_barrier_wait(&user_barrier);
	for (i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	say(ret + wrong[0] + wrong[1]);
	wait_step();
	return 0;
}

static const struct {
	const char *name;
	int (*run)(void);
} modes[] = {
	{ "quick", app_quick },
	{ "wait", app_wait },
	{ "descriptors", app_descriptors },
	{ "closefrom", app_closefrom },
	{ "unshare", app_unshare },
	{ "setns", app_setns },
	{ "mount", app_mount },
	{ "main-exit", app_main_exit },
	{ "main-cancel", app_main_cancel },
	{ "main-exit-alone", app_main_exit_alone },
	{ "fork", app_fork },
	{ "fork-threads", app_fork_threads },
	{ "vfork", app_vfork },
	{ "setuid", app_setuid },
};

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	unsigned int i;

	for (i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (!strcmp(mode, modes[i].name))
			return modes[i].run();
	return 97;
}
