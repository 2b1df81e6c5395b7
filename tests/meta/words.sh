#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Words that say something is not finished, and paths of one machine.
. "${top_srcdir:-.}/tests/lib/tap.sh"
. "$top_srcdir/tests/meta/tree.sh"

# Brackets keep this file from finding itself.
unfinished='\b(TO[D]O|FIX[M]E|XX[X]|HAC[K]|WI[P]|TB[D])\b|\bfor no[w]\b|not (yet )?implemente[d]|\bdummy implementatio[n]\b|\bplaceholde[r]\b'
machine='/home/[a-z]|/wor[k]/|/tmp/tea[m]|localhost:[0-9]'

tree_files -name '*.[chS]' -o -name '*.cc' -o -name '*.cpp' -o -name '*.sh' \
	-o -name '*.am' -o -name '*.md' -o -name '*.[1-8]' >"$work/files"
for file in README.md Makefile.am configure.ac bootstrap check quickstart \
	.ci/run; do
	[ ! -f "$top_srcdir/$file" ] || echo "$file"
done >>"$work/files"

(cd "$top_srcdir" && xargs grep -nE "$unfinished" <"$work/files") >"$work/found"
none "nothing says that it is unfinished" "$work/found"
(cd "$top_srcdir" && xargs grep -nE "$machine" <"$work/files") >"$work/found"
none "no path of one machine" "$work/found"

# Libraries never print, exit or abort.
grep -E '^(libtrace|include|arch)/' "$work/files" | grep '\.[ch]$' |
	(cd "$top_srcdir" && xargs grep -nE \
	'\b(printf|fprintf|puts|fputs|perror|abort|exit|assert)\(') |
	grep -vE '^[^:]*:[0-9]*:[[:space:]]*(/?\*|//)|static_assert|__format__|format\(' \
	>"$work/found"
none "the library neither prints nor ends its host" "$work/found"

done_testing
