#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The port to powerpc64, little-endian, under an emulator: see port.sh.
. "$top_srcdir/tests/regress/port.sh"

run_port powerpc powerpc64le-linux-gnu qemu-ppc64le 64-bit 12 12 12 12
