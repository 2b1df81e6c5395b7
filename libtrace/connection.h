/* SPDX-License-Identifier: MIT */
/*
 * libtrace/connection.h: one connection to one daemon: makes it, says what this
 * process has, receives orders (orders.h) and acknowledges them.
 *
 * Never blocks for longer than a few milliseconds: what a daemon doesn't take
 * now (it may be stopped) is sent later. Agent only, under its work lock.
 */
#ifndef LIBTRACE_CONNECTION_H
#define LIBTRACE_CONNECTION_H

#include <stdint.h>
#include "libtrace/descriptors.h"
#include "libtrace/orders.h"

struct tctl_connection {
	unsigned int kind;		/* TCTL_DAEMON_* */
	struct tctl_descriptor socket;
	uint32_t generation;		/* of the daemon spoken to last */
	int introduced;			/* HELLO was sent */
	uint32_t events;		/* sent: indices up to this */
	int objects;			/* sent of those there are; -1: all */
	int ready;			/* READY was sent for all this */
	uint64_t readies;		/* sent since the connect */
	unsigned int failures;		/* in a row: connects or sends */
	uint64_t retry_ns;		/* not before; UINT64_MAX: when rung */
	int error;			/* of the last failure, while closed */
	int refused;			/* by the daemon of this generation */
	struct tctl_orders orders;
};

/* Once, and in the child of a fork (which must not close the socket: it is in
   another process's table). */
void tctl_connection_init(struct tctl_connection *connection,
			  unsigned int kind);

/*
 * Bring the connection to where it should be: connect, send, receive. rung: the
 * doorbell was rung since the last call. shared: the descriptor table is the
 * application's, too.
 */
void tctl_connection_run(struct tctl_connection *connection, int rung,
			 int shared);

/* Nothing is to be expected from the daemon now: it has answered all that we
   said, or there is none to answer. */
int tctl_connection_settled(const struct tctl_connection *connection);

/* When to run it again although nobody rings: ms, -1: never. */
int tctl_connection_timeout(const struct tctl_connection *connection);

/* When something was sent or received last, CLOCK_MONOTONIC. For any thread. */
uint64_t tctl_connection_moved_ms(void);

/* Say goodbye and close. What was ordered stays. */
void tctl_connection_part(struct tctl_connection *connection);

#endif
