#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# lttng_provider.sh: probes of ours as events of LTTng-UST: listed, enabled and
# recorded by LTTng, with the gates open just as long; by both tracers at once,
# with the same fields and values.
. "$top_srcdir/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/record.sh"
lttng_home=$work/lttng
. "$top_srcdir/tests/lib/lttng.sh"

provider=libtracectl-lttng-ust-provider.so
if [ ! -f "$(library_dir)/$provider" ]; then
	skip "probes for LTTng" "built without lttng-ust"
	done_testing
fi
if [ -n "$SANITIZERS" ]; then
	skip "probes for LTTng" "a library with a sanitizer can't be preloaded"
	done_testing
fi
if ! lttng_is_there; then
	skip "probes for LTTng" "lttng-tools or setpriv is missing"
	done_testing
fi

# LTTng's user may not reach the build directory.
cd "$work" || exit 99
chmod 755 "$work"
mkdir bin lib
cp "$top_builddir/tracectl" "$top_builddir/tracectld" bin &&
	cp "$(library_dir)"/libtracectl*.so* lib || exit 99
chmod 777 .
lttng_user mkdir -m 700 run || exit 99
defer 'kill $(cat run/daemon.pid)'
source=$top_srcdir/tests/regress/lttng_provider.c
flags="-O2 $IMMEDIATE_CPPFLAGS -I$top_srcdir/include"
# shellcheck disable=SC2086
${CC:-gcc} $flags -DTRACECTL_LINKED -o app "$source" -L"$(library_dir)" \
	-ltracectl -ldl -lpthread -Wl,-rpath,"$work/lib" &&
	${CC:-gcc} $flags -fPIC -shared -DPLUGIN -o plugin.so "$source" ||
	exit 99

defer lttng_daemon_end
if ! lttng_daemon_begin "$work/sessiond.log"; then
	ok "LTTng's daemon starts" sh -c 'cat sessiond.log; false'
	done_testing
fi

lttng() {
	lttng_user lttng "$@"
}

# traced COMMAND...: with our events as LTTng's. It waits for the daemon, however
# slow.
traced() {
	lttng_user env LD_PRELOAD="$work/lib/$provider" \
		TRACECTL_RUNTIME_DIR="$work/run" \
		LTTNG_UST_REGISTER_TIMEOUT=-1 "$@"
}

# begin NAME OPTION...: a session of LTTng's with these events.
begin() {
	name=$1
	shift
	ok "$name: lttng create" lttng create "$name" --output="$work/$name"
	ok "$name: lttng enable-event" lttng enable-event -u "$@"
	ok "$name: lttng start" lttng start
}

end() {
	ok "$1: lttng stop" lttng stop
	ok "$1: lttng destroy" lttng destroy "$1"
}

# theirs DIR: LTTng has no contexts unless asked.
theirs() {
	babeltrace2 "$1" 2>bt2-errors | sed -E \
		-e 's/^\[[^]]*\] \([^)]*\) ([^ ]+ )?([a-zA-Z0-9_]+:[a-zA-Z0-9_]+): \{ cpu_id = [0-9]+ \}(, (\{.*\}))?$/\2: \4/' \
		-e '/^[^:]+:[^:]+: $/ s/$/{ }/' -e '/^lttng_ust_/d'
}

begin both 'myapp:*,mark:*,tracectl:*,plugin:*'
ok "recorded by both" traced bin/tracectl record -q \
	-o ours -- ./app 20 ./plugin.so
end both
theirs both >theirs.text
events_text ours >ours.text
is "$(wc -l <ours.text)" 103 "all is there"
ok "every event, field and value is the same" diff ours.text theirs.text
is "$(grep -c '^plugin:called: ' theirs.text)" 3 \
	"also of what is loaded and unloaded while it runs"

# Numbers of each kind, in both orders; strings, texts and lists.
numbers='color == 5 && odd == 1 && f >= 5.5 && d < -10.0 && u8 == 251 && ll == -6 && net == 1536'
lists='s == "even" && cut == "max" && text == "eve" && shorts[1] == -2 && end == 8'
begin filter myapp:numbers --filter "i > 2 && $numbers"
ok "filter: another event" lttng enable-event -u myapp:lists \
	--filter "i > 2 && $lists"
ok "recorded through a filter" traced ./app 9
end filter
is "$(theirs filter | sed -E 's/^(myapp:[a-z]*): .*\<i = ([0-9]+),.*/\1 \2/' |
	paste -sd ' ')" "myapp:numbers 5 myapp:lists 8" \
	"what the filter lets through"

begin level '*' --loglevel=TRACE_WARNING
ok "recorded by level" traced ./app 2
end level
is "$(theirs level | sed 's/: .*//' | paste -sd ' ')" \
	"myapp:numbers myapp:numbers" "a log level"

# The gate as the program sees it.
echo >state
chmod 666 state
traced ./app watch "$work/state" &
watcher=$!
defer "rm -f $work/state"
ok "the program runs" wait_for 300 grep -q closed state
listed() {
	lttng list -u >listed && grep -q 'myapp:nothing (loglevel: TRACE_DEBUG_LINE' \
		listed && grep -q 'myapp:numbers (loglevel: TRACE_WARNING' listed
}
ok "lttng list shows the probes" listed
is "$(cat state)" closed "nobody wants them: the gate is closed"
begin late 'myapp:nothing'
ok "enabling opens the gate" wait_for 300 grep -q open state
ok "lttng disable-event" lttng disable-event -u 'myapp:nothing'
ok "disabling closes it" wait_for 300 grep -q closed state
ok "lttng enable-event" lttng enable-event -u 'myapp:nothing'
ok "enabling opens it again" wait_for 300 grep -q open state
end late
ok "a session's end closes it" wait_for 300 grep -q closed state
rm -f state
wait "$watcher"
is "$(theirs late | sort -u)" "myapp:nothing: { }" \
	"what was enabled while it ran was recorded, and nothing else"

# Sessions come and go while everything is hit everywhere.
echo >state
chmod 666 state
traced ./app storm "$work/state" &
storm=$!
ok "a storm" wait_for 300 grep -q storm state
for round in 1 2 3 4 5; do
	lttng create "storm$round" --snapshot &&
		lttng enable-channel -u --overwrite --subbuf-size=64k all &&
		lttng enable-event -u -c all 'myapp:*' &&
		lttng start &&
		lttng disable-event -u -c all 'myapp:*' &&
		lttng enable-event -u -c all 'myapp:*,mark:*' &&
		lttng snapshot record --name="round$round" \
			"$work/storm$round" &&
		lttng destroy "storm$round" || break
done >storm.log 2>&1
ok "five sessions in it" grep -q 'storm5 destroyed' storm.log
rm -f state
wait "$storm"
is "$?" 0 "nobody is harmed"
ok "what was recorded can be read" sh -c \
	'babeltrace2 "$1" | grep -q "myapp:numbers"' sh "$work/storm5"

lttng_daemon_end
done_testing
