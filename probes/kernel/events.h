/* SPDX-License-Identifier: MIT */
/*
 * probes/kernel/events.h: the kernel's events that are recorded by programs of
 * their own, described once: the BPF programs and the module fill in the
 * structures made from these lists, the daemon declares the same fields in the
 * trace. Names and fields are those that the viewers of LTTng's kernel traces
 * know. All other tracepoints and the system calls are driven by tables.
 *
 * TCTL_KERNEL_EVENTS(E): E(group, name), one line per event; group is the
 * tracepoint's folder in tracefs. Order is identity within a build only: the
 * position is the event's number (TCTL_KERNEL_EVENT_name).
 *
 * TCTL_KERNEL_FIELDS_name(F): F(kind, field), in the order of the wire,
 * byte-packed:
 *	S8 S16 S32 S64 U8 U16 U32 U64	integers
 *	X32 X64				unsigned, shown in hexadecimal
 *	COMM				16 bytes of text, NUL-padded
 * and, last of all (no member of the structure; they follow it):
 *	STRING				NUL-terminated
 *	ADDRESSES			u32 count, u64 addresses
 */
#ifndef TRACECTL_PROBES_KERNEL_EVENTS_H
#define TRACECTL_PROBES_KERNEL_EVENTS_H

#include <stdint.h>

#define TCTL_KERNEL_EVENTS(E) \
	E(sched, sched_switch) \
	E(sched, sched_waking) \
	E(sched, sched_wakeup) \
	E(sched, sched_wakeup_new) \
	E(sched, sched_migrate_task) \
	E(sched, sched_process_fork) \
	E(sched, sched_process_exec) \
	E(sched, sched_process_exit) \
	E(sched, sched_process_free) \
	E(sched, sched_process_wait) \
	E(sched, sched_pi_setprio) \
	E(irq, irq_handler_entry) \
	E(irq, irq_handler_exit) \
	E(irq, irq_softirq_raise) \
	E(irq, irq_softirq_entry) \
	E(irq, irq_softirq_exit) \
	E(timer, timer_hrtimer_start) \
	E(timer, timer_hrtimer_cancel) \
	E(timer, timer_hrtimer_expire_entry) \
	E(timer, timer_hrtimer_expire_exit) \
	E(profile, profile_sample) \
	E(profile, offcpu)

#define TCTL_KERNEL_FIELDS_sched_switch(F) \
	F(COMM, prev_comm) F(S32, prev_tid) F(S32, prev_prio) \
	F(S64, prev_state) F(COMM, next_comm) F(S32, next_tid) \
	F(S32, next_prio)

#define TCTL_KERNEL_FIELDS_WAKEUP(F) \
	F(COMM, comm) F(S32, tid) F(S32, prio) F(S32, target_cpu)
#define TCTL_KERNEL_FIELDS_sched_waking(F) \
	TCTL_KERNEL_FIELDS_WAKEUP(F)
#define TCTL_KERNEL_FIELDS_sched_wakeup(F) \
	TCTL_KERNEL_FIELDS_WAKEUP(F)
#define TCTL_KERNEL_FIELDS_sched_wakeup_new(F) \
	TCTL_KERNEL_FIELDS_WAKEUP(F)

#define TCTL_KERNEL_FIELDS_sched_migrate_task(F) \
	F(COMM, comm) F(S32, tid) F(S32, prio) F(S32, orig_cpu) \
	F(S32, dest_cpu)

#define TCTL_KERNEL_FIELDS_sched_process_fork(F) \
	F(COMM, parent_comm) F(S32, parent_tid) F(S32, parent_pid) \
	F(COMM, child_comm) F(S32, child_tid) F(S32, child_pid)

#define TCTL_KERNEL_FIELDS_sched_process_exec(F) \
	F(S32, tid) F(S32, old_tid) F(STRING, filename)

#define TCTL_KERNEL_FIELDS_TASK(F) \
	F(COMM, comm) F(S32, tid) F(S32, prio)
#define TCTL_KERNEL_FIELDS_sched_process_exit(F) \
	TCTL_KERNEL_FIELDS_TASK(F)
