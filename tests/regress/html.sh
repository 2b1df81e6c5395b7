#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# html.sh: the page of tracectl report html, opened in a browser without a
# network: no script fails, the numbers are those of the reports, and nothing in
# a trace becomes part of the page.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/traces.sh"

if [ ! -f "$top_builddir/.libs/babeltrace-plugin-tracectl.so" ]; then
	mkdir "$work/nothing"
	tracectl report html "$work/nothing" >"$work/out" 2>&1
	is $? 1 "report html fails in a build without babeltrace2"
	done_testing
fi

browser=$(command -v chromium || command -v chromium-browser)

# trace NAME: made of the lines on stdin.
trace() {
	"$top_builddir/tests/lib/ctf_text" "$work/$1" || exit 99
}

# browse FILE: opens it; what the page is then in $work/dom, what it said in
# $work/said. A page that never gets ready is ended.
browse() {
	HOME=$work timeout -k 5 120 "$browser" --headless --no-sandbox --disable-gpu \
		--disable-quic --no-first-run --disable-background-networking \
		--disable-component-update --disable-sync --disable-crash-reporter \
		--user-data-dir="$work/browser" --window-size=1200,800 \
		--enable-logging=stderr --virtual-time-budget=3000 --dump-dom \
		"file://$1" >"$work/dom" 2>"$work/browser.log" </dev/null
	grep CONSOLE "$work/browser.log" >"$work/said"
	grep -q '</html>' "$work/dom"
}

# page NAME TRACE... [SCRIPT on stdin]: the page of the traces, and a script
# that leaves what it finds in elements <p class="found">.
page() {
	page_name=$1
	shift
	tracectl report html "$@" -o "$work/$page_name.html" || return 1
	{
		cat "$work/$page_name.html"
		echo '<script>function found(...texts) {'
		echo 'const p = document.createElement("p");'
		echo 'p.className = "found"; p.textContent = texts.join(" ");'
		echo 'document.body.append(p); }'
		cat
		echo '</script>'
	} >"$work/$page_name.test.html"
}

# found: what such scripts found, a line each, decoded.
found() {
	tr '\n' ' ' <"$work/dom" | sed 's/<p class="found">/\n&/g' |
		sed -nE 's/^<p class="found">([^<]*)<.*/\1/p' |
		sed 's/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g'
}

# sw NS CPU PREV TID STATE NEXT TID: a sched_switch.
sw() {
	echo "$1 $2 sched_switch prev_comm=\"$3\" prev_tid=$4 prev_prio=20" \
		"prev_state=$5 next_comm=\"$6\" next_tid=$7 next_prio=20"
}

{
	echo "domain kernel"
	echo '1000000 0 sched_wakeup comm="app" tid=10 prio=20 target_cpu=0'
	sw 2000000 0 swapper/0 0 0 app 10
	echo '2500000 0 syscall_entry_read fd=3 count=100'
	echo '2700000 0 syscall_exit_read ret=100'
	echo '2800000 0 irq_handler_entry irq=7 name="eth0"'
	echo '2850000 0 irq_handler_exit irq=7 ret=1'
	echo '2900000 0 syscall_entry_exit_group error_code=0'
	sw 3000000 0 app 10 16 swapper/0 0
	sw 4000000 1 swapper/1 0 0 two 20
	sw 6000000 1 two 20 1 swapper/1 0
} | trace kernel
evil='</script><script>found("broken")</script><img/src=x>'
{
	echo "domain ust"
	echo "1500000 0 app:work_begin @5/6/</script>x id=1"
	echo "1700000 0 app:mark @5/6/</script>x text=\"$evil\""
	echo "1900000 0 app:work_end @5/6/</script>x id=1"
	echo 'lost 0 7'
	echo "5500000 0 app:mark @5/6/</script>x text=\"last\""
} | trace ust

