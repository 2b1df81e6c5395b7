#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The port to powerpc of 32 bits, under an emulator: see port.sh.
. "$top_srcdir/tests/regress/port.sh"

port_libs=-latomic
run_port powerpc powerpc-linux-gnu qemu-ppc 32-bit-be 12 12 12 12
