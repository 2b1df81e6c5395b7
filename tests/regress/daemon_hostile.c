// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/regress/daemon_hostile.c: an application that breaks every rule of the
 * application socket, one connection per rule. The daemon must close each such
 * connection (or do nothing, where nothing is wrong enough) and stay what it
 * was; daemon.sh asks it afterwards. With a running session it also gets a
 * region and fills it with nonsense.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <tracectl/abi/app.h>
#include <tracectl/abi/ring.h>
#include <tracectl/abi/site.h>
#include "tests/lib/tap.h"

#define TEXT	"hostile:event\nfile.c:1\nfield"

static union {
	char bytes[TCTL_MAX_MESSAGE];
	struct tctl_message head;
	struct tctl_msg_hello hello;
	struct tctl_msg_event event;
	struct tctl_msg_ack ack;
} message;

static int dial(void)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);

	snprintf(address.sun_path, sizeof(address.sun_path), "%s/app.sock",
		 getenv("TRACECTL_RUNTIME_DIR"));
	if (fd < 0 || connect(fd, (struct sockaddr *)&address,
			      sizeof(address))) {
		perror("connect");
		exit(99);
	}
	return fd;
}

static void begin(unsigned int type, size_t size)
{
	memset(&message, 0, sizeof(message));
	message.head.size = (uint32_t)size;
	message.head.version = TCTL_APP_VERSION;
	message.head.type = (uint16_t)type;
}

static int put(int fd, size_t size)
{
	return send(fd, &message, size, MSG_NOSIGNAL) == (ssize_t)size;
}

static void hello(int fd)
{
	size_t size = sizeof(message.hello) + 8;

	begin(TCTL_MSG_HELLO, size);
	message.hello.pid = (uint32_t)getpid();
	message.hello.word_size = 64;
	message.hello.flags = TCTL_HELLO_RSEQ | 1 << 8;
	message.hello.start_ns = 1;
	memcpy(message.hello.procname, "hostile", 8);
	memcpy(message.hello.exe, "/hostile", 8);
	put(fd, size);
}

static size_t event(uint32_t index, uint32_t kind, const char *text,
		    size_t text_size)
{
	size_t size = sizeof(message.event) + 8 + text_size;

	begin(TCTL_MSG_EVENT, size);
	message.event.index = index;
	message.event.nr_fields = 1;
	message.event.text_size = (uint32_t)text_size;
	message.event.kinds[0] = kind;
	memcpy(message.event.kinds + 1, text, text_size);
	return size;
}

/* The daemon hung up within ten seconds, after whatever it sent. */
static int hung_up(int fd)
{
	struct pollfd wait = { .fd = fd, .events = POLLIN };
	char bytes[4096];
	ssize_t n = 1;

	while (n > 0 && poll(&wait, 1, 10000) == 1)
		n = recv(fd, bytes, sizeof(bytes), 0);
	close(fd);
	return n == 0 || (n < 0 && errno == ECONNRESET);
}

static void test_refused(const char *what, int introduced, size_t size)
{
	int fd;
	char copy[TCTL_MAX_MESSAGE];

	memcpy(copy, &message, size);
	fd = dial();
	if (introduced)
		hello(fd);
	memcpy(&message, copy, size);
	put(fd, size);
	tap_ok(hung_up(fd), "%s ends the connection", what);
}

static void test_heads(void)
{
	memset(&message, 0xff, sizeof(message));
	test_refused("one byte", 0, 1);
	begin(TCTL_MSG_HELLO, 1000);
	test_refused("a size that is wrong", 0, sizeof(message.hello));
	begin(TCTL_MSG_HELLO, sizeof(message.head));
	test_refused("a HELLO that is cut", 0, sizeof(message.head));
	begin(TCTL_MSG_READY, sizeof(message.head));
	test_refused("READY before HELLO", 0, sizeof(message.head));
	begin(999, sizeof(message.head));
	test_refused("an unknown type", 1, sizeof(message.head));
	begin(TCTL_MSG_READY, sizeof(message.head));
	message.head.version = 0;
	test_refused("version 0", 1, sizeof(message.head));
	begin(TCTL_MSG_HELLO, sizeof(message.hello));
	message.hello.word_size = 64;
	test_refused("a second HELLO", 1, sizeof(message.hello));
	begin(TCTL_MSG_HELLO, sizeof(message.hello));
	message.hello.word_size = 7;
	test_refused("7-bit words", 0, sizeof(message.hello));
}

