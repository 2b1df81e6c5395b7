// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/bpf/sched.bpf.c: the scheduler's and the processes' events.
 */
#include "kernel/bpf/record.h"
#include "kernel/bpf/task_state.h"

#define MAX_RT_PRIO 100

static __always_inline int32_t prio_of(struct task_struct *task)
{
	return task->prio - MAX_RT_PRIO;
}

static __always_inline uint32_t cpu_of(struct task_struct *task)
{
	return task->thread_info.cpu;
}

SEC("tp_btf/sched_switch")
int BPF_PROG(sched_switch, bool preempt, struct task_struct *prev,
	     struct task_struct *next, unsigned int prev_state)
{
	struct tctl_kernel_payload_sched_switch *payload;
	struct record record;

	if (!filter_passes_either(prev, next) ||
	    record_begin(&record, record_id(sched_switch), sizeof(*payload)))
		return 0;
	payload = record_at(&record);
	PUT_COMM(payload, prev_comm, prev);
	PUT(payload, prev_tid, prev->pid);
	PUT(payload, prev_prio, prio_of(prev));
	PUT(payload, prev_state, preempt ? 0 : state_report(prev, prev_state));
	PUT_COMM(payload, next_comm, next);
	PUT(payload, next_tid, next->pid);
	PUT(payload, next_prio, prio_of(next));
	record_end(&record);
	return 0;
}

static __always_inline int wakeup_record(struct task_struct *task, uint32_t cpu,
					 uint32_t id)
{
	struct tctl_kernel_payload_sched_waking *payload;
	struct record record;

	if (!filter_passes_either(bpf_get_current_task_btf(), task) ||
	    record_begin(&record, id, sizeof(*payload)))
		return 0;
	payload = record_at(&record);
	PUT_COMM(payload, comm, task);
	PUT(payload, tid, task->pid);
	PUT(payload, prio, prio_of(task));
	PUT(payload, target_cpu, cpu);
	record_end(&record);
	return 0;
}

SEC("tp_btf/sched_waking")
int BPF_PROG(sched_waking, struct task_struct *task)
{
	return wakeup_record(task, cpu_of(task), record_id(sched_waking));
}

SEC("tp_btf/sched_wakeup")
int BPF_PROG(sched_wakeup, struct task_struct *task)
{
	return wakeup_record(task, cpu_of(task), record_id(sched_wakeup));
}

SEC("tp_btf/sched_wakeup_new")
int BPF_PROG(sched_wakeup_new, struct task_struct *task)
{
	return wakeup_record(task, cpu_of(task), record_id(sched_wakeup_new));
}

SEC("tp_btf/sched_migrate_task")
int BPF_PROG(sched_migrate_task, struct task_struct *task, int dest_cpu)
{
	struct tctl_kernel_payload_sched_migrate_task *payload;
	struct record record;

	if (!filter_passes_either(bpf_get_current_task_btf(), task) ||
	    record_begin(&record, record_id(sched_migrate_task),
			 sizeof(*payload)))
		return 0;
	payload = record_at(&record);
	PUT_COMM(payload, comm, task);
	PUT(payload, tid, task->pid);
	PUT(payload, prio, prio_of(task));
	PUT(payload, orig_cpu, cpu_of(task));
	PUT(payload, dest_cpu, dest_cpu);
	record_end(&record);
	return 0;
}

SEC("tp_btf/sched_process_fork")
int BPF_PROG(sched_process_fork, struct task_struct *parent,
	     struct task_struct *child)
{
	struct tctl_kernel_payload_sched_process_fork *payload;
	struct record record;

	if (!filter_passes(parent) ||
	    record_begin(&record, record_id(sched_process_fork),
			 sizeof(*payload)))
		return 0;
	payload = record_at(&record);
	PUT_COMM(payload, parent_comm, parent);
	PUT(payload, parent_tid, parent->pid);
	PUT(payload, parent_pid, parent->tgid);
	PUT_COMM(payload, child_comm, child);
	PUT(payload, child_tid, child->pid);
	PUT(payload, child_pid, child->tgid);
	record_end(&record);
	return 0;
}

SEC("tp_btf/sched_process_exec")
int BPF_PROG(sched_process_exec, struct task_struct *task, int old_pid,
	     struct linux_binprm *bprm)
{
	struct tctl_kernel_payload_sched_process_exec *payload;
	uint32_t most = constants.text_size;
	struct record record;

	if (!filter_passes(task) ||
	    record_begin(&record, record_id(sched_process_exec),
			 sizeof(*payload) + most + TCTL_KERNEL_HOLE))
		return 0;
	payload = record_at(&record);
	PUT(payload, tid, task->pid);
	PUT(payload, old_tid, old_pid);
	record.pos += sizeof(*payload);
	record_kernel_string(&record, bprm->filename, most);
	record_end_at(&record);
	return 0;
}

static __always_inline int task_record(struct task_struct *task, int32_t tid,
				       uint32_t id)
{
	struct tctl_kernel_payload_sched_process_exit *payload;
	struct record record;

	if (!filter_passes_either(bpf_get_current_task_btf(), task) ||
	    record_begin(&record, id, sizeof(*payload)))
		return 0;
	payload = record_at(&record);
	PUT_COMM(payload, comm, task);
	PUT(payload, tid, tid);
	PUT(payload, prio, prio_of(task));
	record_end(&record);
	return 0;
}

SEC("tp_btf/sched_process_exit")
int BPF_PROG(sched_process_exit, struct task_struct *task)
{
	return task_record(task, task->pid, record_id(sched_process_exit));
}

SEC("tp_btf/sched_process_free")
int BPF_PROG(sched_process_free, struct task_struct *task)
{
	return task_record(task, task->pid, record_id(sched_process_free));
}

/* Who waits, for whom: nobody (NULL) is any child. */
SEC("tp_btf/sched_process_wait")
int BPF_PROG(sched_process_wait, struct pid *pid)
{
	int32_t tid = 0;

	if (pid)
		bpf_core_read(&tid, sizeof(tid), &pid->numbers[0].nr);
	return task_record(bpf_get_current_task_btf(), tid,
			   record_id(sched_process_wait));
}

SEC("tp_btf/sched_pi_setprio")
int BPF_PROG(sched_pi_setprio, struct task_struct *task,
	     struct task_struct *pi_task)
{
	struct tctl_kernel_payload_sched_pi_setprio *payload;
	int32_t prio = task->normal_prio;
	struct record record;

	if (pi_task && pi_task->prio < prio)
		prio = pi_task->prio;
	if (!filter_passes_either(bpf_get_current_task_btf(), task) ||
	    record_begin(&record, record_id(sched_pi_setprio),
			 sizeof(*payload)))
		return 0;
	payload = record_at(&record);
	PUT_COMM(payload, comm, task);
	PUT(payload, tid, task->pid);
	PUT(payload, oldprio, prio_of(task));
	PUT(payload, newprio, prio - MAX_RT_PRIO);
	record_end(&record);
	return 0;
}
