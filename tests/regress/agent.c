/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/agent.c: a traced process does what is hard for one that has a
 * sleeping thread (agent_app.c); a daemon watches.
 */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/lib/fake_daemon.h"
#include "tests/lib/tap.h"

static struct fake_daemon d = { .app = -1 };

/* The traced process: in writes to its standard input, out reads from its
   standard output. */
static struct {
	pid_t pid;
	int in, out;
} app;

/* Beside this program. */
static const char *app_path(void)
{
	static char path[4096];
	ssize_t size = readlink("/proc/self/exe", path, sizeof(path) - 8);

	path[size > 0 ? size : 0] = 0;
	return strcat(path, "_app");
}

static void app_start(const char *mode)
{
	int in[2], out[2];

	if (d.app >= 0)
		fake_daemon_drain(&d);
	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		exit(99);
	app.pid = fork();
	if (!app.pid) {
		dup2(in[0], 0);
		dup2(out[1], 1);
		execl(app_path(), "agent_app", mode, NULL);
		_exit(99);
	}
	close(in[0]);
	close(out[1]);
	app.in = in[1];
	app.out = out[0];
}

/* Let it go on by one step. */
static void app_step(void)
{
	if (write(app.in, "x", 1) != 1)
		tap_note("the application does not read");
}

/* All that it prints until it ends. */
static const char *app_output(void)
{
	static char text[4096];
	ssize_t size, total = 0;

	while ((size = read(app.out, text + total,
			    sizeof(text) - 1 - (size_t)total)) > 0)
		total += size;
	text[total] = 0;
	return text;
}

