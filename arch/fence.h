/* SPDX-License-Identifier: MIT */
/*
 * arch/fence.h: a full fence, for orders that no single load or store can
 * give: between reads of a shared file. The thread sanitizer does not model
 * fences, and needs not know of these: what they order is no memory of ours.
 */
#ifndef TCTL_ARCH_FENCE_H
#define TCTL_ARCH_FENCE_H

#ifdef __SANITIZE_THREAD__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wtsan"
#endif
static inline void tctl_fence_full(void)
{
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
}
#ifdef __SANITIZE_THREAD__
#pragma GCC diagnostic pop
#endif

#endif
