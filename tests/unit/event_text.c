// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/unit/event_text.c: declarations of events, good and bad. */
#include "tools/lib/event_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/tap.h"

#define U8	(TCTL_KIND_UINT)
#define U16	(TCTL_KIND_UINT | 1 << 4)
#define U32	(TCTL_KIND_UINT | 2 << 4)
#define U64	(TCTL_KIND_UINT | 3 << 4)
#define S32	(TCTL_KIND_INT | 2 << 4)
#define S64	(TCTL_KIND_INT | 3 << 4)
#define F64	(TCTL_KIND_FLOAT | 3 << 4)
#define HEX	(TCTL_KIND_HEX << 8)
#define SEQ	(TCTL_KIND_SEQUENCE << 12)
#define ARR(n)	(TCTL_KIND_ARRAY << 12 | (uint32_t)(n) << 16)
#define COUNTED(n)	(TCTL_KIND_COUNTED << 12 | (uint32_t)(n) << 16)
#define STRUCT(n)	(TCTL_KIND_STRUCT | (uint32_t)(n) << 16)
#define LIST(n)	(TCTL_KIND_LIST | ARR(n))
#define HEAD	"app:done\n../src/a b.c:42\n"

static int parse(struct tctl_event_text *event, const char *text,
		 const uint32_t *kinds, unsigned int nr)
{
	uint64_t words[TCTL_MAX_FIELDS / 2 + 1] = {0};
	size_t size = strlen(text) + 1;
	char *copy;
	int ret;

	for (unsigned int i = 0; i < nr; i++)
		words[i / 2] |= (uint64_t)kinds[i] << (i % 2 * 32);
	/* An exact allocation: a sanitizer sees any step outside. */
	copy = malloc(size);
	memcpy(copy, text, size);
	ret = tctl_event_text_parse(event, copy, size, words, nr);
	free(copy);
	return ret;
}

static void good(void)
{
	static const uint32_t kinds[] = {
		U32 | HEX, TCTL_KIND_STRING, S32 | TCTL_KIND_ENUM,
	};
	struct tctl_event_text event;

	tap_is(parse(&event, HEAD "id\npath\ncolor\tRED=-1,a b=2\n", kinds, 3),
	       0, "a whole declaration is taken");
	tap_ok(!strcmp(event.full_name, "app:done") &&
	       !strcmp(event.provider, "app") && !strcmp(event.name, "done"),
	       "its name");
	tap_ok(!strcmp(event.file, "../src/a b.c") && event.line == 42,
	       "its place");
	tap_ok(event.nr_fields == 3 && !strcmp(event.fields[0].name, "id") &&
	       !strcmp(event.fields[1].name, "path") &&
	       !strcmp(event.fields[2].name, "color"), "its fields");
	tap_is(event.fields[2].nr_labels, 2, "two labels");
	tap_ok(!strcmp(event.fields[2].labels[0].name, "RED") &&
	       event.fields[2].labels[0].value == -1 &&
	       !strcmp(event.fields[2].labels[1].name, "a b") &&
	       event.fields[2].labels[1].value == 2, "their names and values");
	tctl_event_text_release(&event);
	tap_is(parse(&event, "a:b\nf:1", NULL, 0), 0, "no field at all");
	tctl_event_text_release(&event);
	tap_is(parse(&event, "a:b\n\x80\x01\xc3\xa9:1\n", NULL, 0), 0,
	       "a path of any bytes");
	tap_ok(!strcmp(event.file, "??\xc3\xa9"), "what is no text becomes ?");
	tctl_event_text_release(&event);
}

static void conversions(void)
{
	static const uint32_t kinds[] = {
		U8 | TCTL_KIND_ENUM, S32 | TCTL_KIND_ENUM,
		U64 | TCTL_KIND_ENUM,
	};
	struct tctl_event_text event;

	tap_is(parse(&event, HEAD "a\tX=-1\nb\tX=4294967295\nc\tX=-1", kinds,
		     3), 0, "labels of the other sign");
	tap_is(event.fields[0].labels[0].value, 255, "-1 of 8 bits unsigned");
	tap_is(event.fields[1].labels[0].value, -1, "2^32 - 1 of 32 bits");
	tap_is(event.fields[2].labels[0].value, -1, "all 64 bits");
	tctl_event_text_release(&event);
}

