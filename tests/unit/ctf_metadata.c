// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/unit/ctf_metadata.c: the TSDL of every kind of field, the order of
 * blocks, escaping, and the bytes of packets and index entries.
 */
#include <endian.h>
#include <stdlib.h>
#include <string.h>
#include <tracectl/abi/ring.h>
#include "tests/lib/tap.h"
#include "tools/tracectld/ctf_metadata.h"
#include "tools/tracectld/ctf_packet.h"

#define UINT(log2)	(TCTL_KIND_UINT | (log2) << 4)
#define INT(log2)	(TCTL_KIND_INT | (log2) << 4)
#define SHAPE(s)	((uint32_t)(s) << 12)
#define LENGTH(n)	((uint32_t)(n) << 16)

static const uint8_t uuid[16] = {
	0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
	0, 1, 2, 3, 4, 5, 6, 7,
};

/* The TSDL of an event with one field of this kind; static buffer. */
static const char *one_field(uint32_t kind, const char *labels)
{
	static char text[4096];
	char decl_text[256];
	uint64_t kinds[1] = { kind };
	struct tctl_event_text decl;
	FILE *out = fmemopen(text, sizeof(text), "w");

	snprintf(decl_text, sizeof(decl_text), "p:e\nf.c:1\nx%s%s",
		 *labels ? "\t" : "", labels);
	if (tctl_event_text_parse(&decl, decl_text, strlen(decl_text) + 1,
				  kinds, 1)) {
		fclose(out);
		return "not accepted";
	}
	tctl_ctf_event(out, 3, 7, 13, &decl, 0);
	fputc(0, out);
	fclose(out);
	tctl_event_text_release(&decl);
	return text;
}

static void test_field(uint32_t kind, const char *labels, const char *want)
{
	const char *text = one_field(kind, labels);

	if (!tap_ok(strstr(text, want) != NULL, "%.*s",
		    (int)strcspn(want, "\n"), want))
		tap_note("got: %s", text);
}

static void test_fields(void)
{
	test_field(UINT(0), "", "integer { size = 8; align = 8; signed = false; base = 10; } _x;");
	test_field(INT(3), "", "integer { size = 64; align = 8; signed = true; base = 10; } _x;");
	test_field(UINT(1) | TCTL_KIND_HEX << 8, "", "integer { size = 16; align = 8; signed = false; base = 16; } _x;");
	test_field(UINT(2) | TCTL_KIND_OCT << 8, "", "base = 8; } _x;");
	test_field(UINT(2) | TCTL_KIND_BIN << 8, "", "base = 2; } _x;");
	test_field(UINT(2) | TCTL_KIND_NETWORK, "", "base = 10; byte_order = be; } _x;");
	test_field(TCTL_KIND_BOOL, "", "integer { size = 8; align = 8; signed = false; base = 10; } _x;");
	test_field(TCTL_KIND_FLOAT | 2 << 4, "", "floating_point { exp_dig = 8; mant_dig = 24; align = 8; } _x;");
	test_field(TCTL_KIND_FLOAT | 3 << 4, "", "floating_point { exp_dig = 11; mant_dig = 53; align = 8; } _x;");
	test_field(TCTL_KIND_STRING, "", "string { encoding = UTF8; } _x;");
	test_field(UINT(2) | SHAPE(TCTL_KIND_ARRAY) | LENGTH(5), "", "base = 10; } _x[5];");
	test_field(UINT(0) | SHAPE(TCTL_KIND_ARRAY) | LENGTH(4) | TCTL_KIND_TEXT, "", "encoding = UTF8; } _x[4];");
	test_field(UINT(1) | SHAPE(TCTL_KIND_SEQUENCE), "", "integer { size = 32; align = 8; signed = false; } __x_length;\n\t\tinteger { size = 16; align = 8; signed = false; base = 10; } _x[ __x_length ];");
	test_field(INT(2) | TCTL_KIND_ENUM, "A=-1,B=2", "enum : integer { size = 32; align = 8; signed = true; base = 10; } { \"A\" = -1, \"B\" = 2 } _x;");
	test_field(UINT(0) | TCTL_KIND_ENUM, "A=1..9,B=250..-1", "{ \"A\" = 1 ... 9, \"B\" = 250 ... 255 } _x;");
	test_field(UINT(3) | TCTL_KIND_ENUM, "ALL=-1", "{ \"ALL\" = 18446744073709551615 } _x;");
}

