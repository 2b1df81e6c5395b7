/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/shared_owner.c: a shared object that exports immediates. */
#include <tests/unit/shared.h>

immediate_int_t shared_value = IMMEDIATE_INIT(5);
immediate_int_t shared_way = IMMEDIATE_INIT(1);

int shared_owner_read(void)
{
	return shared_read();
}

int shared_owner_set(int value)
{
	return immediate_set(&shared_value, value);
}