static void most(void)
{
	char text[4096] = HEAD;
	uint32_t kinds[TCTL_MAX_FIELDS + 1];
	struct tctl_event_text event;

	for (int i = 0; i <= TCTL_MAX_FIELDS; i++) {
		kinds[i] = U64;
		if (i < TCTL_MAX_FIELDS)
			sprintf(text + strlen(text), "f%d\n", i);
	}
	tap_is(parse(&event, text, kinds, TCTL_MAX_FIELDS), 0, "256 fields");
	tap_ok(!strcmp(event.fields[255].name, "f255"), "the last one");
	tctl_event_text_release(&event);
	strcat(text, "f256\n");
	tap_is(parse(&event, text, kinds, TCTL_MAX_FIELDS + 1), -EINVAL,
	       "257 are too many");
}

static void labels(void)
{
	static const uint32_t kind = U8 | TCTL_KIND_ENUM;
	const struct tctl_event_label *label;
	struct tctl_event_text event;

	tap_is(parse(&event, HEAD "x\tone=1,two\\, \\\\=2..7,a=b=8,one=200..-1",
		     &kind, 1), 0, "ranges, and a label twice");
	tap_is(event.fields[0].nr_labels, 4, "four of them");
	label = event.fields[0].labels;
	tap_ok(label[0].value == 1 && label[0].last == 1, "a single value");
	tap_ok(!strcmp(label[1].name, "two, \\") && label[1].value == 2 &&
	       label[1].last == 7, "a range, a comma and a backslash");
	tap_ok(!strcmp(label[2].name, "a=b") && label[2].value == 8,
	       "an equals sign");
	tap_ok(label[3].value == 200 && label[3].last == 255,
	       "a range up to the highest");
	tctl_event_text_release(&event);
}

static void model(void)
{
	struct tctl_event_text event;

	tap_is(parse(&event, "a:b\nf.so:0\thttp://m.org/x?a:b\n", NULL, 0), 0,
	       "a model");
	tap_ok(!strcmp(event.file, "f.so") && event.model &&
	       !strcmp(event.model, "http://m.org/x?a:b"), "its URI");
	tctl_event_text_release(&event);
	tap_is(parse(&event, "a:b\nf.so:0\n", NULL, 0), 0, "none");
	tap_ok(!event.model, "... is NULL");
	tctl_event_text_release(&event);
}

/* { n, s { a, l[2] of { x }, n }, t[n] } */
static void nested(void)
{
	static const uint32_t kinds[] = {
		U32, STRUCT(3), U8, LIST(2), STRUCT(1), S64, U16,
		U8 | COUNTED(0),
	};
	static const uint32_t parents[] = { 0, 0, 2, 2, 4, 5, 2, 0 };
	static const uint32_t ends[] = { 1, 7, 3, 6, 6, 6, 7, 8 };
	struct tctl_event_text event;
	uint32_t i;

	tap_is(parse(&event, HEAD "n\ns\na\nl\n\nx\nn\nt\n", kinds, 8), 0,
	       "structures and lists");
	for (i = 0; i < 8 && event.nr_fields; i++) {
		tap_ok(event.fields[i].parent == parents[i] &&
		       event.fields[i].end == ends[i],
		       "what field %u belongs to and has", i);
	}
	tctl_event_text_release(&event);
}

static void marker(void)
{
	static const uint32_t kinds[] = {
		U32, TCTL_KIND_STRING, U64, S32, F64, S32,
	};
	static const char *const names[] = {
		"id", "path", "at", "arg4", "ratio", "id_2",
	};
	struct tctl_event_text event;

	tap_is(parse(&event, HEAD "%id %u path=%-10.3s, at: %#llx 100%% 7 %d "
		     "ratio\n%+.2f, id %o", kinds, 6), 0, "a marker's format");
	for (int i = 0; i < 6; i++)
		tap_ok(event.nr_fields == 6 &&
		       !strcmp(event.fields[i].name, names[i]),
		       "conversion %d is named %s", i + 1, names[i]);
	tap_is(event.fields[2].kind, U64 | HEX, "%llx is shown in hex");
	tap_is(event.fields[5].kind, S32 | TCTL_KIND_OCT << 8,
	       "%o is shown in octal");
	tctl_event_text_release(&event);
	tap_is(parse(&event, HEAD "%", kinds, 0), 0, "an empty format");
	tctl_event_text_release(&event);
}

