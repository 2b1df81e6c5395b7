/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust/real.h: the functions of LTTng-UST's libraries that the
 * bridge calls. The bridge is linked to none of them: a program without LTTng
 * must not get it from us.
 */
#ifndef PROBES_LTTNG_UST_REAL_H
#define PROBES_LTTNG_UST_REAL_H

#include <lttng/ust-tracer.h>
#include <lttng/ust-events.h>

struct tctl_real {
	/* Those that we stand in front of. */
	struct lttng_ust_registered_probe *(*probe_register)(
		const struct lttng_ust_probe_desc *desc);
	void (*probe_unregister)(struct lttng_ust_registered_probe *probe);
	/* Attach a function to a tracepoint, or detach it; settle waits until
	   nobody runs what was detached. Those that LTTng's libraries have for
	   each other: the public ones ask the dynamic linker something at each
	   call, whose lock may be held by who waits for us. */
	int (*attach)(const char *provider_name, const char *event_name,
		      void (*func)(void), void *data, const char *signature);
	int (*detach)(const char *provider_name, const char *event_name,
		      void (*func)(void), void *data);
	void (*settle)(void);
	/* Around a fork: the readers of the child are those that it has. */
	void (*before_fork)(void);
	void (*after_fork_parent)(void);
	void (*after_fork_child)(void);
	int complete;		/* this release has all of them */
	int wraps_fork;		/* LTTng's wrapper of fork() is there, which
				   calls them itself */
};

/* Look them up, at the first call of somebody who needs LTTng. For any thread;
   no signal handlers. */
const struct tctl_real *tctl_real_get(void);

#endif
