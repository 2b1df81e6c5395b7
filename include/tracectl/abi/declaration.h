/* SPDX-License-Identifier: MIT */
/*
 * abi/declaration.h: an event that is declared once and has slots where it is
 * used: what an event's text and kinds say (abi/site.h), in parts that several
 * events may share. A slot with nr_fields TCTL_SLOT_DECLARED leads to one.
 *
 * Read in the process, and by `tracectl list --file` from disk, where what the
 * dynamic linker would add to the pointers has to be added.
 */
#ifndef TRACECTL_ABI_DECLARATION_H
#define TRACECTL_ABI_DECLARATION_H

#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/assert.h>

/* Offsets 0, 8 and 16 whatever the word size. */
struct tctl_label {
	int64_t first;
	int64_t last;
	const char *name;	/* NULL behind the last one */
	uintptr_t is_next;	/* 1: the value behind the previous label's last;
				   0 for the first label */
};

struct tctl_fields {
	const char *lines;	/* '\n' and the name, for each field */
	const uint64_t *kinds;
	const struct tctl_label *const *labels;	/* of each field with
						   TCTL_KIND_ENUM, in order */
	uintptr_t nr_fields;
};

#define TCTL_DECLARED_LEVEL	13	/* TRACECTL_DEBUG_LINE */

struct tctl_declaration {
	const char *head;	/* "provider:name\nfile:line" */
	const struct tctl_fields *fields;
	const uint8_t *level;	/* NULL: TCTL_DECLARED_LEVEL */
	const char *const *model;	/* its model's URI; NULL: none */
};

#endif
