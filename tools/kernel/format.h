/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/format.h: a tracepoint's format file taken apart: its id and
 * where its fields lie in the raw record. The common_* fields, which each
 * record begins with, are left out.
 */
#ifndef TOOLS_KERNEL_FORMAT_H
#define TOOLS_KERNEL_FORMAT_H

#include <stdint.h>

#define TCTL_FORMAT_MAX_FIELDS 64u /* more are left out */

enum tctl_format_place {
	TCTL_FORMAT_HERE,
	TCTL_FORMAT_DATA_LOC, /* a word says where in the record */
	TCTL_FORMAT_REL_LOC,  /* counted from the word's end */
};

struct tctl_format_entry {
	const char *type; /* "const char *", of arrays the element's */
	const char *name;
	uint32_t offset, size; /* of the word where a word says */
	uint8_t is_signed;
	uint8_t is_array;
	uint8_t place; /* enum tctl_format_place */
};

struct tctl_format {
	const char *name;
	uint32_t id;
	uint32_t nr_fields;
	struct tctl_format_entry fields[TCTL_FORMAT_MAX_FIELDS];
};

/*
 * text is changed and pointed into. Lines that are no fields are skipped.
 * Returns 0, or -EINVAL: no name or no id.
 */
int tctl_format_read(struct tctl_format *format, char *text);

/*
 * A C declaration, "const char * name" or "u8 addr[6]", cut in two: type and
 * name, between which there is a blank. *ret_array says whether there were
 * brackets. 0 or -EINVAL.
 */
int tctl_format_declaration(char *text, const char **ret_type,
			    const char **ret_name, uint8_t *ret_array);

#endif