# --- what is in the file, without a browser
tracectl report html "$work/kernel" "$work/ust" -o "$work/mixed.html"
is $? 0 "a page of kernel and application"
ok "that needs nothing from elsewhere" sh -c "! grep -oE \
	'(src|href)=\"?(https?:)?//' '$work/mixed.html'"
is "$(grep -c '</script>' "$work/mixed.html")" 2 \
	"nothing in a trace ends an element of the page"
tracectl report html "$work/ust" >"$work/stdout.html"
ok "a page on the standard output" grep -q '</html>' "$work/stdout.html"
tracectl report html "$work/ust" -o "$work/none/x" >"$work/out" 2>&1
is $? 2 "a file that can't be written"
ok "is told" grep -q "cannot write $work/none/x" "$work/out"

if [ -z "$browser" ]; then
	skip "the page in a browser" "chromium is not installed"
	done_testing
fi

# --- in a browser
page mixed "$work/kernel" "$work/ust" <<'END'
const {trace} = window.page;
for (const lane of trace.lanes)
	for (let i = 0; i < lane.items.nr; i++)
		found('item', lane.kind, lane.owner, lane.items.begin[i],
			lane.items.end[i], trace.labels[lane.items.label[i]]);
for (const latency of trace.latencies)
	found('latency', latency.kind, latency.name, latency.count,
		latency.total || 0, latency.unfinished);
for (const {id} of window.page.views)
	window.page.open(id);
found('images', document.images.length);
found('rows', document.querySelectorAll('#view-events tbody tr').length);
found('rows of places', window.page.timeline.places.length);
window.page.timeline.canvas.dispatchEvent(
	new KeyboardEvent('keydown', {key: '+'}));
found('zoomed', window.page.timeline.to - window.page.timeline.from);
document.getElementById('search').value = 'last';
document.getElementById('search').dispatchEvent(new Event('input'));
found('search', document.getElementById('found').textContent);
END
ok "opens" browse "$work/mixed.test.html"
is "$(cat "$work/said")" "" "no script complains"
found >"$work/found"
has() {
	ok "$2" grep -qxF -- "$1" "$work/found" || sed 's/^/# /' "$work/found"
}
has "item run 0 1000000 2000000 app (10)" "who ran on a CPU"
has "item run 1 3000000 5000000 two (20)" "and on another"
has "item irq 0 1800000 1850000 irq 7" "an interrupt"
has "item state 10 0 1000000 waiting for a CPU" "a thread waits"
has "item state 10 1000000 2000000 running" "and runs"
is "$(grep -c '^item state 10' "$work/found")" 2 "and is gone when it exits"
has "item call 10 1500000 1700000 read" "a system call"
has "item call 10 1900000 2000000 exit_group" "one that doesn't return"
has "item span 6 500000 900000 app:work" "a pair of events"
has "item mark 6 700000 700000 app:mark" "a mark"
has "latency call read 1 200000 0" "how long calls took"
has "latency call exit_group 0 0 1" "and what did not end"
has "latency span app:work 1 400000 0" "how long pairs took"
has "images 0" "no text of the trace became an element"
ok "but it is shown" grep -qF '&lt;/script&gt;' "$work/dom"
ok "and nothing of it ran" sh -c "! grep -qx broken '$work/found'"
has "rows 14" "all events are in the table"
has "rows of places 6" "CPUs, their heading and threads have rows"
has "zoomed 3000000" "a key zooms"
has "search 1 events match" "search finds"
ok "losses are loud" sh -c "sed -n '/id=\"loud\"/p' '$work/dom' |
	grep -q 'the tracer lost 7 events'"

# the numbers of the reports are in the page as they are in JSON
page numbers "$work/kernel" <<'END'
for (const report of window.page.trace.reports)
	found('json', JSON.stringify(report));
window.page.open('summary');
for (const card of document.querySelectorAll('.card'))
	found('card', card.textContent);
