/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/shared_local.c: exports an immediate to who is loaded with it. */
#include <tests/unit/shared.h>

extern immediate_long_t shared_local_value;
immediate_long_t shared_local_value = IMMEDIATE_INIT(1);

int shared_local_read(void)
{
	return (int)immediate_read(&shared_local_value);
}

int shared_local_set(int value)
{
	return immediate_set(&shared_local_value, value);
}
