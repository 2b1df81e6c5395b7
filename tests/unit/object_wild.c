/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/object_wild.c: a good note whose records are bad, but for one
 * site: code outside of text, a key outside of the object, an unknown kind, a
 * value that is too long; slots with a size that is none, and too many fields.
 */
#include <tests/unit/object_note.h>

NOTE("1", "wild_sites - .", "wild_sites_end - .", "wild_slots - .",
     "wild_slots_end - .", "wild_object - .");

__asm__(
	".pushsection .text\n"
	"wild_code: .byte 0xa9, 0, 0, 0, 0\n"
	"ret\n"
	".popsection\n"
	".pushsection .rodata\n"
	"wild_text: .asciz \"wild:good\\nwild.c:1\"\n"
	".p2align 2\n"
	"wild_sites:\n"
	".long wild_code - ., wild_text - ., 0x01000001\n"
	".long 0x70000000, wild_text - ., 0x01000001\n"
	".long wild_text - ., wild_text - ., 0x01000001\n"
	".long wild_code - ., 0x70000000, 0x01000001\n"
	".long wild_code - ., wild_text - ., 0x01000007\n"
	".long wild_code - ., wild_text - ., 0x00060302\n"
	".long wild_code - ., 0x70000000, 0x00060402\n"
	".long 0, 0, 0\n"
	"wild_sites_end:\n"
	".popsection\n"
	".pushsection .data\n"
	".p2align 3\n"
	"wild_slots:\n"
	".long wild_text - ., 0\n"
	".short 16, 41, 0, 0\n"
	".long 0x70000000, 0\n"
	".short 16, 0, 0, 0\n"
	".long wild_text - ., 0\n"
	".short 7, 0, 0, 0\n"
	".long wild_text - ., 0\n"
	".short 16, 0, 0, 0\n"
	"wild_slots_end:\n"
	"wild_object: .quad 0, 0, 0\n"
	".popsection\n");
