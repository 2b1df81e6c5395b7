/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/runtime.h: the runtime directory (see abi/app.h), and the
 * programs and libraries that belong to this command: beside it in a build
 * tree, else where they were installed.
 */
#ifndef TRACECTL_RUNTIME_H
#define TRACECTL_RUNTIME_H

#include <sys/types.h>

/* The path, absolute. It need not exist yet. NULL after an error message. The
   caller frees. Also exported to the environment when an option set it. */
char *tctl_runtime_directory(void);

/* Reads daemon.pid; 0: there is none. */
pid_t tctl_runtime_daemon_pid(const char *directory);

/* An executable of this package by name; NULL: not found. Caller frees. */
char *tctl_runtime_program(const char *name);

/* A shared object of this package, e.g. "libtracectl.so"; NULL: not found. */
char *tctl_runtime_library(const char *name);

/* Searches PATH as execvp does. *ret_path is set on success (caller frees).
   Returns 0, -ENOENT, or -EACCES and the like for something found that can't
   be executed. */
int tctl_runtime_search(const char *name, char **ret_path);

#endif
