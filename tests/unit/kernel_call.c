// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/unit/kernel_call.c: system calls' events: declarations and the
 * operations that fill them in.
 */
#include "tools/kernel/call.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>

#include "tests/lib/tap.h"
#include "tools/lib/event_text.h"

static struct tctl_event_build build;

static struct tctl_call call_of(const char *name, int is_compat,
				uint32_t number)
{
	return (struct tctl_call){name, name, name, number,
				  (uint8_t)is_compat};
}

static int has_op(unsigned int i, uint8_t op, uint8_t arg, uint16_t size)
{
	return i < build.plan.nr_ops && build.plan.ops[i].op == op &&
	       build.plan.ops[i].arg == arg && build.plan.ops[i].size == size;
}

static int is_valid(void)
{
	struct tctl_kernel_event *event =
		tctl_event_build_end(&build, TCTL_KERNEL_CALL_ENTER, 1, NULL);
	struct tctl_event_text text;
	int ret;

	if (!event)
		return 0;
	ret = tctl_event_text_parse(&text, event->text, event->text_size,
				    event->kinds, event->nr_fields);
	if (!ret)
		tctl_event_text_release(&text);
	free(event);
	return !ret;
}

static void check_numbers(void)
{
	struct tctl_call call;

	tap_ok(!tctl_call_get(SYS_openat, 0, &call) &&
		       !strcmp(call.name, "openat"),
	       "a call by its number");
	tap_ok(!tctl_call_get(462, 0, &call) && !strcmp(call.name, "mseal"),
	       "a call that is newer than the headers");
	tap_ok(tctl_call_get(511, 0, &call) == -ENOENT, "no call");
}

static void check_compat(void)
{
	struct tctl_call call = call_of("pread64", 1, 180);

	tctl_call_build_entry(&build, &call,
			      "unsigned int fd,char * buf,size_t count,"
			      "loff_t pos");
	tap_ok(build.nr_fields == 4 &&
		       build.kinds[3] == TCTL_KERNEL_S64 &&
		       has_op(3, TCTL_KERNEL_OP_VALUE, 3, 4) &&
		       has_op(4, TCTL_KERNEL_OP_VALUE, 4, 4) &&
		       build.plan.most == 20 && is_valid(),
	       "64 bits of a 32-bit program are two registers");
	tap_ok(!strcmp(build.name, "compat_syscall_entry_pread64"),
	       "a compat call's name");
	call = call_of("nanosleep", 1, 162);
	tctl_call_build_entry(&build, &call,
			      "struct __kernel_timespec * rqtp,"
			      "struct __kernel_timespec * rmtp");
	tap_ok(has_op(1, TCTL_KERNEL_OP_BYTES, 0, 8) && is_valid(),
	       "a structure of a 32-bit program");
	call = call_of("clock_nanosleep", 1, 407);
	tctl_call_build_entry(&build, &call,
			      "const clockid_t which_clock,int flags,"
			      "const struct __kernel_timespec * rqtp");
	tap_ok(has_op(3, TCTL_KERNEL_OP_BYTES, 2, 16) && is_valid(),
	       "one with 64-bit time");
}

static void check_forms(void)
{
	struct tctl_call call = call_of("connect", 0, 42);

	tctl_call_build_entry(&build, &call,
			      "int fd,struct sockaddr * uservaddr,int addrlen");
	tap_ok(has_op(2, TCTL_KERNEL_OP_ADDRESS, 1, 108) &&
		       build.plan.ops[2].arg2 == 2 && build.nr_fields == 8 &&
		       is_valid(),
	       "an address, with the argument that says its length");
	call = call_of("accept", 0, 43);
	tctl_call_build_exit(&build, &call,
			     "int fd,struct sockaddr * upeer_sockaddr,"
			     "int * upeer_addrlen");
	tap_ok(has_op(0, TCTL_KERNEL_OP_RESULT, 0, 8) &&
		       has_op(1,
			      TCTL_KERNEL_OP_ADDRESS | TCTL_KERNEL_OP_SUCCESS,
			      1, 108) &&
		       build.plan.ops[1].arg2 ==
			       (2 | TCTL_KERNEL_ARG_POINTER) &&
		       is_valid(),
	       "an address that the kernel wrote");
	call = call_of("readlink", 0, 89);
	tctl_call_build_exit(&build, &call,
			     "const char * path,char * buf,int bufsiz");
	tap_ok(has_op(1, TCTL_KERNEL_OP_AGAIN, 0, TCTL_KERNEL_MAX_STRING - 1) &&
		       has_op(2, TCTL_KERNEL_OP_BUFFER | TCTL_KERNEL_OP_SUCCESS,
			      1, TCTL_KERNEL_MAX_STRING) &&
		       build.plan.ops[2].arg2 == TCTL_KERNEL_ARG_RESULT &&
		       is_valid(),
	       "a path again, and as much as the call returned");
	call = call_of("poll", 0, 7);
	tctl_call_build_exit(&build, &call,
			     "struct pollfd * ufds,unsigned int nfds,"
			     "int timeout_msecs");
	tap_ok(has_op(1, TCTL_KERNEL_OP_BUFFER | TCTL_KERNEL_OP_SUCCESS, 0,
		      512) &&
		       build.plan.ops[1].arg2 == 1 &&
		       build.kinds[2] == TCTL_KERNEL_LIST(1) && is_valid(),
	       "a list of structures");
	call = call_of("execve", 0, 59);
	tctl_call_build_exit(&build, &call,
			     "const char * filename,const char *const * argv,"
			     "const char *const * envp");
	tap_ok(build.plan.nr_ops == 1 && is_valid(),
	       "nothing of a program that is gone");
	call = call_of("write", 0, 1);
	tctl_call_build_entry(&build, &call,
			      "unsigned int fd,const char * buf,size_t count");
	tap_ok(has_op(1, TCTL_KERNEL_OP_VALUE, 1, 8) && is_valid(),
	       "a buffer is no string");
}

static void check_wild(void)
{
	struct tctl_call call = call_of("future", 0, 500);

	tctl_call_build_entry(&build, &call,
			      "int a,int a,strange_t b,const char * c,int d,"
			      "int e,int f,int g");
	tap_ok(build.nr_fields == 6 && is_valid(),
	       "six registers, whatever is said");
	tctl_call_build_entry(&build, &call, "nonsense,,int");
	tap_ok(build.nr_fields == 0 && is_valid(), "nonsense is left out");
	tctl_call_build_entry(&build, &call, NULL);
	tap_ok(build.nr_fields == 6 && is_valid(), "nothing known: numbers");
}

int main(void)
{
	check_numbers();
	check_compat();
	check_forms();
	check_wild();
	return tap_done();
}
