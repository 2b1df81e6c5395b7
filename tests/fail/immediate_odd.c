/* SPDX-License-Identifier: GPL-2.0-or-later */
/* expect: an immediate has 1, 2, 4 or 8 bytes */
#include <tracectl/immediate.h>

struct three_bytes {
	char bytes[3];
};

DEFINE_IMMEDIATE_TYPE(struct three_bytes, immediate_odd_t);
