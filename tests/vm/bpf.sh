#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The eBPF backend on other kernels than this one: the same test that runs here
# runs there.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/vm/vm.sh"

cat >"$work/script" <<'EOF'
kernel_bpf >/results/tap
status=$?
kernel_bpf hotplug >>/results/tap || status=1
cat /results/tap
exit $status
EOF
for version in 6.1 6.12; do
	if ! kernel=$(vm_kernel "$version"); then
		skip "Linux $version" "$kernel"
		continue
	fi
	vm_begin
	vm_add "$top_builddir/tests/regress/kernel_bpf"
	vm_add /bin/true
	ok "Linux $version: boots, and records what is right" \
		vm_run "$kernel" "$work/script"
	sed 's/^/# /' "$work/vm/results/tap" 2>/dev/null
done

done_testing
