#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# The port to i386, natively: see port.sh.
. "$top_srcdir/tests/regress/port.sh"

run_port i386 i686-linux-gnu '' yes 32 12 6 12 6
