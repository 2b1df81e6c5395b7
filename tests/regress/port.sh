# SPDX-License-Identifier: GPL-2.0-or-later
# What the tests of ports share: the library and the program of matrix/ built
# for another processor, run by an emulator. Sourced by port_*.sh, which call
#
#	run_port FOLDER TRIPLET EMULATOR TRACE SITES
#
# FOLDER: below arch/. EMULATOR: "" where this machine runs the program itself.
# TRACE: the folder of its programs' traces, named by word size and, where it is
# not this machine's, byte order. SITES: four numbers, without
# optimisation, position-independent, optimised with addresses, in a shared
# object. Variables: port_flags, of all compilers, port_libs, to be linked to,
# port_other, flags of one more program, whose gates alone are sites, port_arch,
# the files below arch/ where they are not those of arch_files(), and port_more,
# a function with further tests.
#
# The emulator leaves code that was translated before as it was when the
# process's memory file is written, and says that it synchronises processors
# without doing so. A program that has no other way of writing must find out.

. "$top_srcdir/tests/lib/tap.sh"

includes="-I$top_srcdir -I$top_srcdir/include"
macros='-D_GNU_SOURCE -DPACKAGE_VERSION="test"'

# The files below arch/ that the library of a port is made of.
arch_files() { # FOLDER
	echo "$1/encode.c generic/breakpoint.c"
	if [ -e "$top_srcdir/arch/$1/trial.c" ]; then
		echo "$1/trial.c"
	else
		echo site_trial.c
	fi
}

# build_library: libport.a, all of the library.
build_library() {
	find "$top_srcdir/libtrace" -name '*.c' >"$work/sources"
	for part in $port_arch; do
		echo "$top_srcdir/arch/$part"
	done >>"$work/sources"
	mkdir -p "$work/objects"
	while read -r source; do
		name=$(echo "${source#"$top_srcdir/"}" | tr / -)
		echo "$source -o $work/objects/${name%.c}.o"
	done <"$work/sources" | xargs -P 2 -L 1 $compiler -std=gnu11 -O0 -fPIC \
		-Wall -Wextra -DTRACECTL_LINKED -DTCTL_LIBRARY -D_GNU_SOURCE \
		'-DPACKAGE_VERSION="test"' $includes -c >"$work/library.log" 2>&1
	"$ar" rcs "$work/libport.a" "$work"/objects/*.o 2>>"$work/library.log"
	is "$(cat "$work/library.log")" "" "$folder: the library is built"
	is "$("${ar%ar}nm" -u "$work/libport.a" 2>&1 | grep __atomic_)" "" \
		"$folder: and takes no lock in place of atomic instructions"
}

# program NAME FLAGS...: the program of matrix/, linked statically.
program() {
	name=$1
	shift
	$compiler -std=gnu11 $macros $includes -static "$@" \
		"$top_srcdir/tests/regress/matrix/one.c" \
		"$top_srcdir/tests/regress/matrix/two.c" \
		"$top_srcdir/tests/regress/matrix/host.c" \
		"$work/libport.a" $port_libs -o "$work/$name" 2>"$work/$name.log"
	# Of programs with getpwnam() and the like, none of which is called.
	grep -v 'statically linked applications\|in function' "$work/$name.log"
	timeout 20 $emulator "$work/$name" 2>&1
}

# all_fire SITES: what the program prints when everything works.
all_fire() {
	echo "sites $1 loads 0 events 6 dormant 0 open 6/6 closed 0" \
		"sum 2014 1430 2020 error 0"
}

# shared: the program as a shared object, loaded by a program.
shared() {
	$compiler -std=gnu11 $macros $includes -O2 -fPIC -shared \
		"$top_srcdir/tests/regress/matrix/one.c" \
		"$top_srcdir/tests/regress/matrix/two.c" -o "$work/program.so" &&
		$compiler -std=gnu11 $macros $includes -O2 -rdynamic \
			-DHOST_DLOPEN "$top_srcdir/tests/regress/matrix/host.c" \
			"$work/libport.a" $port_libs -o "$work/loader" -ldl &&
		timeout 20 $emulator $system "$work/loader" "$work/program.so" 2>&1
}

last_tick='{ i = 999, half = -999, text = "a", real = 0.5, word = 7, net = 0x1234, _list_length = 2, list = [ [0] = 1, [1] = -2 ], which = ( "one" : container = 1 ) }'

# flips FLAG...: immediates are changed while threads read them.
flips() {
	$compiler -std=gnu11 $macros $includes -static "$@" \
		"$top_srcdir/tests/regress/port_flips.c" "$work/libport.a" \
		$port_libs -lpthread -o "$work/flips" 2>"$work/flips.log" ||
		sed 's/^/# /' "$work/flips.log"
	timeout 120 $emulator "$work/flips" 3000 ${emulator:+late}
}

# recorded: a program's events, by the daemon of this machine.
recorded() {
	TRACECTL_RUNTIME_DIR=$work/runtime
	export TRACECTL_RUNTIME_DIR
	mkdir -p -m 700 "$TRACECTL_RUNTIME_DIR"
	cat >"$work/ticks.c" <<-'END'
	#define TRACECTL_LINKED
	#include <arpa/inet.h>
	#include <unistd.h>
	#include <tracectl/probe.h>

	int main(void)
	{
		static const short list[] = { 1, -2 };
		long long i;

		for (i = 0; i < 1000 && !PROBE_ENABLED(port, tick); i++)
			usleep(10000);
		for (i = 0; i < 1000; i++)
			PROBE(port, tick, (i, i), (half, (short)-i), (text, "a"),
			      (real, 0.5), (word, 7ul), (net, htons(0x1234), net_hex),
			      (list, list, sequence, 2),
			      (which, 1, enum, ((one, 1), (two, 2))));
		return 0;
	}
	END
	$compiler -std=gnu11 $includes -O2 -static "$work/ticks.c" \
		"$work/libport.a" -o "$work/ticks" 2>"$work/ticks.log" ||
		sed 's/^/# /' "$work/ticks.log"
	ok "$folder: a program is recorded" timeout 20 \
		"$top_builddir/tracectl" record -o "$work/trace" -e 'port:*' \
		-- $emulator "$work/ticks"
	ok "$folder: the trace is valid" "$top_builddir/tracectl" check \
		"$work/trace"
	is "$(find "$work/trace" -name metadata | sed 's,.*/\(.*\)/.*,\1,')" \
		"$trace" "$folder: in the folder of its word size and byte order"
	[ -n "$BABELTRACE2" ] || return
	"$BABELTRACE2" "$work/trace" >"$work/text" 2>&1
	is "$(grep -c 'port:tick' "$work/text")" 1000 \
		"$folder: babeltrace2 reads all events"
	is "$(sed -n 's/.*port:tick.*}, {/{/p' "$work/text" | tail -n 1)" \
		"$last_tick" "$folder: and their fields"
}

