/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectld/runtime.h: the daemon's runtime directory (abi/app.h): found
 * or made, checked, locked against a second daemon.
 */
#ifndef TRACECTLD_RUNTIME_H
#define TRACECTLD_RUNTIME_H

#include <stddef.h>

struct tctl_runtime {
	char path[94];		/* short enough for a socket's name in it */
	int dir_fd;
	int lock_fd;
	int spare_fd;		/* given up to refuse when there are no others */
	int chosen;		/* named by the user, not the default */
	unsigned int squatted;	/* default names found to be somebody else's */
};

/*
 * Open (and make) the directory: wanted, or $TRACECTL_RUNTIME_DIR, or the
 * default, and its regions/. On failure error says what and what to do.
 */
int tctl_runtime_open(struct tctl_runtime *runtime, const char *wanted,
		      char *error, size_t error_size);
/* Take the lock: -EBUSY when another daemon holds it. */
int tctl_runtime_lock(struct tctl_runtime *runtime, char *error,
		      size_t error_size);
/* Write daemon.pid; remove it and the sockets. */
int tctl_runtime_publish(struct tctl_runtime *runtime);
void tctl_runtime_retire(struct tctl_runtime *runtime);
void tctl_runtime_release(struct tctl_runtime *runtime);

/* A listening socket of this name in the directory: type SOCK_STREAM or
   SOCK_SEQPACKET. The descriptor or -errno. */
int tctl_runtime_listen(struct tctl_runtime *runtime, const char *name,
			int type, unsigned int mode);
/* Accept a connection. When descriptors are used up it is closed at once: it
   would keep the loop awake otherwise. The descriptor or -errno. */
int tctl_runtime_accept(struct tctl_runtime *runtime, int listener_fd);

#endif
