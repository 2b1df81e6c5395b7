// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bpf_without.c: bpf.h in a build without libbpf, clang or bpftool: says so.
 */
#include <errno.h>
#include <stdio.h>
#include "tools/kernel/bpf.h"

int tctl_bpf_new(const struct tctl_bpf_config *config, struct tctl_bpf **ret_bpf,
		 char *error, size_t error_size)
{
	(void)config;
	(void)ret_bpf;
	snprintf(error, error_size,
		 "this tracectl was built without its kernel backend (install libbpf-dev, clang and bpftool, and build it again)");
	return -ENOSYS;
}

void tctl_bpf_free(struct tctl_bpf *bpf)
{
	(void)bpf;
}

size_t tctl_bpf_enable(struct tctl_bpf *bpf, struct tctl_bpf_event *events,
		       size_t nr)
{
	(void)bpf;
	(void)events;
	return nr;
}

size_t tctl_bpf_disable(struct tctl_bpf *bpf, struct tctl_bpf_event *events,
			size_t nr)
{
	return tctl_bpf_enable(bpf, events, nr);
}

int tctl_bpf_filter(struct tctl_bpf *bpf,
		    const struct tctl_kernel_filter *filter)
{
	(void)bpf;
	(void)filter;
	return -ENOSYS;
}

int tctl_bpf_follow(struct tctl_bpf *bpf, uint32_t tgid)
{
	(void)bpf;
	(void)tgid;
	return -ENOSYS;
}

void *tctl_bpf_ring(const struct tctl_bpf *bpf, unsigned int cpu)
{
	(void)bpf;
	(void)cpu;
	return NULL;
}

int tctl_bpf_update_cpus(struct tctl_bpf *bpf)
{
	(void)bpf;
	return 0;
}

void tctl_bpf_flush(struct tctl_bpf *bpf, unsigned int cpu)
{
	(void)bpf;
	(void)cpu;
}

uint64_t tctl_bpf_lost(const struct tctl_bpf *bpf)
{
	(void)bpf;
	return 0;
}

int tctl_bpf_profiles(struct tctl_bpf *bpf,
		      void (*fn)(void *arg, const struct tctl_kernel_hit *hit,
				 uint64_t hits),
		      void *arg)
{
	(void)bpf;
	(void)fn;
	(void)arg;
	return 0;
}

int tctl_bpf_profile(struct tctl_bpf *bpf, uint32_t profiles, char *error,
		     size_t error_size)
{
	(void)bpf;
	(void)profiles;
	snprintf(error, error_size, "no kernel backend");
	return -ENOSYS;
}
