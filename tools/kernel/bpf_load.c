// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tools/kernel/bpf_load.c: opens the programs, sets a channel's constants and
 * loads them. A program that this kernel can't take (its tracepoint is missing
 * or has other arguments) is left out, and all the others tried again.
 */
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tools/kernel/bpf_channel.h"

/* After the settings, which it has in it. */
#include "kernel/bpf/record.skel.h"

/* The verifier takes no offset beyond it (BPF_MAX_VAR_OFF). */
#define MAX_RING      (1u << 29)
#define BTF_PATH      "/sys/kernel/btf/vmlinux"
#define LOCKDOWN_PATH "/sys/kernel/security/lockdown"
#define CAP_OLD	      21 /* CAP_SYS_ADMIN, which includes the others */
#define CAP_PERFMON_  38
#define CAP_BPF_      39

/* What libbpf says while it loads: the last program that was refused. Loading
   is done by one thread at a time. */
static char refused[64];

static int note(enum libbpf_print_level level, const char *format, va_list args)
{
	char text[256];
	const char *name, *end;

	if (level != LIBBPF_WARN)
		return 0;
	vsnprintf(text, sizeof(text), format, args);
	name = strstr(text, "prog '");
	end = name ? strstr(name + 6, "': failed to load") : NULL;
	if (end)
		snprintf(refused, sizeof(refused), "%.*s",
			 (int)(end - name - 6), name + 6);
	return 0;
}

uint32_t tctl_bpf_head_size(uint32_t contexts)
{
	return sizeof(uint64_t) +
	       (contexts & TCTL_CONTEXT_VPID ? sizeof(uint32_t) : 0) +
	       (contexts & TCTL_CONTEXT_VTID ? sizeof(uint32_t) : 0) +
	       (contexts & TCTL_CONTEXT_PROCNAME ? 16 : 0);
}

uint32_t tctl_bpf_max_record(const struct tctl_bpf_config *config)
{
	uint32_t quarter = config->subbuf_size / 4;

	return quarter < TCTL_MAX_RECORD ? quarter : TCTL_MAX_RECORD;
}

static uint32_t shift_of(uint32_t size)
{
	return (uint32_t)__builtin_ctz(size);
}

/* Two stacks and the fixed part of the longer event that has them. */
static uint32_t stack_size(uint32_t room)
{
	uint32_t fixed = sizeof(struct tctl_kernel_payload_offcpu) +
			 2 * sizeof(uint32_t) + TCTL_KERNEL_HOLE;
	uint32_t most = STACK_DEPTH * sizeof(uint64_t);

	room = (room - fixed) / 2 & ~7u;
	return room < most ? room : most;
}

static uint32_t text_size(uint32_t room)
{
	room -= sizeof(struct tctl_kernel_payload_sched_process_exec) +
		TCTL_KERNEL_HOLE;
	return room < TCTL_KERNEL_MAX_STRING ? room : TCTL_KERNEL_MAX_STRING;
}

static void constants_set(struct tctl_record *skeleton,
			  const struct tctl_bpf_config *config)
{
	uint64_t size = config->subbuf_size;
	uint32_t room = tctl_bpf_max_record(config) -
			tctl_bpf_head_size(config->contexts);

	skeleton->rodata->constants = (struct tctl_bpf_constants){
		.subbuf_mask = size - 1,
		.ring_mask = size * config->nr_subbufs - 1,
		.data_offset = TCTL_KERNEL_RING_DATA(config->nr_subbufs),
		.subbuf_shift = shift_of(config->subbuf_size),
		.subbufs_mask = config->nr_subbufs - 1,
		.subbufs_shift = shift_of(config->nr_subbufs),
		.contexts = config->contexts,
		.head_size = tctl_bpf_head_size(config->contexts),
		.discard = config->mode == TCTL_MODE_DISCARD,
		.stack_size = stack_size(room),
		.text_size = text_size(room),
	};
}

/* The tracepoints that this kernel has not got. */
static void missing_drop(struct tctl_record *skeleton, const struct btf *btf)
{
	struct bpf_program *program;
	const char *section;
	char type[128];

	bpf_object__for_each_program(program, skeleton->obj)
	{
		section = bpf_program__section_name(program);
		if (strncmp(section, "tp_btf/", 7))
			continue;
		snprintf(type, sizeof(type), "btf_trace_%s", section + 7);
		if (btf__find_by_name_kind(btf, type, BTF_KIND_TYPEDEF) < 0)
			bpf_program__set_autoload(program, false);
	}
}

