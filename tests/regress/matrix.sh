#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The program in matrix/ built in every way that people build programs: the same
# number of sites is found, all of them fire when open, none when dormant, and
# all values follow. Compilers x optimisation x kind of program x linker x
# garbage collection of sections. Object files are made once for all links that
# can share them; two jobs run at a time.
#
# Called again as `matrix.sh compile ...` and `matrix.sh link ...` by itself.

source_dir=$top_srcdir/tests/regress/matrix
library=$top_builddir/.libs/libsites.a

# compile NAME COMPILER LANGUAGE FLAGS...: NAME.one.o and NAME.two.o
if [ "$1" = compile ]; then
	name=$2 compiler=$3 language=$4
	shift 4
	for file in one two; do
		$compiler -x "$language" "$@" -I"$top_srcdir/include" \
			-c "$source_dir/$file.c" -o "$name.$file.o" \
			2>>"$name.log" || rm -f "$name.$file.o"
	done
	exit 0
fi

# link NAME OBJECTS COMPILER KIND FLAGS...: what the program prints: NAME.result
if [ "$1" = link ]; then
	name=$2 objects=$3 compiler=$4 kind=$5
	shift 5
	exec >"$name.result" 2>&1
	if [ "$kind" = shared ]; then
		$compiler -shared "$@" "$objects.one.o" "$objects.two.o" \
			-o "$name.so" && timeout 20 ./host "./$name.so"
	else
		$compiler "$@" "$objects.one.o" "$objects.two.o" host.o \
			"$library" -o "$name.exe" && timeout 20 "./$name.exe"
	fi
	rm -f "$name.so" "$name.exe"
	exit 0
fi

. "$top_srcdir/tests/lib/tap.sh"

if [ -n "$SANITIZERS" ]; then
	skip "build matrix" "it builds its own programs, without sanitizers"
	done_testing
fi

self=$top_srcdir/tests/regress/matrix.sh
cd "$work" || exit 99

llvm_linkers=
expected_c='sites 12 loads 0 events 6 dormant 0 open 6/6 closed 0 sum 2014 1430 2020 error 0'
expected_cxx='sites 18 loads 0 events 11 dormant 0 open 14/14 closed 0 sum 2014 1430 2020 error 0'

# What the toolchain itself can't do, with its reason; empty: it can.
impossible() { # COMPILER OPTIMISATION KIND LINKER SECTIONS
	case "$1 $3 $4 $5" in
	*++*static*gold*split)
		echo "gold drops what notes of the static libstdc++ refer to" ;;
	esac
	case "$1 $2 $4" in
	gcc*O3*lld | g++*O3*lld)
		echo "lld can't read gcc's link-time objects" ;;
	clang*O3*bfd | clang*O3*gold)
		case $llvm_linkers in
		*$4*) ;;
		*) echo "this linker has no plugin for clang's objects" ;;
		esac ;;
	esac
}

host_flags="-std=gnu11 -D_GNU_SOURCE -O2 -I$top_srcdir -I$top_srcdir/include"
host="$top_srcdir/tests/regress/matrix/host.c"
ok "host to link to" ${CC:-cc} $host_flags -fPIE -c "$host" -o host.o
ok "host that loads" ${CC:-cc} $host_flags -fPIE -pie -rdynamic -DHOST_DLOPEN \
	"$host" "$library" -ldl -o host

# Whether a linker takes clang's link-time objects: by trying.
echo 'int main(void) { return 0; }' >empty.c
for linker in bfd gold; do
	clang -flto -fuse-ld=$linker empty.c -o empty 2>/dev/null &&
		llvm_linkers="$llvm_linkers $linker"
done

compilers=
for compiler in gcc clang g++ clang++; do
	if command -v $compiler >/dev/null; then
		compilers="$compilers $compiler"
	else
		skip "$compiler" "not installed"
	fi
done
linkers=
for linker in bfd gold lld; do
	if command -v ld.$linker >/dev/null; then
		linkers="$linkers $linker"
	else
		skip "ld.$linker" "not installed"
	fi
done

optimisations='-O0 -O2 -Os -O3,-flto'

: >compile.list
: >link.list
: >skipped
for compiler in $compilers; do
	case $compiler in
	*++) language=c++ ;;
	*) language=c ;;
	esac
	for optimisation in $optimisations; do
		flags=$(echo "$optimisation" | tr , ' ')
		for code in nopic pie pic; do
			case $code in
			nopic) pic=-fno-pic ;;
			pie) pic=-fPIE ;;
			pic) pic=-fPIC ;;
			esac
			for sections in whole split; do
				objects=$compiler$optimisation-$code-$sections
				split=
				[ $sections = whole ] || split='-ffunction-sections -fdata-sections'
				echo "compile $objects $compiler $language $flags $pic $split" >>compile.list
			done
		done
		for kind in static nopie pie shared; do
			case $kind in
			static) code=nopic pic='-fno-pic -static' ;;
			nopie) code=nopic pic='-fno-pic -no-pie' ;;
			pie) code=pie pic='-fPIE -pie' ;;
			shared) code=pic pic=-fPIC ;;
			esac
			for linker in $linkers; do
				for sections in whole split; do
					reason=$(impossible $compiler $optimisation $kind $linker $sections)
					if [ -n "$reason" ]; then
						echo "$compiler $optimisation $kind $linker $sections: $reason" >>skipped
						continue
					fi
					objects=$compiler$optimisation-$code-$sections
					name=$compiler$optimisation-$kind-$linker-$sections
					collect=
					[ $sections = whole ] || collect=-Wl,--gc-sections
					echo "link $name $objects $compiler $kind $flags $pic -fuse-ld=$linker $collect" >>link.list
				done
			done
		done
	done
done

# A blank at the end of a line would join it to the next one.
sed 's/ *$//' compile.list | xargs -L 1 -P 2 sh "$self"
sed 's/ *$//' link.list | xargs -L 1 -P 2 sh "$self"

for compiler in $compilers; do
	case $compiler in
	*++) expected=$expected_cxx ;;
	*) expected=$expected_c ;;
	esac
	for optimisation in $optimisations; do
		differing=
		number=0
		for result in "$compiler$optimisation"-*.result; do
			[ -e "$result" ] || continue
			number=$((number + 1))
			[ "$(cat "$result")" = "$expected" ] ||
				differing="$differing${result%.result}: $(cat "$result")
"
		done
		is "$differing" "" "$compiler $optimisation: $number programs"
	done
done
sort "skipped" | while IFS=: read -r what why; do
	echo "# left out: $what:$why"
done
is "$(cat ./*.log)" "" "no warnings"
done_testing
