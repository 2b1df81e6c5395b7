/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/unit/fields.h: every type and form of a probe's fields: kinds and bytes
 * as abi/site.h wants them. The same source for C and C++.
 */
#include <errno.h>
#include <float.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#include "tests/lib/own_gates.h"
#include "tests/lib/tap.h"

#define K_UINT(log2)	(TCTL_KIND_UINT | (log2) << 4)
#define K_INT(log2)	(TCTL_KIND_INT | (log2) << 4)
#define K_FLOAT(log2)	(TCTL_KIND_FLOAT | (log2) << 4)
#define K_BASE(base)	((base) << 8)
#define K_HEX		K_BASE(TCTL_KIND_HEX)
#define K_POINTER	(K_UINT(3) | K_HEX)
#define K_SEQUENCE	(TCTL_KIND_SEQUENCE << 12)
#define K_ARRAY(n)	(TCTL_KIND_ARRAY << 12 | (uint32_t)(n) << 16)

static unsigned char want[8192];
static size_t want_size;

static void want_bytes(const void *bytes, size_t size)
{
	memcpy(want + want_size, bytes, size);
	want_size += size;
}

#define WANT(type, value) do { \
	type want_value_ = (value); \
	want_bytes(&want_value_, sizeof(want_value_)); \
} while (0)

static void check(const char *name, const uint32_t *kinds, unsigned int n)
{
	int good = got.count == 1 && got.nr_fields == n &&
		   !memcmp(got.kinds, kinds, n * sizeof(*kinds)) &&
		   got.size == want_size && !memcmp(got.wire, want, want_size);

	tap_ok(good, "%s", name);
	if (!good)
		tap_note("%d events, %u fields, %zu bytes (expected 1, %u, %zu)",
			 got.count, got.nr_fields, got.size, n, want_size);
	for (unsigned int i = 0; !good && i < n; i++)
		tap_note("kind %u: %x, expected %x", i, got.kinds[i], kinds[i]);
	for (unsigned int i = 0; !good && i < got.size && i < want_size; i++)
		if (got.wire[i] != want[i]) {
			tap_note("byte %u: %x, expected %x", i, got.wire[i],
				 want[i]);
			break;
		}
	got.count = 0;
	want_size = 0;
}

#define CHECK(name, ...) do { \
	static const uint32_t kinds_[] = {__VA_ARGS__}; \
	check(name, kinds_, sizeof(kinds_) / sizeof(kinds_[0])); \
} while (0)

enum color { RED, GREEN, BLUE = 77 };
enum negative { BELOW = -5, ABOVE = 5 };
struct packed {
	char c;
	int i;
} __attribute__((packed));

static void integers(void)
{
	const volatile unsigned short cv = 65535;
	struct packed packed = {1, -2};
	bool truth = true;

	PROBE(t, chars, (c, (char)-1), (sc, (signed char)-2),
	      (uc, (unsigned char)250), (b, truth));
	WANT(char, (char)-1);
	WANT(signed char, -2);
	WANT(unsigned char, 250);
	WANT(unsigned char, 1);
	CHECK("characters and bool",
	      (char)-1 < 0 ? K_INT(0) : K_UINT(0), K_INT(0), K_UINT(0),
	      TCTL_KIND_BOOL);

	PROBE(t, ints, (s, (short)-3), (us, cv), (i, -4), (u, 4000000000u),
	      (l, -5l), (ul, 5ul), (ll, -6ll), (ull, 1ull << 63));
	WANT(short, -3);
	WANT(unsigned short, 65535);
	WANT(int, -4);
	WANT(unsigned int, 4000000000u);
	WANT(long, -5);
	WANT(unsigned long, 5);
	WANT(long long, -6);
	WANT(unsigned long long, 1ull << 63);
	CHECK("integers of all sizes", K_INT(1), K_UINT(1), K_INT(2), K_UINT(2),
	      K_INT(3), K_UINT(3), K_INT(3), K_UINT(3));

	PROBE(t, forms, (h, 255u, hex), (o, -8, oct), (b, (unsigned char)5, bin),
	      (d, 7ull, dec), (n, (unsigned short)0x5000, net),
	      (nh, 0x0100007fu, net_hex), (c, "x", hex));
	WANT(unsigned int, 255);
	WANT(int, -8);
	WANT(unsigned char, 5);
	WANT(unsigned long long, 7);
	WANT(unsigned short, 0x5000);
	WANT(unsigned int, 0x0100007f);
	want_bytes(got.wire + want_size, 8);
	CHECK("other bases", K_UINT(2) | K_HEX, K_INT(2) | K_BASE(TCTL_KIND_OCT),
	      K_UINT(0) | K_BASE(TCTL_KIND_BIN), K_UINT(3),
	      K_UINT(1) | TCTL_KIND_NETWORK,
	      K_UINT(2) | TCTL_KIND_NETWORK | K_HEX, K_POINTER);

	PROBE(t, members, (c, packed.c), (i, packed.i), (e, GREEN),
	      (n, (enum negative)BELOW));
	WANT(char, 1);
	WANT(int, -2);
	WANT(int, 1);
	WANT(int, -5);
#ifdef __cplusplus
	CHECK("packed members and enumerations", K_INT(0), K_INT(2), K_UINT(2),
	      K_INT(2));
#else	/* an enumerator is an int */
	CHECK("packed members and enumerations", K_INT(0), K_INT(2), K_INT(2),
	      K_INT(2));
#endif
}

