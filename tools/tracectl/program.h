/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/program.h: whether a preloaded library can get into a program.
 */
#ifndef TRACECTL_PROGRAM_H
#define TRACECTL_PROGRAM_H

enum tctl_program {
	TCTL_PROGRAM_DYNAMIC,	/* yes */
	TCTL_PROGRAM_STATIC,	/* no dynamic linker runs */
	TCTL_PROGRAM_SECURE,	/* set-user-ID and the like: preload ignored */
	TCTL_PROGRAM_OTHER_LIBC,	/* our libraries would stop it */
	TCTL_PROGRAM_FOREIGN,	/* another word size or machine */
	TCTL_PROGRAM_SCRIPT,	/* its interpreter decides */
	TCTL_PROGRAM_UNKNOWN,	/* can't be read, or something else */
};

enum tctl_program tctl_program_kind(const char *path);

#endif
