#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# lttng_wrappers.sh: the providers in libraries that LTTng preloads, recorded by
# LTTng and by us. Addresses of what the loader places differ from run to run;
# the program is not one of those.
. "$top_srcdir/tests/lib/lttng_compare.sh"

build calls -no-pie -finstrument-functions \
	-finstrument-functions-exclude-file-list=/usr/include,every \
	"$source/calls.c" "$source/every.c"
build_plugin

# own_sizes: memory calls with sizes of the program's own.
own_sizes() {
	grep -E '^lttng_ust_libc:.*size = (12345|23456|1777|34567)' |
		sed -E 's/ptr = 0x[0-9A-F]+/ptr/g'
}

# own_functions: calls of the program's functions, from itself or elsewhere.
own_functions() {
	grep '^lttng_ust_cyg_profile:' |
		sed -E 's/call_site = 0x7[0-9A-F]{7,}/elsewhere/'
}

# own_library: what is loaded and unloaded by the program.
own_library() {
	grep '^lttng_ust_dl:.*plugin.so' |
		sed -E 's/(baddr|handle) = 0x[0-9A-F]+/\1/g'
}

own_events() {
	grep '^tctl_every:'
}

set -- env LD_PRELOAD=liblttng-ust-libc-wrapper.so:liblttng-ust-cyg-profile.so:liblttng-ust-dl.so:liblttng-ust-fork.so
LTTNG_UST_WITHOUT_BADDR_STATEDUMP=1
export LTTNG_UST_WITHOUT_BADDR_STATEDUMP
LD_PRELOAD=${2#*=} tracectl --version >/dev/null 2>preload.err
if [ -s preload.err ]; then
	skip "LTTng's wrappers" "$(head -n 1 preload.err)"
	done_testing
fi

# The wrappers stand in front of the program only, not of tracectl.
ours ours-all -- sh -c 'LD_PRELOAD=$1:$LD_PRELOAD exec ./calls ./plugin.so' \
	sh "${2#*=}"
is "$(events_text ours-all | own_sizes | grep -c .)" 4 "memory calls"
ok "functions" sh -c "babeltrace2 ours-all | grep -q lttng_ust_cyg_profile:func_entry"
is "$(events_text ours-all | own_events)" \
	'tctl_every:first: { a = 5, b = "parent" }
tctl_every:first: { a = 2, b = "child" }' "the program's own, and its child's"

if lttng_is_there && lttng_daemon_begin "$work/sessiond.log"; then
	theirs theirs-all "$@" ./calls ./plugin.so
	same "memory calls" own_sizes
	same "functions" own_functions
	same "libraries" own_library
	same "the program" own_events
	lttng_daemon_end
else
	skip "the same as LTTng" "lttng-tools or setpriv is missing"
fi

done_testing
