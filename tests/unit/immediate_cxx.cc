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

enum class mode : unsigned char { off, on, wild = 200 };
DEFINE_IMMEDIATE_TYPE(mode, immediate_mode_t);
static immediate_mode_t a_mode = IMMEDIATE_INIT(mode::on);

struct guard {
	int *at;
	~guard() { ++*at; }
};

template <typename T> __attribute__((noinline)) T switch_in_template(int *ended)
{
	guard first = { ended };

	immediate_switch (&a_mode) {
	case mode::off:
		return 1;
	case mode::on: {
		guard second = { ended };

		immediate_switch (&way) {
		case 3:
			return 3;
		default:
			return 4;
		}
	}
	case mode::wild:
		break;
	}
	return 5;
}

static void test_enum()
{
	int ended = 0;

	tap_is(switch_in_template<long>(&ended), 3, "a switch in a template");
	tap_is(ended, 2, "with destructors");
	immediate_set(&a_mode, mode::wild);
	tap_is(switch_in_template<int>(&ended), 5, "of an enumeration");
	immediate_set(&a_mode, mode::off);
	tap_is(switch_in_template<int>(&ended), 1, "set back");
	tap_is([]() {
		immediate_switch (&way) {
		case 3:
			return 30;
		}
		return 0;
	}(), 30, "in a lambda");
}

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
	test_switch();
	test_enum();
	tap_is([]() { return immediate_read(&an_int); }(), 9, "in a lambda");
	return tap_done();
}
