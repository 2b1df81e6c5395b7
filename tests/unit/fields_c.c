// SPDX-License-Identifier: GPL-2.0-or-later
/* tests/unit/fields_c.c: probes in C. */
#include "fields_main.h"

int main(void)
{
	fields_main();
	return tap_done();
}
