// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which system calls there are. Numbers come from the headers that this is
 * built with; newer calls from a list: since 424 a number means the same on all
 * architectures.
 */
#include <errno.h>
#include <string.h>

#include "call.h"
#include "probes/kernel/call_names.h"

struct number {
	const char *name;
	uint32_t number;
};

struct names {
	const char *header_name, *name, *like;
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define TCTL_CALL(name, number) {name, number},
static const struct number native[] = {
#include "tools/kernel/calls_native.h"
};
/* Of a machine without a compat table this one is empty. */
static const struct number compat[] = {
#include "tools/kernel/calls_compat.h"
	{NULL, UINT32_MAX},
};
static const struct number newer[] = {TCTL_KERNEL_NEWER_CALLS(TCTL_CALL)};

#define NATIVE(header_name, name) {#header_name, #name, #name},
static const struct names native_names[] = {TCTL_KERNEL_CALL_NAMES(NATIVE)};
#define COMPAT(header_name, name, like) {#header_name, #name, #like},
static const struct names compat_names[] = {TCTL_KERNEL_COMPAT_NAMES(COMPAT)};

static const char *find_number(const struct number *numbers, size_t nr,
			       uint32_t number)
{
	for (size_t i = 0; i < nr; i++)
		if (numbers[i].number == number)
			return numbers[i].name;
	return NULL;
}

static void find_names(const struct names *names, size_t nr,
		       struct tctl_call *call)
{
	call->name = call->like = call->header_name;
	for (size_t i = 0; i < nr; i++) {
		if (strcmp(names[i].header_name, call->header_name))
			continue;
		call->name = names[i].name;
		call->like = names[i].like;
		return;
	}
}

int tctl_call_get(uint32_t number, int is_compat, struct tctl_call *ret_call)
{
	struct tctl_call call = {
		.number = number,
		.is_compat = is_compat != 0,
	};

	if (is_compat)
		call.header_name = find_number(compat, COUNT(compat), number);
	else
		call.header_name = find_number(native, COUNT(native), number);
	if (!call.header_name && (!is_compat || COUNT(compat) > 1))
		call.header_name = find_number(newer, COUNT(newer), number);
	if (!call.header_name)
		return -ENOENT;
	if (is_compat)
		find_names(compat_names, COUNT(compat_names), &call);
	else
		find_names(native_names, COUNT(native_names), &call);
	*ret_call = call;
	return 0;
}
