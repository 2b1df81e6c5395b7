// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A tracepoint's fields. Neighbouring scalars become one copy (event_build.c);
 * text becomes a string, an array of numbers an array, what a word points to a
 * string or sequence; everything else is bytes.
 */
#include "tracepoint.h"

#include <stdio.h>
#include <string.h>

#include "ctype.h"
#include "probes/kernel/tracepoints.h"

#define MAX_STRING 1024u /* bytes of a string in a record */
#define MAX_ARRAY  2048u

struct rename {
	const char *system, *from, *to;
};

#define RENAME(system, from, to) {#system, #from, #to},
static const struct rename names[] = {TCTL_KERNEL_TRACEPOINT_NAMES(RENAME)};
static const struct rename fields[] = {TCTL_KERNEL_TRACEPOINT_FIELDS(RENAME)};
#define PREFIX(system, from, to) {#system, from, to},
static const struct rename prefixes[] = {
	TCTL_KERNEL_TRACEPOINT_PREFIXES(PREFIX)};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const char *find_rename(const struct rename *renames, size_t nr,
			       const char *system, const char *name)
{
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(renames[i].system, system) &&
		    !strcmp(renames[i].from, name))
			return renames[i].to;
	return NULL;
}

static const struct rename *find_prefix(const char *system, const char *name)
{
	for (size_t i = 0; i < COUNT(prefixes); i++)
		if (!strcmp(prefixes[i].system, system) &&
		    !strncmp(prefixes[i].from, name, strlen(prefixes[i].from)))
			return &prefixes[i];
	return NULL;
}

void tctl_tracepoint_name(const char *system, const char *name, char *ret_name,
			  size_t size)
{
	const char *known = find_rename(names, COUNT(names), system, name);
	const struct rename *prefix = find_prefix(system, name);

	if (!known && prefix)
		snprintf(ret_name, size, "%s%s", prefix->to,
			 name + strlen(prefix->from));
	else
		snprintf(ret_name, size, "%s", known ? known : name);
}

static unsigned int log2_of(uint32_t size)
{
	switch (size) {
	case 1:
		return 0;
	case 2:
		return 1;
	case 4:
		return 2;
	case 8:
		return 3;
	default:
		return ~0u;
	}
}

static int is_text(const struct tctl_format_entry *entry)
{
	size_t length = strlen(entry->name);

	/* The kernel's own sched_switch calls its texts unsigned. */
	return tctl_ctype_find(entry->type, 3).is_text ||
	       (!strcmp(entry->type, "unsigned char") && length >= 4 &&
		!strcmp(entry->name + length - 4, "comm"));
}

/* __data_loc and __rel_loc */
static void add_located(struct tctl_event_build *build, const char *name,
			const struct tctl_format_entry *entry)
{
	struct tctl_ctype type = tctl_ctype_find(entry->type, 3);
	struct tctl_kernel_op op = {
		.op = TCTL_KERNEL_OP_LOC_STRING,
		.offset = (uint16_t)entry->offset,
		.size = MAX_STRING,
	};
	uint32_t kind = TCTL_KIND_STRING;

	if (!type.is_text) {
		op.op = TCTL_KERNEL_OP_LOC_ARRAY;
		op.size = MAX_ARRAY;
		/* cpumask_t: words; what else is unknown: bytes */
		if (!type.is_known && strcmp(entry->type, "cpumask_t"))
			type.log2 = 0;
		op.log2 = type.log2;
		kind = tctl_ctype_kind(&type) | TCTL_KERNEL_SEQUENCE;
	}
	if (entry->place == TCTL_FORMAT_REL_LOC)
		op.op |= TCTL_KERNEL_OP_RELATIVE;
	tctl_event_build_field(build, name, kind, &op, op.size + 4u);
}

static uint32_t scalar_kind(const struct tctl_format_entry *entry,
			    unsigned int log2)
{
	uint32_t kind = entry->is_signed ? TCTL_KIND_INT : TCTL_KIND_UINT;

	if (strchr(entry->type, '*'))
		kind |= TCTL_KERNEL_HEX;
	return kind | log2 << 4;
}

/* An array of numbers, or a structure as bytes. */
static uint32_t array_kind(const struct tctl_format_entry *entry)
{
	struct tctl_ctype type = tctl_ctype_find(entry->type, 3);
	uint32_t elements = entry->size >> type.log2;

	if (!entry->is_array || !type.is_known || elements < 1 ||
	    elements << type.log2 != entry->size)
		return TCTL_KERNEL_U8 | TCTL_KERNEL_HEX |
		       TCTL_KERNEL_ARRAY(entry->size);
	type.is_signed = entry->is_signed;
	return tctl_ctype_kind(&type) | TCTL_KERNEL_ARRAY(elements);
}

static void add_field(struct tctl_event_build *build, const char *name,
		      const struct tctl_format_entry *entry)
{
	unsigned int log2 = log2_of(entry->size);
	struct tctl_kernel_op op = {
		.op = TCTL_KERNEL_OP_FIELD,
		.offset = (uint16_t)entry->offset,
		.size = (uint16_t)entry->size,
	};
	uint32_t kind;

	if (entry->is_array && is_text(entry)) {
		op.op = TCTL_KERNEL_OP_CHARS;
		tctl_event_build_field(build, name, TCTL_KIND_STRING, &op,
				       entry->size + 1);
		return;
	}
	if (entry->is_array || log2 > 3)
		kind = array_kind(entry);
	else
		kind = scalar_kind(entry, log2);
	tctl_event_build_field(build, name, kind, &op, entry->size);
}

/*
 * What a block request does: the kernel has it as text ("R", "WS"), viewers
 * take it for a number of which bit 0 says write. The first letter's code is
 * such a number: W is odd; R, D and N are even.
 */
static void add_rwbs(struct tctl_event_build *build,
		     const struct tctl_format_entry *entry)
{
	struct tctl_format_entry letter = *entry;

	letter.type = "u8";
	letter.size = 1;
	letter.is_array = letter.is_signed = 0;
	add_field(build, "rwbs", &letter);
	add_field(build, "operation", entry);
}

static void add_entry(struct tctl_event_build *build, const char *system,
		      const struct tctl_format_entry *entry)
{
	const char *name =
		find_rename(fields, COUNT(fields), system, entry->name);

	if (!name)
		name = entry->name;
	if (!entry->size || entry->size > MAX_ARRAY ||
	    entry->offset > UINT16_MAX)
		build->full = 1;
	else if (entry->place != TCTL_FORMAT_HERE)
		add_located(build, name, entry);
	else if (!strcmp(system, "block") && !strcmp(name, "rwbs") &&
		 entry->is_array)
		add_rwbs(build, entry);
	else
		add_field(build, name, entry);
}

void tctl_tracepoint_build(struct tctl_event_build *build, const char *system,
			   const char *name, const char *known,
			   const struct tctl_format *format)
{
	char place[256];

	snprintf(place, sizeof(place), "%.120s/%.120s:1", system, name);
	tctl_event_build_begin(build, system, name, known, place);
	for (uint32_t i = 0; i < format->nr_fields; i++)
		add_entry(build, system, &format->fields[i]);
}
