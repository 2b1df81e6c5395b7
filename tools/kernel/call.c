// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * System calls' events. Arguments come in registers, one each; a 64-bit
 * argument of a 32-bit program in two, the low half first. The entry event has
 * all arguments and what is behind those that go in; the exit event has the
 * result, what the kernel wrote, and each string again in case it could not be
 * read at entry.
 */
#include "call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "call_table.h"
#include "ctype.h"
#include "format.h"

#define MAX_ARRAY    64u /* bytes of an array */
#define MAX_LIST     512u
#define MAX_ADDRESS  108u /* of a path in a socket address */
#define FIRST_TIME64 403u /* compat calls from here on: 64-bit time_t */

struct argument {
	const char *name;
	struct tctl_ctype type;
	struct tctl_call_argument means;
	uint8_t at; /* register */
};

struct signature {
	const struct tctl_call *call;
	char text[512];
	struct argument arguments[TCTL_CALL_ARGS];
	unsigned int nr;
};

/* log2 of the size of the caller's long */
static unsigned int word_of(const struct tctl_call *call)
{
	return call->is_compat || sizeof(long) == 4 ? 2 : 3;
}

static int read_argument(struct signature *signature, char *text, uint8_t at)
{
	struct argument *argument = &signature->arguments[signature->nr];
	const char *type;
	uint8_t array;

	if (tctl_format_declaration(text, &type, &argument->name, &array))
		return 0;
	argument->at = at;
	argument->type = tctl_ctype_find(type, word_of(signature->call));
	argument->means = tctl_call_table_find(signature->call->like, type,
					       argument->name);
	signature->nr++;
	return argument->type.log2 > word_of(signature->call) ? 2 : 1;
}

static void read_signature(struct signature *signature,
			   const struct tctl_call *call, const char *text)
{
	char *rest = signature->text, *part;
	int at = 0;

	signature->call = call;
	signature->nr = 0;
	if (!text)
		text = tctl_call_table_signature(call->like);
	if (!text)
		text = "void * arg0,void * arg1,void * arg2,void * arg3,"
		       "void * arg4,void * arg5";
	snprintf(signature->text, sizeof(signature->text), "%s", text);
	while (at < (int)TCTL_CALL_ARGS && (part = strsep(&rest, ",")))
		at += read_argument(signature, part, (uint8_t)at);
}

/* The register of the argument of this name; 0 where there is none. */
static uint8_t find_register(const struct signature *signature,
			     const char *name)
{
	for (unsigned int i = 0; name && i < signature->nr; i++)
		if (!strcmp(signature->arguments[i].name, name))
			return signature->arguments[i].at;
	return 0;
}

static uint32_t number_kind(const struct argument *argument)
{
	struct tctl_ctype type = argument->type;

	switch (argument->means.form) {
	case TCTL_CALL_HEX:
		return tctl_ctype_kind(&type) | TCTL_KERNEL_HEX;
	case TCTL_CALL_OCT:
		return tctl_ctype_kind(&type) | TCTL_KERNEL_OCT;
	case TCTL_CALL_SIGNED:
		return TCTL_KERNEL_S32;
	default:
		return tctl_ctype_kind(&type);
	}
}

static void add_number(struct tctl_event_build *build,
		       const struct signature *signature,
		       const struct argument *argument)
{
	uint32_t kind = number_kind(argument);
	uint32_t size = 1u << TCTL_KIND_LOG2(kind);
	struct tctl_kernel_op op = {
		.op = TCTL_KERNEL_OP_VALUE,
		.arg = argument->at,
		.size = (uint16_t)size,
	};
	struct tctl_kernel_op high;
	int is_split = argument->type.log2 > word_of(signature->call) &&
		       argument->at + 1u < TCTL_CALL_ARGS;

	if (is_split)
		op.size = 4;
	high = op;
	high.arg++;
	tctl_event_build_field(build, argument->name, kind, &op, size);
	if (is_split)
		tctl_event_build_op(build, &high);
	tctl_event_build_labels(build, argument->means.labels,
				argument->means.nr_labels);
}

static uint8_t out_flag(const struct argument *argument)
{
	return argument->means.form >= TCTL_CALL_OUT ? TCTL_KERNEL_OP_SUCCESS
						     : 0;
}

