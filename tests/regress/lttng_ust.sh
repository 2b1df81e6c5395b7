#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# lttng_ust.sh: an application made for LTTng-UST, recorded by LTTng and by us:
# the same events, fields and values. Then what LTTng can't record, patterns and
# levels, LTTng's own wrappers, a program that starts others.
. "$top_srcdir/tests/lib/lttng_compare.sh"

# shellcheck disable=SC2086
${CXX:-g++} -std=c++11 $flags -c "$source/cxx.cc" || exit 99
set -- "$source/app.c" "$source/every.c" "$source/hand.c" cxx.o -lstdc++
build app "$@"
build app-nested -DHAND_NESTED "$@"
build_plugin

# The same source with our headers in the place of LTTng's. What is made by hand
# fills in structures of LTTng's.
source_flags="-O2 -I$source -D_GNU_SOURCE -I$top_srcdir/include/tracectl/lttng-ust"
source_flags="$source_flags $IMMEDIATE_CPPFLAGS -I$top_srcdir/include"
echo 'void hand_run(void); void hand_run(void) { }' >no-hand.c
mkdir objects
# shellcheck disable=SC2086
(cd objects && ${CC:-gcc} $source_flags -c "$source/every.c" "$source/app.c" \
	../no-hand.c && ${CXX:-g++} -std=c++11 $source_flags -c "$source/cxx.cc" &&
	${CXX:-g++} -o ../app-source ./*.o -ldl &&
	${CC:-gcc} $source_flags -fPIC -shared -o ../plugin-source.so \
		"$source/plugin.c") || exit 99

# metadata DIR: which level and model each event has, as NAME LEVEL [MODEL].
metadata() {
	find "$1" -name metadata | while read -r file; do
		babeltrace2 -o ctf-metadata "$(dirname "$file")"
	done | awk '
		$1 == "name" && /tctl_/ { gsub("[\";]", "", $3); name = $3 }
		$1 == "loglevel" { sub(";", "", $3); level = $3 }
		$1 == "model.emf.uri" { model = $3 }
		/^};/ { if (name != "") print name, level, model
			name = model = "" }' | LC_ALL=C sort
}

# statedump DIR FILE: what it says about the process and the file.
statedump() {
	babeltrace2 "$1" 2>/dev/null | grep -F -e "$2\"" -e :procname: |
		sed -n -e 's/.*\(lttng_ust_statedump:bin_info\): .*\(memsz = .*\) }$/\1 \2/p' \
			-e 's/.*\(lttng_ust_statedump:procname\): .*\(procname = "app"\).*/\1 \2/p' |
		LC_ALL=C sort -u
}

# Structures LTTng leaves out.
without_structures() {
	grep -v '^tctl_hand:'
}

# both: the command, its daemon and the libraries where LTTng's user reaches
# them; one run that both record.
both() {
	mkdir bin lib both both/run
	cp "$top_builddir/tracectl" "$top_builddir/tracectld" bin
	cp "$(library_dir)/libtracectl.so.0" \
		"$(library_dir)/libtracectl-lttng-ust.so" lib
	ln -s libtracectl.so.0 lib/libtracectl.so
	[ "$(id -u)" != 0 ] || chown -R 65534:65534 both
	defer 'kill "$(cat "$work/both/run/daemon.pid")"'
	theirs both-theirs env TRACECTL_RUNTIME_DIR="$work/both/run" \
		LD_LIBRARY_PATH="$work/lib" LTTNG_UST_REGISTER_TIMEOUT=30000 \
		bin/tracectl record -q --subbuf-size 1M -o both/ours -- \
		./app ./plugin.so
	events_text both/ours | without_structures >both.ours
	events_text both-theirs >both.theirs
	is "$(grep -c '^tctl_\|^lttng_ust_trace' both.ours)" 37 \
		"both at once: ours"
	ok "... and LTTng's are the same" diff both.theirs both.ours
}

ours ours-all -- ./app ./plugin.so
is "$(events_text ours-all | grep -c '^tctl_\|^lttng_ust_trace')" 39 \
	"events of all providers"
is "$(events_text ours-all | grep '^tctl_hand:structure')" \
	"tctl_hand:structure: { outer = { count = 3, inner = { small = -3, name = \"name\" }, values = [ [0] = 0x0, [1] = 0x1, [2] = 0x2 ] }, after = 0xABCD }
