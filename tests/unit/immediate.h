/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/immediate.h: the interface of immediates, the same test in C and
   in C++ (immediate_c.c, immediate_cxx.cc). */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include <tracectl/immediate.h>
#include <tests/lib/tap.h>

DEFINE_IMMEDIATE_TYPE(double, immediate_double_t);
DEFINE_IMMEDIATE_TYPE(unsigned short, immediate_ushort_t);
DEFINE_IMMEDIATE_TYPE(long long, immediate_wide_t);
DEFINE_IMMEDIATE_TYPE(float, immediate_float_t);
DEFINE_IMMEDIATE_TYPE(bool, immediate_bool_t);
enum immediate_colour { RED, GREEN = 200, BLUE = -70000 };
DEFINE_IMMEDIATE_TYPE(enum immediate_colour, immediate_colour_t);
typedef int (*immediate_function)(void);
DEFINE_IMMEDIATE_TYPE(immediate_function, immediate_function_t);

static immediate_char_t a_char = IMMEDIATE_INIT(-3);
static immediate_short_t a_short = IMMEDIATE_INIT(-300);
static immediate_ushort_t a_ushort = IMMEDIATE_INIT(65000);
static immediate_int_t an_int = IMMEDIATE_INIT(INT_MIN);
static immediate_long_t a_long = IMMEDIATE_INIT(1);
extern immediate_void_ptr_t a_pointer;
immediate_void_ptr_t a_pointer = IMMEDIATE_INIT(&a_pointer);
static immediate_double_t a_double = IMMEDIATE_INIT(1.5);
static immediate_float_t a_float = IMMEDIATE_INIT(0.5f);
static immediate_bool_t a_bool = IMMEDIATE_INIT(true);
static immediate_colour_t a_colour = IMMEDIATE_INIT(GREEN);
static int answer(void)
{
	return 42;
}
static int question(void)
{
	return 6;
}
static immediate_function_t a_function = IMMEDIATE_INIT(answer);
static immediate_int_t flag = IMMEDIATE_INIT(0);
static immediate_char_t flag_set = IMMEDIATE_INIT(1);
static immediate_int_t way = IMMEDIATE_INIT(3);
static immediate_wide_t wide_way = IMMEDIATE_INIT(0);

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
READER(float, a_float)
READER(bool, a_bool)
READER(enum immediate_colour, a_colour)
READER(immediate_function, a_function)

/* By itself, as often as its argument says. */
__attribute__((noinline)) static int recursive(int depth)
{
	return depth ? immediate_read(&an_int) + recursive(depth - 1) : 0;
}

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

/* Every way, a hole (7), and what is no way of its own (16, -1). */
__attribute__((noinline)) static int where(void)
{
	int at = 0;

	immediate_switch (&way) {
	case 0: at = 100; break;
	case 1: at = 101; break;
	case 2: at = 102; break;
	case 3: at = 103;	/* fall through */
	case 4: at += 1000; break;
	case 5: at = 105; break;
	case 6: at = 106; break;
	case 8: at = 108; break;
	case 9: at = 109; break;
	case 10: at = 110; break;
	case 11: at = 111; break;
	case 12: at = 112; break;
	case 13: at = 113; break;
	case 14: at = 114; break;
	case 15: return 115;
	case 16: at = 116; break;
	case -1: at = 99; break;
	default: at = -1; break;
	}
	return at;
}

static int where_expected(int value)
{
	switch (value) {
	case 3:
		return 1103;
	case 4:
		return 1000;
	case 7:
	case 17:
		return -1;
	default:
		return 100 + value;
	}
}

static inline int wide_where(int add)
{
	immediate_switch (&wide_way) {
	case 0:
		return add;
	case 1:
		return add + 1;
	}
	return add + 2;
}

/* Inlined, in a loop that is unrolled, twice in one function. */
__attribute__((noinline)) static int wide_sum(void)
{
	int i, sum = 0;

	for (i = 0; i < 4; i++)
		sum += wide_where(i);
	return sum + wide_where(100);
}

static void test_switch(void)
{
	int i, good = 0;

	for (i = -1; i <= 17; i++)
		good += immediate_set(&way, i) == 0 &&
			where() == where_expected(i);
	tap_is(good, 19, "a switch goes where its value says");
	tap_is(wide_sum(), 106, "one of 8 bytes: way 0");
	tap_is(immediate_set(&wide_way, 1), 0, "set it");
	tap_is(wide_sum(), 111, "way 1");
	immediate_set(&wide_way, 0x100000001ll);
	tap_is(wide_sum(), 116, "1 in the low half only is another value");
	immediate_set(&wide_way, 0);
	tap_is(wide_sum(), 106, "way 0");
	immediate_batch_begin();
	immediate_batch_set(&way, 5);
	immediate_batch_set(&wide_way, 1);
	tap_is(immediate_batch_commit(), 0, "two in a batch");
	tap_ok(where() == 105 && wide_sum() == 111, "both changed");
	immediate_set(&way, 3);
	immediate_set(&wide_way, 0);
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
	tap_ok(read_a_float() == 0.5f, "float");
	tap_ok(read_a_bool(), "bool");
	tap_ok(read_a_colour() == GREEN, "enum");
	tap_is(read_a_function()(), 42, "pointer to a function");
	tap_is(branch(), 12, "immediate_if");
	tap_is(where(), 1103, "immediate_switch");
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
	tap_is(immediate_set(&a_float, -8.5f), 0, "set a float");
	tap_ok(read_a_float() == -8.5f, "read it");
	tap_is(immediate_set(&a_bool, false), 0, "set a bool");
	tap_ok(!read_a_bool(), "read it");
	tap_is(immediate_set(&a_colour, BLUE), 0, "set an enum");
	tap_ok(read_a_colour() == BLUE, "read it");
	tap_is(immediate_set(&a_function, question), 0, "set a function");
	tap_is(read_a_function()(), 6, "read it");
	immediate_set(&an_int, 3);
	tap_is(recursive(5), 15, "read in a recursion");
	immediate_set(&an_int, -1);
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
