// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/fuzz/kernel_format.c: format files of tracepoints and of system calls:
 * whatever they say, the events made of them are valid declarations whose plan
 * writes what they declare at most.
 */
#include "tests/fuzz/driver.h"
#include "tests/lib/tap.h"
#include "tools/kernel/call.h"
#include "tools/kernel/signatures.h"
#include "tools/kernel/tracepoint.h"
#include "tools/lib/event_text.h"

#define CHECK(cond) do { \
	if (!(cond)) \
		abort(); \
} while (0)

static unsigned int accepted, fields;

static void check_build(const struct tctl_event_build *build)
{
	struct tctl_kernel_event *event;
	struct tctl_event_text text;

	event = tctl_event_build_end(build, TCTL_KERNEL_TRACEPOINT, 1, NULL);
	CHECK(event);
	if (tctl_event_text_parse(&text, event->text, event->text_size,
				  event->kinds, event->nr_fields)) {
		tap_note("%s: %s", text.reason, event->text);
		abort();
	}
	CHECK(event->plan.nr_ops <= TCTL_KERNEL_MAX_OPS);
	fields += text.nr_fields;
	tctl_event_text_release(&text);
	free(event);
}

static void check_call(const struct tctl_format *format, int is_compat)
{
	static struct tctl_event_build build;
	struct tctl_signatures signatures = {.nr = 0};
	struct tctl_call call = {"openat", "openat", "openat", 1,
				 (uint8_t)is_compat};
	const char *text;

	CHECK(!tctl_signatures_add(&signatures, "openat", format));
	text = tctl_signatures_find(&signatures, "openat");
	tctl_call_build_entry(&build, &call, text);
	check_build(&build);
	tctl_call_build_exit(&build, &call, text);
	check_build(&build);
	tctl_signatures_release(&signatures);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct tctl_event_build build;
	struct tctl_format format;
	char *text = malloc(size + 1);

	CHECK(text);
	memcpy(text, data, size);
	text[size] = '\0';
	if (!tctl_format_read(&format, text)) {
		tctl_tracepoint_build(&build, "block", format.name,
				      format.name, &format);
		check_build(&build);
		check_call(&format, 0);
		check_call(&format, 1);
		accepted++;
	}
	free(text);
	return 0;
}

#ifndef FUZZER
static const char tracepoint[] =
	"name: sample\nID: 77\nformat:\n"
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"
	"\tfield:dev_t dev;\toffset:8;\tsize:4;\tsigned:0;\n"
	"\tfield:char rwbs[10];\toffset:12;\tsize:10;\tsigned:0;\n"
	"\tfield:__data_loc char[] text;\toffset:24;\tsize:4;\tsigned:0;\n"
	"\tfield:__rel_loc u8[] bytes;\toffset:28;\tsize:4;\tsigned:0;\n"
	"\tfield:__data_loc cpumask_t cpus;\toffset:32;\tsize:4;\tsigned:0;\n"
	"\tfield:unsigned long args[6];\toffset:40;\tsize:48;\tsigned:0;\n"
	"\tfield:u8 cpus[8];\toffset:88;\tsize:8;\tsigned:0;\n"
	"\tfield:struct thing it;\toffset:96;\tsize:24;\tsigned:0;\n";

static const char call[] =
	"name: sys_enter_openat\nID: 782\nformat:\n"
	"\tfield:int __syscall_nr;\toffset:8;\tsize:4;\tsigned:1;\n"
	"\tfield:int dfd;\toffset:16;\tsize:8;\tsigned:0;\n"
	"\tfield:const char * filename;\toffset:24;\tsize:8;\tsigned:0;\n"
	"\tfield:int flags;\toffset:32;\tsize:8;\tsigned:0;\n"
	"\tfield:loff_t mode;\toffset:40;\tsize:8;\tsigned:0;\n";

int main(void)
{
	fuzz_seed(tracepoint, sizeof(tracepoint) - 1, 0, 0, 20000);
	fuzz_seed(call, sizeof(call) - 1, 0, 0, 20000);
	tap_ok(accepted > 100 && fields > accepted,
	       "%u of 40,000 changed formats are events, with %u fields",
	       accepted, fields);
	return tap_done();
}
#endif
