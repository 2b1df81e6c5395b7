/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tests/unit/shared.h: between shared.c and the objects that it links and
   loads. */
#ifndef UNIT_SHARED_H
#define UNIT_SHARED_H

#include <tracectl/immediate.h>

/* Defined by libshared_owner, read by everybody. */
extern immediate_int_t shared_value;
extern immediate_int_t shared_way;

/* What an object reads: 1000 * switch + 100 * if + value. */
static inline int shared_read(void)
{
	int got = immediate_read(&shared_value);

	immediate_if (&shared_value)
		got += 100;
	immediate_switch (&shared_way) {
	case 0:
		return got;
	case 1:
		return got + 1000;
	case 15:
		return got + 15000;
	default:
		return got + 99000;
	}
}

/* libshared_owner's. */
int shared_owner_read(void);
int shared_owner_set(int value);

/* A loaded object's: what it reads, and what its constructor read. */
int shared_reader_read(void);
int shared_reader_constructor(void);

/* Of an immediate that only objects loaded with RTLD_LOCAL know. */
int shared_local_read(void);
int shared_local_set(int value);
int shared_user_read(void);
int shared_user_set(int value);

#endif
