#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Code that is written for LTTng-UST compiles against our <lttng/tracepoint.h>
# with each compiler, standard and way to optimise and link, without a warning
# of ours, and always has the same events. No LTTng is needed.
. "$top_srcdir/tests/lib/tap.sh"

case $(uname -m) in
x86_64) ;;
*)
	skip "code for LTTng-UST" "the compilers tried are those of x86-64"
	done_testing
	;;
esac

# All that comes with the ritual, in both ages of names: more arguments than
# LTTng takes, classes, levels, a provider's name that is a macro, an enumeration
# of many values.
many=$(seq 100 | sed 's/.*/lttng_ust_field_enum_value("label &", &)/')
cat >"$work/provider.h" <<END
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER user

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "./provider.h"

#if !defined(PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define PROVIDER_H

#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_ENUM(user, color,
	LTTNG_UST_TP_ENUM_VALUES(
		lttng_ust_field_enum_auto("BLACK")
		lttng_ust_field_enum_value("\"RED\", \\\\ dark", (1 << 2))
		lttng_ust_field_enum_range("GREEN", 7, 9)
		lttng_ust_field_enum_auto("BLUE")))
LTTNG_UST_TRACEPOINT_ENUM(user, many, LTTNG_UST_TP_ENUM_VALUES($many))

LTTNG_UST_TRACEPOINT_EVENT(LTTNG_UST_TRACEPOINT_PROVIDER, all,
	LTTNG_UST_TP_ARGS(int, a, const char *, text, const long *, list,
			  size_t, n, double, d, void *, unused),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(int, a, a)
		lttng_ust_field_integer_hex(unsigned long, p,
					    (unsigned long)list)
		lttng_ust_field_integer_hex(const void *, q, list)
		lttng_ust_field_integer_network(short, net, a + 1)
		lttng_ust_field_float(float, f, d)
		lttng_ust_field_float(long double, ld, d)
		lttng_ust_field_string(text, text)
		lttng_ust_field_array(long, two, list, 2)
		lttng_ust_field_array_network_hex(unsigned short, net_hex,
						  list, 4)
		lttng_ust_field_array_text(char, start, text, 6)
		lttng_ust_field_sequence(long, list, list, size_t, n)
		lttng_ust_field_sequence_hex(unsigned char, bytes, list,
					     unsigned int, n * sizeof(*list))
		lttng_ust_field_sequence_text(char, chars, text, int, 2)
		lttng_ust_field_enum(user, color, int, color, a)
		lttng_ust_field_enum(user, many, unsigned char, many, 100)
		lttng_ust_field_integer_nowrite(int, hidden, a)
		lttng_ust_field_unused(unused)))
LTTNG_UST_TRACEPOINT_LOGLEVEL(LTTNG_UST_TRACEPOINT_PROVIDER, all,
			      LTTNG_UST_TRACEPOINT_LOGLEVEL_WARNING)

LTTNG_UST_TRACEPOINT_EVENT_CLASS(user, pair,
	LTTNG_UST_TP_ARGS(int, x, int, y),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(int, x, x)
		lttng_ust_field_integer(int, y, y)))
LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(user, pair, other, from,
	LTTNG_UST_TP_ARGS(int, x, int, y))
LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(user, pair, other, to,
	LTTNG_UST_TP_ARGS(int, x, int, y))
LTTNG_UST_TRACEPOINT_LOGLEVEL(other, to, LTTNG_UST_TRACEPOINT_LOGLEVEL_EMERG)
LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(other, to, "http://example.com/to")

LTTNG_UST_TRACEPOINT_EVENT(user, none, LTTNG_UST_TP_ARGS(),
			   LTTNG_UST_TP_FIELDS())
LTTNG_UST_TRACEPOINT_EVENT(user, void_too, LTTNG_UST_TP_ARGS(void),
			   LTTNG_UST_TP_FIELDS())
LTTNG_UST_TRACEPOINT_EVENT(user, twelve,
	LTTNG_UST_TP_ARGS(int, a, int, b, int, c, int, d, int, e, int, f,
			  int, g, int, h, int, i, int, j, int, k, int, l),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(int, first, a)
		lttng_ust_field_integer(int, last, l)))

TRACEPOINT_EVENT(user, old, TP_ARGS(const char *, text, int, n),
	TP_FIELDS(ctf_string(text, text) ctf_integer_hex(int, n, n)))
