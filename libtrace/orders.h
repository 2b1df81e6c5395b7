/* SPDX-License-Identifier: MIT */
/*
 * libtrace/orders.h: applies what a daemon says (the D messages of abi/app.h):
 * which channels to map, what to record into them.
 *
 * Nothing in a message is believed: sizes, channel numbers, event indices and
 * ids are checked before use. What can't be done is not done, and told with the
 * next ACK. Agent only.
 */
#ifndef LIBTRACE_ORDERS_H
#define LIBTRACE_ORDERS_H

#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/app.h>

#define TCTL_ORDERS_TEXT	192

/* What one daemon has ordered since it was connected. */
struct tctl_orders {
	unsigned int kind;	/* TCTL_DAEMON_* */
	int fresh;		/* no SYNC yet: what is not ordered again until
				   then is taken back */
	uint32_t seen;		/* channels ordered since the connect */
	int ack;		/* a SYNC waits for its ACK */
	uint64_t serial;	/* of that SYNC */
	uint64_t readies;	/* answered by the last SYNC */
	int error;		/* first failure since the last ACK */
	uint32_t busy;
	char text[TCTL_ORDERS_TEXT];
};

/* A new connection to a daemon of this kind. */
void tctl_orders_begin(struct tctl_orders *orders, unsigned int kind);

/*
 * Apply one datagram; the descriptors stay the caller's. Returns 0, -EBADMSG
 * (no message at all: the sender can't be trusted with the connection) or
 * -ECONNREFUSED (the daemon wants none).
 */
int tctl_orders_apply(struct tctl_orders *orders, const void *data, size_t size,
		      const int *fds, unsigned int nr_fds);

/* Take back everything that daemons of this kind ordered. */
void tctl_orders_forget(unsigned int kind);

/* 1 while a channel of this process needs its daemon's help before the child of
   a fork can record: a counted region belongs to one process. */
int tctl_orders_fork_waits(void);

#endif
