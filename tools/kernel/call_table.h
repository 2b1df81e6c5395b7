/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/call_table.h: what probes/kernel/calls.h says of a system call's
 * argument, as data. No locks, nothing to release.
 */
#ifndef TOOLS_KERNEL_CALL_TABLE_H
#define TOOLS_KERNEL_CALL_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "tools/kernel/event_build.h"

enum tctl_call_form {
	TCTL_CALL_NOTHING, /* the table doesn't know the argument */
	TCTL_CALL_NUMBER,
	TCTL_CALL_SIGNED,
	TCTL_CALL_HEX,
	TCTL_CALL_OCT,
	TCTL_CALL_LABELS,
	TCTL_CALL_STRING,
	TCTL_CALL_PROGRAM, /* a string that is gone at exit */
	TCTL_CALL_STRINGS,
	TCTL_CALL_IN,
	TCTL_CALL_IN_ADDRESS,
	TCTL_CALL_IN_ARRAY,
	TCTL_CALL_INOUT_LIST,
	TCTL_CALL_OUT, /* this and what follows: at exit */
	TCTL_CALL_OUT_ADDRESS,
	TCTL_CALL_OUT_ARRAY,
	TCTL_CALL_OUT_RESULT,
	TCTL_CALL_OUT_STRING,
};

/* How wide a member is. */
enum tctl_call_width {
	TCTL_CALL_FIXED, /* as the kind says */
	TCTL_CALL_LONG,	 /* as a long */
	TCTL_CALL_TIME,	 /* as a time_t */
};

struct tctl_call_member {
	const char *name;
	uint32_t kind; /* the size is that of 64-bit programs */
	enum tctl_call_width width;
};

struct tctl_call_argument {
	const char *name; /* NULL: the end of a list */
	enum tctl_call_form form;
	const char *length; /* the argument that says how much */
	uint32_t kind;	    /* of an array's elements */
	const struct tctl_call_member *members;
	const struct tctl_kernel_label *labels;
	uint16_t nr_members, nr_labels;
};

/* What the table says; form TCTL_CALL_NOTHING: nothing. */
struct tctl_call_argument
tctl_call_table_find(const char *call, const char *type, const char *argument);
/* The signature of a call that has no format file, or NULL. */
const char *tctl_call_table_signature(const char *call);

#endif
