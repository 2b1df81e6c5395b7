/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/proto.h: the wire format of protocol buffers, as much as writing
 * a trace takes: numbers, doubles, texts, and messages within messages.
 */
#ifndef TRACECTL_PLUGIN_PROTO_H
#define TRACECTL_PLUGIN_PROTO_H

#include <stddef.h>
#include <stdint.h>

/* A zeroed one is empty. */
struct tctl_proto {
	size_t nr, space;
	unsigned char *bytes;
};

void tctl_proto_number(struct tctl_proto *proto, unsigned int field,
		       uint64_t value);
void tctl_proto_real(struct tctl_proto *proto, unsigned int field,
		     double value);
/* Bytes that are no UTF-8 are escaped as \xNN. */
void tctl_proto_text(struct tctl_proto *proto, unsigned int field,
		     const char *text);
/* A message: what is written until its end is in it. At most 2^28 - 1 bytes. */
size_t tctl_proto_begin(struct tctl_proto *proto, unsigned int field);
void tctl_proto_end(struct tctl_proto *proto, size_t begin);

void tctl_proto_release(struct tctl_proto *proto);

#endif
