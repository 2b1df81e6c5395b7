#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Each source file names its license in its first line (the second after #!),
# and the one of its folder; none is longer than 800 lines.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/meta/tree.sh"

max_lines=800

tree_files -name '*.[chS]' -o -name '*.cc' -o -name '*.cpp' -o -name '*.sh' \
	-o -name '*.am' -o -name '*.map' -o -name '*.[1-8]' >"$work/files"
for file in Makefile.am configure.ac bootstrap check quickstart .ci/run; do
	[ ! -f "$top_srcdir/$file" ] || echo "$file"
done >>"$work/files"

# license FILE: what its folder asks for. What is loaded into applications is
# MIT; build files and everything else GPL.
license() {
	case $1 in
	*.am | configure.ac) echo GPL-2.0-or-later ;;
	include/* | arch/* | libtrace/*) echo MIT ;;
	probes/*) echo MIT ;;
	kernel/*) echo GPL-2.0-only ;;
	*) echo GPL-2.0-or-later ;;
	esac
}

while read -r file; do
	line=$(head -n 2 "$top_srcdir/$file" | grep -v '^#!' | head -n 1)
	case $line in
	*"SPDX-License-Identifier: $(license "$file")" | \
	*"SPDX-License-Identifier: $(license "$file") "*) ;;
	*) echo "$file: expected $(license "$file"): $line" ;;
	esac
done <"$work/files" >"$work/wrong"
none "each file names its folder's license first" "$work/wrong"
ok "files were found" test "$(wc -l <"$work/files")" -gt 40

(cd "$top_srcdir" && xargs wc -l <"$work/files") |
	awk -v max=$max_lines '$2 != "total" && $1 > max' >"$work/long"
none "no file has more than $max_lines lines" "$work/long"

# The page: tabs, no trailing blanks, a newline at the end.
(cd "$top_srcdir" && xargs grep -nE '[[:blank:]]+$' <"$work/files") \
	>"$work/blanks"
none "no blanks at the end of a line" "$work/blanks"
while read -r file; do
	[ -z "$(tail -c 1 "$top_srcdir/$file")" ] || echo "$file"
done <"$work/files" >"$work/unended"
none "each file ends with a newline" "$work/unended"

done_testing
