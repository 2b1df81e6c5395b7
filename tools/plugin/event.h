/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/event.h: one event as the reports see it: when, where, which
 * task, which kind; and its fields by name. Valid while its message is.
 */
#ifndef TRACECTL_PLUGIN_EVENT_H
#define TRACECTL_PLUGIN_EVENT_H

#include <babeltrace2/babeltrace.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "tools/plugin/kind.h"
#include "tools/plugin/map.h"

/* Where a field is in all events of a class; for event.c only. */
struct tctl_place {
	const char *name;		/* as it was asked for: the pointer */
	uint8_t asked, found;		/* which structures */
	uint64_t index;
};
#define TCTL_PLACES	24

/* What is known about all events of a class. */
struct tctl_event_class {
	struct tctl_key key;		/* the class's address */
	const bt_event_class *ir;	/* a reference is held */
	const char *name;
	const char *domain;		/* "kernel", "ust", "?" */
	enum tctl_kind kind;
	const char *call;		/* of a system or memory call */
	bool has_stack;			/* fields or contexts that are stacks */
	uint64_t count;			/* within window and filter */
	bool has_packets;
	size_t nr_places;
	struct tctl_place places[TCTL_PLACES + 1];	/* one to spare */
};

struct tctl_event {
	const bt_message *message;
	const bt_event *ir;
	struct tctl_event_class *class;
	int64_t time_ns;
	int64_t cpu, tid, pid;		/* -1: not known */
	const char *comm;		/* NULL: not known */
	bool inside;			/* of --begin .. --end */
};

void tctl_event_classes_init(struct tctl_map *classes);
void tctl_event_classes_release(struct tctl_map *classes);

/* Fills all but tid, pid and comm, which take knowledge of the past;
   time_ns stays as it is when the stream has no clock. */
void tctl_event_decode(struct tctl_event *event, struct tctl_map *classes,
		       const bt_message *message);

/*
 * Names of fields are looked up once for each class of events and then known by
 * their address: a name's text must not change for as long as events are read.
 */

/* A field of the payload, else of a context. False: no such field, or no such
   number. */
bool tctl_event_integer(const struct tctl_event *event, const char *name,
			int64_t *ret_value);
bool tctl_event_real(const struct tctl_event *event, const char *name,
		     double *ret_value);
/* NULL: no such text. */
const char *tctl_event_text(const struct tctl_event *event, const char *name);
/* Of the context that all events of the stream have: in kernel events, fields
   of the payload may have the same names and mean another task. */
bool tctl_event_context_integer(const struct tctl_event *event,
				const char *name, int64_t *ret_value);
const char *tctl_event_context_text(const struct tctl_event *event,
				    const char *name);
/* Any number or text, as text; false: there is none. */
bool tctl_event_print(const struct tctl_event *event, const char *name,
		      char *buf, size_t size);

/* The numbers of an array, at most max of them; returns how many it has, 0
   also when there is no such array. */
size_t tctl_event_numbers(const struct tctl_event *event, const char *name,
			  uint64_t *ret_numbers, size_t max);

/* "fd = 3, count = 10", cut at size; texts that are empty are taken from later,
   if that is not NULL and has them. */
void tctl_event_arguments(const struct tctl_event *event,
			  const struct tctl_event *later, char *buf,
			  size_t size);

#endif
