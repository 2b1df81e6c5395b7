// SPDX-License-Identifier: GPL-2.0-or-later
/* The lists of probes/kernel/events.h and state.h made declarations. */
#include "program.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "probes/kernel/events.h"
#include "probes/kernel/state.h"

struct field {
	const char *name; /* NULL: no more */
	uint32_t kind;
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define KIND_S8		   TCTL_KERNEL_KIND(TCTL_KIND_INT, 0)
#define KIND_S16	   TCTL_KERNEL_KIND(TCTL_KIND_INT, 1)
#define KIND_S32	   TCTL_KERNEL_S32
#define KIND_S64	   TCTL_KERNEL_S64
#define KIND_U8		   TCTL_KERNEL_U8
#define KIND_U16	   TCTL_KERNEL_U16
#define KIND_U32	   TCTL_KERNEL_U32
#define KIND_U64	   TCTL_KERNEL_U64
#define KIND_X32	   (TCTL_KERNEL_U32 | TCTL_KERNEL_HEX)
#define KIND_X64	   TCTL_KERNEL_X64
#define KIND_O32	   (TCTL_KERNEL_U32 | TCTL_KERNEL_OCT)
#define KIND_N32	   (TCTL_KERNEL_U32 | TCTL_KERNEL_HEX | TCTL_KIND_NETWORK)
#define KIND_COMM	   (TCTL_KERNEL_U8 | TCTL_KIND_TEXT | TCTL_KERNEL_ARRAY(16))
#define KIND_STRING	   TCTL_KIND_STRING
#define KIND_ADDRESSES	   (TCTL_KERNEL_X64 | TCTL_KERNEL_SEQUENCE)
#define KIND_PROFILE	   (TCTL_KERNEL_U32 | TCTL_KIND_ENUM)
#define FIELD(kind, field) {#field, KIND_##kind},

#define FIELDS(group, name)                           \
	static const struct field fields_##name[] = { \
		TCTL_KERNEL_FIELDS_##name(FIELD){NULL, 0}};
TCTL_KERNEL_EVENTS(FIELDS)
#undef FIELDS

#define FIELDS(name)                                  \
	static const struct field fields_##name[] = { \
		TCTL_STATE_FIELDS_##name(FIELD){NULL, 0}};
TCTL_STATE_EVENTS(FIELDS)
#undef FIELDS

static const struct {
	const char *group, *name;
	const struct field *fields;
} programs[] = {
#define PROGRAM(group, name) {#group, #name, fields_##name},
	TCTL_KERNEL_EVENTS(PROGRAM)
#undef PROGRAM
};

static const struct {
	const char *name;
	const struct field *fields;
} states[] = {
#define STATE(name) {#name, fields_##name},
	TCTL_STATE_EVENTS(STATE)
#undef STATE
};

#define LABEL(name, value)         \
	{                          \
		name, value, value \
	}
static const struct tctl_kernel_label profiles[] = {
	LABEL("cpu", TCTL_KERNEL_PROFILE_CPU),
	LABEL("schedule", TCTL_KERNEL_PROFILE_SCHEDULE),
	LABEL("sleep", TCTL_KERNEL_PROFILE_SLEEP),
	LABEL("kvm", TCTL_KERNEL_PROFILE_KVM),
};

unsigned int tctl_program_count(void)
{
	return COUNT(programs);
}

unsigned int tctl_state_count(void)
{
	return COUNT(states);
}

static void build_fields(struct tctl_event_build *build,
			 const struct field *fields)
{
	for (; fields->name; fields++) {
		tctl_event_build_field(build, fields->name,
				       fields->kind & ~TCTL_KIND_ENUM, NULL, 0);
		if (fields->kind & TCTL_KIND_ENUM)
			tctl_event_build_labels(build, profiles,
						COUNT(profiles));
	}
}

int tctl_program_find(const char *system, const char *name)
{
	for (size_t i = 0; i < COUNT(programs); i++)
		if (!strcmp(programs[i].group, system) &&
		    !strcmp(programs[i].name, name))
			return (int)i;
	return -ENOENT;
}

int tctl_program_is_tracepoint(unsigned int number)
{
	return strcmp(programs[number].group, "profile") != 0;
}

void tctl_program_build(struct tctl_event_build *build, unsigned int number,
			const char *kernel_name)
{
	const char *name = programs[number].name;

	tctl_event_build_begin(build, programs[number].group,
			       kernel_name ? kernel_name : name, name,
			       "probes/kernel/events.h:1");
	build_fields(build, programs[number].fields);
}

void tctl_state_build(struct tctl_event_build *build, unsigned int number)
{
	tctl_event_build_begin(build, "state", states[number].name,
			       states[number].name, "probes/kernel/state.h:1");
	build_fields(build, states[number].fields);
}
