/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/protocol.c: what the agent of this process says to a daemon, what
 * it makes of orders, and of messages that make no sense.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <tracectl/probe.h>
#include "tests/lib/fake_daemon.h"
#include "tests/lib/tap.h"

static struct fake_daemon daemon_user;

/* The thread named "tracectl" of this process, 0: none. */
static int agent_tid(void)
{
	DIR *dir = opendir("/proc/self/task");
	struct dirent *entry;
	char path[300], name[32];
	int fd, tid = 0;
	ssize_t size;

	while (!tid && (entry = readdir(dir))) {
		snprintf(path, sizeof(path), "/proc/self/task/%s/comm",
			 entry->d_name);
		fd = open(path, O_RDONLY);
		size = fd < 0 ? 0 : read(fd, name, sizeof(name));
		if (size == 9 && !memcmp(name, "tracectl\n", 9))
			tid = atoi(entry->d_name);
		close(fd);
	}
	closedir(dir);
	return tid;
}

static int agent_descriptors(void)
{
	char path[64];
	struct dirent *entry;
	int count = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/self/task/%d/fd", agent_tid());
	dir = opendir(path);
	while (dir && (entry = readdir(dir)))
		count += entry->d_name[0] != '.';
	if (dir)
		closedir(dir);
	return count;
}

static struct tctl_message head(unsigned int type, size_t size)
{
	const struct tctl_message message = {
		(uint32_t)size, TCTL_APP_VERSION, (uint16_t)type
	};

	return message;
}

static void test_introduction(void)
{
	struct fake_daemon *d = &daemon_user;
	char exe[4096] = "";

	fake_daemon_announce(d, 1);
	tap_is(fake_daemon_accept(d), 0, "an announced daemon is connected to");
	tap_is(fake_daemon_receive(d), TCTL_MSG_HELLO, "HELLO comes first");
	tap_is(d->in.hello.pid, getpid(), "its pid");
	tap_is(d->in.hello.word_size, sizeof(void *) * 8, "its word size");
	tap_is(d->in.hello.token, 0xc0ffee, "its token");
	tap_is(d->in.hello.nr_cpus >= sysconf(_SC_NPROCESSORS_ONLN), 1,
	       "its CPUs");
	if (readlink("/proc/self/exe", exe, sizeof(exe) - 1) > 0)
		tap_ok(!strcmp(d->in.hello.exe, exe), "its executable");
	tap_ok(fake_daemon_expect_event(d, "protocol:first"),
	       "an EVENT for a probe");
	tap_is(d->in.event.nr_fields, 1, "its number of fields");
	tap_is(d->in.event.nr_sites, 1, "its number of sites");
	tap_is(fake_daemon_expect(d, TCTL_MSG_OBJECT), 0, "an OBJECT");
	tap_is(d->in.object.loaded, 1, "it is loaded");
	tap_ok(!strcmp(d->in.object.rest + d->in.object.build_id_size, exe),
	       "the first is the executable");
	tap_is(fake_daemon_expect(d, TCTL_MSG_READY), 0, "READY");
	tap_is(fake_daemon_sync(d, 7), 0, "SYNC is acknowledged");
	tap_is(d->in.ack.error, 0, "without an error");
	tap_is(agent_descriptors(), 1,
	       "the agent has its socket and nothing else open");
}

/* Send what must not be accepted; the connection goes, the process stays, and
   the agent comes back when rung. */
static void expect_goodbye(const void *data, size_t size, const char *name)
{
	struct fake_daemon *d = &daemon_user;
	int got;

	fake_daemon_send(d, data, size, NULL, 0);
	fake_daemon_ring(d);
	do {
		got = fake_daemon_receive(d);
	} while (got > 0);
	tap_ok(got == 0 || got == -ECONNRESET, "%s: hangs up", name);
	tap_is(fake_daemon_welcome(d), 0, "and connects again");
}