static const char *event_of(const char *decl_text, const uint64_t *kinds,
			    unsigned int nr_fields)
{
	static char text[4096];
	struct tctl_event_text decl;
	FILE *out = fmemopen(text, sizeof(text), "w");

	if (!tctl_event_text_parse(&decl, decl_text, strlen(decl_text) + 1,
				   kinds, nr_fields))
		tctl_ctf_event(out, 3, 7, 13, &decl, 0);
	tctl_event_text_release(&decl);
	fputc(0, out);
	fclose(out);
	return text;
}

#define PAIR(a, b)	((uint64_t)(a) | (uint64_t)(b) << 32)

static void test_nested(void)
{
	static const uint64_t kinds[] = {
		PAIR(UINT(3), TCTL_KIND_STRUCT | LENGTH(2)),
		PAIR(UINT(0), TCTL_KIND_LIST | SHAPE(TCTL_KIND_ARRAY) |
			      LENGTH(2)),
		PAIR(UINT(1) | SHAPE(TCTL_KIND_ARRAY) | LENGTH(3),
		     UINT(0) | TCTL_KIND_TEXT | SHAPE(TCTL_KIND_COUNTED)),
	};
	const char *text = event_of("p:e\nf.so:0\tmodel://x\n_t_length\ns\na\nl\n\nt",
				    kinds, 6);

	tap_ok(!!strstr(text, "\tmodel.emf.uri = \"model://x\";\n"),
	       "an event's model");
	tap_ok(!!strstr(text, "\t\tstruct {\n"
			"\t\t\tinteger { size = 8; align = 8; signed = false; base = 10; } _a;\n"
			"\t\t\tinteger { size = 16; align = 8; signed = false; base = 10; } _l[2][3];\n"
			"\t\t} _s;\n"), "a structure with an array of arrays");
	tap_ok(!!strstr(text, "base = 10; encoding = UTF8; } _t[ __t_length ];\n"),
	       "a text whose length is a field");
}

static void test_event(void)
{
	const char *text = one_field(UINT(0), "");

	tap_ok(strstr(text, "name = \"p:e\";") &&
	       strstr(text, "\tid = 7;") && strstr(text, "stream_id = 3;") &&
	       strstr(text, "loglevel = 13;"), "an event block");
}

#define BIG_ENDIAN_HERE	(__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

static void test_order(void)
{
	static const char *const blocks[] = {
		"/* CTF 1.8 */", "typealias integer", "trace {",
		"packet.header", "env {", "clock {", "map = clock.monotonic",
		"struct packet_context", "struct event_header", "stream {",
	};
	struct tctl_ctf_trace trace = {
		.uuid = uuid, .uid = 5, .word_size = 64, .name = "a\"b\\c\n",
		.created = "now", .hostname = "host", .boot_id = "boot",
		.clock_offset_ns = 1234567890123456789ull,
	};
	static char text[16384];
	FILE *out = fmemopen(text, sizeof(text), "w");
	const char *at = text, *next;
	unsigned int i;

	tctl_ctf_preamble(out, &trace);
	tctl_ctf_stream(out, 9, TCTL_CONTEXT_VPID | TCTL_CONTEXT_VTID |
			TCTL_CONTEXT_PROCNAME, 0);
	fputc(0, out);
	fclose(out);
	tap_ok(text == strstr(text, "/* CTF 1.8 */"), "starts as it must");
	for (i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
		next = strstr(at, blocks[i]);
		tap_ok(next != NULL, "in order: %s", blocks[i]);
		at = next ? next : at;
	}
	tap_ok(!!strstr(text, BIG_ENDIAN_HERE ? "byte_order = be;" :
			"byte_order = le;"), "this machine's byte order");
	tap_ok(!strcmp(tctl_ctf_byte_order(1), BIG_ENDIAN_HERE ? "le" : "be"),
	       "and the other one");
	tap_ok(!!strstr(text, "trace_name = \"a\\\"b\\\\c?\";"), "escaping");
	tap_ok(!!strstr(text, "offset = 1234567890123456789;"), "clock offset");
	tap_ok(!!strstr(text, "uuid = \"01234567-89ab-cdef-0001-020304050607\""),
	       "the trace's uuid");
	tap_ok(!!strstr(text, "integer { size = 16; align = 64; signed = false; } id;\n\tinteger { size = 48; align = 1; signed = false; map = clock.monotonic.value; } timestamp;\n} align(64);"),
	       "the event header");
	tap_ok(!!strstr(at, "_vpid;") && !!strstr(at, "size = 31; align = 1;") &&
	       !!strstr(at, "_cut;") && !!strstr(at, "_procname[16];"),
	       "contexts");
}

