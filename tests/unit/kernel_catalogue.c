// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/unit/kernel_catalogue.c: catalogues of kernels that are not this one:
 * small trees of format files.
 */
#include "tools/kernel/catalogue.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/lib/tap.h"
#include "tools/lib/event_text.h"

#define FIELD(decl, offset, size, sign) \
	"\tfield:" decl ";\toffset:" #offset ";\tsize:" #size ";\tsigned:" \
	#sign ";\n"

static const struct {
	const char *system, *name, *body; /* id: position + 1 */
} formats[] = {
	/* As 6.1 and 6.12 have them. */
	{"sched", "sched_switch", FIELD("char prev_comm[16]", 8, 16, 1)},
	{"irq", "softirq_entry", FIELD("unsigned int vec", 8, 4, 0)},
	{"timer", "hrtimer_init", FIELD("void * hrtimer", 8, 8, 0)},
	{"sched", "sched_stat_wait",
	 FIELD("char comm[16]", 8, 16, 1) FIELD("pid_t pid", 24, 4, 1)
		 FIELD("u64 delay", 32, 8, 0)},
	{"syscalls", "sys_enter_openat",
	 FIELD("int __syscall_nr", 8, 4, 1) FIELD("int dfd", 16, 8, 0)
		 FIELD("const char * filename", 24, 8, 0)
			 FIELD("int flags", 32, 8, 0)
				 FIELD("umode_t mode", 40, 8, 0)
	 /* What a later kernel adds. */
	 FIELD("__data_loc char[] __filename_val", 48, 4, 0)},
	{"syscalls", "sys_enter_newfstat",
	 FIELD("int __syscall_nr", 8, 4, 1) FIELD("unsigned int fd", 16, 8, 0)
		 FIELD("struct stat * statbuf", 24, 8, 0)},
	{"syscalls", "sys_enter_from_the_future",
	 FIELD("int __syscall_nr", 8, 4, 1) FIELD("int fd", 16, 8, 0)},
	{"odd", "sched_stat_wait", FIELD("int x", 8, 4, 1)},
	{"9p", "9p_request", FIELD("int a-b", 8, 4, 1) FIELD("u8 a", 12, 1, 0)
		FIELD("u8 a", 13, 1, 0)},
	{"ftrace", "function", FIELD("unsigned long ip", 8, 8, 0)},
};

static void write_format(int root, size_t i)
{
	char path[128], text[1024];
	int fd, size;

	mkdirat(root, formats[i].system, 0700);
	snprintf(path, sizeof(path), "%s/%s", formats[i].system,
		 formats[i].name);
	mkdirat(root, path, 0700);
	strcat(path, "/format");
	size = snprintf(text, sizeof(text), "name: %s\nID: %zu\nformat:\n%s%s",
			formats[i].name, i + 1,
			FIELD("int common_pid", 4, 4, 1), formats[i].body);
	fd = openat(root, path, O_WRONLY | O_CREAT, 0600);
	if (fd < 0 || write(fd, text, (size_t)size) != size)
		abort();
	close(fd);
}

static void remove_format(int root, size_t i)
{
	char path[128];

	snprintf(path, sizeof(path), "%s/%s/format", formats[i].system,
		 formats[i].name);
	unlinkat(root, path, 0);
	*strrchr(path, '/') = '\0';
	unlinkat(root, path, AT_REMOVEDIR);
	unlinkat(root, formats[i].system, AT_REMOVEDIR);
}

static const struct tctl_event_field *
find_field(const struct tctl_event_text *text, const char *name)
{
	for (uint32_t i = 0; i < text->nr_fields; i++)
		if (!strcmp(text->fields[i].name, name))
			return &text->fields[i];
	return NULL;
}

/* The kind of an event's field, 0: there is none. */
static uint32_t kind_of(const struct tctl_kernel_catalogue *catalogue,
			const char *name, const char *field)
{
	const struct tctl_kernel_event *event =
		tctl_kernel_catalogue_find(catalogue, name);
	const struct tctl_event_field *found;
	struct tctl_event_text text;
	uint32_t kind;

	if (!event ||
	    tctl_event_text_parse(&text, event->text, event->text_size,
				  event->kinds, event->nr_fields))
		return 0;
	found = find_field(&text, field);
	kind = found ? found->kind : 0;
	tctl_event_text_release(&text);
	return kind;
}

static int has(const struct tctl_kernel_catalogue *catalogue, const char *name)
{
	return tctl_kernel_catalogue_find(catalogue, name) != NULL;
}

static int matches(const struct tctl_kernel_catalogue *catalogue,
		   const char *name, const char *pattern)
{
	const struct tctl_kernel_event *event =
		tctl_kernel_catalogue_find(catalogue, name);

	return event && tctl_kernel_event_matches(event, pattern);
}

static void check_tracepoints(const struct tctl_kernel_catalogue *c)
{
	const struct tctl_kernel_event *wait;

	wait = tctl_kernel_catalogue_find(c, "sched_stat_wait");
	tap_ok(wait && wait->source == TCTL_KERNEL_TRACEPOINT &&
		       wait->number > 0,
	       "a tracepoint without a program, with its id");
	tap_ok(kind_of(c, "sched_stat_wait", "tid") ||
		       kind_of(c, "odd_sched_stat_wait", "x"),
	       "pid is tid where LTTng has it");
	tap_ok(has(c, "odd_sched_stat_wait") || has(c, "sched_sched_stat_wait"),
	       "a name that is taken gets its system in front");
	tap_ok(has(c, "timer_hrtimer_init"), "renamed by its beginning");
	tap_ok(has(c, "_9p_request") && kind_of(c, "_9p_request", "a") &&
		       kind_of(c, "_9p_request", "a_2"),
	       "names are made identifiers, and unique");
	tap_ok(!has(c, "function"), "ftrace's records are no tracepoints");
}

