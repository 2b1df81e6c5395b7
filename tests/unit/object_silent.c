/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/object_silent.c: an object that can't see the library: it was
 * loaded into a scope of its own.
 */
#define tctl_object_register	object_silent_none
#include <tracectl/probe.h>

void object_silent_hit(void);
void object_silent_hit(void)
{
	PROBE(silent, hit);
}
