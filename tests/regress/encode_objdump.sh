#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# The golden bytes of the encoders mean what they are said to: each processor's
# disassembler calls the bytes after a change what stands at the line's end.

. "$top_srcdir/tests/lib/tap.sh"

# disassembly HEX OBJDUMP ARGUMENT...: instructions, joined by "; "
disassembly() {
	printf "$(echo "$1" | sed 's/../\\x&/g')" >"$work/bytes"
	shift
	"$@" -D -b binary -w "$work/bytes" | awk -F '\t' '
		/^ *[0-9a-f]+:/ {
			text = $3
			for (i = 4; i <= NF; i++)
				text = text " " $i
			gsub(/ +/, " ", text)
			sub(/^ /, "", text)
			sub(/ $/, "", text)
			all = all (all == "" ? "" : "; ") text
		}
		END { print all }'
}

# compare PORT OBJDUMP ARGUMENT...
compare() {
	port=$1
	shift
	if ! command -v "$1" >/dev/null; then
		skip "$port" "no $1"
		return
	fi
	awk '$1 == "gate" && NF > 5 { $1 = $2 = $3 = $4 = ""; print }
		$1 == "switch" && NF > 5 { $1 = $2 = $3 = $4 = ""; print }
		$1 == "value" && NF > 6 { $1 = $2 = $3 = $4 = $5 = ""; print }' \
		"$top_srcdir/tests/unit/encode/$port.golden" |
		sed 's/^ *//' >"$work/expected"
	while read -r hex text; do
		echo "$hex $(disassembly "$hex" "$@")"
	done <"$work/expected" >"$work/is"
	is "$(cat "$work/is")" "$(cat "$work/expected")" \
		"$port: $(wc -l <"$work/expected") sites"
}

compare x86_64 objdump -m i386:x86-64
compare i386 objdump -m i386
compare arm64 aarch64-linux-gnu-objdump -m aarch64 -EL
compare arm arm-linux-gnueabihf-objdump -m arm -EL
compare powerpc powerpc-linux-gnu-objdump -m powerpc -EB
compare powerpcle powerpc64le-linux-gnu-objdump -m powerpc:common64 -EL
compare riscv64 riscv64-linux-gnu-objdump -m riscv:rv64
done_testing
