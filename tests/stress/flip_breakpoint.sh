#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
# Sites changed behind breakpoints under the threads that run them.
TRACECTL_PATCHER=breakpoint
export TRACECTL_PATCHER
exec "${top_builddir:-.}/tests/stress/flip"