tctl_hand:structure: { outer = { count = 0, inner = { small = 0, name = \"name\" }, values = [ ] }, after = 0xABCD }" \
	"structures"

if lttng_is_there && lttng_daemon_begin "$work/sessiond.log"; then
	theirs theirs-all ./app ./plugin.so
	same "all providers" without_structures
	metadata theirs-all | grep -v tctl_hand >theirs-all.metadata
	metadata ours-all | grep -v tctl_hand >ours-all.metadata
	ok "log levels and models as LTTng writes them" \
		diff theirs-all.metadata ours-all.metadata
	is "$(statedump ours-all "$work/app")" \
		"$(statedump theirs-all "$work/app")" \
		"the statedump describes the program as LTTng's does"
	both
	lttng_daemon_end
else
	skip "the same as LTTng" "lttng-tools or setpriv is missing"
fi

# macro_events DIR: of all that the macros made.
macro_events() {
	events_text "$1" | grep -E '^(tctl_(every|cxx|plugin)|lttng_ust_trace.*):'
}

ours source -- ./app-source ./plugin-source.so
macro_events source >source.text
is "$(wc -l <source.text)" 37 "the same source with our headers"
reference=theirs-all
[ -d theirs-all ] || reference=ours-all
macro_events "$reference" >reference.text
ok "... every event, field and value as in $reference" \
	diff reference.text source.text
metadata "$reference" | grep -v tctl_hand >reference.metadata
metadata source >source.metadata
ok "... and log levels and models" diff reference.metadata source.metadata

ours nested -e 'tctl_hand:nested' -- ./app-nested ./plugin.so
is "$(events_text nested)" \
	"tctl_hand:nested: { grid = [ [0] = [ [0] = 0x0, [1] = 0x11, [2] = 0x22 ], [1] = [ [0] = 0x33, [1] = 0x44, [2] = 0x55 ] ], count = 2, inners = [ [0] = { small = 100, name = \"name\" }, [1] = { small = 101, name = \"name\" } ], after = 0xABCD }
tctl_hand:nested: { grid = [ [0] = [ [0] = 0x0, [1] = 0x11, [2] = 0x22 ], [1] = [ [0] = 0x33, [1] = 0x44, [2] = 0x55 ] ], count = 0, inners = [ ], after = 0xABCD }" \
	"lists in lists"

# names DIR: of the events in a trace.
names() {
	events_text "$1" | sed 's/: .*//' | LC_ALL=C sort -u | paste -sd ' '
}

ours patterns -e 'tctl_*:*st*' -x 'tctl_hand:*' -- ./app ./plugin.so
is "$(names patterns)" "tctl_every:first" "a pattern and an exclusion"
ours levels --level warning -- ./app ./plugin.so
is "$(names levels)" \
	"lttng_ust_tracelog:LTTNG_UST_TRACEPOINT_LOGLEVEL_WARNING tctl_every:first" \
	"a log level"

ours shell -e 'tctl_plugin:*' -- sh -c './app ./plugin.so; ./app ./plugin.so'
is "$(count_events shell tctl_plugin:called)" 6 "programs that a shell starts"
ours counted -e 'tctl_every:*' --buffers counted -- ./app ./plugin.so
is "$(events_text counted | grep -c '^tctl_every:')" 28 "the counted protocol"
tracectl record -q --no-lttng-ust -o without -- ./app ./plugin.so 2>without.err
ok "--no-lttng-ust leaves them alone" grep -q 'nothing was recorded' without.err

# Who has the bridge, and who doesn't and why.
LTTNG_UST_REGISTER_TIMEOUT=0
export LTTNG_UST_REGISTER_TIMEOUT
bridge=$(library_dir)/libtracectl.so:$(library_dir)/libtracectl-lttng-ust.so
tracectl create -q -o status status
LD_PRELOAD=liblttng-ust.so.1 sleep 1000 &
alone=$!
LD_PRELOAD=$bridge:liblttng-ust.so.1 sleep 1000 &
bridged=$!
defer "kill $alone $bridged"
ok "a process with the bridge is known" wait_for 300 sh -c \
	"tracectl list --probes | grep -q ^lttng_ust_tracef:event"
tracectl status >status.text
ok "status names it" grep -q "$bridged sleep: its events are ours" status.text
ok "... and says why another one has none" grep -q \
	"$alone sleep: no bridge: it was started without" status.text
tracectl status --json >status.json
ok "... also in JSON" sh -c "tr -d ' \n' <status.json |
	grep -q '\"pid\":$bridged,\"procname\":\"sleep\",\"bridge\":true'"

# Two sessions at once, of a program that nobody started for them; with a token
# it waits for the daemon as one that is recorded.
tracectl create -q -o "$work/few" few
tracectl create -q -o "$work/many" many
tracectl enable -q -s few 'tctl_every:first'
tracectl enable -q -s many 'tctl_*' -x 'tctl_hand:*'
tracectl start -q few
tracectl start -q many
ok "a program with the bridge by hand" env LD_PRELOAD="$bridge" \
	TRACECTL_TOKEN=0000000000000001 ./app ./plugin.so
tracectl stop -q few
tracectl stop -q many
is "$(events_text few | wc -l)" 3 "one session has what it wants"
is "$(events_text many | wc -l)" 34 "another one more"

done_testing
