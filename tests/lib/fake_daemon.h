/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/lib/fake_daemon.h: the daemon's end of the application protocol
 * (abi/app.h) in the hands of a test: it says what it likes, also nonsense.
 * One application at a time.
 */
#ifndef TESTS_FAKE_DAEMON_H
#define TESTS_FAKE_DAEMON_H

#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/app.h>

struct fake_daemon {
	char dir[96];
	unsigned int kind;
	int page_fd;
	struct tctl_page *page;
	int listener;
	int app;		/* -1: none connected */
	uint64_t readies;	/* of it */
	union {
		char bytes[TCTL_MAX_MESSAGE];
		struct tctl_message head;
		struct tctl_msg_hello hello;
		struct tctl_msg_event event;
		struct tctl_msg_object object;
		struct tctl_msg_ack ack;
	} in;			/* what was received last */
};

/* Waits are bounds against hangs only. */
#define FAKE_DAEMON_MS	5000

/* Make the page if there is none and listen in dir (made by the caller), but
   say nothing yet. 0 or -errno. */
int fake_daemon_open(struct fake_daemon *daemon, const char *dir,
		     unsigned int kind);
void fake_daemon_close(struct fake_daemon *daemon);

/* Write a new generation, odd (running) or even, and ring. */
void fake_daemon_announce(struct fake_daemon *daemon, int running);
void fake_daemon_ring(struct fake_daemon *daemon);

/* Wait for an application. 0 or -errno. */
int fake_daemon_accept(struct fake_daemon *daemon);

/* The type of the next message (in `in`), 0: connection closed, -errno. */
int fake_daemon_receive(struct fake_daemon *daemon);

/* Skip messages until one of this type; 0 or -errno. */
int fake_daemon_expect(struct fake_daemon *daemon, unsigned int type);

/* Skip until an EVENT of this provider:name; its index, 0: not there. */
uint32_t fake_daemon_expect_event(struct fake_daemon *daemon,
				  const char *name);

/* Send size bytes as they are, and descriptors. 0 or -errno. */
int fake_daemon_send(struct fake_daemon *daemon, const void *data, size_t size,
		     const int *fds, unsigned int nr_fds);

/* SYNC, ring, and wait for its ACK (in `in`); 0 or -errno. */
int fake_daemon_sync(struct fake_daemon *daemon, uint64_t serial);

/* Accept, and everything up to the ACK of a first SYNC. 0 or -errno. */
int fake_daemon_welcome(struct fake_daemon *daemon);

/* Connect to the own socket, as an application would; the descriptor, -1: it
   takes no more. */
int fake_daemon_knock(struct fake_daemon *daemon);

/* Turn away all who have connected by now. */
void fake_daemon_drain(struct fake_daemon *daemon);

/* Start the calling program again with TRACECTL_RUNTIME_DIR set to a fresh
   directory, unless that has happened; returns the directory. Its removal is
   registered with atexit(). */
const char *fake_daemon_runtime(char **argv);

#endif
