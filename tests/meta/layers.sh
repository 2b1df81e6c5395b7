#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Which folder may include from which: the layers of doc/architecture.md as
# data. The rule with the longest matching folder counts; a folder may always
# include from itself.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/meta/tree.sh"

cat >"$work/rules" <<'END'
include/tracectl/abi
arch			include/tracectl/abi include/tracectl/object.h libtrace/channel_layout.h
include/tracectl	include/tracectl/abi arch
libtrace		include/tracectl arch
kernel			include/tracectl/abi probes/kernel
probes			include/tracectl
tools/lib		include/tracectl/abi
tools/kernel		include/tracectl/abi probes/kernel tools/lib kernel
tools/tracectld		include/tracectl/abi arch libtrace/region.h tools/lib tools/kernel
tools/tracectl		include/tracectl/abi tools/lib tools/checker/check.h tools/tracectld/recover.h tools/plugin/sink.h
tools/plugin
tools/checker
tests			include arch libtrace kernel probes tools
END

# file, line, included: what each file includes, as a path in this tree. Names
# below <tracectl/> are public headers, those below <tracectl/arch/> ports.
tree_files -name '*.[chS]' -o -name '*.cc' -o -name '*.cpp' >"$work/files"
(cd "$top_srcdir" && xargs grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<]' \
	<"$work/files") | sed -E \
	-e 's/^([^:]*):([0-9]*):[^"<]*["<]([^">]*)[">].*/\1 \2 \3/' \
	-e 's, tracectl/arch/, arch/,' \
	-e 's, tracectl/, include/tracectl/,' >"$work/includes"

check_layers() {
	awk -v top="$top_srcdir" '
	function exists(path,	line, found) {
		if (!(path in known)) {
			found = (getline line <(top "/" path)) >= 0
			close(top "/" path)
			known[path] = found
		}
		return known[path]
	}
	function folder(path) {
		sub("/[^/]*$", "", path)
		return path
	}
	function below(path, place) {
		return path == place || index(path, place "/") == 1
	}
	function rule(path,	best, place) {
		best = ""
		for (place in allowed)
			if (below(path, place) && length(place) > length(best))
				best = place
		return best
	}
	FNR == NR {
		sub("[ \t]+", " ")
		place = $1
		$1 = ""
		allowed[place] = $0
		next
	}
	{
		target = folder($1) "/" $3
		if (!exists(target))
			target = $3
		if (!exists(target))
			next		# of the system
		mine = rule($1)
		if (mine == "") {
			print $1 ": no rule for this folder"
			next
		}
		theirs = rule(target)
		if (mine == theirs)
			next
		n = split(allowed[mine], places, " ")
		for (i = 1; i <= n; i++)
			if (below(target, places[i]))
				next
		print $1 ":" $2 ": " mine " may not include " target
	}' "$work/rules" "$1"
}

check_layers "$work/includes" >"$work/broken"
none "each folder includes only from layers below it" "$work/broken"
ok "includes were found" test "$(wc -l <"$work/includes")" -gt 50

# The check itself must be able to fail.
cat >"$work/bad" <<'END'
libtrace/agent.h 1 tools/tracectld/reader.h
include/tracectl/abi/app.h 1 libtrace/agent.h
tools/checker/check.h 1 include/tracectl/abi/ring.h
tools/lib/glob.h 1 tools/tracectld/reader.h
END
is "$(check_layers "$work/bad" | wc -l)" 4 "a wrong include is noticed"

# What depends on the CPU is in arch/, on the kernel's version in one file. One
# header asks which character begins a comment in the assembler.
cpu='__x86_64__|__i386__|__amd64__|__aarch64__|__arm__|__powerpc|__PPC|__riscv'
grep -v -e '^arch/' -e '^tests/' -e '^include/tracectl/object.h$' \
	"$work/files" | (cd "$top_srcdir" && xargs \
	grep -nE "^[[:space:]]*#[[:space:]]*(el)?if.*($cpu)") >"$work/cpu"
none "no #if on the CPU outside arch/" "$work/cpu"
grep -v '^kernel/.*compat' "$work/files" | (cd "$top_srcdir" && xargs \
	grep -nE 'LINUX_VERSION_CODE|KERNEL_VERSION\(') >"$work/versions"
none "no kernel version outside kernel's compat file" "$work/versions"

done_testing
