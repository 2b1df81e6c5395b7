/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/shared_user.c: is loaded with RTLD_LOCAL, with shared_local.c. */
#include <tests/unit/shared.h>

extern immediate_long_t shared_local_value;

int shared_user_read(void)
{
	return (int)immediate_read(&shared_local_value);
}

int shared_user_set(int value)
{
	return immediate_set(&shared_local_value, value);
}
