// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which events a pattern names. Several spellings are right: the event's name,
 * and the kernel's or the event's behind the group.
 */
#include <stdio.h>
#include <string.h>

#include "event.h"
#include "tools/lib/glob.h"

static int matches_grouped(const struct tctl_kernel_event *event,
			   const char *pattern)
{
	const char *colon = strchr(event->pattern_name, ':');
	char name[384];

	if (tctl_glob_match(pattern, event->pattern_name))
		return 1;
	snprintf(name, sizeof(name), "%.*s:%s",
		 (int)(colon - event->pattern_name), event->pattern_name,
		 event->name);
	return tctl_glob_match(pattern, name);
}

/* A call by the name that headers have, which its declaration's place tells:
   "syscalls/fstat:5". */
static int matches_header_name(const struct tctl_kernel_event *event,
			       const char *pattern)
{
	const char *slash = strchr(event->text, '/');
	char name[128] = "syscall:";
	size_t length;

	if (!slash)
		return 0;
	length = strcspn(++slash, ":");
	snprintf(name, sizeof(name), "syscall:%.*s", (int)length, slash);
	return tctl_glob_match(pattern, name);
}

/* Stacks are dear: they are recorded when they are asked for. */
static int is_profile(const struct tctl_kernel_event *event)
{
	return !strncmp(event->pattern_name, "profile:", 8);
}

int tctl_kernel_event_matches(const struct tctl_kernel_event *event,
			      const char *pattern)
{
	switch (event->source) {
	case TCTL_KERNEL_STATE:
		return 0;
	case TCTL_KERNEL_TRACEPOINT:
		return strcmp(pattern, "*") &&
		       (tctl_glob_match(pattern, event->name) ||
			matches_grouped(event, pattern));
	case TCTL_KERNEL_PROGRAM:
		if (!strcmp(pattern, "*") && is_profile(event))
			return 0;
		return tctl_glob_match(pattern, event->name) ||
		       matches_grouped(event, pattern);
	default:
		return tctl_glob_match(pattern, event->name) ||
		       tctl_glob_match(pattern, event->pattern_name) ||
		       matches_header_name(event, pattern);
	}
}
