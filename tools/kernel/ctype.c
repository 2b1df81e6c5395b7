// SPDX-License-Identifier: GPL-2.0-or-later
/* Names of C types. */
#include "ctype.h"

#include <string.h>
#include <tracectl/abi/site.h>

#define LONG 15 /* as wide as a long */

static const struct {
	const char *name;
	uint8_t log2, is_signed;
} types[] = {
	{"char", 0, 1},
	{"signed char", 0, 1},
	{"unsigned char", 0, 0},
	{"u8", 0, 0},
	{"__u8", 0, 0},
	{"uint8_t", 0, 0},
	{"s8", 0, 1},
	{"__s8", 0, 1},
	{"int8_t", 0, 1},
	{"bool", 0, 0},
	{"short", 1, 1},
	{"unsigned short", 1, 0},
	{"u16", 1, 0},
	{"__u16", 1, 0},
	{"uint16_t", 1, 0},
	{"s16", 1, 1},
	{"__s16", 1, 1},
	{"int16_t", 1, 1},
	{"umode_t", 1, 0},
	{"__be16", 1, 0},
	{"old_uid_t", 1, 0},
	{"old_gid_t", 1, 0},
	{"int", 2, 1},
	{"unsigned int", 2, 0},
	{"unsigned", 2, 0},
	{"uint", 2, 0},
	{"u32", 2, 0},
	{"__u32", 2, 0},
	{"uint32_t", 2, 0},
	{"s32", 2, 1},
	{"__s32", 2, 1},
	{"int32_t", 2, 1},
	{"pid_t", 2, 1},
	{"uid_t", 2, 0},
	{"gid_t", 2, 0},
	{"qid_t", 2, 0},
	{"clockid_t", 2, 1},
	{"timer_t", 2, 1},
	{"key_t", 2, 1},
	{"key_serial_t", 2, 1},
	{"mqd_t", 2, 1},
	{"rwf_t", 2, 1},
	{"dev_t", 2, 0},
	{"__be32", 2, 0},
	{"old_time32_t", 2, 1},
	{"gfp_t", 2, 0},
	{"u64", 3, 0},
	{"__u64", 3, 0},
	{"uint64_t", 3, 0},
	{"s64", 3, 1},
	{"__s64", 3, 1},
	{"int64_t", 3, 1},
	{"loff_t", 3, 1},
	{"long long", 3, 1},
	{"unsigned long long", 3, 0},
	{"__be64", 3, 0},
	{"long", LONG, 1},
	{"unsigned long", LONG, 0},
	{"size_t", LONG, 0},
	{"ssize_t", LONG, 1},
	{"off_t", LONG, 1},
	{"aio_context_t", LONG, 0},
};

static const char *skip_qualifiers(const char *type)
{
	for (;;) {
		if (!strncmp(type, "const ", 6))
			type += 6;
		else if (!strncmp(type, "volatile ", 9))
			type += 9;
		else
			return type;
	}
}

static struct tctl_ctype of_size(unsigned int log2, int is_signed)
{
	return (struct tctl_ctype){
		.log2 = (uint8_t)log2,
		.is_signed = (uint8_t)is_signed,
		.is_known = 1,
	};
}

struct tctl_ctype tctl_ctype_find(const char *type, unsigned int word)
{
	struct tctl_ctype ret = {.log2 = (uint8_t)word};

	type = skip_qualifiers(type);
	if (strchr(type, '*')) {
		ret.is_pointer = ret.is_known = 1;
		return ret;
	}
	if (!strncmp(type, "enum ", 5))
		return of_size(2, 1);
	for (unsigned int i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		if (strcmp(types[i].name, type))
			continue;
		ret = of_size(types[i].log2 == LONG ? word : types[i].log2,
			      types[i].is_signed);
		ret.is_text = i == 0;
		break;
	}
	return ret;
}

uint32_t tctl_ctype_kind(const struct tctl_ctype *type)
{
	uint32_t kind = type->is_signed ? TCTL_KIND_INT : TCTL_KIND_UINT;

	kind |= (uint32_t)type->log2 << 4;
	if (type->is_pointer || !type->is_known)
		kind |= TCTL_KIND_HEX << 8;
	return kind;
}
