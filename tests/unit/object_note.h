/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/object_note.h: a note by hand; the offsets are asm text. */
#ifndef OBJECT_NOTE_H
#define OBJECT_NOTE_H

#define NOTE(version, sites, sites_end, events, events_end, object) \
	__asm__( \
		".pushsection .note.tracectl,\"a\",@note\n" \
		".p2align 2\n" \
		".long 9, 24, 1\n" \
		".asciz \"tracectl\"\n" \
		".p2align 2\n" \
		".long " version "\n" \
		".long " sites "\n" \
		".long " sites_end "\n" \
		".long " events "\n" \
		".long " events_end "\n" \
		".long " object "\n" \
		".popsection\n")

#endif
