#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The port to arm, under an emulator: see port.sh.
. "$top_srcdir/tests/regress/port.sh"

port_flags=-marm
port_other=-mthumb
run_port arm arm-linux-gnueabihf qemu-arm 32-bit 12 6 12 6
