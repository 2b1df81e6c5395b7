#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The port to riscv64, under an emulator: see port.sh.
. "$top_srcdir/tests/regress/port.sh"

run_port riscv64 riscv64-linux-gnu qemu-riscv64 64-bit 12 12 12 12
