/* SPDX-License-Identifier: MIT */
/*
 * libtrace/gate.h: which gates are open. A gate belongs to a provider:name;
 * it is open while that name is wanted by at least one channel. Objects that
 * are loaded later get the current state before their constructors run.
 *
 * Locking: all functions take tctl_object_lock (object.h); never called from
 * the record path.
 */
#ifndef LIBTRACE_GATE_H
#define LIBTRACE_GATE_H

#include <stdint.h>
#include <libtrace/patch.h>

/* Index (from 1) of a provider:name, added when unknown; text ends at '\n' or
   NUL. 0: out of memory. */
uint32_t tctl_gate_name(const char *text);

/* Number of gates that carry the name in loaded objects. */
uint32_t tctl_gate_sites(uint32_t name);

/* Say what is wanted: takes effect at tctl_gate_commit(). Counted: each want
   needs its unwant. */
void tctl_gate_want(uint32_t name);
void tctl_gate_unwant(uint32_t name);

/*
 * Patch every gate whose state differs, with one synchronisation, and turn the
 * events of bridges. Returns 0 or
 * the first -errno: -EPERM/-EACCES (text can't be written: tctl_patch_reason()
 * says why); gates with foreign breakpoints are skipped and counted in
 * *ret_busy (may be NULL).
 */
int tctl_gate_commit(uint32_t *ret_busy);

/* Why it failed: tctl_patch_reason(), patch.h. */

/* 1 while the name is wanted. Under tctl_object_lock. */
int tctl_gate_wanted(uint32_t name);

/* Sites of an object come and go (object.c). Under tctl_object_lock. */
void tctl_gate_count(uint32_t name, int change);

#endif