static void check_programs(const struct tctl_kernel_catalogue *c)
{
	const struct tctl_kernel_event *event;

	event = tctl_kernel_catalogue_find(c, "sched_switch");
	tap_ok(event && event->source == TCTL_KERNEL_PROGRAM && !event->missing,
	       "sched_switch has a program");
	event = tctl_kernel_catalogue_find(c, "sched_wakeup");
	tap_ok(event && event->missing, "sched_wakeup is missing here");
	event = tctl_kernel_catalogue_find(c, "profile_sample");
	tap_ok(event && !event->missing, "a profile is no tracepoint");
}

static void check_calls(const struct tctl_kernel_catalogue *c)
{
	const struct tctl_kernel_event *event;

	event = tctl_kernel_catalogue_find(c, "syscall_entry_openat");
	tap_ok(event && event->nr_fields == 4 &&
		       event->source == TCTL_KERNEL_CALL_ENTER,
	       "an entry has its arguments");
	tap_ok(kind_of(c, "syscall_entry_openat", "filename") ==
			       TCTL_KIND_STRING &&
		       kind_of(c, "syscall_exit_openat", "filename") ==
			       TCTL_KIND_STRING,
	       "a string is in entry and exit");
	tap_ok(kind_of(c, "syscall_entry_openat", "flags") & TCTL_KIND_ENUM,
	       "flags have names");
	tap_ok(has(c, "syscall_entry_newfstat") &&
		       !has(c, "syscall_entry_fstat"),
	       "calls are called as LTTng does");
	tap_ok(kind_of(c, "syscall_entry_close", "arg0") != 0,
	       "what nobody declares is numbers");
	event = tctl_kernel_catalogue_find(c, "syscall_exit_openat");
	tap_ok(event && event->source == TCTL_KERNEL_CALL_LEAVE &&
		       kind_of(c, "syscall_exit_openat", "ret"),
	       "an exit has the result");
	event = NULL;
	for (size_t i = 0; i < tctl_kernel_catalogue_size(c); i++)
		if (strstr(tctl_kernel_catalogue_event(c, i)->name,
			   "entry_unknown_"))
			event = tctl_kernel_catalogue_event(c, i);
	tap_ok(event && event->nr_fields == 6,
	       "a call that is newer than the build is recorded as unknown");
}

static void check_patterns(const struct tctl_kernel_catalogue *c)
{
	tap_ok(matches(c, "irq_softirq_entry", "irq:softirq_entry") &&
		       matches(c, "irq_softirq_entry", "irq_softirq_entry") &&
		       matches(c, "irq_softirq_entry", "irq:irq_*") &&
		       matches(c, "irq_softirq_entry", "*"),
	       "a program's event under all its names");
	tap_ok(matches(c, "syscall_entry_newfstat", "syscall:fstat") &&
		       matches(c, "syscall_exit_newfstat", "syscall:newfstat"),
	       "a call under both its names");
	tap_ok(!matches(c, "syscall_entry_newfstat", "syscall:stat"),
	       "and no other");
	tap_ok(matches(c, "_9p_request", "9p:*") &&
		       matches(c, "_9p_request", "9p:9p_request") &&
		       !matches(c, "_9p_request", "*"),
	       "a tracepoint by its system, not by * alone");
	tap_ok(!matches(c, "lttng_statedump_start", "lttng_statedump_start"),
	       "what the daemon writes can't be asked for");
}

static void check_declarations(const struct tctl_kernel_catalogue *c)
{
	const struct tctl_kernel_event *event;
	struct tctl_event_text text;
	unsigned int bad = 0;

	for (size_t i = 0; i < tctl_kernel_catalogue_size(c); i++) {
		event = tctl_kernel_catalogue_event(c, i);
		if (tctl_event_text_parse(&text, event->text, event->text_size,
					  event->kinds, event->nr_fields)) {
			tap_note("%s: %s", event->name, text.reason);
			bad++;
			continue;
		}
		tctl_event_text_release(&text);
	}
	tap_ok(!bad, "%zu declarations are valid",
	       tctl_kernel_catalogue_size(c));
}

static void check_without(void)
{
	struct tctl_kernel_catalogue *c;

	if (!tap_ok(!tctl_kernel_catalogue_read(-1, "no tracefs", &c),
		    "a kernel that shows no formats"))
		return;
	tap_ok(!strcmp(tctl_kernel_catalogue_note(c), "no tracefs"),
	       "the note says why");
	tap_ok(has(c, "sched_switch") &&
		       !tctl_kernel_catalogue_find(c, "sched_switch")->missing &&
		       has(c, "syscall_entry_openat") &&
		       has(c, "lttng_statedump_start"),
	       "programs, calls and the statedump are there");
	check_declarations(c);
	tctl_kernel_catalogue_free(c);
}

int main(void)
{
	char folder[] = "kernel_catalogue.XXXXXX";
	struct tctl_kernel_catalogue *c;
	int root;

	if (!mkdtemp(folder))
		return 1;
	root = open(folder, O_RDONLY | O_DIRECTORY);
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		write_format(root, i);
	if (tap_ok(!tctl_kernel_catalogue_read(root, NULL, &c), "is read")) {
		check_tracepoints(c);
		check_programs(c);
		check_calls(c);
		check_patterns(c);
		check_declarations(c);
		tctl_kernel_catalogue_free(c);
	}
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		remove_format(root, i);
	close(root);
	rmdir(folder);
	check_without();
	return tap_done();
}