/* Its exit status, or -signal. */
static int app_end(void)
{
	int status;

	close(app.in);
	close(app.out);
	if (waitpid(app.pid, &status, 0) < 0)
		return -1000;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static int app_introduce(void)
{
	int ret;

	if (fake_daemon_receive(&d) != TCTL_MSG_HELLO ||
	    d.in.hello.pid != (uint32_t)app.pid)
		return -ECONNRESET;
	ret = fake_daemon_expect(&d, TCTL_MSG_READY);
	return ret ? ret : fake_daemon_sync(&d, 1);
}

/* The program's own registration with the generation in force, whoever else of
   its children registers; 0 or -errno. */
static int app_welcome(void)
{
	int ret;

	do {
		ret = fake_daemon_accept(&d);
		if (ret)
			return ret;
		ret = app_introduce();
	} while (ret == -ECONNRESET || ret == -EPIPE);
	return ret;
}

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void test_no_daemon(void)
{
	app_start("quick");
	tap_is(app_end(), 0, "no daemon: a program runs");
}

static void test_start(void)
{
	fake_daemon_announce(&d, 1);
	app_start("wait");
	tap_is(app_welcome(), 0, "a daemon: a program registers");
	tap_is(d.in.ack.error, 0, "and is content");
	app_step();
	tap_is(app_end(), 0, "it ends as it should");
	tap_is(fake_daemon_receive(&d) <= 0, 1, "and so does its connection");
}

/* 100 ms is the promise; a machine under load gets ten times that. */
static void test_stopped(void)
{
	double begin = now_ms(), took;
	int i, fds[64];

	app_start("quick");
	tap_is(app_end(), 0, "a daemon that does not answer: a program runs");
	took = now_ms() - begin;
	tap_ok(took < 1000, "without waiting for it (%.0f ms)", took);
	for (i = 0; i < 64; i++)
		fds[i] = fake_daemon_knock(&d);
	begin = now_ms();
	app_start("quick");
	tap_is(app_end(), 0, "nor accepts: a program runs");
	took = now_ms() - begin;
	tap_ok(took < 1000, "without waiting for it (%.0f ms)", took);
	while (i)
		close(fds[--i]);
	fake_daemon_drain(&d);
}

static void test_late_start(void)
{
	fake_daemon_announce(&d, 0);
	app_start("wait");
	usleep(50000);
	fake_daemon_announce(&d, 1);
	tap_is(app_welcome(), 0,
	       "a daemon that starts later finds the program");
	fake_daemon_announce(&d, 1);
	tap_is(app_welcome(), 0, "so does its successor");
	app_step();
	tap_is(app_end(), 0, "the program ends as it should");
}

/* Mode `descriptors` closes and opens all it can all the time and checks that
   what it opened stays its own. */
static void test_descriptors(void)
{
	int i, good = 0;

	app_start("descriptors");
	for (i = 0; i < 50; i++) {
		fake_daemon_announce(&d, 1);
		good += !app_welcome();
	}
	tap_is(good, 50, "closefrom() and reuse while registering 50 times");
	app_step();
	tap_is(app_end(), 0, "no descriptor was taken for another");
}

static void test_closefrom(void)
{
	app_start("closefrom");
	tap_is(app_welcome(), 0, "a program is connected");
	app_step();
	(void)app_output();
	tap_is(fake_daemon_sync(&d, 2), 0,
	       "and stays so after closefrom(0)");
	kill(app.pid, SIGTERM);
	tap_is(app_end(), -SIGTERM, "until it is killed");
}

/* A step, then a new registration of the same process. */
static void expect_anew(const char *name)
{
	app_step();
	tap_is(app_welcome(), 0, name);
}

/* Not in a changed root, for one. */
static int may_unshare(void)
{
	pid_t pid = fork();
	int status = -1;

	if (!pid)
		_exit(unshare(CLONE_NEWUSER) != 0);
	waitpid(pid, &status, 0);
	return !status;
}

static void test_namespaces(void)
{
	if (!may_unshare()) {
		tap_skip("the system refuses user namespaces here");
		return;
	}
	app_start("unshare");
	tap_is(app_welcome(), 0, "a program is connected");
	expect_anew("unshare(CLONE_NEWUSER): it connects again");
	app_step();
	tap_ok(!strcmp(app_output(), "0"), "unshare succeeded");
	tap_is(app_end(), 0, "the program ends as it should");

	app_start("setns");
	tap_is(app_welcome(), 0, "a program is connected");
	expect_anew("setns() to a user namespace: it connects again");
	app_step();
	tap_ok(!strcmp(app_output(), "0"), "setns succeeded");
	tap_is(app_end(), 0, "the program ends as it should");

	app_start("mount");
	tap_is(app_welcome(), 0, "a program is connected");
	app_step();
	tap_ok(!strcmp(app_output(), "0"),
	       "setns() to a mount namespace succeeds");
	tap_is(fake_daemon_sync(&d, 3), 0, "it is still connected");
	app_step();
	tap_is(app_end(), 0, "and ends as it should");
}

static void test_main_ends(const char *mode, const char *how)
{
	app_start(mode);
	tap_is(app_welcome(), 0, "a program is connected");
	app_step();
	tap_is(app_welcome(), 0, how);
	app_step();
	tap_ok(!strcmp(app_output(), "main thread exit"),
	       "all of its output arrives");
	tap_is(app_end(), 0, "it ends with its last thread");
}

static void test_main_exit(void)
{
	test_main_ends("main-exit",
		       "main ends by pthread_exit(): it connects again");
	test_main_ends("main-cancel", "main is cancelled: it connects again");
	app_start("main-exit-alone");
	tap_ok(!strcmp(app_output(), "main exit"),
	       "pthread_exit() of the only thread: output arrives");
	tap_is(app_end(), 0, "and the process ends");
}

static void test_fork(void)
{
	uint32_t child;

	app_start("fork");
	tap_is(app_welcome(), 0, "a program is connected");
	app_step();
	tap_is(fake_daemon_accept(&d), 0, "its child connects");
	tap_is(fake_daemon_receive(&d), TCTL_MSG_HELLO, "with a HELLO");
	child = d.in.hello.pid;
	tap_ok(child && child != (uint32_t)app.pid, "and its own pid");
	tap_is(fake_daemon_expect(&d, TCTL_MSG_READY), 0, "and all events");
	tap_is(fake_daemon_sync(&d, 4), 0, "and takes orders");
	app_step();
	tap_is(app_end(), 0, "both end as they should");

	app_start("fork-threads");
	tap_ok(!strcmp(app_output(), "0"),
	       "400 forks of a program with threads");
	tap_is(app_end(), 0, "it ends as it should");
	fake_daemon_drain(&d);
}

static void test_vfork(void)
{
	app_start("vfork");
	tap_is(app_welcome(), 0, "a program is connected");
	app_step();
	tap_ok(!strcmp(app_output(), "7"),
	       "vfork: the child ends with its status");
	tap_is(fake_daemon_sync(&d, 5), 0, "the parent is still connected");
	app_step();
	tap_is(app_end(), 0, "and ends as it should");
}

static void test_user(void)
{
	int got;

	if (geteuid()) {
		tap_skip("setuid: needs root");
		return;
	}
	app_start("setuid");
	tap_is(app_welcome(), 0, "a program is connected");
	app_step();
	tap_ok(!strcmp(app_output(), "0"), "setuid() with threads succeeds");
	do {
		got = fake_daemon_receive(&d);
	} while (got > 0);
	tap_is(got <= 0, 1, "it has left the daemon of the former user");
	app_step();
	tap_is(app_end(), 0, "it ends as it should");
}

int main(int argc, char **argv)
{
	const char *dir;

	(void)argc;
	dir = fake_daemon_runtime(argv);
	signal(SIGPIPE, SIG_IGN);
	alarm(180);
	test_no_daemon();
	if (fake_daemon_open(&d, dir, TCTL_DAEMON_USER))
		return 99;
	test_start();
	test_stopped();
	test_late_start();
	test_descriptors();
	test_closefrom();
	test_namespaces();
	test_main_exit();
	test_fork();
	test_vfork();
	test_user();
	fake_daemon_close(&d);
	return tap_done();
}
