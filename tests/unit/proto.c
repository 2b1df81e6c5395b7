/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/proto.c: the bytes of protocol buffers, against the format's own
   documentation. */
#include <string.h>
#include "tests/lib/tap.h"
#include "tools/plugin/proto.h"

static struct tctl_proto proto;

/* Compares what was written, and forgets it. */
static int wrote(const char *bytes, size_t size)
{
	int same = proto.nr == size && !memcmp(proto.bytes, bytes, size);

	proto.nr = 0;
	return same;
}

int main(void)
{
	size_t outer, inner, i;

	tctl_proto_number(&proto, 1, 150);
	tap_ok(wrote("\x08\x96\x01", 3), "a number");
	tctl_proto_number(&proto, 1, 0);
	tap_ok(wrote("\x08\x00", 2), "zero");
	tctl_proto_number(&proto, 16, 1);
	tap_ok(wrote("\x80\x01\x01", 3), "a field with a long tag");
	tctl_proto_number(&proto, 1, -2);
	tap_ok(wrote("\x08\xfe\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11),
	   "a negative number");
	tctl_proto_text(&proto, 2, "testing");
	tap_ok(wrote("\x12\x07testing", 9), "a text");
	tctl_proto_text(&proto, 2, "\xff");
	tap_ok(wrote("\x12\x04\\xff", 6), "what is no UTF-8 is escaped");
	tctl_proto_real(&proto, 3, 1.0);
	tap_ok(wrote("\x19\0\0\0\0\0\0\xf0\x3f", 9), "a double");
	outer = tctl_proto_begin(&proto, 3);
	inner = tctl_proto_begin(&proto, 1);
	tctl_proto_number(&proto, 1, 150);
	tctl_proto_end(&proto, inner);
	tctl_proto_end(&proto, outer);
	tap_ok(wrote("\x1a\x88\x80\x80\x00\x0a\x83\x80\x80\x00\x08\x96\x01", 13),
	   "messages within each other");
	outer = tctl_proto_begin(&proto, 1);
	for (i = 0; i < 1000; i++)
		tctl_proto_number(&proto, 1, 1);
	tctl_proto_end(&proto, outer);
	tap_ok(proto.nr == 2005 && !memcmp(proto.bytes, "\x0a\xd0\x8f\x80\x00", 5),
	   "a long message");
	tctl_proto_release(&proto);
	return tap_done();
}
