#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Every lettered pair of stores and loads has both its ends in the code and a
# line in doc/ordering.md.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/meta/tree.sh"

tag='([A-Z]-[A-Z]|R[0-9]+|[a-z]+:[A-Z])'

# tags FILE...: each tag in parentheses, as often as it is there.
tags() {
	(cd "$top_srcdir" && cat "$@") | grep -oE "\\($tag(, $tag)*\\)" |
		grep -oE "$tag" | LC_ALL=C sort
}

tags $(tree_files -name '*.[chS]' | grep -v '^tests/') >"$work/all"
LC_ALL=C sort -u "$work/all" >"$work/code"
tags doc/ordering.md | uniq >"$work/document"

ok "there are pairs" test -s "$work/code"
LC_ALL=C comm -23 "$work/code" "$work/document" >"$work/found"
none "every pair in the code is in doc/ordering.md" "$work/found"
LC_ALL=C comm -13 "$work/code" "$work/document" >"$work/found"
none "every pair in doc/ordering.md is in the code" "$work/found"
uniq -u <"$work/all" >"$work/found"
none "every pair is marked at both ends" "$work/found"

done_testing
