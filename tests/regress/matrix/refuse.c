/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/matrix/refuse.c: linked into a program, refuses to make text
 * writable, as a system may that enforces it. What is left then is the
 * process's memory file.
 */
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>

int mprotect(void *begin, size_t length, int protection)
{
	(void)begin, (void)length, (void)protection;
	errno = EACCES;
	return -1;
}
