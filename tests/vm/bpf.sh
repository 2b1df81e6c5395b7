#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The eBPF backend on other kernels than this one, and what they say they have:
# the same tests that run here run there.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/vm/vm.sh"

if [ -n "$SANITIZERS" ]; then
	skip "other kernels" "what runs there is too large with sanitizers"
	done_testing
fi
cat >"$work/script" <<'EOF'
kernel_bpf >/results/tap
status=$?
kernel_bpf hotplug >>/results/tap || status=1
cat /results/tap
kernel_catalogue >/results/events || status=1
kernel_state files maps symbols >/results/state || status=1
kernel_state run true >/results/run || status=1
TRACECTL_RUNTIME_DIR=/tmp/run tracectl record -k --all -e 'sched_*' \
	-e 'syscall:*' -o /results/trace -- sh -c '
	i=0
	while [ $i -lt 30 ]; do
		ls /proc >/tmp/list
		cat /tmp/list | wc -l >/dev/null
		i=$((i + 1))
	done' || status=1
exit $status
EOF
# holds DIR: a trace of that load, by readers that are not ours.
holds() {
	"${BABELTRACE2:-babeltrace2}" "$1" 2>&1 >"$work/text" | grep . && return 1
	for wanted in 'sched_switch: ' 'sched_process_fork: ' \
		'sched_process_exec: .*filename = "/' \
		'syscall_entry_openat: .*filename = "/proc"' \
		'syscall_exit_write: ' 'lttng_statedump_process_state: '; do
		grep -q " $wanted" "$work/text" || {
			echo "nothing is like $wanted"
			return 1
		}
	done
}
for version in 6.1 6.12; do
	if ! kernel=$(vm_kernel "$version"); then
		skip "Linux $version" "$kernel"
		continue
	fi
	vm_begin
	for program in tests/regress/kernel_bpf tests/regress/kernel_catalogue \
		tests/regress/kernel_state tracectl tracectld; do
		vm_add "$top_builddir/$program"
	done
	vm_add /bin/true
	ok "Linux $version: boots, and records what is right" \
		vm_run "$kernel" "$work/script"
	sed 's/^/# /' "$work/vm/results/tap" 2>/dev/null
	ok "Linux $version: nothing of it is newer than we are" sh -c "
		grep -q '^tracepoint' '$work/vm/results/events' &&
		! grep -q '_unknown_' '$work/vm/results/events'"
	ok "Linux $version: the trace is valid" tracectl check "$work/vm/results/trace"
	ok "Linux $version: and tells what happened" holds "$work/vm/results/trace"
done

done_testing
