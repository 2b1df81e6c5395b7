#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Options in --help and in the man pages are the same.
. "${top_srcdir:-.}/tests/lib/tap.sh"

# Long options in a --help text on stdin.
help_options() {
	sed -nE 's/^ *(-., *)?--([a-z][a-z-]*).*/\2/p' | sort -u
}

# page_section PAGE NAME: the text of a subcommand's section.
page_section() {
	awk -v name="$2" '$1 == ".SS" || $1 == ".SH" { on = $2 == name }
		on' "$1"
}

# Long options that a page's text on stdin documents (as items).
page_options() {
	sed -nE 's/^\.(BR|B|BI|IR|I) .*/&/p' | sed 's/\\-/-/g' |
		grep -oE -e '--[a-z][a-z-]*' | sed 's/^--//' | sort -u
}

page=$top_srcdir/doc/tracectl.1
page_section "$page" COMMON | page_options >"$work/common"
tracectl --help | sed -n '/^Common options/,/^$/p' | help_options \
	>"$work/common.help"
is "$(cat "$work/common")" "$(cat "$work/common.help")" "common options"

tracectl --help | sed -nE '/^Commands/,$s/^  ([a-z]+) .*/\1/p' >"$work/commands"
ok "commands were found" test "$(wc -l <"$work/commands")" -gt 10
while read -r command; do
	tracectl "$command" --help | help_options |
		grep -vxF -f "$work/common.help" >"$work/help"
	page_section "$page" "$command" | page_options |
		grep -vxF -f "$work/common.help" >"$work/page"
	ok "$command has a section" grep -q "^\.SS $command\$" "$page"
	is "$(cat "$work/page")" "$(cat "$work/help")" "options of $command"
done <"$work/commands"

daemon=$top_srcdir/doc/tracectld.8
if [ -f "$daemon" ] && [ -x "$top_builddir/tracectld" ]; then
	"$top_builddir/tracectld" --help | help_options >"$work/help"
	page_options <"$daemon" >"$work/page"
	is "$(cat "$work/page")" "$(cat "$work/help")" "options of tracectld"
fi

if command -v groff >/dev/null; then
	for file in "$top_srcdir"/doc/*.[1-8]; do
		is "$(groff -man -ww -z "$file" 2>&1)" "" \
			"$(basename "$file") formats without a warning"
	done
else
	skip "man pages format without a warning" "groff is not installed"
fi

done_testing
