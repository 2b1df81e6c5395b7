/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/app.h: a connected application: what it said about itself,
 * which channels it writes to, and what waits to be sent to it. Main thread.
 *
 * Nothing that an application does blocks or harms the daemon: messages are
 * checked in app_message.c and nowhere else, sends never wait, and what one
 * application may make the daemon remember is bounded.
 */
#ifndef TRACECTLD_APP_H
#define TRACECTLD_APP_H

#include <stdint.h>
#include <sys/queue.h>
#include <tracectl/abi/app.h>
#include "tools/tracectld/daemon.h"

#define TCTL_APP_SLOTS		16u		/* channels per daemon kind */
#define TCTL_APP_MAX_EVENTS	65536u
#define TCTL_APP_MAX_MEMORY	(64u << 20)	/* declarations */
#define TCTL_APP_MAX_QUEUE	(16u << 20)	/* bytes not yet taken */
#define TCTL_APP_NO_ID		0xffffu

/* An event of the application; index is its place in tctl_app.events. */
struct tctl_app_event {
	char *text;		/* NULL: not declared, or not acceptable */
	uint32_t text_size;
	uint16_t nr_fields;
	uint8_t level;
	uint32_t nr_sites;
	char *name;		/* provider:name */
	uint64_t *kinds;
};

/* A channel that the application writes to. */
struct tctl_attachment {
	struct tctl_channel *channel;
	struct tctl_stream *stream;
	struct tctl_region_file *whole, *counted;	/* either may be NULL */
	uint32_t nr_ids;
	uint16_t *ids;		/* by event index; TCTL_APP_NO_ID */
};

struct tctl_app_message {
	STAILQ_ENTRY(tctl_app_message) link;
	unsigned int nr_fds;
	int fds[2];		/* own duplicates */
	size_t size;
	char bytes[];
};

struct tctl_app {
	struct tctl_watch watch;
	TAILQ_ENTRY(tctl_app) link;
	struct tctl_daemon *daemon;
	uint32_t pid, uid;	/* as the kernel says */
	int introduced;		/* HELLO came */
	int foreign;		/* its byte order is the other one */
	uint64_t readies;	/* READYs that came */
	int changed;		/* events were added since the last update */
	int failed;		/* to be dropped */
	uint32_t vpid, word_size, flags, nr_cpus;
	uint64_t token, start_ns;
	char procname[17];
	char *exe;
	struct tctl_app_event *events;
	uint32_t nr_events;	/* highest index + 1 */
	size_t memory;
	struct tctl_attachment *slots[TCTL_APP_SLOTS];
	uint64_t synced, acked;	/* serial of the last SYNC and ACK */
	uint32_t busy_sites;	/* as of the last ACK: to be tried again */
	char error[512];	/* what last went wrong for it, "" */
	STAILQ_HEAD(, tctl_app_message) queue;
	size_t queued;
	int watching_out;
};

/* Start listening. 0 or -errno. */
int tctl_apps_init(struct tctl_daemon *daemon);
/* Drop all connections (those who are connected notice). */
void tctl_apps_release(struct tctl_daemon *daemon);

/* Queue a message: head.size is set by the caller. fds are duplicated. */
void tctl_app_send(struct tctl_app *app, const void *message, const int *fds,
		   unsigned int nr_fds);
/* Queue a SYNC; its serial. */
uint64_t tctl_app_sync(struct tctl_app *app);
/* Send what is queued in all applications and ring their doorbells. Called once
   per turn of the loop, after the state file was written. */
void tctl_apps_flush(struct tctl_daemon *daemon);

/* Take note of a failure, for the next answer that names it. */
__attribute__((format(printf, 2, 3)))
void tctl_app_fail(struct tctl_app *app, const char *format, ...);

/* Close the connection and forget it. */
void tctl_app_free(struct tctl_app *app);

/*
 * One message of size bytes (app_message.c), which is turned into this
 * machine's byte order in place. Returns 0 or -EBADMSG: it breaks
 * the rules, the connection is to be closed; -E2BIG: wants too much memory.
 */
int tctl_app_message_apply(struct tctl_app *app, void *bytes, size_t size);

#endif
