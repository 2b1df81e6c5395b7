/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/immediate.h: the interface of immediates, the same test in C and
   in C++ (immediate_c.c, immediate_cxx.cc). */
#include <limits.h>
#include <stdint.h>

#include <tracectl/immediate.h>
#include <tests/lib/tap.h>

DEFINE_IMMEDIATE_TYPE(double, immediate_double_t);
DEFINE_IMMEDIATE_TYPE(unsigned short, immediate_ushort_t);

static immediate_char_t a_char = IMMEDIATE_INIT(-3);
static immediate_short_t a_short = IMMEDIATE_INIT(-300);
static immediate_ushort_t a_ushort = IMMEDIATE_INIT(65000);
static immediate_int_t an_int = IMMEDIATE_INIT(INT_MIN);
static immediate_long_t a_long = IMMEDIATE_INIT(1);
extern immediate_void_ptr_t a_pointer;
immediate_void_ptr_t a_pointer = IMMEDIATE_INIT(&a_pointer);
static immediate_double_t a_double = IMMEDIATE_INIT(1.5);
static immediate_int_t flag = IMMEDIATE_INIT(0);
static immediate_char_t flag_set = IMMEDIATE_INIT(1);

#define READER(type, name) \
	__attribute__((noinline)) static type read_##name(void) \
	{ \
		return immediate_read(&name); \
	}
READER(char, a_char)
READER(short, a_short)
READER(unsigned short, a_ushort)
READER(int, an_int)
READER(long, a_long)
READER(void *, a_pointer)
READER(double, a_double)

__attribute__((noinline)) static int branch(void)
{
	int which = 0;

	immediate_if (&flag) {
		which += 1;
	} else {
		which += 2;
	}
	immediate_if (&flag_set)
		which += 10;
	_immediate_if (&flag)
		which += 100;
	return which;
}

static void test_initial(const char *when)
{
	tap_note("%s", when);
	tap_is(read_a_char(), -3, "char");
	tap_is(read_a_short(), -300, "short");
	tap_is(read_a_ushort(), 65000, "unsigned short");
	tap_is(read_an_int(), INT_MIN, "int");
	tap_is(read_a_long(), 1, "long");
	tap_ok(read_a_pointer() == &a_pointer, "pointer");
	tap_ok(read_a_double() == 1.5, "double");
	tap_is(branch(), 12, "immediate_if");
}

static void test_set(void)
{
	tap_is(immediate_set(&a_char, 127), 0, "set a char");
	tap_is(read_a_char(), 127, "read it");
	tap_is(immediate_set(&a_short, 32767), 0, "set a short");
	tap_is(read_a_short(), 32767, "read it");
	tap_is(immediate_set(&an_int, -1), 0, "set an int");
	tap_is(read_an_int(), -1, "read it");
	tap_is(immediate_set(&a_long, LONG_MIN), 0, "set a long");
	tap_is(read_a_long(), LONG_MIN, "read it");
	tap_is(_immediate_read(&a_long), LONG_MIN, "and its variable");
	tap_is(immediate_set(&a_pointer, (void *)0), 0, "set a pointer");
	tap_ok(!read_a_pointer(), "read it");
	tap_is(immediate_set(&a_double, -2.25), 0, "set a double");
	tap_ok(read_a_double() == -2.25, "read it");
	tap_is(immediate_set(&flag, 256), 0, "set a flag, low byte 0");
	tap_is(branch(), 111, "the branch is taken");
	tap_is(immediate_set(&flag_set, 0), 0, "clear another");
	tap_is(branch(), 101, "that one is not");
	immediate_set(&flag, 0);
	tap_is(branch(), 2, "both cleared");
	immediate_set(&flag_set, 1);
}

static void test_batch(void)
{
	immediate_lock();
	tap_is(_immediate_set(&an_int, 7), 0, "set under the lock");
	immediate_unlock();
	tap_is(read_an_int(), 7, "read it");
	tap_is(immediate_set_early(&an_int, 8), 0, "set early");
	tap_is(read_an_int(), 8, "read it");
	immediate_batch_begin();
	immediate_batch_set(&an_int, 9);
	immediate_batch_set(&a_short, 10);
	immediate_batch_set(&flag, 1);
	tap_is(immediate_batch_commit(), 0, "a batch");
	tap_is(read_an_int(), 9, "int");
	tap_is(read_a_short(), 10, "short");
	tap_is(branch(), 111, "flag");
	immediate_set(&flag, 0);
}