/* A kernel's trace is told by its env; its events are called as they are. */
static void test_kernel(void)
{
	struct tctl_ctf_trace trace = {
		.uuid = uuid, .kernel = 1, .word_size = 64, .name = "n",
		.created = "now", .hostname = "host", .boot_id = "boot",
	};
	static const char event[] = "kernel:sched_switch\nk:0";
	static char text[16384], env[16384];
	FILE *out = fmemopen(text, sizeof(text), "w");
	struct tctl_event_text decl;

	tap_is(tctl_event_text_parse(&decl, event, sizeof(event), NULL, 0), 0,
	       "an event of the kernel");
	tctl_ctf_preamble(out, &trace);
	tctl_ctf_stream(out, 0, TCTL_CONTEXT_VPID | TCTL_CONTEXT_VTID, 1);
	tctl_ctf_event(out, 0, 3, 0, &decl, 1);
	fputc(0, out);
	fclose(out);
	tctl_event_text_release(&decl);
	tap_ok(strstr(text, "domain = \"kernel\";") &&
	       strstr(text, "tracer_name = \"lttng-modules\";") &&
	       strstr(text, "tracer_minor = 13;") &&
	       strstr(text, "kernel_release = ") &&
	       !strstr(text, "tracer_buffering"), "a kernel's env");
	trace.own_name = 1;
	out = fmemopen(env, sizeof(env), "w");
	tctl_ctf_preamble(out, &trace);
	fputc(0, out);
	fclose(out);
	tap_ok(strstr(env, "tracer_name = \"tracectl\";") &&
	       !strstr(env, "lttng"), "... under our own name");
	tap_ok(strstr(text, " _pid;") && strstr(text, " _tid;"),
	       "a kernel's contexts");
	tap_ok(strstr(text, "name = \"sched_switch\";") &&
	       !strstr(text, "loglevel"), "a kernel's event");
}

static uint64_t get64(const char *bytes, size_t at)
{
	uint64_t value;

	memcpy(&value, bytes + at, sizeof(value));
	return value;
}

static void test_packet(void)
{
	struct tctl_ctf_packet packet = {
		.uuid = uuid, .stream_id = 2, .instance_id = 3,
		.begin_ns = 100, .end_ns = 200, .records_size = 21,
		.sequence = 4, .discarded = 5, .cpu = 6,
	};
	char head[TCTL_CTF_RECORDS_AT], entry[TCTL_CTF_INDEX_ENTRY];
	struct tctl_ctf_index index;

	tctl_ctf_packet_head(&packet, head);
	tap_ok(!memcmp(head + 4, uuid, 16), "packet: uuid");
	tap_is(get64(head, 24), 3, "packet: instance");
	tap_is(get64(head, 32), 100, "packet: begin");
	tap_is(get64(head, 40), 200, "packet: end");
	tap_is(get64(head, 48), (88 + 21) * 8, "packet: exact content");
	tap_is(get64(head, 56), 112 * 8, "packet: padded size");
	tap_is(get64(head, 64), 4, "packet: sequence");
	tap_is(get64(head, 72), 5, "packet: discarded");
	tctl_ctf_index_entry(&packet, 4096, entry);
	tap_is(be64toh(get64(entry, 0)), 4096, "index: offset, big-endian");
	tap_is(be64toh(get64(entry, 64)), 4, "index: sequence");
	tctl_ctf_index_parse(entry, &index);
	tap_ok(index.offset == 4096 && index.packet_size == 112 &&
	       index.end_ns == 200 && index.discarded == 5,
	       "index: read back");
	packet.foreign = 1;
	tctl_ctf_packet_head(&packet, head);
	tap_ok(!memcmp(head + 4, uuid, 16) &&
	       __builtin_bswap64(get64(head, 24)) == 3 &&
	       __builtin_bswap64(get64(head, 72)) == 5 &&
	       !memcmp(head + 80, BIG_ENDIAN_HERE ? "\6\0\0" : "\0\0\0\6",
		       4), "packet: of the other byte order");
	packet.foreign = 0;
	packet.records_size = 0;
	tctl_ctf_packet_head(&packet, head);
	tap_is(get64(head, 48), 84 * 8, "empty packet: content is the head");
	tap_is(get64(head, 56), 88 * 8, "empty packet: size");
}

int main(void)
{
	test_fields();
	test_nested();
	test_event();
	test_order();
	test_kernel();
	test_packet();
	return tap_done();
}
