/* SPDX-License-Identifier: MIT */
/*
 * probes/lttng-ust/describe.h: an LTTng-UST event's description as ours: text
 * and kinds of abi/site.h, as an event slot of which all parts are one block.
 * Pure functions; descriptions are those of loaded, running code.
 */
#ifndef PROBES_LTTNG_UST_DESCRIBE_H
#define PROBES_LTTNG_UST_DESCRIBE_H

#include <stddef.h>
#include <lttng/ust-events.h>
#include <tracectl/abi/site.h>

#define TCTL_DESCRIPTION_TEXT	49152u

/* Large: not for stacks. */
struct tctl_description {
	uint32_t nr_fields;
	uint32_t kinds[TCTL_MAX_FIELDS];
	size_t size;		/* of the text, NUL included */
	char text[TCTL_DESCRIPTION_TEXT];
};

/*
 * place: the file that holds the description, for people. Returns 0, -ENOTSUP (a
 * type that no recorded event can have) or -E2BIG (text or number of fields).
 */
int tctl_describe(struct tctl_description *description,
		  const struct lttng_ust_event_desc *event, const char *place);

/* Bytes of the slot for it, a multiple of 8. */
size_t tctl_description_slot_size(const struct tctl_description *description);

void tctl_description_fill(const struct tctl_description *description,
			   const struct lttng_ust_event_desc *event,
			   struct tctl_event_slot *slot);

#endif
