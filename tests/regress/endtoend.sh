#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What a program says it emitted is what babeltrace2 prints, event by event and
# value by value: C and C++, each way of linking, all kinds of fields.

. "$top_srcdir/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/record.sh"

rounds=60
source=$top_srcdir/tests/regress/everything.c
library=$(library_dir)

# compare NAME PROGRAM [ARG]...: record it, compare, check the trace.
compare() {
	name=$1
	shift
	if ! tracectl --quiet record -o "$work/$name" -e 'every:*' \
		-e 'mark:*' -e 'tracectl:tracef' -- "$@" \
		>"$work/expected" 2>"$work/errors"; then
		ok "$name: record" sh -c "cat '$work/errors'; false"
		return
	fi
	events_text "$work/$name" >"$work/got"
	ok "$name: $(wc -l <"$work/expected") events as emitted" \
		diff "$work/expected" "$work/got"
	check_trace "$name" "$work/$name"
}

# build NAME COMPILER FLAG...: 1 where it can't be built (said) or need not be.
build() {
	# Two sanitizer runtimes in one process are refused.
	case $2/$SANITIZERS in
	clang*/?*) return 1 ;;
	esac
	out=$work/$1-program
	shift
	# shellcheck disable=SC2086
	"$@" $SANITIZERS $IMMEDIATE_CPPFLAGS -I"$top_srcdir/include" -x "$lang" "$source" -x none \
		-o "$out" $libs -lpthread 2>"$work/errors" && return
	ok "build $*" sh -c "cat '$work/errors'; false"
	return 1
}

lang=c
libs=
for level in -O0 -O2; do
	build "c$level" gcc -std=gnu11 $level && compare "c$level" "$work/c$level-program" $rounds
done
build clang clang -std=c11 -D_DEFAULT_SOURCE -O2 && compare clang "$work/clang-program" $rounds
build nopie gcc -O2 -no-pie -fno-pic && compare nopie "$work/nopie-program" $rounds
build lto gcc -O3 -flto && compare lto "$work/lto-program" $rounds
libs=-ltracectl
build linked gcc -O2 -DTRACECTL_LINKED -L"$library" "-Wl,-rpath,$library" &&
	compare linked "$work/linked-program" $rounds
libs=
lang=c++
build cxx g++ -std=gnu++11 -O2 && compare cxx "$work/cxx-program" $rounds
build clangxx clang++ -std=gnu++17 -O2 && compare clangxx "$work/clangxx-program" $rounds

lang=c
if [ -z "$SANITIZERS" ]; then
	source="$top_srcdir/tests/regress/everything.c"
	for kind in static static-pie; do
		# the archive comes after the source that asks for it
		if gcc -O2 -DTRACECTL_LINKED -$kind $IMMEDIATE_CPPFLAGS -I"$top_srcdir/include" "$source" \
			-o "$work/$kind-program" -L"$library" -ltracectl -lpthread \
			2>"$work/errors"; then
			compare $kind "$work/$kind-program" $rounds
		else
			ok "build $kind" sh -c "cat '$work/errors'; false"
		fi
	done
fi

# The same in a shared object: main calls into it.
gcc -O2 -fPIC -shared -Dmain=everything_main $IMMEDIATE_CPPFLAGS -I"$top_srcdir/include" "$source" \
	$SANITIZERS -o "$work/libeverything.so"
echo 'int everything_main(int, char **);
int main(int argc, char **argv) { return everything_main(argc, argv); }' >"$work/main.c"
gcc $SANITIZERS -o "$work/shared-program" "$work/main.c" -L"$work" -leverything \
	"-Wl,-rpath,$work"
compare shared "$work/shared-program" $rounds

# babeltrace 1.5 reads the same.
if command -v babeltrace >/dev/null; then
	babeltrace "$work/shared" 2>"$work/errors" | text_of_events >"$work/got1"
	is "$(wc -l <"$work/got1")" "$(wc -l <"$work/got")" \
		"babeltrace 1.5 prints as many events"
else
	skip "babeltrace 1.5" "not installed"
fi

done_testing
