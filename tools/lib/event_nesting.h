/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/lib/event_nesting.h: which fields of an event belong to which structure
 * or list, the part of event_text.h that nested kinds need. Pure functions.
 */
#ifndef TOOLS_EVENT_NESTING_H
#define TOOLS_EVENT_NESTING_H

#include "event_text.h"

/*
 * Fills in parent and end of all fields from their kinds, and checks that each
 * count comes earlier in the same structure. Returns 0 or -EINVAL (event->reason
 * says why).
 */
int tctl_event_nest(struct tctl_event_text *event);

/* 1 for the field that describes a list's elements. */
int tctl_event_is_element(const struct tctl_event_text *event, uint32_t i);

#endif