static void test_events(void)
{
	size_t size;

	size = event(1, 0x31, TEXT, sizeof(TEXT));
	message.event.nr_fields = 65535;
	test_refused("65535 fields", 1, size);
	size = event(1, 0x31, TEXT, sizeof(TEXT));
	message.event.text_size = 0xfffffff0;
	test_refused("a text longer than the message", 1, size);
	size = event(0, 0x31, TEXT, sizeof(TEXT));
	test_refused("event 0", 1, size);
	size = event(0xffffffff, 0x31, TEXT, sizeof(TEXT));
	test_refused("event 4294967295", 1, size);
	begin(TCTL_MSG_ACK, sizeof(message.ack));
	message.ack.serial = UINT64_MAX;
	test_refused("an ACK for what was never sent", 1, sizeof(message.ack));
}

/* Nothing wrong with the connection: only these events are left out. */
static void test_bad_declarations(void)
{
	static const char *const texts[] = {
		"", "x", "a:b", "a:b\n", "a b:c\nf:1\nx", "a:b\nf:1\n\"; };",
		"a:b\nf:1\nx\ty=1", "a:b\nf:1\nx\nx", "\xff:\xff\n:\n",
	};
	int fd = dial();
	unsigned int i;

	hello(fd);
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		put(fd, event(i + 1, 0xffffffff, texts[i],
			      strlen(texts[i]) + 1));
	put(fd, event(100, 0x31, "no end", 6));
	begin(TCTL_MSG_READY, sizeof(message.head));
	put(fd, sizeof(message.head));
	tap_ok(recv(fd, &message, sizeof(message), 0) > 0 &&
	       message.head.type == TCTL_MSG_SYNC,
	       "senseless declarations are left out, READY is answered");
	close(fd);
}

static void fill_with_nonsense(int fd)
{
	static char bytes[65536];
	struct stat st;
	off_t at;

	if (fstat(fd, &st))
		return;
	memset(bytes, 0xa5, sizeof(bytes));
	for (at = 208; at < st.st_size && at < 16 << 20; at += sizeof(bytes))
		if (pwrite(fd, bytes, sizeof(bytes), at) < 0)
			return;
}

static int take_fds(struct msghdr *msg, int *fds)
{
	struct cmsghdr *control = CMSG_FIRSTHDR(msg);
	unsigned int nr;

	if (!control)
		return 0;
	nr = (unsigned int)((control->cmsg_len - CMSG_LEN(0)) / sizeof(int));
	memcpy(fds, CMSG_DATA(control), nr * sizeof(int));
	return (int)nr;
}

/* Take part in the session, then destroy what was given: how = 0: nonsense
   everywhere; 1: cut the files to nothing. */
static void test_regions(int how)
{
	char control[CMSG_SPACE(2 * sizeof(int))];
	struct iovec iov = { &message, sizeof(message) };
	int fd = dial(), fds[2], nr = 0, i;

	hello(fd);
	put(fd, event(1, 0x31, TEXT, sizeof(TEXT)));
	begin(TCTL_MSG_READY, sizeof(message.head));
	put(fd, sizeof(message.head));
	do {
		struct msghdr msg = {
			.msg_iov = &iov, .msg_iovlen = 1,
			.msg_control = control,
			.msg_controllen = sizeof(control),
		};

		if (recvmsg(fd, &msg, 0) <= 0)
			break;
		nr = take_fds(&msg, fds);
		for (i = 0; i < nr; i++) {
			if (!how)
				fill_with_nonsense(fds[i]);
			else if (ftruncate(fds[i], how - 1))
				perror("ftruncate");
			close(fds[i]);
		}
	} while (message.head.type != TCTL_MSG_SYNC);
	tap_ok(message.head.type == TCTL_MSG_SYNC,
	       "the session offered regions, now ruined (%d)", how);
	usleep(300000);
	close(fd);
}

/* Never reads: the daemon must not wait for it. */
static void test_deaf(void)
{
	int fd = dial(), i;

	hello(fd);
	for (i = 1; i < 2000; i++)
		if (!put(fd, event((uint32_t)i, 0x31, TEXT, sizeof(TEXT))))
			break;
	begin(TCTL_MSG_READY, sizeof(message.head));
	for (i = 0; i < 2000; i++)
		if (send(fd, &message, sizeof(message.head), MSG_DONTWAIT |
			 MSG_NOSIGNAL) < 0)
			break;
	tap_ok(1, "an application that never reads");
	close(fd);
}

int main(int argc, char **argv)
{
	test_heads();
	test_events();
	test_bad_declarations();
	test_deaf();
	if (argc > 1 && !strcmp(argv[1], "session")) {
		test_regions(0);
		test_regions(1);
		test_regions(4097);
	}
	return tap_done();
}
