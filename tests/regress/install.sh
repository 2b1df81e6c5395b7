#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# install.sh: what `make install DESTDIR=` puts there is all that a program
# needs: a plain pkg-config line makes the link to libtracectl real however
# the program is linked, so that it can be attached to while it runs.
. "$top_srcdir/tests/lib/tap.sh"

if [ -n "$SANITIZERS" ]; then
	skip "installation" "a sanitized library needs sanitized programs"
	done_testing
fi

root=$work/root
source=$top_srcdir/tests/regress/install_probe.c

ok "make install DESTDIR" env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
	make -s -C "$top_builddir" install DESTDIR="$root"
pc=$(find "$root" -name tracectl.pc)
ok "tracectl.pc is installed" test -f "$pc" || done_testing
PKG_CONFIG_PATH=${pc%/*}
PKG_CONFIG_SYSROOT_DIR=$root
LD_LIBRARY_PATH=${pc%/pkgconfig/*}
export PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR LD_LIBRARY_PATH
modversion=$(pkg-config --modversion tracectl)
is "$modversion" "$(sed -n 's/^Version: //p' "$pc")" "pkg-config knows it"

headers_compile() {
	for header in probe immediate mark level abi/app abi/ring abi/site; do
		echo "#include <tracectl/$header.h>"
	done >"$work/headers.c"
	# shellcheck disable=SC2046 # words of the pkg-config line
	$CC -fsyntax-only -Wall -Wextra -Werror \
		$(pkg-config --cflags tracectl) "$work/headers.c"
}
ok "the installed headers compile together" headers_compile

# The root is in a variable with some pkg-configs, and not with others.
lttng_headers=$(pkg-config --variable=lttng_includedir tracectl)
lttng_headers=$root${lttng_headers#"$root"}
lttng_headers_compile() {
	for header in tracepoint tracepoint-event tracef tracelog ust-version; do
		echo "#include <lttng/$header.h>"
	done >"$work/headers.c"
	# shellcheck disable=SC2046
	$CC -Wall -Wextra -Werror $(pkg-config --cflags tracectl) \
		-I"$lttng_headers" -E -o "$work/headers.i" "$work/headers.c" &&
		$CC -fsyntax-only "$work/headers.i" &&
		grep -q "\"$lttng_headers/lttng/tracef\.h" "$work/headers.i"
}
ok "those in the place of LTTng's, too" lttng_headers_compile

# linked BINARY: libtracectl is in it or is needed by it.
linked() {
	readelf -d "$1" | grep -q 'NEEDED.*libtracectl\.so' ||
		nm "$1" | grep -q ' [tT] tctl_record$'
}

# attached NAME BINARY: enable, while it runs, records its events.
attached() {
	session=$1
	flag=$work/$session.flag
	: >"$flag"
	"$2" "$flag" &
	pid=$!
	tracectl create "$session" --output "$work/$session.trace" &&
		tracectl enable --session "$session" 'install:*' &&
		tracectl start "$session" && sleep 0.3
	status=$?
	tracectl stop "$session" && tracectl destroy "$session"
	rm -f "$flag"
	wait "$pid" || return 1
	[ "$status" = 0 ] || return 1
	ticks=$(babeltrace2 "$work/$session.trace" |
		grep -c "install:tick: .*vpid = $pid,.*file = \"$flag\"")
	echo "$ticks ticks"
	[ "$ticks" -gt 0 ]
}

# program NAME COMPILER OPTION...: compiled with a plain pkg-config line.
program() {
	name=$1
	shift
	static=
	case " $* " in *" -static"*) static=--static ;; esac
	# shellcheck disable=SC2046 # words of the pkg-config line
	ok "$name: compiles and links" "$@" -o "$work/$name" "$source" \
		$(pkg-config --cflags --libs $static tracectl) || return
	ok "$name: is linked with libtracectl" linked "$work/$name"
	if ! command -v tracectl >/dev/null; then
		skip "$name: attached to" "tracectl is not built"
		return
	fi
	ok "$name: is attached to while it runs" attached "$name" \
		"$work/$name"
}

program plain $CC
program optimised $CC -O2
program nopie $CC -O2 -no-pie -fno-pic
program lto $CC -O2 -flto
program cxx $CXX -x c++ -O2
if [ -n "$(find "$LD_LIBRARY_PATH" -name libtracectl.a)" ]; then
	program static $CC -O2 -static
	program static-pie $CC -O2 -static-pie
else
	skip "static, static-pie" "configured without a static library"
fi
done_testing