TRACEPOINT_LOGLEVEL(user, old, TRACE_INFO)
TRACEPOINT_EVENT_CLASS(user, one, TP_ARGS(int, n),
	TP_FIELDS(ctf_integer(int, n, n)))
TRACEPOINT_EVENT_INSTANCE(user, one, old_one, TP_ARGS(int, n))

#endif

#include <lttng/tracepoint-event.h>
END
cat >"$work/provider.c" <<'END'
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "provider.h"
END
cat >"$work/user.c" <<'END'
#ifdef __cplusplus
extern "C" {
#endif
#define LTTNG_UST_TRACEPOINT_DEFINE
#define LTTNG_UST_TRACEPOINT_PROBE_DYNAMIC_LINKAGE
#include "provider.h"
#ifdef __cplusplus
}
#endif
#include <lttng/tracef.h>
#include <lttng/tracelog.h>
static int used(int n, const long *list)
{
	lttng_ust_tracepoint(user, all, n, "a text", list, 2, 1.5, NULL);
	lttng_ust_tracepoint(other, from, n, 2);
	if (lttng_ust_tracepoint_enabled(other, to))
		lttng_ust_do_tracepoint(other, to, 1, n);
	lttng_ust_do_tracepoint(user, none);
	lttng_ust_tracepoint(user, none);
	lttng_ust_tracepoint(user, void_too);
	lttng_ust_tracepoint(user, twelve, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
			     n);
	tracepoint(user, old, "text", n);
	if (tracepoint_enabled(user, old_one))
		do_tracepoint(user, old_one, n);
	tracef("plain");
	lttng_ust_tracef("%d", n);
	lttng_ust_tracelog(LTTNG_UST_TRACEPOINT_LOGLEVEL_ERR, "n %d", n);
	return n;
}
int main(void)
{
	const long list[] = { 1, 2 };

	return used(0, list);
}
END
cp "$work/user.c" "$work/user.cc"
cp "$work/provider.c" "$work/provider.cc"
cat >"$work/expected" <<'END'
lttng_ust_tracef:event level 14: msg text
lttng_ust_tracelog:LTTNG_UST_TRACEPOINT_LOGLEVEL_ERR level 3: line s32, file string, func string, msg text
other:from level 13: x s32, y s32
other:to level 0: x s32, y s32
user:all level 4: a s32, p u64 hex, q u64 hex, net s16 network, f f32, ld f64, text string, two array of 2 s64, net_hex array of 4 u16 network hex, start text of 6, list sequence of s64, bytes sequence of u8 hex, chars text, color enum s32 BLACK=0 "RED", \ dark=4 GREEN=7..9 BLUE=10, many enum u8 LABELS
user:none level 13:
user:old level 6: text string, n s32 hex
user:old_one level 13: n s32
user:twelve level 13: first s32, last s32
user:void_too level 13:
END

dump=$top_builddir/tests/regress/elf_probes_dump
labels=$(seq 100 | sed 's/.*/label &=&/' | tr '\n' ' ')

# The warnings that a careful user has; none of ours may add to them.
build() {
	case $1 in *++) end=cc ;; *) end=c ;; esac
	(cd "$work" && "$@" -Wall -Wextra -Wshadow -Wundef -Werror -I. \
		-I"$top_srcdir/include/tracectl/lttng-ust" \
		-I"$top_srcdir/include" -o user user.$end provider.$end)
}

# The program's file is read and not run: it may be a shared object. How many
# sites an event has is the compiler's choice.
has_events() {
	build "$@" || return
	"$dump" "$work/user" | sed -E -e 's/ sites [0-9]+ [^ ]*:/:/' \
		-e "s/${labels% }/LABELS/" >"$work/got"
	diff "$work/expected" "$work/got"
}

# Nobody records: it does nothing, whatever do_tracepoint() is.
runs() {
	has_events "$@" && "$work/user"
}

try() {
	kind=$1
	shift
	if command -v "$1" >/dev/null; then
		ok "$*" "$kind" "$@"
	else
		skip "$*" "not installed"
	fi
}

# Longs and pointers of 32 bits.
narrow() {
	sed -i -E -e 's/\b(p|q) u64 hex/\1 u32 hex/g' -e 's/2 s64/2 s32/' \
		-e 's/text of 8/text of 4/' -e 's/(list sequence of) s64/\1 s32/' \
		"$work/expected"
}

