// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tools/kernel/bpf_profile.c: sampling by each CPU's clock, and the classic
 * profiles that are counted in the kernel.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/kernel/bpf_channel.h"

/* After the settings, which it has in it. */
#include "kernel/bpf/record.skel.h"

#define KALLSYMS     "/proc/kallsyms"
#define KVM_EXIT     "events/kvm/kvm_exit"
#define DEFAULT_HZ   99
#define BIT(profile) (1u << TCTL_KERNEL_PROFILE_##profile)
#define SCHEDULER    (BIT(SCHEDULE) | BIT(SLEEP))

static int sampler_new(struct tctl_bpf *bpf, uint32_t cpu)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.freq = 1,
		.sample_freq = bpf->config.sample_hz ? bpf->config.sample_hz
						     : DEFAULT_HZ,
	};
	int fd = tctl_bpf_perf_open(&attr, (int)cpu), err;
	struct bpf_link *link;

	if (fd < 0) /* it may have gone offline since */
		return fd == -ENODEV ? 0 : fd;
	link = bpf_program__attach_perf_event(
		bpf->skeleton->progs.profile_sample, fd);
	if (!link) {
		err = -errno;
		close(fd);
		return err;
	}
	bpf->samplers[cpu] = link;
	return 0;
}

/* What sampled a CPU that went offline does not when it comes back. */
static int sampler_update(struct tctl_bpf *bpf, uint32_t cpu)
{
	if (bpf->rings[cpu].online)
		return bpf->samplers[cpu] ? 0 : sampler_new(bpf, cpu);
	bpf_link__destroy(bpf->samplers[cpu]);
	bpf->samplers[cpu] = NULL;
	return 0;
}

void tctl_bpf_samplers_release(struct tctl_bpf *bpf)
{
	uint32_t cpu;

	for (cpu = 0; bpf->samplers && cpu < bpf->config.nr_cpus; cpu++)
		bpf_link__destroy(bpf->samplers[cpu]);
	free(bpf->samplers);
	bpf->samplers = NULL;
}

int tctl_bpf_samplers_update(struct tctl_bpf *bpf)
{
	struct tctl_bpf_settings *settings = &bpf->skeleton->bss->settings;
	uint32_t cpu;
	int err = 0;

	if (!settings->samples && !(settings->profiles & BIT(CPU))) {
		tctl_bpf_samplers_release(bpf);
		return 0;
	}
	if (!bpf->samplers)
		bpf->samplers =
			calloc(bpf->config.nr_cpus, sizeof(*bpf->samplers));
	if (!bpf->samplers)
		return -ENOMEM;
	for (cpu = 0; !err && cpu < bpf->config.nr_cpus; cpu++)
		err = sampler_update(bpf, cpu);
	return err;
}

/* Where the scheduler's own code is: its callers are of interest. */
static int scheduler_find(struct tctl_bpf_settings *settings)
{
	FILE *file = fopen(KALLSYMS, "re");
	unsigned long long address;
	char line[512], name[128];

	if (!file)
		return -errno;
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "%llx %*c %127s", &address, name) != 2)
			continue;
		if (!strcmp(name, "__sched_text_start"))
			settings->sched_text = address;
		else if (!strcmp(name, "__sched_text_end"))
			settings->sched_text_end = address;
	}
	fclose(file);
	return settings->sched_text && settings->sched_text_end ? 0 : -ENOENT;
}

static int tracefs_read(const char *name, char *text, size_t size)
{
	static const char *const roots[] = {"/sys/kernel/tracing",
					    "/sys/kernel/debug/tracing"};
	char path[128];
	size_t i, got;
	FILE *file;

	for (i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/" KVM_EXIT "/%s", roots[i],
			 name);
		file = fopen(path, "re");
		if (!file)
			continue;
		got = fread(text, 1, size - 1, file);
		text[got] = 0;
		fclose(file);
		return 0;
	}
	return -ENOENT;
}

static int kvm_enable(struct tctl_bpf *bpf)
{
	char text[8192];
	unsigned int id, offset;
	char *field;

	if (bpf->kvm)
		return 0;
	if (tracefs_read("id", text, sizeof(text)) ||
	    sscanf(text, "%u", &id) != 1 ||
	    tracefs_read("format", text, sizeof(text)))
		return -ENOENT;
	field = strstr(text, "guest_rip;");
	if (!field || sscanf(field, "guest_rip; offset:%u", &offset) != 1)
		return -ENOENT;
	return tctl_bpf_tracepoint_link(bpf->skeleton->progs.profile_kvm, id,
					offset, &bpf->kvm);
}

static int schedule_enable(struct tctl_bpf *bpf)
{
	struct bpf_program *program = bpf->skeleton->progs.profile_schedule;
	int err;

	if (bpf->schedule)
		return 0;
	err = scheduler_find(&bpf->skeleton->bss->settings);
	if (err)
		return err;
	if (bpf_program__fd(program) < 0)
		return -ENOENT;
	bpf->schedule = bpf_program__attach(program);
	return bpf->schedule ? 0 : -errno;
}

static void unused_end(struct tctl_bpf *bpf, uint32_t profiles)
{
	if (!(profiles & SCHEDULER)) {
		bpf_link__destroy(bpf->schedule);
		bpf->schedule = NULL;
	}
	if (!(profiles & BIT(KVM))) {
		bpf_link__destroy(bpf->kvm);
		bpf->kvm = NULL;
	}
}

int tctl_bpf_profile(struct tctl_bpf *bpf, uint32_t profiles, char *error,
		     size_t error_size)
{
	int err = 0, kvm_err = 0;

	unused_end(bpf, profiles);
	if (profiles & SCHEDULER)
		err = schedule_enable(bpf);
	if (err)
		snprintf(error, error_size, "profile the scheduler: %s",
			 err == -ENOENT ? KALLSYMS
				 " hides where it is: run as "
				 "root, with kernel.kptr_restrict "
				 "below 2"
					: strerror(-err));
	if (profiles & BIT(KVM))
		kvm_err = kvm_enable(bpf);
	if (kvm_err)
		snprintf(error, error_size, "profile guests: %s",
			 kvm_err == -ENOENT
				 ? "this kernel has no tracepoint kvm:kvm_exit "
				   "(load the module kvm, mount tracefs)"
				 : strerror(-kvm_err));
	bpf->skeleton->bss->settings.profiles = profiles;
	if (!err)
		err = kvm_err;
	kvm_err = tctl_bpf_samplers_update(bpf);
	if (kvm_err)
		snprintf(error, error_size, "sample the CPUs' clocks: %s",
			 strerror(-kvm_err));
	return kvm_err ? kvm_err : err;
}

int tctl_bpf_profiles(struct tctl_bpf *bpf,
		      void (*fn)(void *arg, const struct tctl_kernel_hit *hit,
				 uint64_t hits),
		      void *arg)
{
	int fd = bpf_map__fd(bpf->skeleton->maps.hits);
	struct tctl_kernel_hit hit, next;
	uint64_t hits;
	int err;

	for (err = bpf_map_get_next_key(fd, NULL, &next); !err;
	     err = bpf_map_get_next_key(fd, &hit, &next)) {
		hit = next;
		if (!bpf_map_lookup_elem(fd, &hit, &hits))
			fn(arg, &hit, hits);
	}
	return errno == ENOENT ? 0 : -errno;
}
