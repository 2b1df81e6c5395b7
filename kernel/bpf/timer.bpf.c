// SPDX-License-Identifier: GPL-2.0-only
/* kernel/bpf/timer.bpf.c: high-resolution timers. */
#include "kernel/bpf/record.h"

SEC("tp_btf/hrtimer_start")
int BPF_PROG(timer_hrtimer_start, struct hrtimer *timer)
{
	struct tctl_kernel_payload_timer_hrtimer_start *payload;
	struct record record;

	if (!filter_passes(bpf_get_current_task_btf()) ||
	    record_begin(&record, record_id(timer_hrtimer_start),
			 sizeof(*payload)))
		return 0;
	payload = record_at(&record);
	PUT(payload, hrtimer, (uint64_t)timer);
	PUT(payload, function, (uint64_t)timer->function);
	PUT(payload, expires, timer->node.expires);
	PUT(payload, softexpires, timer->_softexpires);
	record_end(&record);
	return 0;
}

static __always_inline int timer_record(struct hrtimer *timer, uint32_t id)
{
	struct tctl_kernel_payload_timer_hrtimer_cancel *payload;
	struct record record;

	if (!filter_passes(bpf_get_current_task_btf()) ||
	    record_begin(&record, id, sizeof(*payload)))
		return 0;
	payload = record_at(&record);
	PUT(payload, hrtimer, (uint64_t)timer);
	record_end(&record);
	return 0;
}

SEC("tp_btf/hrtimer_cancel")
int BPF_PROG(timer_hrtimer_cancel, struct hrtimer *timer)
{
	return timer_record(timer, record_id(timer_hrtimer_cancel));
}

SEC("tp_btf/hrtimer_expire_exit")
int BPF_PROG(timer_hrtimer_expire_exit, struct hrtimer *timer)
{
	return timer_record(timer, record_id(timer_hrtimer_expire_exit));
}

SEC("tp_btf/hrtimer_expire_entry")
int BPF_PROG(timer_hrtimer_expire_entry, struct hrtimer *timer, int64_t *now)
{
	struct tctl_kernel_payload_timer_hrtimer_expire_entry *payload;
	struct record record;
	int64_t ns = 0;

	if (!filter_passes(bpf_get_current_task_btf()) ||
	    record_begin(&record, record_id(timer_hrtimer_expire_entry),
			 sizeof(*payload)))
		return 0;
	bpf_probe_read_kernel(&ns, sizeof(ns), now);
	payload = record_at(&record);
	PUT(payload, hrtimer, (uint64_t)timer);
	PUT(payload, now, ns);
	PUT(payload, function, (uint64_t)timer->function);
	record_end(&record);
	return 0;
}
