#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The port to powerpc64, big-endian, under an emulator: see port.sh.
. "$top_srcdir/tests/regress/port.sh"

run_port powerpc powerpc64-linux-gnu qemu-ppc64 64-bit-be 12 12 12 12
