// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Kinds (abi/site.h): what a field is on the wire, in 32 bits. Checking one that
 * an application sent and saying it to a human.
 */
#include "event_text.h"

#include <errno.h>
#include <stdio.h>

#define KIND_RESERVED	(1u << 15)

static int kind_is_integer(uint32_t kind)
{
	return TCTL_KIND_CLASS(kind) == TCTL_KIND_UINT ||
	       TCTL_KIND_CLASS(kind) == TCTL_KIND_INT;
}

static int kind_size_valid(uint32_t kind)
{
	unsigned int log2 = TCTL_KIND_LOG2(kind);

	switch (TCTL_KIND_CLASS(kind)) {
	case TCTL_KIND_UINT:
	case TCTL_KIND_INT:
		return log2 <= 3;
	case TCTL_KIND_FLOAT:
		return log2 == 2 || log2 == 3;
	case TCTL_KIND_STRING:
	case TCTL_KIND_BOOL:
	case TCTL_KIND_STRUCT:
	case TCTL_KIND_LIST:
		return log2 == 0;
	default:
		return 0;
	}
}

static int kind_shape_valid(uint32_t kind)
{
	unsigned int class = TCTL_KIND_CLASS(kind);
	unsigned int shape = TCTL_KIND_SHAPE(kind);
	int scalar = shape == TCTL_KIND_SCALAR;

	if (shape == TCTL_KIND_ARRAY && !TCTL_KIND_LENGTH(kind))
		return 0;
	if (shape == TCTL_KIND_SEQUENCE && TCTL_KIND_LENGTH(kind))
		return 0;
	if (scalar && TCTL_KIND_LENGTH(kind) && class != TCTL_KIND_STRUCT)
		return 0;
	if (class == TCTL_KIND_LIST)
		return shape == TCTL_KIND_ARRAY || shape == TCTL_KIND_COUNTED;
	if ((class == TCTL_KIND_STRING || class == TCTL_KIND_STRUCT) && !scalar)
		return 0;
	if ((kind & TCTL_KIND_ENUM) && !scalar)
		return 0;
	return !(kind & TCTL_KIND_TEXT) || !scalar;
}

int tctl_event_kind_check(uint32_t kind)
{
	if (kind & KIND_RESERVED)
		return -EINVAL;
	if (!kind_size_valid(kind) || !kind_shape_valid(kind))
		return -EINVAL;
	if (!kind_is_integer(kind) &&
	    (TCTL_KIND_BASE(kind) || (kind & TCTL_KIND_NETWORK) ||
	     (kind & TCTL_KIND_ENUM) || (kind & TCTL_KIND_TEXT)))
		return -EINVAL;
	if ((kind & TCTL_KIND_TEXT) &&
	    (TCTL_KIND_LOG2(kind) || TCTL_KIND_BASE(kind) ||
	     (kind & TCTL_KIND_NETWORK)))
		return -EINVAL;
	return 0;
}

static void print_element(uint32_t kind, char *buf, size_t size)
{
	static const char *const bases[] = {"", " hex", " oct", " bin"};
	static const char letters[] = "?usf";
	unsigned int class = TCTL_KIND_CLASS(kind);

	if (class == TCTL_KIND_STRING)
		snprintf(buf, size, "string");
	else if (class == TCTL_KIND_STRUCT)
		snprintf(buf, size, "struct of %u", TCTL_KIND_LENGTH(kind));
	else if (class == TCTL_KIND_LIST)
		snprintf(buf, size, "the next");
	else if (class == TCTL_KIND_BOOL)
		snprintf(buf, size, "bool");
	else if (class > TCTL_KIND_FLOAT)
		snprintf(buf, size, "unknown");
	else
		snprintf(buf, size, "%s%c%u%s%s",
			 kind & TCTL_KIND_ENUM ? "enum " : "", letters[class],
			 8u << (TCTL_KIND_LOG2(kind) & 3),
			 kind & TCTL_KIND_NETWORK ? " network" : "",
			 bases[TCTL_KIND_BASE(kind)]);
}

void tctl_event_kind_print(uint32_t kind, char *buf, size_t size)
{
	unsigned int length = TCTL_KIND_LENGTH(kind);
	char element[TCTL_KIND_TEXT_MAX / 2];

	print_element(kind, element, sizeof(element));
	switch (TCTL_KIND_SHAPE(kind)) {
	case TCTL_KIND_ARRAY:
		if (kind & TCTL_KIND_TEXT)
			snprintf(buf, size, "text of %u", length);
		else
			snprintf(buf, size, "array of %u %s", length, element);
		break;
	case TCTL_KIND_SEQUENCE:
	case TCTL_KIND_COUNTED:
		if (kind & TCTL_KIND_TEXT)
			snprintf(buf, size, "text");
		else
			snprintf(buf, size, "sequence of %s", element);
		break;
	default:
		snprintf(buf, size, "%s", element);
	}
}
