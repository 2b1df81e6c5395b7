/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/client.h: the client's side of the control socket: one JSON
 * object per line each way. Each function reports its own errors, so callers
 * only pass the exit code on. One thread.
 */
#ifndef TRACECTL_CLIENT_H
#define TRACECTL_CLIENT_H

#include <jansson.h>
#include <stddef.h>
#include <sys/types.h>

struct tctl_client {
	char *directory;	/* runtime directory */
	int fd;			/* -1: not connected */
	pid_t pid;		/* the daemon's, 0: in another namespace */
	char *buffer;		/* what was received of the next line */
	size_t size, used;
};

/* Whether a daemon is started when none runs. */
#define TCTL_CLIENT_JOIN	0
#define TCTL_CLIENT_START	1

/* Connects and makes sure that the daemon answers, in 2 s at most (starting
   one takes longer). Returns a TCTL_EXIT_*; release in any case. */
int tctl_client_open(struct tctl_client *client, int start);
void tctl_client_release(struct tctl_client *client);

/* Sends the request (its reference is taken) and waits for the answer as long
   as the daemon lives and runs. *ret_answer: NULL unless TCTL_EXIT_OK; the
   caller owns it. A daemon that went away is joined again, or started again
   by TCTL_CLIENT_START, and asked once more. */
int tctl_client_call(struct tctl_client *client, int start, json_t *request,
		     json_t **ret_answer);

/* Starts a daemon, for tctl_client_open(). Returns NULL when it is ready, else
   what went wrong; the caller frees. */
char *tctl_daemon_start(const char *directory);

#endif
