// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The catalogue. Format files are read in one pass: those of tracepoints become
 * events at once, those of system calls signatures; then come the calls, the
 * programs and the daemon's own events. Names are unique: what comes later
 * under a name that is taken gets its system's in front.
 */
#include "catalogue.h"

#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "call.h"
#include "format.h"
#include "program.h"
#include "signatures.h"
#include "tracefs.h"
#include "tracepoint.h"

#define MAX_PROGRAMS 64u

struct tctl_kernel_catalogue {
	struct tctl_kernel_event **events;
	size_t nr, max;
	void *by_name; /* tree of tsearch(3) */
	char *note;
};

static void keep(void *node)
{
	(void)node;
}

void tctl_kernel_catalogue_free(struct tctl_kernel_catalogue *catalogue)
{
	if (!catalogue)
		return;
	tdestroy(catalogue->by_name, keep);
	for (size_t i = 0; i < catalogue->nr; i++)
		free(catalogue->events[i]);
	free(catalogue->events);
	free(catalogue->note);
	free(catalogue);
}

/* What is needed while reading. */
struct reading {
	struct tctl_kernel_catalogue *catalogue;
	struct tctl_event_build build;
	struct tctl_format format;
	struct tctl_signatures signatures;
	char *programs[MAX_PROGRAMS]; /* the kernel's spelling, when there */
	int has_tracefs;
};

static void reading_free(struct reading *reading)
{
	if (!reading)
		return;
	tctl_signatures_release(&reading->signatures);
	for (unsigned int i = 0; i < MAX_PROGRAMS; i++)
		free(reading->programs[i]);
	free(reading);
}

static int compare(const void *a, const void *b)
{
	const struct tctl_kernel_event *x = a, *y = b;

	return strcmp(x->name, y->name);
}

const struct tctl_kernel_event *
tctl_kernel_catalogue_find(const struct tctl_kernel_catalogue *catalogue,
			   const char *name)
{
	struct tctl_kernel_event key = {.name = name};
	struct tctl_kernel_event *const *found;

	found = tfind(&key, (void *const *)&catalogue->by_name, compare);
	return found ? *found : NULL;
}

size_t tctl_kernel_catalogue_size(const struct tctl_kernel_catalogue *catalogue)
{
	return catalogue->nr;
}

const struct tctl_kernel_event *
tctl_kernel_catalogue_event(const struct tctl_kernel_catalogue *catalogue,
			    size_t i)
{
	return catalogue->events[i];
}

const char *
tctl_kernel_catalogue_note(const struct tctl_kernel_catalogue *catalogue)
{
	return catalogue->note;
}

static int reserve(struct tctl_kernel_catalogue *catalogue)
{
	size_t max = catalogue->max ? 2 * catalogue->max : 4096;
	struct tctl_kernel_event **bigger;

	if (catalogue->nr < catalogue->max)
		return 0;
	bigger = reallocarray(catalogue->events, max, sizeof(*bigger));
	if (!bigger)
		return -ENOMEM;
	catalogue->events = bigger;
	catalogue->max = max;
	return 0;
}

/* Takes what is built into the catalogue. */
static int add(struct reading *reading, enum tctl_kernel_source source,
	       uint32_t number, const char *missing)
{
	struct tctl_kernel_catalogue *catalogue = reading->catalogue;
	struct tctl_kernel_event *event;

	event = tctl_event_build_end(&reading->build, source, number, missing);
	if (!event || reserve(catalogue) ||
	    !tsearch(event, &catalogue->by_name, compare)) {
		free(event);
		return -ENOMEM;
	}
	catalogue->events[catalogue->nr++] = event;
	return 0;
}

static int is_taken(struct reading *reading)
{
	return tctl_kernel_catalogue_find(reading->catalogue,
					  reading->build.name) != NULL;
}

static int add_tracepoint(struct reading *reading, const char *system,
			  const char *name)
{
	char known[128];
	int program;

	tctl_tracepoint_name(system, name, known, sizeof(known));
	program = tctl_program_find(system, known);
	if (program >= 0 && !reading->programs[program]) {
		reading->programs[program] = strdup(name);
		return reading->programs[program] ? 0 : -ENOMEM;
	}
	tctl_tracepoint_build(&reading->build, system, name, known,
			      &reading->format);
	if (is_taken(reading)) {
		snprintf(known, sizeof(known), "%.60s_%.60s", system, name);
		tctl_tracepoint_build(&reading->build, system, name, known,
				      &reading->format);
	}
	if (is_taken(reading))
		return 0;
	return add(reading, TCTL_KERNEL_TRACEPOINT, reading->format.id, NULL);
}

/* Systems that are none of the kernel's tracepoints: ftrace's own records, and
   what users defined, which comes and goes. */
static int is_foreign(const char *system)
{
	static const char *const systems[] = {
		"ftrace",  "kprobes",	"uprobes",
		"eprobes", "synthetic", "user_events",
	};

	for (size_t i = 0; i < sizeof(systems) / sizeof(systems[0]); i++)
		if (!strcmp(systems[i], system))
			return 1;
	return 0;
}

static int take_format(void *arg, const char *system, const char *name,
		       char *text)
{
	static const char enter[] = "sys_enter_";
	struct reading *reading = arg;

	if (is_foreign(system) || tctl_format_read(&reading->format, text))
		return 0;
	reading->has_tracefs = 1;
	if (strcmp(system, "syscalls"))
		return add_tracepoint(reading, system, name);
	if (strncmp(name, enter, sizeof(enter) - 1))
		return 0;
	return tctl_signatures_add(&reading->signatures,
				   name + sizeof(enter) - 1, &reading->format);
}