END
ok "opens" browse "$work/numbers.test.html"
found >"$work/found"
if command -v jq >/dev/null; then
	for name in summary cpu sched syscalls irq; do
		sed -n 's/^json //p' "$work/found" |
			jq -S "select(.report == \"$name\")" >"$work/theirs"
		tracectl report "$name" --json --top 100 "$work/kernel" |
			jq -S . >"$work/ours"
		ok "the numbers of report $name" cmp "$work/ours" "$work/theirs"
	done
else
	skip "numbers" "jq is not installed"
fi
has "card 5.000 msfrom first to last event" "the span"
has "card 10events" "the number of events"

# more than fits: rare events are kept, of frequent ones every nth, and it is
# said; all other numbers stay exact
{
	echo "domain ust"
	awk 'BEGIN { for (i = 1; i <= 220000; i++) {
		printf "%d000 0 app:often @5/6/alpha number=%d more=%d\n", i, i, i
		if (i % 50000 == 0)
			printf "%d500 0 app:rare @5/6/alpha number=%d\n", i, i
	} }'
} | trace many
page many "$work/many" <<'END'
const {trace} = window.page;
window.page.open('events');
const {events} = window.page;
found('of', trace.events.of);
found('kept', trace.events.rows < 150000 && trace.events.rows > 60000);
document.getElementById('search').value = 'app:rare';
document.getElementById('search').dispatchEvent(new Event('input'));
found('rare', document.getElementById('found').textContent);
events.scrollTo(110000000);
found('scrolled', trace.span > 0 && events.scroller.scrollTop > 0);
found('note', document.querySelector('#view-events summary').textContent
	.includes('of 220,004 events are in this table'));
found('marks', trace.lanes.find(lane => lane.kind === 'mark').items.count
	.reduce((sum, count) => sum + count, 0));
END
ok "a trace of 220,004 events" browse "$work/many.test.html"
is "$(cat "$work/said")" "" "no script complains"
found >"$work/found"
has "of 220004" "how many there are is known"
has "kept true" "as many as fit are in the table"
has "rare 4 events match" "rare ones all"
has "note true" "and the page says so"
has "marks 220004" "the timeline has all of them"
has "scrolled true" "the table goes to a point in time"
ok "the page's size is bounded" test \
	"$(wc -c <"$work/many.html")" -lt 40000000

# a part of a trace
tracectl report html --begin +0.0016 --end +0.0018 "$work/kernel" \
	-o "$work/part.html"
is "$(sed -n 's/.*"span_ns":\([0-9]*\).*/\1/p' "$work/part.html" |
	head -n 1)" 200000 "a window has a page of its own"

# strange traces: nothing in them, no clock's order, an odd one
mkdir "$work/empty"
cp "$work/kernel/metadata" "$work/empty/"
page empty "$work/empty" <<'END'
for (const {id} of window.page.views)
	window.page.open(id);
found('lanes', window.page.trace.lanes.length);
END
ok "a trace without events" browse "$work/empty.test.html"
is "$(found) $(cat "$work/said")" "lanes 0 " "has a page, too"

# a real one: what the page says is what babeltrace2 says
if reference_trace basic-kernel-analysis; then
	page real "$work/basic-kernel-analysis" <<'END'
const {trace} = window.page;
const sum = kind => trace.latencies.filter(one => one.kind === kind)
	.reduce((all, one) => all + one.count, 0);
found('calls', sum('call'));
found('events', trace.events.of);
found('switches', trace.lanes.filter(lane => lane.kind === 'run')
	.reduce((all, lane) => all + lane.items.nr, 0));
for (const {id} of window.page.views)
	window.page.open(id);
END
	ok "a trace of LTTng" browse "$work/real.test.html"
	is "$(cat "$work/said")" "" "no script complains"
	found >"$work/found"
	tracectl report syscalls --json "$work/basic-kernel-analysis" >"$work/json"
	has "calls $(sed -n 's/^  "returned": \([0-9]*\),/\1/p' "$work/json")" \
		"its calls"
	has "events 134500" "its events"
else
	skip "a trace of LTTng" "none is beside this tree (TRACECTL_TRACES)"
fi

done_testing
