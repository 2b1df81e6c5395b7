/* SPDX-License-Identifier: MIT */
/*
 * libtrace/statedump.h: the loaded objects, as events that say where which
 * code is: lttng_ust_statedump:start, procname, bin_info, build_id, debug_link,
 * end.
 */
#ifndef LIBTRACE_STATEDUMP_H
#define LIBTRACE_STATEDUMP_H

#include <stdint.h>

/* Make the events known. Once, before the agent starts. */
void tctl_statedump_init(void);

/* Write all of it into channel k. Agent only. */
void tctl_statedump_write(unsigned int k);

/* A loaded object; strings and bytes are borrowed for the call. */
struct tctl_statedump_object {
	const char *path;	/* never NULL */
	uint64_t base;		/* lowest mapped address */
	uint64_t size;		/* from there to the highest one */
	int is_pic;
	const unsigned char *build_id;
	uint32_t build_id_size;	/* 0: none */
};

/* Call fn for each loaded object until it returns non-zero; returns that. */
int tctl_statedump_each(int (*fn)(const struct tctl_statedump_object *object,
				  void *arg), void *arg);

#endif
