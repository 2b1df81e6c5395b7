/* SPDX-License-Identifier: MIT */
/*
 * probes/kernel/tracepoints.h: where LTTng's kernel tracer, whose names viewers
 * know, calls a tracepoint or a field of one otherwise than the kernel does.
 * All that is not here keeps the kernel's name. "system" is the tracepoint's
 * folder in tracefs.
 */
#ifndef TRACECTL_PROBES_KERNEL_TRACEPOINTS_H
#define TRACECTL_PROBES_KERNEL_TRACEPOINTS_H

/* N(system, name, known as) */
#define TCTL_KERNEL_TRACEPOINT_NAMES(N) \
	N(irq, softirq_raise, irq_softirq_raise) \
	N(irq, softirq_entry, irq_softirq_entry) \
	N(irq, softirq_exit, irq_softirq_exit) \
	N(irq, tasklet_entry, irq_tasklet_entry) \
	N(irq, tasklet_exit, irq_tasklet_exit) \
	N(net, netif_receive_skb, net_if_receive_skb) \
	N(net, netif_rx, net_if_rx) \
	N(net, netif_rx_ni, net_if_rx_ni) \
	N(net, napi_gro_frags_entry, net_napi_gro_frags_entry) \
	N(net, napi_gro_receive_entry, net_napi_gro_receive_entry) \
	N(net, netif_receive_skb_entry, net_if_receive_skb_entry) \
	N(net, netif_receive_skb_list_entry, net_if_receive_skb_list_entry) \
	N(net, netif_rx_entry, net_if_rx_entry) \
	N(net, netif_rx_ni_entry, net_if_rx_ni_entry) \
	N(net, napi_gro_frags_exit, net_napi_gro_frags_exit) \
	N(net, napi_gro_receive_exit, net_napi_gro_receive_exit) \
	N(net, netif_receive_skb_exit, net_if_receive_skb_exit) \
	N(net, netif_receive_skb_list_exit, net_if_receive_skb_list_exit) \
	N(net, netif_rx_exit, net_if_rx_exit) \
	N(power, cpu_idle, power_cpu_idle) \
	N(power, cpu_frequency, power_cpu_frequency) \
	N(power, machine_suspend, power_machine_suspend) \
	N(printk, console, printk_console) \
	N(skb, kfree_skb, skb_kfree) \
	N(skb, consume_skb, skb_consume) \
	N(exceptions, page_fault_user, x86_exceptions_page_fault_user) \
	N(exceptions, page_fault_kernel, x86_exceptions_page_fault_kernel) \
	N(writeback, global_dirty_state, writeback_global_dirty_state) \
	N(writeback, bdi_dirty_ratelimit, writeback_bdi_dirty_ratelimit) \
	N(writeback, balance_dirty_pages, writeback_balance_dirty_pages) \
	N(timer, hrtimer_setup, timer_hrtimer_init) \
	N(kvm, kvm_entry, kvm_x86_entry) \
	N(kvm, kvm_exit, kvm_x86_exit) \
	N(kvm, kvm_hypercall, kvm_x86_hypercall) \
	N(kvm, kvm_hv_hypercall, kvm_x86_hv_hypercall) \
	N(kvm, kvm_pio, kvm_x86_pio) \
	N(kvm, kvm_cpuid, kvm_x86_cpuid) \
	N(kvm, kvm_apic, kvm_x86_apic) \
	N(kvm, kvm_inj_virq, kvm_x86_inj_virq) \
	N(kvm, kvm_inj_exception, kvm_x86_inj_exception) \
	N(kvm, kvm_page_fault, kvm_x86_page_fault) \
	N(kvm, kvm_msr, kvm_x86_msr) \
	N(kvm, kvm_cr, kvm_x86_cr) \
	N(kvm, kvm_pic_set_irq, kvm_x86_pic_set_irq) \
	N(kvm, kvm_apic_ipi, kvm_x86_apic_ipi) \
	N(kvm, kvm_apic_accept_irq, kvm_x86_apic_accept_irq) \
	N(kvm, kvm_eoi, kvm_x86_eoi) \
	N(kvm, kvm_pv_eoi, kvm_x86_pv_eoi) \
	N(kvm, kvm_nested_vmrun, kvm_x86_nested_vmrun) \
	N(kvm, kvm_nested_vmexit, kvm_x86_nested_vmexit) \
	N(kvm, kvm_invlpga, kvm_x86_invlpga) \
	N(kvm, kvm_skinit, kvm_x86_skinit) \
	N(kvm, kvm_emulate_insn, kvm_x86_emulate_insn)

/* P(system, beginning of the name, what stands in its place) */
#define TCTL_KERNEL_TRACEPOINT_PREFIXES(P) \
	P(timer, "hrtimer_", "timer_hrtimer_") \
	P(timer, "itimer_", "timer_itimer_") \
	P(kmem, "kmalloc", "kmem_kmalloc") \
	P(kmem, "kfree", "kmem_kfree") \
	P(kmem, "mm_page_", "kmem_mm_page_") \
	P(compaction, "mm_compaction_", "compaction_") \
	P(irq_vectors, "", "x86_irq_vectors_")

/* F(system, field, known as) */
#define TCTL_KERNEL_TRACEPOINT_FIELDS(F) \
	F(sched, pid, tid) \
	F(sched, parent_pid, parent_tid) \
	F(sched, child_pid, child_tid)

#endif