#define TCTL_KERNEL_FIELDS_sched_process_free(F) \
	TCTL_KERNEL_FIELDS_TASK(F)
#define TCTL_KERNEL_FIELDS_sched_process_wait(F) \
	TCTL_KERNEL_FIELDS_TASK(F)

#define TCTL_KERNEL_FIELDS_sched_pi_setprio(F) \
	F(COMM, comm) F(S32, tid) F(S32, oldprio) F(S32, newprio)

#define TCTL_KERNEL_FIELDS_irq_handler_entry(F)	F(S32, irq) F(STRING, name)
#define TCTL_KERNEL_FIELDS_irq_handler_exit(F)	F(S32, irq) F(S32, ret)
#define TCTL_KERNEL_FIELDS_irq_softirq_raise(F)	F(U32, vec)
#define TCTL_KERNEL_FIELDS_irq_softirq_entry(F)	F(U32, vec)
#define TCTL_KERNEL_FIELDS_irq_softirq_exit(F)	F(U32, vec)

#define TCTL_KERNEL_FIELDS_timer_hrtimer_start(F) \
	F(X64, hrtimer) F(X64, function) F(S64, expires) F(S64, softexpires)
#define TCTL_KERNEL_FIELDS_timer_hrtimer_cancel(F)	F(X64, hrtimer)
#define TCTL_KERNEL_FIELDS_timer_hrtimer_expire_entry(F) \
	F(X64, hrtimer) F(S64, now) F(X64, function)
#define TCTL_KERNEL_FIELDS_timer_hrtimer_expire_exit(F)	F(X64, hrtimer)

#define TCTL_KERNEL_FIELDS_profile_sample(F) \
	F(COMM, comm) F(S32, tid) F(S32, pid) \
	F(ADDRESSES, user_stack) F(ADDRESSES, kernel_stack)
#define TCTL_KERNEL_FIELDS_offcpu(F) \
	F(COMM, comm) F(S32, tid) F(S32, pid) F(S64, state) \
	F(U64, blocked_ns) F(ADDRESSES, user_stack) F(ADDRESSES, kernel_stack)

/* The numbers. */
#define TCTL_KERNEL_EVENT_NUMBER(group, name)	TCTL_KERNEL_EVENT_##name,
enum tctl_kernel_event_number {
	TCTL_KERNEL_EVENTS(TCTL_KERNEL_EVENT_NUMBER)
	TCTL_KERNEL_NR_EVENTS
};
#undef TCTL_KERNEL_EVENT_NUMBER

/* The structures: struct tctl_kernel_payload_name, the fixed part. */
struct tctl_kernel_comm {
	char text[16];
};
#define TCTL_KERNEL_MEMBER_S8(field)	int8_t field;
#define TCTL_KERNEL_MEMBER_S16(field)	int16_t field;
#define TCTL_KERNEL_MEMBER_S32(field)	int32_t field;
#define TCTL_KERNEL_MEMBER_S64(field)	int64_t field;
#define TCTL_KERNEL_MEMBER_U8(field)	uint8_t field;
#define TCTL_KERNEL_MEMBER_U16(field)	uint16_t field;
#define TCTL_KERNEL_MEMBER_U32(field)	uint32_t field;
#define TCTL_KERNEL_MEMBER_U64(field)	uint64_t field;
#define TCTL_KERNEL_MEMBER_X32(field)	uint32_t field;
#define TCTL_KERNEL_MEMBER_X64(field)	uint64_t field;
#define TCTL_KERNEL_MEMBER_COMM(field)	struct tctl_kernel_comm field;
#define TCTL_KERNEL_MEMBER_STRING(field)
#define TCTL_KERNEL_MEMBER_ADDRESSES(field)
#define TCTL_KERNEL_MEMBER(kind, field)	TCTL_KERNEL_MEMBER_##kind(field)
#define TCTL_KERNEL_PAYLOAD(group, name) \
	struct tctl_kernel_payload_##name { \
		TCTL_KERNEL_FIELDS_##name(TCTL_KERNEL_MEMBER) \
	} __attribute__((packed));
TCTL_KERNEL_EVENTS(TCTL_KERNEL_PAYLOAD)
#undef TCTL_KERNEL_PAYLOAD

#endif
