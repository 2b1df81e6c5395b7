/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/plan.h: what decodes. The declared types of each scope are
 * copied into trees of nodes in which every reference (a sequence's length, a
 * variant's tag) is a slot that an earlier node fills.
 */
#ifndef CHECKER_PLAN_H
#define CHECKER_PLAN_H

#include <tools/checker/trace.h>

/* Integers whose value the checker itself looks at. */
enum tctl_role {
	TCTL_ROLE_NONE,
	TCTL_ROLE_MAGIC,
	TCTL_ROLE_STREAM_ID,
	TCTL_ROLE_INSTANCE,
	TCTL_ROLE_BEGIN,
	TCTL_ROLE_END,
	TCTL_ROLE_CONTENT_SIZE,
	TCTL_ROLE_PACKET_SIZE,
	TCTL_ROLE_SEQUENCE,
	TCTL_ROLE_DISCARDED,
	TCTL_ROLE_CPU,
	TCTL_ROLE_ID,
	TCTL_ROLE_TIME,
	TCTL_NR_ROLES,
	TCTL_ROLE_UUID = TCTL_NR_ROLES,	/* an array: only its place is kept */
};

struct tctl_option {
	int64_t first, last;
	uint32_t child;
};

struct tctl_node {
	uint8_t kind;		/* enum tctl_type_kind */
	uint8_t role;
	bool be, is_signed, clocked;
	bool plain;		/* numbers: nothing to check inside */
	bool noted;		/* a value without a label was reported */
	uint32_t size;		/* bits of an integer or float */
	uint32_t align;
	int32_t slot;		/* where the value is kept; -1 */
	int32_t ref;		/* slot of the length or tag; -1 */
	uint32_t nr_children;
	uint32_t nr_options;
	uint32_t nr_ranges;
	const char *name;
	struct tctl_node **children;
	const struct tctl_option *options;	/* of a variant, by its tag */
	const struct tctl_range *ranges;	/* of an enum, sorted */
	bool disjoint;
	uint64_t length;
	struct tctl_type *type;
};

/* Fill the nodes of the trace, its streams and events; tctl_lint() was content.
   Returns 0 or -1 (reported): nothing can be decoded then. */
int tctl_plan_make(struct tctl_trace *trace);

#endif
