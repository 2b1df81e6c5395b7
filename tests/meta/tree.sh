# SPDX-License-Identifier: GPL-2.0-or-later
# tests/meta/tree.sh: the files of this project, for the tests about them.
# Sourced after tests/lib/tap.sh. Works in a git tree and in an unpacked
# archive: build folders below the top are not looked into.

# tree_files FIND-EXPRESSION...: paths relative to the top, one a line.
tree_files() {
	(cd "$top_srcdir" && for folder in include arch libtrace kernel probes \
		tools tests doc; do
		[ ! -d "$folder" ] || find "$folder" -type f \( "$@" \)
	done) | LC_ALL=C sort
}

# none "name" FILE: passes when FILE is empty, else shows it.
none() {
	is "$(cat "$2")" "" "$1"
}
