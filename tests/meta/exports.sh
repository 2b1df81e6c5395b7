#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# What libtracectl.so exports is what its map says, no more and no less.
. "${top_srcdir:-.}/tests/lib/tap.sh"

map=$(ls "$top_srcdir"/libtrace/*.map 2>/dev/null | head -n 1)
library=$top_builddir/.libs/libtracectl.so
if [ -z "$map" ]; then
	skip "exported symbols" "the library has no map file"
	done_testing
fi

# The names between "global:" and "local:" or "}".
sed 's/#.*//' "$map" | awk '/global:/ { on = 1; sub(".*global:", "") }
	/local:|}/ { on = 0 }
	on { gsub("[;{} \t]+", "\n"); print }' | grep . | sort -u \
	>"$work/wanted"
nm -D --defined-only "$library" | awk '$2 != "A" { print $3 }' |
	sed 's/@.*//' | sort -u >"$work/exported"
is "$(cat "$work/exported")" "$(cat "$work/wanted")" \
	"exported symbols are those of $(basename "$map")"
ok "something is exported" test -s "$work/exported"

is "$(ldd -r "$library" 2>&1 | grep 'undefined symbol')" "" \
	"nothing that it needs is missing"

# A library in somebody's process brings no other library along.
readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
	grep -vE '^(libc|libpthread|libdl|ld-linux.*|libgcc_s|lib(a|t|ub)san)\.so' \
	>"$work/needed"
is "$(cat "$work/needed")" "" "it needs libc only"

done_testing
