/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/object_foreign.c: a note of a version to come, which would make
   sense as one of ours. */
#include <tests/unit/object_note.h>

NOTE("99", "foreign_sites - .", "foreign_sites - .", "foreign_slots - .",
     "foreign_slots - .", "foreign_slots - .");

__asm__(
	".pushsection .rodata\n"
	".p2align 2\n"
	"foreign_sites: .long 0\n"
	".popsection\n"
	".pushsection .data\n"
	".p2align 3\n"
	"foreign_slots: .quad 0, 0\n"
	".popsection\n");