static int dropped_drop(struct tctl_record *skeleton, char (*dropped)[64],
			size_t nr)
{
	struct bpf_program *program;
	size_t i;

	for (i = 0; i < nr; i++) {
		program = bpf_object__find_program_by_name(skeleton->obj,
							   dropped[i]);
		if (!program)
			return -ENOENT;
		bpf_program__set_autoload(program, false);
	}
	return 0;
}

/* Open and load once. */
static int load_once(struct tctl_bpf *bpf, const struct btf *btf,
		     char (*dropped)[64], size_t nr_dropped)
{
	struct tctl_record *skeleton = tctl_record__open();
	int fd = -1, err;

	if (!skeleton)
		return -errno;
	constants_set(skeleton, &bpf->config);
	missing_drop(skeleton, btf);
	err = dropped_drop(skeleton, dropped, nr_dropped);
	if (!err)
		err = bpf_map__set_max_entries(skeleton->maps.rings,
					       bpf->config.nr_cpus);
	if (!err) {
		fd = tctl_bpf_ring_map(&bpf->config);
		err = fd < 0 ? fd : 0;
	}
	if (!err)
		err = bpf_map__set_inner_map_fd(skeleton->maps.rings, fd);
	if (!err)
		err = tctl_record__load(skeleton);
	if (fd >= 0)
		close(fd);
	if (err)
		tctl_record__destroy(skeleton);
	else
		bpf->skeleton = skeleton;
	return err;
}

static int ring_is_too_large(const struct tctl_bpf_config *config)
{
	return (uint64_t)config->subbuf_size * config->nr_subbufs > MAX_RING;
}

/* As often as there is one more program to leave out. */
static int load_tries(struct tctl_bpf *bpf, const struct btf *btf)
{
	char dropped[TCTL_KERNEL_NR_EVENTS][64];
	size_t nr = 0;
	int err;

	if (ring_is_too_large(&bpf->config))
		return -E2BIG;
	do {
		refused[0] = 0;
		err = load_once(bpf, btf, dropped, nr);
		if (err != -EINVAL && err != -EACCES && err != -ESRCH &&
		    err != -E2BIG)
			return err;
		memcpy(dropped[nr], refused, sizeof(refused));
	} while (refused[0] && ++nr < TCTL_KERNEL_NR_EVENTS);
	return err;
}

static int has_capability(unsigned int capability)
{
	struct __user_cap_header_struct header = {
		.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct data[2] = {0};

	if (syscall(SYS_capget, &header, data))
		return 1;
	return data[capability / 32].effective >> (capability % 32) & 1;
}

static int file_has(const char *path, const char *text)
{
	char line[256] = "";
	FILE *file = fopen(path, "re");

	if (!file)
		return 0;
	if (!fgets(line, sizeof(line), file))
		line[0] = 0;
	fclose(file);
	return strstr(line, text) != NULL;
}

/* Why loading failed, and what to do. */
static const char *explain(int err)
{
	if (!has_capability(CAP_OLD) &&
	    !(has_capability(CAP_BPF_) && has_capability(CAP_PERFMON_)))
		return "CAP_BPF and CAP_PERFMON are missing: run tracectld as "
		       "root or give it both";
	if (access(BTF_PATH, R_OK))
		return "the kernel has no description of its types (" BTF_PATH
		       "): boot one built with CONFIG_DEBUG_INFO_BTF";
	if (file_has(LOCKDOWN_PATH, "[confidentiality]"))
		return "the kernel is locked down (confidentiality): boot with "
		       "lockdown=integrity or lower";
	if (err == -ENOMEM)
		return "the kernel has no memory for the rings: choose smaller "
		       "or fewer sub-buffers";
	if (err == -E2BIG && !refused[0])
		return "the rings are too large for this kernel: choose "
		       "smaller or fewer sub-buffers";
	if (err == -EPERM)
		return "the kernel refuses (perhaps a seccomp filter or a "
		       "container): run tracectld outside of it";
	if (err == -ENOSYS)
		return "the kernel was built without CONFIG_BPF_SYSCALL: boot "
		       "another one";
	return "the kernel does not take the programs: Linux 6.1 or later is "
	       "needed";
}

int tctl_bpf_load(struct tctl_bpf *bpf, char *error, size_t error_size)
{
	libbpf_print_fn_t print = libbpf_set_print(note);
	struct btf *btf = btf__load_vmlinux_btf();
	int err;

	refused[0] = 0;
	err = btf ? load_tries(bpf, btf) : -errno;
	libbpf_set_print(print);
	btf__free(btf);
	if (err)
		snprintf(error, error_size,
			 "load the kernel's recorder: %s: %s%s%s",
			 strerror(-err), explain(err),
			 refused[0] ? ", refused: " : "", refused);
	return err;
}
