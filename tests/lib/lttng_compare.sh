# SPDX-License-Identifier: GPL-2.0-or-later
# tests/lib/lttng_compare.sh: for tests that record one application with LTTng
# and with us. Sources all that it needs; goes to $work.

. "$top_srcdir/tests/lib/tap.sh"
. "$top_srcdir/tests/lib/record.sh"
lttng_home=$work/lttng
. "$top_srcdir/tests/lib/lttng.sh"

if [ ! -f "$(library_dir)/libtracectl-lttng-ust.so" ]; then
	skip "applications of LTTng-UST" "built without lttng-ust"
	done_testing
fi
case $SANITIZERS in
*address*|*thread*)
	skip "applications of LTTng-UST" \
		"a library with a sanitizer can't be preloaded"
	done_testing ;;
esac

source=$top_srcdir/tests/regress/lttng_ust
flags="-O2 -I$source -D_GNU_SOURCE $(pkg-config --cflags lttng-ust)"
cd "$work" || exit 99
chmod 755 "$work"
defer lttng_daemon_end

# build PROGRAM FLAG|OBJECT...: links it.
build() {
	build_name=$1
	shift
	# shellcheck disable=SC2086
	${CC:-gcc} $flags "$@" -o "$build_name" -llttng-ust -ldl -lpthread ||
		exit 99
}

# build_plugin: the library with a provider of its own.
build_plugin() {
	build plugin.so -fPIC -shared "$source/plugin.c"
}

# ours NAME OPTION... -- COMMAND...: recorded by us as trace NAME, which is fine.
ours() {
	ours_name=$1
	shift
	ok "$ours_name: recorded" timeout 100 tracectl record -q \
		--subbuf-size 1M -o "$work/$ours_name" "$@"
	check_trace "$ours_name" "$work/$ours_name"
}

# theirs NAME COMMAND...: recorded by LTTng.
theirs() {
	theirs_name=$1
	shift
	mkdir "$theirs_name" && chmod 777 "$theirs_name"
	{
		lttng_user lttng create "$theirs_name" \
			--output="$work/$theirs_name" &&
			lttng_user lttng enable-channel -u --subbuf-size=1M \
				--num-subbuf=4 all &&
			lttng_user lttng enable-event -u -c all '*' &&
			lttng_user lttng add-context -u -c all -t vpid -t vtid &&
			lttng_user lttng start &&
			lttng_user "$@" &&
			lttng_user lttng stop &&
			lttng_user lttng destroy "$theirs_name"
	} >"$theirs_name.log" 2>&1 || sed 's/^/# /' "$theirs_name.log"
}

# same TEXT FILTER...: what the filter, a command that reads lines, leaves of the
# traces ours-all and theirs-all.
same() {
	same_text=$1
	shift
	events_text ours-all | "$@" >ours.text
	events_text theirs-all | "$@" >theirs.text
	ok "$same_text: LTTng has recorded something" test -s theirs.text
	ok "$same_text: every event, field and value as LTTng records it" \
		diff theirs.text ours.text
}
