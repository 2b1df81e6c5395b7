/* SPDX-License-Identifier: MIT */
/*
 * libtrace/immediate.h: the library's side of <tracectl/immediate.h>: what an
 * object calls through its struct tctl_object to change immediates.
 */
#ifndef LIBTRACE_IMMEDIATE_H
#define LIBTRACE_IMMEDIATE_H

#include <tracectl/immediate.h>

extern const struct tctl_immediate_calls tctl_immediate_calls;

#endif
