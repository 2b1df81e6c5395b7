/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/object_foreign.c: a note of a version to come. */
#include <tests/unit/object_note.h>

NOTE("99", "0x1000", "0x1000", "0x1000", "0x1000", "0x1000");
