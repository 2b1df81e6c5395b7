/* SPDX-License-Identifier: MIT */
/*
 * libtrace/page.h: the runtime directory and the control page of this
 * process's user (abi/app.h).
 *
 * A page once mapped stays mapped for ever, because any thread may be about to
 * ring it. tctl_page_open() is for one thread at a time (the library's
 * constructor, later the agent); the others may be called by any thread.
 */
#ifndef LIBTRACE_PAGE_H
#define LIBTRACE_PAGE_H

#include <stdint.h>
#include <sys/types.h>
#include <tracectl/abi/app.h>

/* Read the environment: once, before the application can change it. */
void tctl_page_init(void);

/*
 * Map the page of the effective user; make directory and page where they are
 * missing. Returns 0 (also when it is mapped already) or -errno: -ENOSPC,
 * -EACCES, -EPERM (page or directory belong to somebody else), -EBADMSG (not a
 * page of a version that is known).
 */
int tctl_page_open(void);

/* Forget the page: the process belongs to another user now. */
void tctl_page_close(void);

/* The page, or NULL. */
struct tctl_page *tctl_page_get(void);

/* The user whose page was opened last. */
uid_t tctl_page_owner(void);

/* The futex word to sleep on: the page's doorbell, or a word of this process
   while there is no page. */
uint32_t *tctl_page_doorbell(void);

/* Wake this process's agent, whichever of the two it sleeps on. */
void tctl_page_ring(void);

/* That of the daemon of this kind, 0 without a page; what it says about that
   daemon may be read then. */
uint32_t tctl_page_generation(unsigned int kind);

/* 1 when a daemon of any kind is marked as running. */
int tctl_page_any_daemon(void);

/* Bits of FUTEX_WAIT_BITSET that this process listens to. */
uint32_t tctl_page_bitset(void);

#endif
