#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What a dormant probe costs, from the disassembly: one instruction of 5 bytes,
# nothing else in a loop, and in a leaf function no frame, no saved registers
# and no access to memory.

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
#ifdef PROBES
#include <tracectl/probe.h>
#else
#define PROBE(...) do { } while (0)
#endif
#ifdef __cplusplus
extern "C"
#endif
unsigned int hot(unsigned int *p, unsigned int n, unsigned int key);
unsigned int hot(unsigned int *p, unsigned int n, unsigned int key)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		PROBE(dormant, first, (i, i), (key, key));
		key ^= p[i];
		PROBE(dormant, second, (p, p));
		p[i] = key;
		PROBE(dormant, third);
	}
	return key;
}

#ifdef __cplusplus
extern "C"
#endif
long leaf(long a, long b, const char *text);
long leaf(long a, long b, const char *text)
{
	PROBE(dormant, fourth, (a, a), (text, text));
	a ^= b;
	PROBE(dormant, fifth, (a, a), (b, b));
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

for compiler in gcc clang g++ clang++; do
	command -v $compiler >/dev/null || continue
	case $compiler in
	*++) language=c++ ;;
	*) language=c ;;
	esac
	for optimisation in -O2 -O3 -Os; do
		build="$compiler -x $language $optimisation -I$top_srcdir/include -c $work/hot.c"
		rm -f "$work"/*.o
		$build -o "$work/without.o" && $build -DPROBES -o "$work/with.o"
		is "$(gates "$work/with.o")" 3 \
			"$compiler $optimisation: three probes, three instructions of 5 bytes"
		# The others lay the loop out with a jump more (doc/immediate.md).
		case "$compiler $optimisation" in
		gcc*-O[23] | g++*-O[23])
			is "$(loop_length "$work/with.o")" \
				$(($(loop_length "$work/without.o") + 3)) \
				"$compiler $optimisation: and nothing else in the loop" ;;
		esac
		case "$compiler $optimisation" in
		gcc*-Os | g++*-Os) ;;
		*)
			is "$(leaf_overhead "$work/with.o")" "" \
				"$compiler $optimisation: a leaf function stays one" ;;
		esac
	done
done
done_testing
