// SPDX-License-Identifier: GPL-2.0-or-later
/* The lists of probes/kernel/calls.h and labels.h made arrays. */
#include "call_table.h"

#include <string.h>

#include "probes/kernel/calls.h"
#include "probes/kernel/labels.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define L(name)		     {#name, name, name},
#define V(name, value)	     {#name, value, value},
#define R(name, first, last) {#name, first, last},
#define S(set)                                                   \
	static const struct tctl_kernel_label labels_##set[] = { \
		TCTL_LABELS_##set(L, V, R)};
TCTL_LABEL_SETS(S)
#undef S
#undef L
#undef V
#undef R

#define KIND_LONG     TCTL_KERNEL_S64, TCTL_CALL_LONG
#define KIND_ULONG    TCTL_KERNEL_U64, TCTL_CALL_LONG
#define KIND_HANDLER  TCTL_KERNEL_X64, TCTL_CALL_LONG
#define KIND_TIME     TCTL_KERNEL_S64, TCTL_CALL_TIME
#define KIND_S64      TCTL_KERNEL_S64, TCTL_CALL_FIXED
#define KIND_S32      TCTL_KERNEL_S32, TCTL_CALL_FIXED
#define KIND_U16      TCTL_KERNEL_U16, TCTL_CALL_FIXED
#define KIND_U32      TCTL_KERNEL_U32, TCTL_CALL_FIXED
#define KIND_U64      TCTL_KERNEL_U64, TCTL_CALL_FIXED
#define KIND_X16      TCTL_KERNEL_U16 | TCTL_KERNEL_HEX, TCTL_CALL_FIXED
#define KIND_X32      TCTL_KERNEL_U32 | TCTL_KERNEL_HEX, TCTL_CALL_FIXED
#define KIND_X64      TCTL_KERNEL_X64, TCTL_CALL_FIXED
#define KIND_O64      TCTL_KERNEL_U64 | TCTL_KERNEL_OCT, TCTL_CALL_FIXED
#define M(kind, name) {#name, KIND_##kind},
#define S(set)                                                   \
	static const struct tctl_call_member members_##set[] = { \
		TCTL_MEMBERS_##set(M)};
TCTL_MEMBER_SETS(S)
#undef S
#undef M

#define ELEMENT_U8   TCTL_KERNEL_U8
#define ELEMENT_X8   (TCTL_KERNEL_U8 | TCTL_KERNEL_HEX)
#define ELEMENT_U32  TCTL_KERNEL_U32
#define ELEMENT_TEXT (TCTL_KERNEL_U8 | TCTL_KIND_TEXT)

#define FORM(arg, word) {.name = #arg, .form = TCTL_CALL_##word},
#define NUMBER(arg)	FORM(arg, NUMBER)
#define SIGNED(arg)	FORM(arg, SIGNED)
#define HEX(arg)	FORM(arg, HEX)
#define OCT(arg)	FORM(arg, OCT)
#define STRING(arg)	FORM(arg, STRING)
#define PROGRAM(arg)	FORM(arg, PROGRAM)
#define STRINGS(arg)	FORM(arg, STRINGS)
#define OUT_STRING(arg) FORM(arg, OUT_STRING)
#define LABELS(arg, set)           \
	{.name = #arg,             \
	 .form = TCTL_CALL_LABELS, \
	 .labels = labels_##set,   \
	 .nr_labels = COUNT(labels_##set)},
#define STRUCTURE(arg, word, set)  \
	{.name = #arg,             \
	 .form = TCTL_CALL_##word, \
	 .members = members_##set, \
	 .nr_members = COUNT(members_##set)},
#define IN(arg, set)  STRUCTURE(arg, IN, set)
#define OUT(arg, set) STRUCTURE(arg, OUT, set)
#define COUNTED(arg, word, element, count) \
	{.name = #arg,                     \
	 .form = TCTL_CALL_##word,         \
	 .length = count,                  \
	 .kind = element},
#define IN_ADDRESS(arg, size)  COUNTED(arg, IN_ADDRESS, 0, #size)
#define OUT_ADDRESS(arg, size) COUNTED(arg, OUT_ADDRESS, 0, #size)
#define IN_ARRAY(arg, element, count) \
	COUNTED(arg, IN_ARRAY, ELEMENT_##element, #count)
#define OUT_ARRAY(arg, element, count) \
	COUNTED(arg, OUT_ARRAY, ELEMENT_##element, #count)
#define INOUT_LIST(arg, set, count)    \
	{.name = #arg,                 \
	 .form = TCTL_CALL_INOUT_LIST, \
	 .length = #count,             \
	 .members = members_##set,     \
	 .nr_members = COUNT(members_##set)},
#define OUT_RESULT(arg, element) \
	COUNTED(arg, OUT_RESULT, ELEMENT_##element, NULL)

#define C(call, arguments) \
	{#call, (const struct tctl_call_argument[]){arguments{.name = NULL}}},
static const struct {
	const char *call;
	const struct tctl_call_argument *arguments;
} calls[] = {TCTL_KERNEL_CALL_TABLE(C)};
#undef C

#define C(type, argument) {type, argument},
static const struct {
	const char *type;
	struct tctl_call_argument argument;
} defaults[] = {TCTL_KERNEL_CALL_DEFAULTS(C)};
#undef C

#define S(call, signature) {#call, signature},
static const struct {
	const char *call, *signature;
} signatures[] = {TCTL_KERNEL_CALL_SIGNATURES(S)};

static const struct tctl_call_argument *
find_argument(const struct tctl_call_argument *arguments, const char *name)
{
	for (; arguments->name; arguments++)
		if (!strcmp(arguments->name, name))
			return arguments;
	return NULL;
}

static const struct tctl_call_argument *find_default(const char *type,
						     const char *name)
{
	for (size_t i = 0; i < COUNT(defaults); i++)
		if (!strcmp(defaults[i].type, type) &&
		    !strcmp(defaults[i].argument.name, name))
			return &defaults[i].argument;
	return NULL;
}

struct tctl_call_argument
tctl_call_table_find(const char *call, const char *type, const char *argument)
{
	struct tctl_call_argument text = {
		.name = argument,
		.form = TCTL_CALL_STRING,
	};
	const struct tctl_call_argument *found = NULL;

	for (size_t i = 0; !found && i < COUNT(calls); i++)
		if (!strcmp(calls[i].call, call))
			found = find_argument(calls[i].arguments, argument);
	if (!found)
		found = find_default(type, argument);
	if (found)
		return *found;
	if (strcmp(type, "const char *"))
		text.form = TCTL_CALL_NOTHING;
	return text;
}

const char *tctl_call_table_signature(const char *call)
{
	for (size_t i = 0; i < COUNT(signatures); i++)
		if (!strcmp(signatures[i].call, call))
			return signatures[i].signature;
	return NULL;
}
