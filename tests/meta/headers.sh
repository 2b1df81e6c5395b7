#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Each header compiles alone: public ones in strict C11 and C++11, with each
# warning an error; the others in gnu11.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/meta/tree.sh"

flags="-I$top_srcdir/include -I$top_srcdir -D_GNU_SOURCE -fsyntax-only -Wall -Wextra -Werror"
clang=$(command -v clang)
jansson=$(pkg-config --cflags jansson popt libelf 2>/dev/null)

# alone COMPILER LANGUAGE STANDARD HEADER
alone() {
	echo "#include \"$4\"" >"$work/alone.$2"
	$1 -x "$2" -std="$3" $flags $jansson -DPACKAGE_VERSION='"0"' \
		"$work/alone.$2"
}

# Ports are for the machine they are for, and are included by the header of the
# same name in arch/ that states their contract, if there is one.
port=$("$CC" -dumpmachine | sed 's/-.*//')
tree_files -name '*.h' | grep -v '^tests/' | while read -r header; do
	case $header in
	arch/"$port"/* | arch/generic/*)
		[ -f "$top_srcdir/arch/${header##*/}" ] || echo "$header"
		;;
	arch/*/*) ;;
	*) echo "$header" ;;
	esac
done >"$work/headers"
ok "headers were found" test "$(wc -l <"$work/headers")" -gt 20

while read -r header; do
	case $header in
	*_cxx.h)
		ok "$header in C++11" alone "$CXX" c++ c++11 "$header"
		;;
	include/*)
		ok "$header in C11" alone "$CC" c c11 "$header"
		ok "$header in C++11" alone "$CXX" c++ c++11 "$header"
		;;
	kernel/bpf/settings.h)
		ok "$header" alone "$CC" c gnu11 "$header"
		;;
	kernel/bpf/*)
		# For programs that the kernel runs, which clang compiles.
		[ -z "$clang" ] || ok "$header" \
			alone "$clang -target bpf -ffreestanding" c gnu11 "$header"
		;;
	*)
		ok "$header" alone "$CC" c gnu11 "$header"
		;;
	esac
done <"$work/headers"

done_testing