static void floats(void)
{
	PROBE(t, floats, (f, 1.5f), (d, -2.25), (ld, 3.125L));
	WANT(float, 1.5f);
	WANT(double, -2.25);
	WANT(double, 3.125);
	CHECK("floats", K_FLOAT(2), K_FLOAT(3), K_FLOAT(3));
}

static void pointers(void)
{
	static int object;
	const volatile int *cv = &object;
	void *none = 0;

	PROBE(t, pointers, (p, &object), (cv, cv), (v, (void *)&object),
	      (n, none), (f, pointers), (uc, (unsigned char *)&object),
	      (pp, (const char **)&none));
	WANT(void *, &object);
	WANT(void *, &object);
	WANT(void *, &object);
	WANT(void *, 0);
	WANT(uintptr_t, (uintptr_t)pointers);
	WANT(void *, &object);
	WANT(void *, &none);
	CHECK("pointers", K_POINTER, K_POINTER, K_POINTER, K_POINTER, K_POINTER,
	      K_POINTER, K_POINTER);
}

static void strings(void)
{
	char array[8] = "array";
	const char *null = 0;
	char full[4] = {'f', 'u', 'l', 'l'};
	unsigned char bytes[] = "unsigned";

	PROBE(t, strings, (l, "literal"), (a, array), (n, null), (e, ""));
	want_bytes("literal\0array\0(null)\0", 22);
	CHECK("strings", TCTL_KIND_STRING, TCTL_KIND_STRING, TCTL_KIND_STRING,
	      TCTL_KIND_STRING);

	PROBE(t, limited, (f, full, string, sizeof(full)),
	      (c, "cut here", string, 3), (s, "short", string, 100u),
	      (z, "zero", string, 0), (n, null, string, 2), (i, 7));
	want_bytes("full\0cut\0short\0\0(null)", 23);
	WANT(int, 7);
	CHECK("strings with a maximum", TCTL_KIND_STRING, TCTL_KIND_STRING,
	      TCTL_KIND_STRING, TCTL_KIND_STRING, TCTL_KIND_STRING, K_INT(2));

	PROBE(t, forced, (i, 1), (u, bytes, string), (j, 2ll));
	WANT(int, 1);
	want_bytes("unsigned", 9);
	WANT(long long, 2);
	CHECK("a string of unsigned characters", K_INT(2), TCTL_KIND_STRING,
	      K_INT(3));
}

