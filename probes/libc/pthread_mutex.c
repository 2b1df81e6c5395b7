/* SPDX-License-Identifier: MIT */
/*
 * probes/libc/pthread_mutex.c: mutex calls as lttng_ust_pthread:* events.
 *
 * Interposed by preloading. While the real functions are being looked up the
 * calling thread is inside dlsym(): a lock taken there is released there, so
 * both are let pass without effect.
 */
#include <pthread.h>
#include <tracectl/probe.h>
#include "probes/libc/real.h"

#define EXPORT		__attribute__((visibility("default")))

EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex)
{
	int status;

	if (!tctl_real_ready())
		return 0;
	PROBE(lttng_ust_pthread, pthread_mutex_lock_req,
	      (mutex, (void *)mutex));
	status = tctl_real.pthread_mutex_lock(mutex);
	PROBE(lttng_ust_pthread, pthread_mutex_lock_acq,
	      (mutex, (void *)mutex), (status, status));
	return status;
}

EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
	int status;

	if (!tctl_real_ready())
		return 0;
	status = tctl_real.pthread_mutex_trylock(mutex);
	PROBE(lttng_ust_pthread, pthread_mutex_trylock,
	      (mutex, (void *)mutex), (status, status));
	return status;
}

EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
	int status;

	if (!tctl_real_ready())
		return 0;
	status = tctl_real.pthread_mutex_unlock(mutex);
	PROBE(lttng_ust_pthread, pthread_mutex_unlock,
	      (mutex, (void *)mutex), (status, status));
	return status;
}
