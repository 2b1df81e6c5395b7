#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Probes are read from files of all kinds, and damaged files are refused.
. "$top_srcdir/tests/lib/tap.sh"

dump=$top_builddir/tests/regress/elf_probes_dump

cat >"$work/sample.c" <<'END'
#include <tracectl/probe.h>
enum color { RED, GREEN = 5 };
__attribute__((always_inline)) static inline void twice(int n)
{
	PROBE(sample, twice, (n, n, hex));
}
int sample(int n, const char *s)
{
	twice(n);
	twice(n + 1);
	PROBE_LEVEL(TRACECTL_INFO, sample, all, (s, s), (d, 1.5),
		    (b, s, bytes, (size_t)n));
	PROBE(sample, color, (c, (enum color)n, enum, (RED, GREEN)));
	trace_mark(marked, "id %u name %s", (unsigned int)n, s);
	return n;
}
int main(void)
{
	return sample(0, "");
}
END
cat >"$work/expected" <<'END'
mark:marked level 13 sites 1 sample.c: id u32, name string
sample:all level 6 sites 1 sample.c: s string, d f64, b sequence of u8 hex
sample:color level 13 sites 1 sample.c: c enum u32 RED=0 GREEN=5
sample:twice level 13 sites 2 sample.c: n s32 hex
END

check() {
	name=$1
	shift
	if ! "$@" -I"$top_srcdir/include" -o "$work/sample" "$work/sample.c" \
		2>"$work/errors"; then
		ok "$name: build" sh -c 'cat "$1"; false' sh "$work/errors"
		return
	fi
	"$dump" "$work/sample" >"$work/got"
	ok "$name" diff "$work/expected" "$work/got"
}

check PIE $CC -O2 -fPIE -pie
check "not PIE" $CC -O2 -fno-pic -no-pie
check static $CC -O2 -static
check "static PIE" $CC -O2 -static-pie -fPIE
check "shared object" $CC -O2 -fPIC -shared
check "not optimised" $CC -O0
check stripped $CC -O2 -s

# There is no 32-bit port, but the file format is the same.
cat >"$work/word32.s" <<'END'
	.section tctl_sites,"a"
sites:	.long 0, text - ., 0x01000001
sites_end:
	.section tctl_slots,"aw"
	.p2align 3
slots:	.long text - ., 0
	.short 24, 1
	.byte 6, 0, 0, 0
	.quad 0x21
slots_end:
	.section .note.tracectl,"a",@note
	.long 9, 24, 1
	.asciz "tracectl"
	.p2align 2
	.long 1, sites - ., sites_end - ., slots - ., slots_end - ., 0
	.section .rodata
text:	.asciz "small:word\nfile.s:3\nfield"
END
if $CC -m32 -nostdlib -static -Wl,-e,0 -o "$work/word32" "$work/word32.s" \
	2>/dev/null; then
	is "$("$dump" "$work/word32")" \
		"small:word level 6 sites 1 file.s: field u32" "32-bit"
else
	skip "32-bit" "no 32-bit linker"
fi

$CC -O2 -I"$top_srcdir/include" -c -o "$work/sample.o" "$work/sample.c"
is "$("$dump" "$work/sample.o")" \
	"Exec format error: it is no linked ELF file" "an object file is refused"
is "$("$dump" "$work/sample.c")" \
	"Exec format error: it is no linked ELF file" "a text file is refused"
is "$("$dump" "$work/none" | cut -d: -f1)" "No such file or directory" \
	"a missing file"
is "$("$dump" /bin/true)" "" "a program without probes has none"
ok "a program without probes is no error" "$dump" /bin/true

$CC -O2 -I"$top_srcdir/include" -o "$work/sample" "$work/sample.c"
size=$(wc -c <"$work/sample")
head -c $((size / 3)) "$work/sample" >"$work/cut"
"$dump" "$work/cut" >/dev/null
ok "a file cut short ends in order" [ $? -le 1 ]
done_testing
