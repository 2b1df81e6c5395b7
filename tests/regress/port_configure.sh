#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The library configured and built for each port as people do it: minutes for all
# of them, so only `make torture` runs this. Argument: the source folder.

source=$(cd "${1:-.}" && pwd) failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# build TRIPLET WHAT-FILE-SAYS
build() {
	if ! command -v "$1-gcc" >/dev/null; then
		echo "skip $1: no $1-gcc"
		return
	fi
	mkdir "$work/$1"
	(cd "$work/$1" && "$source/configure" --host="$1" --disable-tools \
		>log 2>&1 && make >>log 2>&1)
	if file -L "$work/$1/.libs/libtracectl.so" | grep -q "$2"; then
		echo "ok $1"
	else
		echo "not ok $1"
		tail -n 20 "$work/$1/log"
		failed=1
	fi
	rm -rf "${work:?}/$1"
}

build i686-linux-gnu '32-bit LSB.*Intel'
build aarch64-linux-gnu '64-bit LSB.*aarch64'
build arm-linux-gnueabihf '32-bit LSB.*ARM'
build riscv64-linux-gnu '64-bit LSB.*RISC-V'
build powerpc-linux-gnu '32-bit MSB.*PowerPC'
build powerpc64-linux-gnu '64-bit MSB.*PowerPC'
build powerpc64le-linux-gnu '64-bit LSB.*PowerPC'
exit $failed