static const struct {
	const char *what, *text;
	unsigned int nr;
	uint32_t kinds[2];
} bad[] = {
	{"nothing", "", 0, {0}},
	{"no provider", ":b\nf:1\n", 0, {0}},
	{"no name", "a:\nf:1\n", 0, {0}},
	{"no colon", "ab\nf:1\n", 0, {0}},
	{"a provider with a space", "a b:c\nf:1\n", 0, {0}},
	{"a name with a colon", "a:b:c\nf:1\n", 0, {0}},
	{"a name that starts with a digit", "a:1c\nf:1\n", 0, {0}},
	{"a quote in the name", "a:b\"\nf:1\n", 0, {0}},
	{"no place", "a:b", 0, {0}},
	{"no line number", "a:b\nfile\n", 0, {0}},
	{"a line that is no number", "a:b\nfile:1x\n", 0, {0}},
	{"a huge line number", "a:b\nfile:1234567890\n", 0, {0}},
	{"too few fields", HEAD "x\n", 2, {U8, U8}},
	{"too many fields", HEAD "x\ny\n", 1, {U8}},
	{"an empty field", HEAD "\n", 1, {U8}},
	{"a field with a dash", HEAD "a-b\n", 1, {U8}},
	{"a field twice", HEAD "x\nx\n", 2, {U8, U8}},
	{"a sequence and its length", HEAD "x\n_x_length\n", 2,
	 {U8 | SEQ, U8}},
	{"labels of a plain integer", HEAD "x\tA=1\n", 1, {U8}},
	{"an enumeration without labels", HEAD "x\n", 1,
	 {U8 | TCTL_KIND_ENUM}},
	{"an empty label list", HEAD "x\t\n", 1, {U8 | TCTL_KIND_ENUM}},
	{"a label without value", HEAD "x\tA\n", 1, {U8 | TCTL_KIND_ENUM}},
	{"a label without name", HEAD "x\t=1\n", 1, {U8 | TCTL_KIND_ENUM}},
	{"a label of an empty range", HEAD "x\tA=2..1\n", 1,
	 {U8 | TCTL_KIND_ENUM}},
	{"a label of half a range", HEAD "x\tA=2..\n", 1,
	 {U8 | TCTL_KIND_ENUM}},
	{"a label that does not fit", HEAD "x\tA=256\n", 1,
	 {U8 | TCTL_KIND_ENUM}},
	{"a label far below 0 of an unsigned", HEAD "x\tA=-129\n", 1,
	 {U8 | TCTL_KIND_ENUM}},
	{"a label over 64 bits", HEAD "x\tA=9223372036854775808\n", 1,
	 {U64 | TCTL_KIND_ENUM}},
	{"a control character in a label", HEAD "x\tA\x01=1\n", 1,
	 {U8 | TCTL_KIND_ENUM}},
	{"class 0", HEAD "x\n", 1, {0}},
	{"class 8", HEAD "x\n", 1, {8}},
	{"a structure without its members", HEAD "x\ny\n", 2, {STRUCT(2), U8}},
	{"an array of structures", HEAD "x\ny\n", 2,
	 {TCTL_KIND_STRUCT | ARR(1), U8}},
	{"a list without element", HEAD "x\n", 1, {LIST(2)}},
	{"a list of one", HEAD "x\n\n", 2, {TCTL_KIND_LIST, U8}},
	{"a list's element with a name", HEAD "x\ny\n", 2, {LIST(2), U8}},
	{"a list's element with a count of its own", HEAD "x\n\n", 2,
	 {LIST(2), U8 | SEQ}},
	{"a count that comes later", HEAD "x\ny\n", 2, {U8 | COUNTED(1), U8}},
	{"a count of itself", HEAD "x\n", 1, {U8 | COUNTED(0)}},
	{"a count that is a string", HEAD "x\ny\n", 2,
	 {TCTL_KIND_STRING, U8 | COUNTED(0)}},
	{"an integer of 16 bytes", HEAD "x\n", 1, {TCTL_KIND_UINT | 4 << 4}},
	{"a float of 1 byte", HEAD "x\n", 1, {TCTL_KIND_FLOAT}},
	{"a float in hex", HEAD "x\n", 1, {F64 | HEX}},
	{"a string array", HEAD "x\n", 1, {TCTL_KIND_STRING | ARR(2)}},
	{"an array of nothing", HEAD "x\n", 1, {U8 | ARR(0)}},
	{"a length without array", HEAD "x\n", 1, {U8 | 1 << 16}},
	{"a text that is no array", HEAD "x\n", 1, {U8 | TCTL_KIND_TEXT}},
	{"a text of 2-byte characters", HEAD "x\n", 1,
	 {U16 | TCTL_KIND_TEXT | SEQ}},
	{"the reserved bit", HEAD "x\n", 1, {U8 | 1 << 15}},
	{"arrays above a record", HEAD "x\n", 1, {U64 | ARR(65535)}},
	{"a format with fewer conversions", HEAD "%a %d", 2, {S32, S32}},
	{"a format with more conversions", HEAD "%a %d %d", 1, {S32}},
	{"a format with a star", HEAD "%a %*d", 2, {S32, S32}},
	{"a format with a lonely %", HEAD "%a %", 1, {S32}},
	{"a format with %n", HEAD "%a %n", 1, {S32}},
};

