// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/bpf/profile.bpf.c: samples of what the CPUs do, and what tasks wait
 * for: by stacks, and as hits by address.
 */
#include "kernel/bpf/stack.h"
#include "kernel/bpf/task_state.h"

#define CALLER_DEPTH 24

/* What a task was doing when it left its CPU. */
struct blocked {
	uint64_t since_ns;
	int64_t state;
	uint32_t user_size, kernel_size; /* bytes */
	uint64_t user[STACK_DEPTH];
	uint64_t kernel[STACK_DEPTH];
};

struct blocked_map {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 32768);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, uint32_t);
	__type(value, struct blocked);
};
struct blocked_map blocked_tasks SEC(".maps");

/* Interrupts are off during a switch: one per CPU is enough. */
struct scratch_map {
	__uint(type, BPF_MAP_TYPE_PERCPU_ARRAY);
	__uint(max_entries, 1);
	__type(key, uint32_t);
	__type(value, struct blocked);
};
struct scratch_map scratch SEC(".maps");

struct asleep {
	uint64_t since_ns;
	uint64_t address;
};

struct asleep_map {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 32768);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, uint32_t);
	__type(value, struct asleep);
};
struct asleep_map asleep_tasks SEC(".maps");

static __always_inline void hit_add(uint32_t profile, uint64_t address,
				    uint64_t value)
{
	struct tctl_kernel_hit hit = {.address = address, .profile = profile};
	uint64_t *place = bpf_map_lookup_elem(&hits, &hit);

	if (!place) {
		if (!bpf_map_update_elem(&hits, &hit, &value, BPF_NOEXIST))
			return;
		place = bpf_map_lookup_elem(&hits, &hit);
	}
	if (place)
		__sync_fetch_and_add(place, value);
}

static __always_inline void sample_record(struct bpf_perf_event_data *ctx,
					  struct task_struct *task)
{
	struct tctl_kernel_payload_profile_sample *payload;
	struct record record;

	if (record_begin(&record, record_id(profile_sample),
			 sizeof(*payload) +
				 2 * (sizeof(uint32_t) + constants.stack_size) +
				 TCTL_KERNEL_HOLE))
		return;
	payload = record_at(&record);
	PUT_COMM(payload, comm, task);
	PUT(payload, tid, task->pid);
	PUT(payload, pid, task->tgid);
	record.pos += sizeof(*payload);
	stack_write(&record, ctx, BPF_F_USER_STACK);
	stack_write(&record, ctx, 0);
	record_end_at(&record);
}

/* An idle CPU has no stack worth a record, but is somewhere. */
SEC("perf_event")
int profile_sample(struct bpf_perf_event_data *ctx)
{
	struct task_struct *task = bpf_get_current_task_btf();
	int64_t ip = ctx->ip;

	if (settings.profiles & (1u << TCTL_KERNEL_PROFILE_CPU))
		hit_add(TCTL_KERNEL_PROFILE_CPU, ip < 0 ? ip : 0, 1);
	if (*(volatile uint32_t *)&settings.samples && task->pid &&
	    filter_passes(task))
		sample_record(ctx, task);
	return 0;
}

static __always_inline void offcpu_begin(void *ctx, struct task_struct *task,
					 uint32_t state)
{
	uint32_t zero = 0, tid = task->pid;
	struct blocked *blocked = bpf_map_lookup_elem(&scratch, &zero);
	long size;

	if (!blocked)
		return;
	blocked->since_ns = bpf_ktime_get_ns();
	blocked->state = state;
	size = bpf_get_stack(ctx, blocked->user, sizeof(blocked->user),
			     BPF_F_USER_STACK);
	blocked->user_size = size < 0 ? 0 : size;
	size = bpf_get_stack(ctx, blocked->kernel, sizeof(blocked->kernel), 0);
	blocked->kernel_size = size < 0 ? 0 : size;
	bpf_map_update_elem(&blocked_tasks, &tid, blocked, BPF_ANY);
}

static __always_inline void addresses_write(struct record *record,
					    const uint64_t *from, uint32_t size)
{
	void *place = record_at(record);

	if (size > constants.stack_size)
		size = constants.stack_size;
	*(uint32_t *)place = size / sizeof(uint64_t);
	bpf_probe_read_kernel(place + sizeof(uint32_t), size, from);
	record->pos += sizeof(uint32_t) + size;
}

