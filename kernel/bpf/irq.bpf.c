// SPDX-License-Identifier: GPL-2.0-only
/* kernel/bpf/irq.bpf.c: interrupts, and what they put off. */
#include "kernel/bpf/record.h"

#define NAME_SIZE 64u

SEC("tp_btf/irq_handler_entry")
int BPF_PROG(irq_handler_entry, int irq, struct irqaction *action)
{
	struct tctl_kernel_payload_irq_handler_entry *payload;
	struct record record;

	if (!filter_passes(bpf_get_current_task_btf()) ||
	    record_begin(&record, record_id(irq_handler_entry),
			 sizeof(*payload) + NAME_SIZE + TCTL_KERNEL_HOLE))
		return 0;
	payload = record_at(&record);
	PUT(payload, irq, irq);
	record.pos += sizeof(*payload);
	record_kernel_string(&record, action->name, NAME_SIZE);
	record_end_at(&record);
	return 0;
}

SEC("tp_btf/irq_handler_exit")
int BPF_PROG(irq_handler_exit, int irq, struct irqaction *action, int ret)
{
	struct tctl_kernel_payload_irq_handler_exit *payload;
	struct record record;

	if (!filter_passes(bpf_get_current_task_btf()) ||
	    record_begin(&record, record_id(irq_handler_exit),
			 sizeof(*payload)))
		return 0;
	payload = record_at(&record);
	PUT(payload, irq, irq);
	PUT(payload, ret, ret);
	record_end(&record);
	return 0;
}

static __always_inline int softirq_record(uint32_t vec, uint32_t id)
{
	struct tctl_kernel_payload_irq_softirq_raise *payload;
	struct record record;

	if (!filter_passes(bpf_get_current_task_btf()) ||
	    record_begin(&record, id, sizeof(*payload)))
		return 0;
	payload = record_at(&record);
	PUT(payload, vec, vec);
	record_end(&record);
	return 0;
}

SEC("tp_btf/softirq_raise")
int BPF_PROG(irq_softirq_raise, unsigned int vec)
{
	return softirq_record(vec, record_id(irq_softirq_raise));
}

SEC("tp_btf/softirq_entry")
int BPF_PROG(irq_softirq_entry, unsigned int vec)
{
	return softirq_record(vec, record_id(irq_softirq_entry));
}

SEC("tp_btf/softirq_exit")
int BPF_PROG(irq_softirq_exit, unsigned int vec)
{
	return softirq_record(vec, record_id(irq_softirq_exit));
}