static void sequences(void)
{
	const short shorts[3] = {-1, 2, -3};
	double doubles[2] = {0.5, 1.5};
	const void *blob = shorts;
	const int *none = 0;
	const char *names[2] = {"a", "b"};
	size_t n = 2;

	PROBE(t, sequences, (b, blob, bytes, 5), (s, shorts, sequence, n),
	      (d, doubles, sequence, n), (z, none, sequence, 9),
	      (t, "text", text, 3), (p, names, sequence, 1), (x, none, bytes, 4));
	WANT(uint32_t, 5);
	want_bytes(shorts, 5);
	WANT(uint32_t, 2);
	want_bytes(shorts, 4);
	WANT(uint32_t, 2);
	want_bytes(doubles, 16);
	WANT(uint32_t, 0);
	WANT(uint32_t, 3);
	want_bytes("tex", 3);
	WANT(uint32_t, 1);
	want_bytes(names, sizeof(names[0]));
	WANT(uint32_t, 0);
	CHECK("bytes, sequences, text", K_UINT(0) | K_HEX | K_SEQUENCE,
	      K_INT(1) | K_SEQUENCE, K_FLOAT(3) | K_SEQUENCE,
	      K_INT(2) | K_SEQUENCE, K_UINT(0) | TCTL_KIND_TEXT | K_SEQUENCE,
	      K_POINTER | K_SEQUENCE, K_UINT(0) | K_HEX | K_SEQUENCE);
}

static void arrays(void)
{
	struct {
		char comm[16];
		unsigned int words[3];
	} task = {"a task", {1, 2, 3}};
	bool flags[2] = {false, true};
	const unsigned int *p = task.words;

	PROBE(t, arrays, (comm, task.comm, text), (w, task.words, array),
	      (f, flags, array), (p, p, array, 2), (i, 1));
	want_bytes(task.comm, 16);
	want_bytes(task.words, 12);
	want_bytes(flags, 2);
	want_bytes(task.words, 8);
	WANT(int, 1);
	CHECK("arrays", K_UINT(0) | TCTL_KIND_TEXT | K_ARRAY(16),
	      K_UINT(2) | K_ARRAY(3), TCTL_KIND_BOOL | K_ARRAY(2),
	      K_UINT(2) | K_ARRAY(2), K_INT(2));
}

static void enumerations(void)
{
	enum color color = BLUE;
	enum negative sign = BELOW;
	char text[256];
	int line;

	line = __LINE__; PROBE(t, labels, (c, color, enum, (RED, GREEN, BLUE, (dark blue, 7))), (n, 1), (s, sign, enum, (ABOVE, BELOW)));
	WANT(int, 77);
	WANT(int, 1);
	WANT(int, -5);
	snprintf(text, sizeof(text), "t:labels\n%s:%d\nc\tRED=0,GREEN=1,BLUE=77"
		 ",dark blue=7\nn\ns\tABOVE=5,BELOW=-5", __FILE__, line);
	tap_ok(!strcmp(got.text, text), "labels have their values in the text");
	if (strcmp(got.text, text))
		tap_note("%s", got.text);
	CHECK("enumerations", K_UINT(2) | TCTL_KIND_ENUM, K_INT(2),
	      K_INT(2) | TCTL_KIND_ENUM);
}

static void texts(void)
{
	char text[256];
	int line;

	line = __LINE__; PROBE(t, named, (one, 1), (two, 2));
	snprintf(text, sizeof(text), "t:named\n%s:%d\none\ntwo", __FILE__, line);
	tap_ok(!strcmp(got.text, text), "the event's text");
	tap_is(got.level, TRACECTL_DEBUG_LINE, "a probe's level");
	PROBE_LEVEL(TRACECTL_WARNING, t, leveled);
	tap_is(got.level, TRACECTL_WARNING, "another level");
	tap_is(got.size, 0, "no field, no byte");
	got.count = 0;
}

static void markers(void)
{
	char text[256];
	int line;

	line = __LINE__; trace_mark(started, "id %u path %s", 9u, "/tmp");
	snprintf(text, sizeof(text), "mark:started\n%s:%d\n%%id %%u path %%s",
		 __FILE__, line);
	tap_ok(!strcmp(got.text, text), "a marker's text");
	WANT(unsigned int, 9);
	want_bytes("/tmp", 5);
	CHECK("a marker", K_UINT(2), TCTL_KIND_STRING);
	trace_mark(bare, "nothing");
	check("a marker without arguments", 0, 0);
	trace_mark(three, "%f %p %c", 1.0, (void *)0, 'x');
	WANT(double, 1);
	WANT(void *, 0);
	WANT(__typeof__('x'), 'x');
	CHECK("a marker with three", K_FLOAT(3), K_POINTER,
	      K_INT(sizeof('x') == 4 ? 2 : 0));
}