static __always_inline void offcpu_record(struct task_struct *task,
					  struct blocked *blocked)
{
	struct tctl_kernel_payload_offcpu *payload;
	struct record record;

	if (record_begin_of(&record, record_id(offcpu),
			    sizeof(*payload) + 2 * sizeof(uint32_t) +
				    2 * constants.stack_size + TCTL_KERNEL_HOLE,
			    task))
		return;
	payload = record_at(&record);
	PUT_COMM(payload, comm, task);
	PUT(payload, tid, task->pid);
	PUT(payload, pid, task->tgid);
	PUT(payload, state, blocked->state);
	PUT(payload, blocked_ns, record.res.ns - blocked->since_ns);
	record.pos += sizeof(*payload);
	addresses_write(&record, blocked->user, blocked->user_size);
	addresses_write(&record, blocked->kernel, blocked->kernel_size);
	record_end_at(&record);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(offcpu, bool preempt, struct task_struct *prev,
	     struct task_struct *next, unsigned int prev_state)
{
	uint32_t tid = next->pid;
	struct blocked *blocked;

	if (prev->pid && !(prev_state & TASK_DEAD) && filter_passes(prev))
		offcpu_begin(ctx, prev,
			     preempt ? 0 : state_report(prev, prev_state));
	blocked = tid ? bpf_map_lookup_elem(&blocked_tasks, &tid) : NULL;
	if (blocked) {
		offcpu_record(next, blocked);
		bpf_map_delete_elem(&blocked_tasks, &tid);
	}
	return 0;
}

static __always_inline int is_scheduler(uint64_t address)
{
	return address >= settings.sched_text &&
	       address < settings.sched_text_end;
}

/* Who called the scheduler: the first one outside behind the first inside. */
static __always_inline uint64_t scheduler_caller(void *ctx)
{
	uint64_t stack[CALLER_DEPTH];
	long size = bpf_get_stack(ctx, stack, sizeof(stack), 0);
	int i, inside = 0;

	for (i = 0; i < CALLER_DEPTH && (i + 1) * 8 <= size; i++) {
		if (is_scheduler(stack[i]))
			inside = 1;
		else if (inside)
			return stack[i];
	}
	return 0;
}

static __always_inline void sleep_begin(struct task_struct *task,
					uint64_t address)
{
	struct asleep asleep = {.address = address};
	uint32_t tid = task->pid;

	asleep.since_ns = bpf_ktime_get_ns();
	bpf_map_update_elem(&asleep_tasks, &tid, &asleep, BPF_ANY);
}

static __always_inline void sleep_end(struct task_struct *task)
{
	uint32_t tid = task->pid;
	struct asleep *asleep = bpf_map_lookup_elem(&asleep_tasks, &tid);

	if (!asleep)
		return;
	hit_add(TCTL_KERNEL_PROFILE_SLEEP, asleep->address,
		bpf_ktime_get_ns() - asleep->since_ns);
	bpf_map_delete_elem(&asleep_tasks, &tid);
}

SEC("tp_btf/sched_switch")
int BPF_PROG(profile_schedule, bool preempt, struct task_struct *prev,
	     struct task_struct *next, unsigned int prev_state)
{
	uint64_t address;

	if (prev->pid && filter_passes(prev)) {
		address = scheduler_caller(ctx);
		if (settings.profiles & (1u << TCTL_KERNEL_PROFILE_SCHEDULE))
			hit_add(TCTL_KERNEL_PROFILE_SCHEDULE, address, 1);
		if ((settings.profiles & (1u << TCTL_KERNEL_PROFILE_SLEEP)) &&
		    !preempt && (prev_state & TASK_UNINTERRUPTIBLE) &&
		    !(prev_state & TASK_NOLOAD))
			sleep_begin(prev, address);
	}
	if (settings.profiles & (1u << TCTL_KERNEL_PROFILE_SLEEP))
		sleep_end(next);
	return 0;
}

/* The cookie is where in the event the guest's address is. */
SEC("tracepoint")
int profile_kvm(void *raw)
{
	uint32_t offset = bpf_get_attach_cookie(raw);
	uint64_t address = 0;

	bpf_probe_read_kernel(&address, sizeof(address),
			      raw + (offset & 0xffff));
	if (filter_passes(bpf_get_current_task_btf()))
		hit_add(TCTL_KERNEL_PROFILE_KVM, address, 1);
	return 0;
}
