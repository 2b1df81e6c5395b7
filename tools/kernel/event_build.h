/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/event_build.h: an event of the catalogue put together: fields
 * are declared (text and kinds) in the order in which operations of the plan
 * write them. Whatever names come in, the declaration is a valid one
 * (tools/lib/event_text.h). No locks.
 */
#ifndef TOOLS_KERNEL_EVENT_BUILD_H
#define TOOLS_KERNEL_EVENT_BUILD_H

#include "tools/kernel/event.h"
#include <tracectl/abi/site.h>

/* Kinds that occur often. */
#define TCTL_KERNEL_KIND(class, log2) ((class) | (uint32_t)(log2) << 4)
#define TCTL_KERNEL_HEX		      (TCTL_KIND_HEX << 8)
#define TCTL_KERNEL_OCT		      (TCTL_KIND_OCT << 8)
#define TCTL_KERNEL_ARRAY(n)	      (TCTL_KIND_ARRAY << 12 | (uint32_t)(n) << 16)
#define TCTL_KERNEL_SEQUENCE	      (TCTL_KIND_SEQUENCE << 12)
#define TCTL_KERNEL_STRUCT(members) \
	(TCTL_KIND_STRUCT | (uint32_t)(members) << 16)
/* Elements of what the next field describes; field is the number of theirs. */
#define TCTL_KERNEL_LIST(field) \
	(TCTL_KIND_LIST | TCTL_KIND_COUNTED << 12 | (uint32_t)(field) << 16)
#define TCTL_KERNEL_S32 TCTL_KERNEL_KIND(TCTL_KIND_INT, 2)
#define TCTL_KERNEL_S64 TCTL_KERNEL_KIND(TCTL_KIND_INT, 3)
#define TCTL_KERNEL_U8	TCTL_KERNEL_KIND(TCTL_KIND_UINT, 0)
#define TCTL_KERNEL_U16 TCTL_KERNEL_KIND(TCTL_KIND_UINT, 1)
#define TCTL_KERNEL_U32 TCTL_KERNEL_KIND(TCTL_KIND_UINT, 2)
#define TCTL_KERNEL_U64 TCTL_KERNEL_KIND(TCTL_KIND_UINT, 3)
#define TCTL_KERNEL_X64 (TCTL_KERNEL_U64 | TCTL_KERNEL_HEX)

#define TCTL_BUILD_MAX_FIELDS 64u
#define TCTL_BUILD_MAX_TEXT   16384u

struct tctl_kernel_label {
	const char *name; /* as in abi/site.h, commas and backslashes escaped */
	int64_t value, last; /* the same, or a range */
};

struct tctl_event_build {
	char name[128]; /* in the trace */
	char pattern_name[256];
	char text[TCTL_BUILD_MAX_TEXT];
	size_t text_size; /* without a NUL */
	char names[TCTL_BUILD_MAX_FIELDS][64];
	uint32_t kinds[TCTL_BUILD_MAX_FIELDS];
	unsigned int nr_fields;
	struct tctl_kernel_plan plan;
	int full; /* something was left out */
};

/*
 * group and kernel_name: as the kernel spells them, for patterns; name: in the
 * trace; place: "file:line" of the declaration.
 */
void tctl_event_build_begin(struct tctl_event_build *build, const char *group,
			    const char *kernel_name, const char *name,
			    const char *place);

/*
 * Declare a field that op fills in, op NULL: the one before does or none is
 * needed. An empty name is kept: a list's element has none. most: bytes that
 * the field has at most. When there is no room for both, neither is added:
 * -ENOSPC.
 */
int tctl_event_build_field(struct tctl_event_build *build, const char *name,
			   uint32_t kind, const struct tctl_kernel_op *op,
			   uint32_t most);
/* One more operation of the field declared last. */
void tctl_event_build_op(struct tctl_event_build *build,
			 const struct tctl_kernel_op *op);
/* Labels of the field declared last, which must be an integer. */
void tctl_event_build_labels(struct tctl_event_build *build,
			     const struct tctl_kernel_label *labels, size_t nr);

/* The event, free()d by the caller in one piece; NULL: no memory. */
struct tctl_kernel_event *
tctl_event_build_end(const struct tctl_event_build *build,
		     enum tctl_kernel_source source, uint32_t number,
		     const char *missing);

#endif
