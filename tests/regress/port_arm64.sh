#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The port to arm64, under an emulator: see port.sh.
. "$top_srcdir/tests/regress/port.sh"

run_port arm64 aarch64-linux-gnu qemu-aarch64 64-bit 12 12 12 12
