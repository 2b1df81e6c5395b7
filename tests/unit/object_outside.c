/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/object_outside.c: sections far from the object. */
#include <tests/unit/object_note.h>

NOTE("1", "0x70000000", "0x70000100", "0x70000000", "0x70000100",
     "0x70000000");
