/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/shared_reader.c: an object loaded later that reads them, its
   constructor first of all. */
#include <tests/unit/shared.h>

static int at_construction;

__attribute__((constructor)) static void construct(void)
{
	at_construction = shared_read();
}

int shared_reader_read(void)
{
	return shared_read();
}

int shared_reader_constructor(void)
{
	return at_construction;
}