static void free_text(void)
{
	char large[600];

	errno = EINTR;
	tracef("%s and %d", "words", 42);
	tap_is(errno, EINTR, "errno is left alone");
	want_bytes("words and 42", 13);
	CHECK("free text", TCTL_KIND_STRING);
	memset(large, 'x', sizeof(large));
	large[599] = '\0';
	tracef("%s", large);
	want_bytes(large, 511);
	want_bytes("", 1);
	CHECK("free text is cut at 511 bytes", TCTL_KIND_STRING);
	tracef("plain");
	want_bytes("plain", 6);
	CHECK("free text without arguments", TCTL_KIND_STRING);
}

#define V(n)	(f##n, (unsigned char)(n))
#define L1	V(1)
#define L2	L1, V(2)
#define L3	L2, V(3)
#define L4	L3, V(4)
#define L5	L4, V(5)
#define L6	L5, V(6)
#define L7	L6, V(7)
#define L8	L7, V(8)
#define L9	L8, V(9)
#define L10	L9, V(10)
#define L11	L10, V(11)
#define L12	L11, V(12)
#define L13	L12, V(13)
#define L14	L13, V(14)
#define L15	L14, V(15)
#define L16	L15, V(16)
#define L17	L16, V(17)
#define L18	L17, V(18)
#define L19	L18, V(19)
#define L20	L19, V(20)
#define L21	L20, V(21)
#define L22	L21, V(22)
#define L23	L22, V(23)
#define L24	L23, V(24)
#define L25	L24, V(25)
#define L26	L25, V(26)
#define L27	L26, V(27)
#define L28	L27, V(28)
#define L29	L28, V(29)
#define L30	L29, V(30)
#define L31	L30, V(31)
#define L32	L31, V(32)
#define L33	L32, V(33)
#define L34	L33, V(34)
#define L35	L34, V(35)
#define L36	L35, V(36)
#define L37	L36, V(37)
#define L38	L37, V(38)
#define L39	L38, V(39)
#define L40	L39, V(40)

static void check_count(unsigned int n)
{
	char lines[512] = "";
	uint32_t kinds[40];
	const char *text;

	for (unsigned int i = 0; i < n; i++) {
		kinds[i] = K_UINT(0);
		want[i] = (unsigned char)(i + 1);
		snprintf(lines + strlen(lines), 8, "\nf%u", i + 1);
	}
	want_size = n;
	text = strchr(strchr(got.text, '\n') + 1, '\n');
	if (strcmp(text ? text : "", lines))
		got.count = -1;
	snprintf(lines, sizeof(lines), "%u fields", n);
	check(lines, kinds, n);
}

#define COUNT(n) do { \
	PROBE(t, count##n, L##n); \
	check_count(n); \
} while (0)

static void counts(void)
{
	PROBE(t, count0);
	check_count(0);
	COUNT(1); COUNT(2); COUNT(3); COUNT(4); COUNT(5); COUNT(6); COUNT(7);
	COUNT(8); COUNT(9); COUNT(10); COUNT(11); COUNT(12); COUNT(13);
	COUNT(14); COUNT(15); COUNT(16); COUNT(17); COUNT(18); COUNT(19);
	COUNT(20); COUNT(21); COUNT(22); COUNT(23); COUNT(24); COUNT(25);
	COUNT(26); COUNT(27); COUNT(28); COUNT(29); COUNT(30); COUNT(31);
	COUNT(32); COUNT(33); COUNT(34); COUNT(35); COUNT(36); COUNT(37);
	COUNT(38); COUNT(39); COUNT(40);
}

static int evaluated;

static int evaluate(void)
{
	return ++evaluated;
}

static const char *evaluate_name(void)
{
	evaluated++;
	return "name";
}

static int evaluations(void)
{
	static int array[2] = {1, 2};

	evaluated = 0;
	PROBE(t, once, (i, evaluate()), (h, evaluate(), hex),
	      (e, (enum color)evaluate(), enum, (RED)), (s, evaluate_name()),
	      (m, evaluate_name(), string, (size_t)evaluate()),
	      (b, evaluate_name(), bytes, (size_t)(evaluate() > 0)),
	      (q, array, sequence, (size_t)(evaluate() > 0)));
	trace_mark(once, "%d %s", evaluate(), evaluate_name());
	tracef("%d", evaluate());
	return evaluated;
}
