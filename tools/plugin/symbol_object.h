/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/symbol_object.h: the functions of one program or library on this
 * machine, by address. Built with libdw symbol_object.c, without it
 * symbol_object_without.c stands behind this.
 */
#ifndef TRACECTL_PLUGIN_SYMBOL_OBJECT_H
#define TRACECTL_PLUGIN_SYMBOL_OBJECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TCTL_BUILD_ID_MAX	64

/* Identifies what was traced; nr 0: not known. */
struct tctl_build_id {
	size_t nr;
	uint8_t bytes[TCTL_BUILD_ID_MAX];
};

struct tctl_object;

/* Reads path, and its separate debugging information where that is installed.
   Never NULL: what is no file of the kind, or another one than was traced, has
   no functions. */
struct tctl_object *tctl_object_open(const char *path,
				     const struct tctl_build_id *build_id);
void tctl_object_close(struct tctl_object *object);

/* The address in the file's own numbering of what is at this offset of it, or
   at this distance from where it was loaded. False: nothing is. */
bool tctl_object_at_offset(const struct tctl_object *object, uint64_t offset,
			   uint64_t *ret_address);
bool tctl_object_at_distance(const struct tctl_object *object,
			     uint64_t distance, uint64_t *ret_address);

/* The function or variable around an address and where it begins; NULL: not known. Valid
   until the object is closed. */
const char *tctl_object_function(const struct tctl_object *object,
				 uint64_t address, uint64_t *ret_begin);

#endif
