/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/packed.h: many numbers in a text of JSON: seven bits a byte,
 * least significant first, the highest bit says that more follow; all in
 * base64.
 */
#ifndef TRACECTL_PLUGIN_PACKED_H
#define TRACECTL_PLUGIN_PACKED_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

/* A zeroed one is empty. */
struct tctl_packed {
	size_t nr, space;
	unsigned char *bytes;
};

void tctl_packed_add(struct tctl_packed *packed, uint64_t number);
/* The text; frees what was packed. */
json_t *tctl_packed_json(struct tctl_packed *packed);

#endif