# The same program for this machine, too, where its trace is another one.
recorded_beside() {
	${CC:-cc} -std=gnu11 $includes -O2 "$work/ticks.c" \
		"$top_builddir/.libs/libtracectl.a" -o "$work/ticks64" \
		-lpthread -ldl 2>"$work/ticks64.log"
	ok "$folder: recorded with a program of this machine in one session" timeout 20 \
		"$top_builddir/tracectl" record -o "$work/both" -e 'port:*' \
		-- sh -c "$work/ticks64 && $emulator $work/ticks"
	ok "$folder: both traces are valid" "$top_builddir/tracectl" check \
		"$work/both"
	[ -n "$BABELTRACE2" ] || return
	for each in 64-bit $trace; do
		"$BABELTRACE2" "$work/both/ust/uid/$(id -u)/$each" 2>&1 |
			grep 'port:tick' >"$work/text"
		is "$(wc -l <"$work/text") $(sed -n 's/.*}, {/{/p' \
			"$work/text" | tail -n 1)" "1000 $last_tick" \
			"$folder: the trace in $each"
	done
}

run_port() {
	folder=$1 triplet=$2 emulator=$3 trace=$4
	shift 4
	compiler="$triplet-gcc $port_flags" ar=$triplet-ar
	port_arch=${port_arch:-$(arch_files "$folder")}
	system="-L /usr/$triplet"
	[ -n "$emulator" ] || system=
	if [ -n "$SANITIZERS" ]; then
		skip "$folder" "it builds its own programs, without sanitizers"
		done_testing
	fi
	for tool in $triplet-gcc $emulator; do
		command -v "$tool" >/dev/null && continue
		skip "$folder" "no $tool"
		done_testing
	done
	build_library
	is "$(program O0 -O0 -fno-pic)" "$(all_fire "$1")" \
		"$folder: without optimisation"
	is "$(program O2 -O2 -fPIE)" "$(all_fire "$2")" "$folder: -O2"
	is "$(program Os -Os -fno-pic -flto)" "$(all_fire "$3")" \
		"$folder: -Os -flto"
	is "$(shared)" "$(all_fire "$4")" "$folder: a loaded object"
	[ -z "$port_other" ] ||
		is "$(program other -O2 $port_other)" "$(all_fire 6)" \
			"$folder: $port_other"
	for flags in "-O0 -fno-pic" "-O2 -fno-pic" "-O2 -fPIE"; do
		is "$(flips $flags)" "3000 changes, failed 0, wrong 0, last 1 1 1" \
			"$folder: changed under threads, $flags"
	done
	[ -z "$port_more" ] || $port_more
	if [ -n "$emulator" ]; then
		is "$(program refused -O2 \
			"$top_srcdir/tests/regress/matrix/refuse.c" |
			sed 's/sites [0-9]* loads [0-9]*/sites/')" \
			"sites events 6 dormant 0 open 0/6 closed 0 sum 2014 1430 2020 error -1" \
			"$folder: written code that is not what runs is noticed"
	fi
	recorded
	[ "$trace" = 64-bit ] || recorded_beside
	done_testing
}
