/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust-provider/offer.h: one of our events as LTTng-UST knows it:
 * described in its terms, and who of its sessions wants it. Events of the same
 * name and fields, at whichever places, are one offer. Offers are never freed.
 *
 * Locking: recorders are read on the record path, inside LTTng's RCU; written
 * under LTTng's own lock, like `wanted`. The rest does not change once the offer
 * is registered with LTTng, but indices, which are provider.c's.
 */
#ifndef PROBES_LTTNG_UST_PROVIDER_OFFER_H
#define PROBES_LTTNG_UST_PROVIDER_OFFER_H

#include <lttng/ust-events.h>
#include <tracectl/listener.h>

/* Sessions and channels that may want an event at the same time. */
#define TCTL_OFFER_RECORDERS	32

/* A field in LTTng's terms. A sequence has its count in front, as a field. */
struct tctl_offer_field {
	uint32_t kind;
	struct lttng_ust_event_field field, count;
	union {
		struct lttng_ust_type_common common;
		struct lttng_ust_type_integer integer;
		struct lttng_ust_type_float number;
		struct lttng_ust_type_string string;
		struct lttng_ust_type_enum labelled;
		struct lttng_ust_type_array array;
		struct lttng_ust_type_sequence sequence;
	} type;
	struct lttng_ust_type_integer element;	/* or what an enumeration is
						   made of */
	struct lttng_ust_type_integer count_type;
	struct lttng_ust_enum_desc labels;
};

struct tctl_offer {
	struct tctl_offer *next;
	const char *text;		/* of the first of the events */
	const uint64_t *kinds;
	const char *provider;
	char signature[1];		/* "": its address is what counts */
	unsigned int nr_fields;
	struct tctl_offer_field *fields;
	const struct lttng_ust_event_field **all;	/* with counts */
	int level;
	const int *level_at;
	const char *model;
	struct lttng_ust_tracepoint_class class;
	struct lttng_ust_event_desc event;
	/* What LTTng gives us to write to, or NULL. */
	struct lttng_ust_event_common *recorders[TCTL_OFFER_RECORDERS];
	unsigned int nr_wanted;
	/* Our events. */
	uint32_t *indices;
	unsigned int nr_indices;
};

/* callback: marks what LTTng attaches as ours. NULL: out of memory, or LTTng has
   no such fields. */
struct tctl_offer *tctl_offer_new(const struct tctl_listener_event *event,
				  void (*callback)(void));

/* Whether the event is the offered one at another place. */
int tctl_offer_matches(const struct tctl_offer *offer,
		       const struct tctl_listener_event *event);

/* One hit, for all who want it. On the record path. */
void tctl_offer_deliver(struct tctl_offer *offer,
			const struct tctl_segment *segments,
			unsigned int nr_segments);

#endif