static void add_string(struct tctl_event_build *build,
		       const struct argument *argument, uint8_t code)
{
	struct tctl_kernel_op op = {
		.op = code,
		.arg = argument->at,
		.size = TCTL_KERNEL_MAX_STRING - 1,
	};

	tctl_event_build_field(build, argument->name, TCTL_KIND_STRING, &op,
			       TCTL_KERNEL_MAX_STRING);
}

static uint32_t member_kind(const struct tctl_call *call,
			    const struct tctl_call_member *member)
{
	int is_narrow =
		word_of(call) == 2 && (member->width == TCTL_CALL_LONG ||
				       (member->width == TCTL_CALL_TIME &&
					call->number < FIRST_TIME64));

	return is_narrow ? member->kind - (1u << 4) : member->kind;
}

/* A structure without gaps is one operation, which its first member has. */
static void add_structure(struct tctl_event_build *build,
			  const struct tctl_call *call,
			  const struct argument *argument)
{
	const struct tctl_call_member *members = argument->means.members;
	unsigned int nr = argument->means.nr_members;
	struct tctl_kernel_op op = {
		.op = TCTL_KERNEL_OP_BYTES | out_flag(argument),
		.arg = argument->at,
	};
	char name[64];

	for (unsigned int i = 0; i < nr; i++)
		op.size =
			(uint16_t)(op.size + (1u << TCTL_KIND_LOG2(member_kind(
						      call, &members[i]))));
	for (unsigned int i = 0; i < nr; i++) {
		snprintf(name, sizeof(name), "%.40s_%.20s", argument->name,
			 members[i].name);
		if (tctl_event_build_field(build, name,
					   member_kind(call, &members[i]),
					   i ? NULL : &op, i ? 0 : op.size))
			return;
	}
}

static void add_address(struct tctl_event_build *build,
			const struct signature *signature,
			const struct argument *argument)
{
	uint8_t out = out_flag(argument);
	struct tctl_call_argument family =
		tctl_call_table_find("socket", "int", "family");
	struct tctl_kernel_op op = {
		.op = TCTL_KERNEL_OP_ADDRESS | out,
		.arg = argument->at,
		.arg2 = find_register(signature, argument->means.length),
		.size = MAX_ADDRESS,
	};

	if (out)
		op.arg2 |= TCTL_KERNEL_ARG_POINTER;
	if (tctl_event_build_field(build, "family", TCTL_KERNEL_U16, &op,
				   24 + MAX_ADDRESS + 1))
		return;
	tctl_event_build_labels(build, family.labels, family.nr_labels);
	tctl_event_build_field(build, out ? "sport" : "dport",
			       TCTL_KERNEL_U16 | TCTL_KIND_NETWORK, NULL, 0);
	tctl_event_build_field(build, "v4addr",
			       TCTL_KERNEL_U8 | TCTL_KERNEL_ARRAY(4), NULL, 0);
	tctl_event_build_field(build, "v6addr",
			       TCTL_KERNEL_U8 | TCTL_KERNEL_HEX |
				       TCTL_KERNEL_ARRAY(16),
			       NULL, 0);
	tctl_event_build_field(build, "path", TCTL_KIND_STRING, NULL, 0);
}

static void add_array(struct tctl_event_build *build,
		      const struct signature *signature,
		      const struct argument *argument)
{
	uint32_t kind = argument->means.kind;
	struct tctl_kernel_op op = {
		.op = TCTL_KERNEL_OP_BUFFER | out_flag(argument),
		.arg = argument->at,
		.arg2 = find_register(signature, argument->means.length),
		.log2 = (uint8_t)TCTL_KIND_LOG2(kind),
		.size = kind & TCTL_KIND_TEXT ? TCTL_KERNEL_MAX_STRING
					      : MAX_ARRAY,
	};
	char name[64];

	if (argument->means.form == TCTL_CALL_OUT_RESULT)
		op.arg2 = TCTL_KERNEL_ARG_RESULT;
	if (argument->means.form == TCTL_CALL_OUT_ARRAY)
		op.arg2 |= TCTL_KERNEL_ARG_POINTER;
	snprintf(name, sizeof(name), "%.40s_%s", argument->name,
		 kind & TCTL_KIND_TEXT ? "text" : "data");
	tctl_event_build_field(build, name, kind | TCTL_KERNEL_SEQUENCE, &op,
			       4u + op.size);
}

