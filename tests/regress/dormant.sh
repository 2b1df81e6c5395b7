#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What a dormant probe costs, and what a tracepoint of our <lttng/tracepoint.h>,
# from the disassembly: one instruction of 5 bytes, nothing else in a loop, and in
# a leaf function no frame, no saved registers and no access to memory. And what
# dormant sites of each kind do when they run: callgrind counts no data reference.

. "$top_srcdir/tests/lib/tap.sh"

case $(uname -m) in
x86_64) ;;
*)
	skip "hot paths" "the instructions expected are those of x86-64"
	done_testing
	;;
esac
if ! command -v objdump >/dev/null; then
	skip "hot paths" "no objdump"
	done_testing
fi

cat >"$work/hot.c" <<'END'
#if defined(PROBES)
#include <tracectl/probe.h>
#define HIT_NUMBERS(name, a, b)	PROBE(dormant, name, (a, a), (b, b))
#define HIT_POINTER(name, p)	PROBE(dormant, name, (p, p))
#define HIT_NOTHING(name)	PROBE(dormant, name)
#define HIT_TEXT(name, a, text)	PROBE(dormant, name, (a, a), (text, text))
#elif defined(TRACEPOINTS)
#include <lttng/tracepoint.h>
TRACEPOINT_EVENT_CLASS(dormant, numbers, TP_ARGS(long, a, long, b),
	TP_FIELDS(ctf_integer(long, a, a) ctf_integer(long, b, b)))
TRACEPOINT_EVENT_INSTANCE(dormant, numbers, first, TP_ARGS(long, a, long, b))
TRACEPOINT_EVENT_INSTANCE(dormant, numbers, fifth, TP_ARGS(long, a, long, b))
TRACEPOINT_EVENT(dormant, second, TP_ARGS(const void *, p),
	TP_FIELDS(ctf_integer_hex(const void *, p, p)))
TRACEPOINT_EVENT(dormant, third, TP_ARGS(), TP_FIELDS())
TRACEPOINT_EVENT(dormant, fourth, TP_ARGS(long, a, const char *, text),
	TP_FIELDS(ctf_integer(long, a, a) ctf_string(text, text)))
#define HIT_NUMBERS(name, a, b)	tracepoint(dormant, name, a, b)
#define HIT_POINTER(name, p)	tracepoint(dormant, name, p)
#define HIT_NOTHING(name)	tracepoint(dormant, name)
#define HIT_TEXT(name, a, text)	tracepoint(dormant, name, a, text)
#else
#define HIT_NUMBERS(name, a, b)	do { } while (0)
#define HIT_POINTER(name, p)	do { } while (0)
#define HIT_NOTHING(name)	do { } while (0)
#define HIT_TEXT(name, a, text)	do { } while (0)
#endif
#ifdef __cplusplus
extern "C"
#endif
unsigned int hot(unsigned int *p, unsigned int n, unsigned int key);
unsigned int hot(unsigned int *p, unsigned int n, unsigned int key)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		HIT_NUMBERS(first, i, key);
		key ^= p[i];
		HIT_POINTER(second, p);
		p[i] = key;
		HIT_NOTHING(third);
	}
	return key;
}

#ifdef __cplusplus
extern "C"
#endif
long leaf(long a, long b, const char *text);
long leaf(long a, long b, const char *text)
{
	HIT_TEXT(fourth, a, text);
	a ^= b;
	HIT_NUMBERS(fifth, a, b);
	(void)text;
	return a * b;
}
END

# The instructions of a function, "address:<tab>bytes<tab>text".
disassembly() { # OBJECT FUNCTION
	objdump -dw --disassemble="$2" "$1" | grep -E '^ *[0-9a-f]+:'
}

# Gates: the one instruction whose 5 bytes are a9 and an offset.
gates() { # OBJECT
	disassembly "$1" hot |
		grep -cE ':[[:space:]]+a9( [0-9a-f]{2}){4}[[:space:]]+test +\$'
}

# Instructions of the loop: from the target of the first jump back to it.
loop_length() { # OBJECT
	disassembly "$1" hot | awk -F '\t' '
		{
			sub(/ *:$|: *$/, "", $1)
			gsub(/[ :]/, "", $1)
			line[$1] = NR
			split($3, word, " +")
			if (word[1] ~ /^j/ && word[2] in line) {
				print NR - line[word[2]] + 1
				exit
			}
		}'
}

