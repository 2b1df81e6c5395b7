/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/object_ahead.c: an object that is looked at before it registers
 * itself, as another thread may do while it is being loaded.
 */
#include <tracectl/probe.h>

void object_ahead_loading(void);

__attribute__((section(".init_array.00050"), used))
static void (*const loading)(void) = object_ahead_loading;

void object_ahead_hit(void);
void object_ahead_hit(void)
{
	PROBE(ahead, hit);
}