/* A count and structures of 8 bytes. */
static void add_list(struct tctl_event_build *build,
		     const struct signature *signature,
		     const struct argument *argument, uint8_t flag)
{
	const struct tctl_call_argument *means = &argument->means;
	struct tctl_kernel_op op = {
		.op = TCTL_KERNEL_OP_BUFFER | flag,
		.arg = argument->at,
		.arg2 = find_register(signature, means->length),
		.log2 = 3,
		.size = MAX_LIST,
	};
	unsigned int count = build->nr_fields;
	char name[64];

	snprintf(name, sizeof(name), "%.40s_count", argument->name);
	if (tctl_event_build_field(build, name, TCTL_KERNEL_U32, &op,
				   4u + op.size))
		return;
	snprintf(name, sizeof(name), "%.40s_list", argument->name);
	tctl_event_build_field(build, name, TCTL_KERNEL_LIST(count), NULL, 0);
	tctl_event_build_field(build, "", TCTL_KERNEL_STRUCT(means->nr_members),
			       NULL, 0);
	for (unsigned int i = 0; i < means->nr_members; i++)
		tctl_event_build_field(build, means->members[i].name,
				       means->members[i].kind, NULL, 0);
}

/* What is behind a pointer. */
static void add_target(struct tctl_event_build *build,
		       const struct signature *signature,
		       const struct argument *argument)
{
	switch (argument->means.form) {
	case TCTL_CALL_IN:
	case TCTL_CALL_OUT:
		add_structure(build, signature->call, argument);
		break;
	case TCTL_CALL_IN_ADDRESS:
	case TCTL_CALL_OUT_ADDRESS:
		add_address(build, signature, argument);
		break;
	case TCTL_CALL_IN_ARRAY:
	case TCTL_CALL_OUT_ARRAY:
	case TCTL_CALL_OUT_RESULT:
		add_array(build, signature, argument);
		break;
	case TCTL_CALL_INOUT_LIST:
		add_list(build, signature, argument, 0);
		break;
	case TCTL_CALL_OUT_STRING:
		add_string(build, argument,
			   TCTL_KERNEL_OP_STRING | TCTL_KERNEL_OP_SUCCESS);
		break;
	default:
		break;
	}
}

static void add_entry(struct tctl_event_build *build,
		      const struct signature *signature,
		      const struct argument *argument)
{
	switch (argument->means.form) {
	case TCTL_CALL_STRING:
	case TCTL_CALL_PROGRAM:
		add_string(build, argument, TCTL_KERNEL_OP_STRING);
		break;
	case TCTL_CALL_STRINGS:
		add_string(build, argument, TCTL_KERNEL_OP_STRINGS);
		break;
	default:
		add_number(build, signature, argument);
		if (argument->means.form < TCTL_CALL_OUT)
			add_target(build, signature, argument);
	}
}

static void add_exit(struct tctl_event_build *build,
		     const struct signature *signature,
		     const struct argument *argument)
{
	if (argument->means.form >= TCTL_CALL_OUT)
		add_target(build, signature, argument);
	else if (argument->means.form == TCTL_CALL_INOUT_LIST)
		add_list(build, signature, argument, TCTL_KERNEL_OP_SUCCESS);
	else if (argument->means.form == TCTL_CALL_STRING)
		add_string(build, argument, TCTL_KERNEL_OP_AGAIN);
}

static void begin(struct tctl_event_build *build, const struct tctl_call *call,
		  const char *side)
{
	const char *compat = call->is_compat ? "compat_" : "";
	char name[96], place[128];

	snprintf(name, sizeof(name), "%ssyscall_%s_%s", compat, side,
		 call->name);
	snprintf(place, sizeof(place), "%ssyscalls/%s:%u", compat,
		 call->header_name, call->number);
	tctl_event_build_begin(build, "syscall", call->name, name, place);
}

void tctl_call_build_entry(struct tctl_event_build *build,
			   const struct tctl_call *call, const char *text)
{
	struct signature signature;

	read_signature(&signature, call, text);
	begin(build, call, "entry");
	for (unsigned int i = 0; i < signature.nr; i++)
		add_entry(build, &signature, &signature.arguments[i]);
}

void tctl_call_build_exit(struct tctl_event_build *build,
			  const struct tctl_call *call, const char *text)
{
	struct tctl_kernel_op result = {.op = TCTL_KERNEL_OP_RESULT, .size = 8};
	struct signature signature;

	read_signature(&signature, call, text);
	begin(build, call, "exit");
	tctl_event_build_field(build, "ret", TCTL_KERNEL_S64, &result, 8);
	for (unsigned int i = 0; i < signature.nr; i++)
		add_exit(build, &signature, &signature.arguments[i]);
}