# What leaf() does before its first return but compute in registers.
leaf_overhead() { # OBJECT
	disassembly "$1" leaf | cut -f 3 | sed '/^ret/q' |
		grep -E '^(push|pop|call|j)|\(%' | grep -v '^lea'
}

# costs_nothing WHAT OBJECT COMPILER OPTIMISATION
costs_nothing() {
	is "$(gates "$2")" 3 \
		"$3 $4: three $1, three instructions of 5 bytes"
	# The others lay the loop out with a jump more (doc/immediate.md).
	case "$3 $4" in
	gcc*-O[23] | g++*-O[23])
		is "$(loop_length "$2")" \
			$(($(loop_length "$work/without.o") + 3)) \
			"$3 $4: ... and nothing else in the loop" ;;
	esac
	case "$3 $4" in
	gcc*-Os | g++*-Os) ;;
	*)
		is "$(leaf_overhead "$2")" "" \
			"$3 $4: ... and a leaf function stays one" ;;
	esac
}

for compiler in gcc clang g++ clang++; do
	command -v $compiler >/dev/null || continue
	case $compiler in
	*++) language=c++ ;;
	*) language=c ;;
	esac
	for optimisation in -O2 -O3 -Os; do
		build="$compiler -x $language $optimisation
			-I$top_srcdir/include/tracectl/lttng-ust
			-I$top_srcdir/include -c $work/hot.c"
		rm -f "$work"/*.o
		$build -o "$work/without.o"
		$build -DPROBES -o "$work/probes.o"
		$build -DTRACEPOINTS -o "$work/tracepoints.o"
		costs_nothing probes "$work/probes.o" $compiler $optimisation
		costs_nothing tracepoints "$work/tracepoints.o" $compiler \
			$optimisation
	done
done

cat >"$work/refs.c" <<'END'
#define TRACECTL_LINKED
#include <stdlib.h>
#include <tracectl/immediate.h>
#include <tracectl/probe.h>

static immediate_int_t flag = IMMEDIATE_INIT(0);
static immediate_int_t way = IMMEDIATE_INIT(3);
static immediate_char_t a_char = IMMEDIATE_INIT(1);
static immediate_short_t a_short = IMMEDIATE_INIT(1);
static immediate_int_t an_int = IMMEDIATE_INIT(1);
static immediate_long_t a_long = IMMEDIATE_INIT(1);

__attribute__((noinline)) static long run(long loops)
{
	long sum = 0;

	for (; loops; loops--) {
		PROBE(dormant, one, (loops, loops));
		immediate_if (&flag)
			sum++;
		immediate_switch (&way) {
		case 0: sum += 7; break;
		case 3: sum += 3; break;
		default: sum += 5; break;
		}
		PROBE(dormant, two, (sum, sum), (text, "text"));
		sum += immediate_read(&a_char) + immediate_read(&a_short) +
		       immediate_read(&an_int) + immediate_read(&a_long);
		__asm__ volatile("" : "+r" (sum));
	}
	return sum;
}

int main(int argc, char **argv)
{
	const long loops = argc > 1 ? atol(argv[1]) : 0;

	return run(loops) != 7 * loops;
}
END

# Data references of so many loops. What is around them differs a little from run
# to run; one site that loaded something would add one for each loop.
references() { # LOOPS
	valgrind --tool=callgrind --cache-sim=yes \
		--callgrind-out-file=/dev/null "$work/refs" "$1" 2>&1 |
		awk '$2 == "Collected" { print $5 + $6 }'
}

if [ -n "$IMMEDIATE_CPPFLAGS" ]; then
	skip "data references" "in this build gates and immediates are loads"
	done_testing
fi
if [ -n "$SANITIZERS" ] || ! command -v valgrind >/dev/null; then
	skip "data references" "no valgrind, or a sanitizer which it does not run"
	done_testing
fi
if ${CC:-cc} -O2 -I"$top_srcdir/include" "$work/refs.c" \
	"$top_builddir/.libs/libtracectl.a" -o "$work/refs" -lpthread -ldl; then
	few=$(references 1000)
	many=$(references 1001000)
	ok "callgrind counts" test "${few:-0}" -gt 0
	ok "a million times through 8 dormant sites: no data references" \
		test "$((many - few))" -lt 100000
fi
done_testing
