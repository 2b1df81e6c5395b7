/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/view_errno.c: see view_errno.h.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "tools/tracectl/view_errno.h"

#define ERRNO_MAX	4095

/* Behind escape sequences that set colours. */
static const char *errno_skip_colour(const char *at)
{
	while (at[0] == '\033' && at[1] == '[') {
		at += 2;
		while (*at && !isalpha((unsigned char)*at))
			at++;
		at += *at != 0;
	}
	return at;
}

/* Behind text, whatever its colours; NULL: something else is there. */
static const char *errno_expect(const char *at, const char *text)
{
	for (; *text; text++) {
		at = errno_skip_colour(at);
		if (*at++ != *text)
			return NULL;
	}
	return errno_skip_colour(at);
}

/* The field ret of a system call's exit event: its value; NULL: none. */
static const char *errno_find_ret(const char *line)
{
	const char *at = strstr(line, "syscall_exit_"), *value;

	while (at && (at = strstr(at, "ret"))) {
		value = at > line && (isalnum((unsigned char)at[-1]) ||
				      at[-1] == '_') && at[-1] != 'm' ?
			NULL : errno_expect(at, "ret = ");
		if (value)
			return value;
		at += 3;
	}
	return NULL;
}

/* What a call that a signal interrupts returns inside the kernel. */
static const char *errno_name(int number)
{
	switch (number) {
	case 512:
		return "ERESTARTSYS";
	case 513:
		return "ERESTARTNOINTR";
	case 514:
		return "ERESTARTNOHAND";
	case 516:
		return "ERESTART_RESTARTBLOCK";
	default:
		return strerrorname_np(number);
	}
}

void tctl_view_errno_line(const char *line, FILE *out)
{
	const char *value = errno_find_ret(line), *name = NULL;
	char *end = NULL;
	long ret;

	if (value) {
		ret = strtol(value, &end, 10);
		if (end != value && ret < 0 && ret >= -ERRNO_MAX)
			name = errno_name((int)-ret);
	}
	if (!name) {
		fputs(line, out);
		return;
	}
	fwrite(line, 1, (size_t)(end - line), out);
	fprintf(out, " (%s)%s", name, end);
}

void tctl_view_errno(FILE *in, FILE *out)
{
	char *line = NULL;
	size_t size = 0;

	while (getline(&line, &size, in) > 0 && !ferror(out))
		tctl_view_errno_line(line, out);
	free(line);
}