try runs gcc -std=gnu11 -O0
try runs gcc -std=c11 -O2 -D_GNU_SOURCE
try runs gcc -std=gnu17 -O3 -flto
try runs gcc -Os -fno-pic -no-pie -static
try has_events gcc -O2 -fPIC -shared -fvisibility=hidden
try runs gcc -O2 -ffunction-sections -Wl,--gc-sections
try runs gcc -Og -DTRACECTL_NO_IMMEDIATE
try runs clang -std=gnu11 -O0
try runs clang -std=gnu17 -O2
try runs clang -O2 -flto -fuse-ld=lld -Wl,--gc-sections
try runs g++ -std=c++11 -O0
try runs g++ -std=c++17 -O2
try runs g++ -std=c++20 -O2 -static-pie -fPIE
try runs clang++ -std=c++11 -O0
try has_events clang++ -std=c++20 -O2 -fPIC -shared

# What lttng-gen-tp makes of a template.
generated() {
	mkdir "$work/generated" && cd "$work/generated" || return
	cat >small.tp <<-'END'
	LTTNG_UST_TRACEPOINT_EVENT(
		small,
		message, // a comment
		LTTNG_UST_TP_ARGS(const char *, text),
		LTTNG_UST_TP_FIELDS(lttng_ust_field_string(message, text)))
	END
	cat >main.c <<-'END'
	#include "small.h"
	int main(void)
	{
		lttng_ust_tracepoint(small, message, "text");
		return 0;
	}
	END
	lttng-gen-tp -o small.h -o small.c small.tp &&
		gcc -Wall -Werror -I. -I"$top_srcdir/include/tracectl/lttng-ust" \
			-I"$top_srcdir/include" -o main main.c small.c && ./main &&
		"$dump" main | grep -q '^small:message level 13 .*: message string$'
}
if command -v lttng-gen-tp >/dev/null; then
	ok "what lttng-gen-tp makes" generated
else
	skip "what lttng-gen-tp makes" "not installed"
fi

# Where C++ has functions, and what it passes.
cat >"$work/places.cc" <<'END'
#include <memory>
#include <string>
#include "provider.h"
LTTNG_UST_TRACEPOINT_EVENT(places, object,
	LTTNG_UST_TP_ARGS(std::shared_ptr<std::string>, shared,
			  std::string, text, const std::string &, same),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_string(shared, shared ? shared->c_str() : "")
		lttng_ust_field_string(text, text.c_str())
		lttng_ust_field_sequence_text(char, same, same.data(), size_t,
					      same.size())))
namespace inner {
template <typename T> struct box {
	T value;
	void method(T n)
	{
		tracepoint(user, old_one, static_cast<int>(n));
		auto lambda = [&](int k) {
			lttng_ust_tracepoint(places, object,
				std::make_shared<std::string>("shared"),
				std::to_string(k), std::string("same"));
			lttng_ust_do_tracepoint(user, old_one, k);
		};
		lambda(static_cast<int>(n));
	}
	virtual ~box()
	{
		lttng_ust_tracepoint(user, none);
	}
};
inline int function(int n)
{
	lttng_ust_tracepoint(other, to, n, n);
	return n;
}
} // namespace inner
int main()
{
	inner::box<int> ints;
	inner::box<char> chars;

	ints.method(1);
	chars.method(2);
	tracepoint(user, old_one, inner::function(inner::function(0)));
	return 0;
}
END
places() {
	"$@" -Wall -Wextra -Wshadow -Werror -I"$work" \
		-I"$top_srcdir/include/tracectl/lttng-ust" \
		-I"$top_srcdir/include" -o "$work/places" "$work/places.cc" &&
		"$work/places" || return
	events=$("$dump" "$work/places" | sed 's/ level.*//' | paste -sd ' ')
	[ "$events" = 'other:to places:object user:none user:old_one' ]
}
try places g++ -std=c++11 -O0
try places g++ -std=c++17 -O2 -fPIC
try places clang++ -std=c++11 -O0
try places clang++ -std=c++20 -O2

# Files of other processors are read as well.
try has_events aarch64-linux-gnu-gcc -O2
try has_events powerpc64-linux-gnu-gcc -O0
try has_events riscv64-linux-gnu-gcc -O2 -fPIC -shared
narrow
try has_events i686-linux-gnu-gcc -O2 -fPIC -shared
try has_events arm-linux-gnueabihf-gcc -O0
try has_events powerpc-linux-gnu-gcc -O2

done_testing
