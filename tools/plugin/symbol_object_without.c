/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/symbol_object_without.c: a build without libdw knows which file
 * an address is of, and no more.
 */
#include "tools/plugin/symbol_object.h"

struct tctl_object {
	bool unused;
};

struct tctl_object *tctl_object_open(const char *path,
				     const struct tctl_build_id *build_id)
{
	static struct tctl_object nothing;

	(void)path;
	(void)build_id;
	return &nothing;
}

void tctl_object_close(struct tctl_object *object)
{
	(void)object;
}

bool tctl_object_at_offset(const struct tctl_object *object, uint64_t offset,
			   uint64_t *ret_address)
{
	(void)object;
	(void)offset;
	(void)ret_address;
	return false;
}

bool tctl_object_at_distance(const struct tctl_object *object,
			     uint64_t distance, uint64_t *ret_address)
{
	(void)object;
	(void)distance;
	(void)ret_address;
	return false;
}

const char *tctl_object_function(const struct tctl_object *object,
				 uint64_t address, uint64_t *ret_begin)
{
	(void)object;
	(void)address;
	(void)ret_begin;
	return NULL;
}
