/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust/recorder.h: what the compiled code of an LTTng-UST provider
 * writes an event to: a channel of which all operations are ours. It writes field
 * after field; a record must come to our rings in one piece. So it is put
 * together in memory of the thread first, and handed over when it is committed.
 *
 * Everywhere a tracepoint may be hit: signal handlers, children of vfork. No
 * locks, no allocation.
 */
#ifndef PROBES_LTTNG_UST_RECORDER_H
#define PROBES_LTTNG_UST_RECORDER_H

#include <lttng/ust-events.h>
#include <tracectl/bridge.h>

struct tctl_recorder {
	struct tctl_bridge_event event;
	const struct lttng_ust_event_desc *desc;
	struct lttng_ust_event_common common;	/* for the provider's code */
	struct lttng_ust_event_recorder recorder;
};

/* Where all records go. Once, before the first event is turned on. */
void tctl_recorder_begin(tctl_record_fn *record);

void tctl_recorder_init(struct tctl_recorder *recorder,
			const struct lttng_ust_event_desc *desc);

/* In the child of a fork, whose other threads will not finish anything. */
void tctl_recorder_fork(void);

#endif
