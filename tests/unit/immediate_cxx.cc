// SPDX-License-Identifier: GPL-2.0-or-later
// Immediates in C++, without the library: constants of their initial values
// until they are set, then loads of the new ones.
#include <tests/unit/immediate.h>

namespace space {
struct holder {
	static immediate_int_t member;
};
immediate_int_t holder::member = IMMEDIATE_INIT(11);
}

static int before_main = immediate_read(&space::holder::member);

template <typename T> __attribute__((noinline)) T in_template()
{
	immediate_if (&flag)
		return immediate_read(&a_long);
	return immediate_read(&space::holder::member);
}

int main()
{
	test_initial("without the library");
	tap_is(before_main, 11, "in an initialiser");
	tap_is(in_template<long>(), 11, "in a template");
	test_set();
	test_batch();
	tap_is([]() { return immediate_read(&an_int); }(), 9, "in a lambda");
	return tap_done();
}
