/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of what system calls returned, in babeltrace2's text. */
#include <stdio.h>
#include <string.h>
#include "tests/lib/tap.h"
#include "tools/tracectl/view_errno.h"

static const char *shown(const char *line)
{
	static char text[1024];
	FILE *out = fmemopen(text, sizeof(text), "w");

	tctl_view_errno_line(line, out);
	fputc(0, out);
	fclose(out);
	return text;
}

static void expect(const char *line, const char *want, const char *name)
{
	const char *got = shown(line);

	tap_ok(!strcmp(got, want), "%s", name);
	if (strcmp(got, want))
		printf("# got  %s\n# want %s\n", got, want);
}

int main(void)
{
	expect("x syscall_exit_openat: { 0 }, { ret = -2, filename = \"\" }\n",
	       "x syscall_exit_openat: { 0 }, { ret = -2 (ENOENT), filename = \"\" }\n",
	       "an error");
	expect("x syscall_exit_nanosleep: { 0 }, { ret = -516 }\n",
	       "x syscall_exit_nanosleep: { 0 }, { ret = -516 (ERESTART_RESTARTBLOCK) }\n",
	       "a call to be restarted");
	expect("x syscall_exit_read: { 0 }, { ret = 3 }\n",
	       "x syscall_exit_read: { 0 }, { ret = 3 }\n", "a result");
	expect("x syscall_exit_mmap: { }, { ret = -1099511627776 }\n",
	       "x syscall_exit_mmap: { }, { ret = -1099511627776 }\n",
	       "an address");
	expect("x syscall_entry_read: { }, { fd = -2, ret = -2 }\n",
	       "x syscall_entry_read: { }, { fd = -2, ret = -2 }\n",
	       "an entry");
	expect("x compat_syscall_exit_open: { }, { ret = -13 }\n",
	       "x compat_syscall_exit_open: { }, { ret = -13 (EACCES) }\n",
	       "a compat call");
	expect("x syscall_exit_x: { }, { aret = -2, ret = -17 }\n",
	       "x syscall_exit_x: { }, { aret = -2, ret = -17 (EEXIST) }\n",
	       "a field that ends likewise");
	expect("syscall_exit_x: { \033[1mret\033[0m = \033[96m-2\033[0m }\n",
	       "syscall_exit_x: { \033[1mret\033[0m = \033[96m-2 (ENOENT)\033[0m }\n",
	       "colours");
	expect("sched_switch: { ret = -2 }", "sched_switch: { ret = -2 }",
	       "no system call");
	expect("syscall_exit_x: { }, { ret = ", "syscall_exit_x: { }, { ret = ",
	       "a line cut short");
	return tap_done();
}
