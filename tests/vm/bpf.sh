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
exit $status
EOF
for version in 6.1 6.12; do
	if ! kernel=$(vm_kernel "$version"); then
		skip "Linux $version" "$kernel"
		continue
	fi
	vm_begin
	for program in kernel_bpf kernel_catalogue kernel_state; do
		vm_add "$top_builddir/tests/regress/$program"
	done
	vm_add /bin/true
	ok "Linux $version: boots, and records what is right" \
		vm_run "$kernel" "$work/script"
	sed 's/^/# /' "$work/vm/results/tap" 2>/dev/null
	ok "Linux $version: nothing of it is newer than we are" sh -c "
		grep -q '^tracepoint' '$work/vm/results/events' &&
		! grep -q '_unknown_' '$work/vm/results/events'"
done

done_testing