static void test_nonsense(void)
{
	struct {
		struct tctl_msg_enable enable;
		struct tctl_event_id id;
	} enable = {
		{ head(TCTL_MSG_ENABLE, sizeof(enable)), 0, 2 }, { 1, 1 }
	};
	struct tctl_message message = head(TCTL_MSG_SYNC, 8);
	static char large[100000];
	int size = sizeof(large);

	expect_goodbye("abc", 3, "three bytes");
	expect_goodbye(&message, sizeof(message), "SYNC without its serial");
	message.size = 4000;
	expect_goodbye(&message, sizeof(message), "a size that is not there");
	message = head(TCTL_MSG_FLUSH, sizeof(message));
	expect_goodbye(&message, sizeof(message), "FLUSH of nothing");
	message = head(77, sizeof(message));
	message.version = 0;
	expect_goodbye(&message, sizeof(message), "version 0");
	expect_goodbye(&enable, sizeof(enable), "more ids than there are");
	enable.enable.nr = 0xffffffff;
	expect_goodbye(&enable, sizeof(enable), "four thousand million ids");
	setsockopt(daemon_user.app, SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
	expect_goodbye(large, sizeof(large), "more than a message");
}

/* What is refused is told with the next ACK. */
static void expect_error(const void *data, size_t size, const int *fds,
			 unsigned int nr_fds, const char *name)
{
	struct fake_daemon *d = &daemon_user;

	fake_daemon_send(d, data, size, fds, nr_fds);
	tap_is(fake_daemon_sync(d, 1000), 0, name);
	tap_ok(d->in.ack.error < 0 && d->in.ack.text[0],
	       "is refused (%d: %s)", d->in.ack.error, d->in.ack.text);
}

static void test_wrong_orders(void)
{
	struct fake_daemon *d = &daemon_user;
	struct tctl_msg_channel channel = {
		head(TCTL_MSG_CHANNEL, sizeof(channel)), 0, 1, { 0, 0 }
	};
	struct {
		struct tctl_msg_enable enable;
		struct tctl_event_id id;
	} enable = {
		{ head(TCTL_MSG_ENABLE, sizeof(enable)), 3, 1 }, { 1, 1 }
	};
	struct tctl_message unknown = head(4711, sizeof(unknown));
	int empty = memfd_create("empty", MFD_CLOEXEC);
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int fds[16], i;

	expect_error(&channel, sizeof(channel), NULL, 0,
		     "CHANNEL without a descriptor");
	expect_error(&channel, sizeof(channel), &empty, 1,
		     "CHANNEL with an empty file");
	expect_error(&channel, sizeof(channel), &null, 1,
		     "CHANNEL with a device");
	for (i = 0; i < 16; i++)
		fds[i] = empty;
	expect_error(&channel, sizeof(channel), fds, 16,
		     "CHANNEL with sixteen descriptors");
	channel.channel = 32;
	expect_error(&channel, sizeof(channel), &empty, 1, "CHANNEL 32");
	channel.channel = 16;
	expect_error(&channel, sizeof(channel), &empty, 1,
		     "a channel of root's daemon");
	expect_error(&enable, sizeof(enable), NULL, 0,
		     "ENABLE in a channel that is not mapped");
	fake_daemon_send(d, &unknown, sizeof(unknown), NULL, 0);
	tap_is(fake_daemon_sync(d, 5), 0, "an unknown message is passed over");
	tap_is(d->in.ack.error, 0, "without an error");
	tap_is(agent_descriptors(), 1, "no descriptor was left open");
	close(empty);
	close(null);
}

static void test_lives(void)
{
	struct fake_daemon *d = &daemon_user;
	struct tctl_message refused = head(TCTL_MSG_REFUSED, sizeof(refused));
	static struct fake_daemon root;
	int got;

	fake_daemon_announce(d, 1);
	tap_is(fake_daemon_welcome(d), 0, "a successor is connected to");
	tap_is(fake_daemon_open(&root, d->dir, TCTL_DAEMON_ROOT), 0,
	       "another daemon, root's");
	fake_daemon_announce(&root, 1);
	tap_is(fake_daemon_welcome(&root), 0, "is connected to");
	tap_is(fake_daemon_sync(d, 9), 0, "beside the first");
	fake_daemon_send(&root, &refused, sizeof(refused), NULL, 0);
	fake_daemon_ring(&root);
	tap_is(fake_daemon_receive(&root), 0, "REFUSED ends a connection");
	tap_is(fake_daemon_sync(d, 10), 0, "one only");
	fake_daemon_announce(d, 0);
	do {
		got = fake_daemon_receive(d);
	} while (got > 0);
	tap_is(got, 0, "a daemon that ends is left");
	fake_daemon_close(&root);
}

int main(int argc, char **argv)
{
	const char *dir;
	int tries;

	setenv("TRACECTL_TOKEN", "0000000000c0ffee", 1);
	dir = fake_daemon_runtime(argv);
	PROBE(protocol, first, (number, argc));
	for (tries = 0; !agent_tid() && tries < 500; tries++)
		usleep(10000);
	tap_ok(agent_tid() != 0, "there is an agent without a daemon");
	tap_is(fake_daemon_open(&daemon_user, dir, TCTL_DAEMON_USER), 0,
	       "a daemon");
	tap_is(daemon_user.page->magic == TCTL_PAGE_MAGIC, 1,
	       "the page was there");
	test_introduction();
	test_nonsense();
	test_wrong_orders();
	test_lives();
	fake_daemon_close(&daemon_user);
	return tap_done();
}
