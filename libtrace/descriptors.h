/* SPDX-License-Identifier: MIT */
/*
 * libtrace/descriptors.h: the agent's descriptor table: its own and empty, so
 * that the application can neither see, close nor inherit what the agent opens,
 * and the agent keeps nothing of the application's open.
 */
#ifndef LIBTRACE_DESCRIPTORS_H
#define LIBTRACE_DESCRIPTORS_H

#include <sys/types.h>

/* A descriptor that may live in a table shared with the application: it is
   ours only as long as it still is the file that it was. */
struct tctl_descriptor {
	int fd;		/* -1: none */
	dev_t dev;
	ino_t ino;
};

/* Give the calling thread a table of its own. Returns 0 or -errno: the table
   stays shared (a sandbox refuses both ways). */
int tctl_descriptors_isolate(void);

/* Take fd over; in a shared table it is moved out of the way of the numbers
   that applications use. Returns 0, or -errno with fd closed. */
int tctl_descriptor_init(struct tctl_descriptor *descriptor, int fd,
			 int shared);

/* 1 when it is open and still is ours. */
int tctl_descriptor_valid(const struct tctl_descriptor *descriptor);

/* Close it if it is ours. */
void tctl_descriptor_release(struct tctl_descriptor *descriptor);

#endif
