/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/kernel/ctype.h: C types as format files and declarations of system
 * calls spell them.
 */
#ifndef TOOLS_KERNEL_CTYPE_H
#define TOOLS_KERNEL_CTYPE_H

#include <stdint.h>

struct tctl_ctype {
	uint8_t log2; /* size in bytes */
	uint8_t is_signed;
	uint8_t is_pointer;
	uint8_t is_text;  /* char */
	uint8_t is_known; /* 0: taken for an unsigned long */
};

/* word: log2 of the size of a long where the type is used: 2 or 3. */
struct tctl_ctype tctl_ctype_find(const char *type, unsigned int word);

/* The kind of a scalar of this type: pointers in hexadecimal. */
uint32_t tctl_ctype_kind(const struct tctl_ctype *type);

#endif