static int add_call(struct reading *reading, const struct tctl_call *call)
{
	const char *signature;
	uint32_t number = call->number;
	int ret;

	signature = tctl_signatures_find(&reading->signatures, call->like);
	if (call->is_compat)
		number += TCTL_KERNEL_COMPAT;
	tctl_call_build_entry(&reading->build, call, signature);
	if (is_taken(reading))
		return 0;
	ret = add(reading, TCTL_KERNEL_CALL_ENTER, number, NULL);
	if (ret)
		return ret;
	tctl_call_build_exit(&reading->build, call, signature);
	return add(reading, TCTL_KERNEL_CALL_LEAVE, number, NULL);
}

static int add_calls(struct reading *reading, int is_compat)
{
	struct tctl_call call;
	int ret = 0;

	for (uint32_t i = 0; !ret && i < TCTL_KERNEL_CALLS; i++)
		if (!tctl_call_get(i, is_compat, &call))
			ret = add_call(reading, &call);
	return ret;
}

/*
 * Calls that the kernel names and we have no number for are newer than this
 * build: the numbers that follow the last known one.
 */
static int add_unknown_calls(struct reading *reading)
{
	struct tctl_call call = {"unknown", NULL, "unknown", 0, 0};
	struct tctl_call known;
	char name[32];
	size_t unknown = 0;
	int ret = 0;

	for (size_t i = 0; i < reading->signatures.nr; i++)
		unknown += !reading->signatures.signatures[i].used;
	for (uint32_t i = 0; i < TCTL_KERNEL_CALLS; i++)
		if (!tctl_call_get(i, 0, &known))
			call.number = i;
	while (!ret && unknown-- && ++call.number < TCTL_KERNEL_CALLS) {
		snprintf(name, sizeof(name), "unknown_%u", call.number);
		call.name = name;
		ret = add_call(reading, &call);
	}
	return ret;
}

static int add_programs(struct reading *reading)
{
	const char *missing;
	int ret = 0;

	for (unsigned int i = 0; !ret && i < tctl_program_count(); i++) {
		missing = NULL;
		if (reading->has_tracefs && !reading->programs[i] &&
		    tctl_program_is_tracepoint(i))
			missing = "this kernel has no such tracepoint";
		tctl_program_build(&reading->build, i, reading->programs[i]);
		ret = add(reading, TCTL_KERNEL_PROGRAM, i, missing);
	}
	return ret;
}

static int add_states(struct reading *reading)
{
	int ret = 0;

	for (unsigned int i = 0; !ret && i < tctl_state_count(); i++) {
		tctl_state_build(&reading->build, i);
		ret = add(reading, TCTL_KERNEL_STATE, i, NULL);
	}
	return ret;
}

static unsigned int rank(const struct tctl_kernel_event *event)
{
	return event->source == TCTL_KERNEL_CALL_LEAVE ? TCTL_KERNEL_CALL_ENTER
						       : event->source;
}

/* Programs, system calls, tracepoints, the daemon's; by name. */
static int compare_order(const void *a, const void *b)
{
	const struct tctl_kernel_event *x =
		*(const struct tctl_kernel_event *const *)a;
	const struct tctl_kernel_event *y =
		*(const struct tctl_kernel_event *const *)b;
	int order;

	if (rank(x) != rank(y))
		return rank(x) < rank(y) ? -1 : 1;
	order = strcmp(x->pattern_name, y->pattern_name);
	return order ? order : strcmp(x->name, y->name);
}

static int read_all(struct reading *reading, int events)
{
	int ret = 0;

	if (events >= 0)
		ret = tctl_tracefs_formats(events, take_format, reading);
	if (!ret)
		ret = add_programs(reading);
	if (!ret)
		ret = add_calls(reading, 0);
	if (!ret)
		ret = add_unknown_calls(reading);
	if (!ret)
		ret = add_calls(reading, 1);
	if (!ret)
		ret = add_states(reading);
	qsort(reading->catalogue->events, reading->catalogue->nr,
	      sizeof(*reading->catalogue->events), compare_order);
	return ret;
}

int tctl_kernel_catalogue_read(int events, const char *note,
			       struct tctl_kernel_catalogue **ret_catalogue)
{
	struct tctl_kernel_catalogue *catalogue = calloc(1, sizeof(*catalogue));
	struct reading *reading = calloc(1, sizeof(*reading));
	int ret = -ENOMEM;

	if (!catalogue || !reading)
		goto out;
	if (note && !(catalogue->note = strdup(note)))
		goto out;
	reading->catalogue = catalogue;
	ret = read_all(reading, events);
	if (ret)
		goto out;
	*ret_catalogue = catalogue;
	catalogue = NULL;
out:
	reading_free(reading);
	tctl_kernel_catalogue_free(catalogue);
	return ret;
}

int tctl_kernel_catalogue_new(struct tctl_kernel_catalogue **ret_catalogue,
			      char *error, size_t error_size)
{
	char note[256];
	int events, ret;

	events = tctl_tracefs_open(note, sizeof(note));
	ret = tctl_kernel_catalogue_read(events, events < 0 ? note : NULL,
					 ret_catalogue);
	if (events >= 0)
		close(events);
	if (ret)
		snprintf(error, error_size,
			 "can't read what the kernel can record: %s",
			 strerror(-ret));
	return ret;
}