static void refused(void)
{
	struct tctl_event_text event;
	uint64_t kinds = U8 | (uint64_t)U8 << 32;

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		int ret = parse(&event, bad[i].text, bad[i].kinds, bad[i].nr);

		tap_ok(ret == -EINVAL && event.reason && !event.memory,
		       "refused: %s", bad[i].what);
	}
	tap_is(tctl_event_text_parse(&event, HEAD "x\n", sizeof(HEAD "x\n"),
				     &kinds, 1), -EINVAL,
	       "refused: a kind too many");
	tap_is(tctl_event_text_parse(&event, "a:b\nf:1\n", 8, NULL, 0), -EINVAL,
	       "refused: a text that does not end");
	tap_is(tctl_event_text_parse(&event, "a:b\nf\0:1", 9, NULL, 0), -EINVAL,
	       "refused: a text that ends early");
}

static void print(void)
{
	static const struct {
		uint32_t kind;
		const char *text;
	} kinds[] = {
		{U32, "u32"}, {S64, "s64"}, {U64 | HEX, "u64 hex"},
		{U8 | TCTL_KIND_BIN << 8, "u8 bin"}, {F64, "f64"},
		{U16 | TCTL_KIND_NETWORK, "u16 network"},
		{U32 | TCTL_KIND_ENUM, "enum u32"}, {TCTL_KIND_BOOL, "bool"},
		{TCTL_KIND_STRING, "string"},
		{U8 | HEX | SEQ, "sequence of u8 hex"},
		{F64 | ARR(3), "array of 3 f64"},
		{U8 | TCTL_KIND_TEXT | ARR(16), "text of 16"},
		{U8 | TCTL_KIND_TEXT | SEQ, "text"},
		{U8 | TCTL_KIND_TEXT | COUNTED(3), "text"},
		{U16 | COUNTED(7), "sequence of u16"},
		{STRUCT(300), "struct of 300"},
		{LIST(3), "array of 3 the next"},
		{U64 | TCTL_KIND_NETWORK | HEX | ARR(65535),
		 "array of 65535 u64 network hex"},
	};
	char buf[TCTL_KIND_TEXT_MAX];

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		tctl_event_kind_print(kinds[i].kind, buf, sizeof(buf));
		tap_ok(!strcmp(buf, kinds[i].text), "%s", kinds[i].text);
		tap_is(tctl_event_kind_check(kinds[i].kind), 0, "is valid");
	}
}

int main(void)
{
	good();
	conversions();
	most();
	labels();
	model();
	nested();
	marker();
	refused();
	print();
	return tap_done();
}
