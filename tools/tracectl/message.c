/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/message.c: errors, warnings and notes on stderr.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include "tools/tracectl/command.h"
#include "tools/tracectl/message.h"

static void message_print(const char *kind, const char *format, va_list args)
{
	fflush(stdout);
	flockfile(stderr);
	fprintf(stderr, "tracectl: %s", kind);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	funlockfile(stderr);
}

void tctl_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	message_print("", format, args);
	va_end(args);
}

void tctl_warning(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	message_print("warning: ", format, args);
	va_end(args);
}

void tctl_note(const char *format, ...)
{
	va_list args;

	if (tctl_common.quiet)
		return;
	va_start(args, format);
	message_print("", format, args);
	va_end(args);
}

void *tctl_memory(void *pointer)
{
	if (pointer)
		return pointer;
	fputs("tracectl: cannot go on: out of memory\n", stderr);
	exit(TCTL_EXIT_FAILED);
}

char *tctl_text(const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	return tctl_memory(length < 0 ? NULL : text);
}
