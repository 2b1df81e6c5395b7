/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: an immediate has 1, 2, 4 or 8 bytes */
#include <tracectl/immediate.h>

DEFINE_IMMEDIATE_TYPE(__int128, immediate_wide_t);
