/* SPDX-License-Identifier: MIT */
/*
 * tracectl/lttng_event.h: what stands behind the macros of <lttng/tracepoint.h>.
 *
 * A class is a struct tctl_fields and an always inlined function with the class's
 * arguments that serialises the fields; an event is a struct tctl_declaration
 * and a function that passes its arguments on; a site is a gate, and behind it
 * a slot that leads to the declaration and a call of the function. All objects
 * are static and go away where nothing uses them, so it does not matter how many
 * files include a header of events, and no file has to define anything.
 *
 * Levels and models are given after the event, in whichever way a header likes:
 * the declaration refers to them weakly.
 */
#ifndef TRACECTL_LTTNG_EVENT_H
#define TRACECTL_LTTNG_EVENT_H

#include <tracectl/arch/immediate.h>
#include <tracectl/level.h>
#include <tracectl/lttng_field.h>
#include <tracectl/probe_site.h>

#pragma GCC system_header

#define TCTL_LTTNG_CONST	static const __attribute__((unused))
#define TCTL_LTTNG_WEAK		__attribute__((weak, visibility("hidden")))
#ifdef __cplusplus
#define TCTL_LTTNG_EXTERN	extern "C"
#else
#define TCTL_LTTNG_EXTERN	extern
#endif

/* "type, name, type, name": parameters, and the names alone, each behind a
   comma. No arguments are one empty one, or void. */
#define TCTL_LTTNG_PARAMETERS(...) \
	TCTL_LTTNG_ARGUMENTS(TCTL_COUNT(__VA_ARGS__, ~), TCTL_LTTNG_PARAMETER, \
			     __VA_ARGS__, ~)
#define TCTL_LTTNG_NAMES(...) \
	TCTL_LTTNG_ARGUMENTS(TCTL_COUNT(__VA_ARGS__, ~), TCTL_LTTNG_NAME, \
			     __VA_ARGS__, ~)
#define TCTL_LTTNG_ARGUMENTS(n, op, ...) \
	TCTL_LTTNG_ARGUMENTS_1(n, op, __VA_ARGS__)
#define TCTL_LTTNG_ARGUMENTS_1(n, op, ...) \
	TCTL_LTTNG_ARGUMENTS_2(TCTL_SECOND(TCTL_LTTNG_IS_##n, SOME, ~), n, op, \
			       __VA_ARGS__)
#define TCTL_LTTNG_IS_1	~, NO
#define TCTL_LTTNG_ARGUMENTS_2(some, ...) \
	TCTL_LTTNG_ARGUMENTS_3(some, __VA_ARGS__)
#define TCTL_LTTNG_ARGUMENTS_3(some, ...) \
	TCTL_LTTNG_ARGUMENTS_##some(__VA_ARGS__)
#define TCTL_LTTNG_ARGUMENTS_NO(n, op, ...)
#define TCTL_LTTNG_ARGUMENTS_SOME(n, op, ...) \
	, TCTL_PAIRS_##n(op, __VA_ARGS__)
#define TCTL_LTTNG_PARAMETER(i, type, j, name) \
	type name __attribute__((unused))
#define TCTL_LTTNG_NAME(i, type, j, name)	name

/* args in parentheses; the fields of lttng_field.h, then ~. */
#define TCTL_LTTNG_CLASS(provider, name, args, ...) \
	TCTL_LTTNG_CLASS_1(TCTL_COUNT(__VA_ARGS__), provider, name, args, \
			   __VA_ARGS__)
#define TCTL_LTTNG_CLASS_1(n, provider, name, ...) \
	TCTL_LTTNG_CLASS_2(n, provider##___##name, __VA_ARGS__)
#define TCTL_LTTNG_CLASS_2(n, id, ...) \
	TCTL_LTTNG_CLASS_3(n, TCTL_EACH_FIELD_##n, TCTL_PAIRS_##n, id, \
			   __VA_ARGS__)
#define TCTL_LTTNG_CLASS_3(n, each, pairs, id, args, ...) \
	TCTL_LTTNG_CONST uint64_t tctl_kinds_##id[] = { \
		pairs(TCTL_FIELD_PAIR, __VA_ARGS__) \
	}; \
	TCTL_LTTNG_CONST struct tctl_label *const tctl_labels_of_##id[] = { \
		each(TCTL_LTTNG_LABELS_OF, __VA_ARGS__) 0 \
	}; \
	TCTL_LTTNG_CONST struct tctl_fields tctl_fields_##id = { \
		"" each(TCTL_FIELD_TEXT, __VA_ARGS__), tctl_kinds_##id, \
		tctl_labels_of_##id, n \
	}; \
	TCTL_ALWAYS_INLINE void tctl_class_##id( \
		struct tctl_event_slot *tctl_slot TCTL_LTTNG_PARAMETERS args) \
	{ \
		unsigned char tctl_bytes[8 * (n) + 8]; \
		struct tctl_segment tctl_segments[2 * (n) + 1]; \
		TCTL_ASSERT((n) <= TCTL_MAX_PROBE_FIELDS, \
			    "tracectl: an event has at most 40 fields"); \
		TCTL_SERIALISE(n, each(TCTL_FIELD_CHECK, __VA_ARGS__), \
			       each(TCTL_FIELD_PUT, __VA_ARGS__), ) \
	}

#define TCTL_LTTNG_INSTANCE(class_provider, class_name, provider, name, args) \
	TCTL_LTTNG_INSTANCE_1(class_provider##___##class_name, \
			      provider##___##name, \
			      TCTL_STRING(provider) ":" TCTL_STRING(name), \
			      args)
#define TCTL_LTTNG_INSTANCE_1(class_id, id, title, args) \
	TCTL_LTTNG_EXTERN const uint8_t tctl_level_##id TCTL_LTTNG_WEAK; \
	TCTL_LTTNG_EXTERN const char *const tctl_model_##id TCTL_LTTNG_WEAK; \
	TCTL_LTTNG_CONST struct tctl_declaration tctl_declaration_##id \
		TCTL_DECLARATION_SYMBOL(tctl_declaration_##id) = { \
		title TCTL_HERE, &tctl_fields_##class_id, &tctl_level_##id, \
		&tctl_model_##id \
	}; \
	TCTL_ALWAYS_INLINE void tctl_event_##id( \
		struct tctl_event_slot *tctl_slot TCTL_LTTNG_PARAMETERS args) \
	{ \
		tctl_class_##class_id(tctl_slot TCTL_LTTNG_NAMES args); \
	}

#define TCTL_LTTNG_LEVEL(provider, name, level) \
	TCTL_LTTNG_EXTERN const uint8_t tctl_level_##provider##___##name \
		TCTL_LTTNG_WEAK; \
	const uint8_t tctl_level_##provider##___##name = (level);
#define TCTL_LTTNG_MODEL(provider, name, uri) \
	TCTL_LTTNG_EXTERN const char *const tctl_model_##provider##___##name \
		TCTL_LTTNG_WEAK; \
	const char *const tctl_model_##provider##___##name = uri;

/* Then the values, one behind the other, each one of the two below. */
#define TCTL_LTTNG_LABELS_NAME(provider, name) \
	tctl_labels_##provider##___##name
#define TCTL_LTTNG_ENUM(provider, name, ...) \
	TCTL_LTTNG_CONST struct tctl_label \
	TCTL_LTTNG_LABELS_NAME(provider, name)[] = { \
		__VA_ARGS__ { 0, 0, 0, 0 } \
	};
#define TCTL_LTTNG_RANGE(label, first, last) \
	{ TCTL_CAST(int64_t, first), TCTL_CAST(int64_t, last), label, 0 },
#define TCTL_LTTNG_NEXT(label)	{ 0, 0, label, 1 },

/* One site. Without the library there is nothing to call. */
#define TCTL_LTTNG_IS_OPEN(provider, name) \
	TCTL_IS_OPEN(TCTL_STRING(provider) ":" TCTL_STRING(name) TCTL_HERE)
#define TCTL_LTTNG_RECORD(provider, name, ...) \
	do { \
		struct tctl_event_slot *tctl_slot; \
		TCTL_EVENT_SLOT_DECLARED( \
			tctl_slot, tctl_declaration_##provider##___##name); \
		tctl_event_##provider##___##name(tctl_slot, ##__VA_ARGS__); \
	} while (0)
#define TCTL_LTTNG_SITE(provider, name, ...) \
	do { \
		if (__builtin_expect(TCTL_LTTNG_IS_OPEN(provider, name), 0)) \
			TCTL_LTTNG_RECORD(provider, name, ##__VA_ARGS__); \
	} while (0)
#define TCTL_LTTNG_DO(provider, name, ...) \
	do { \
		if (tctl_object.record) \
			TCTL_LTTNG_RECORD(provider, name, ##__VA_ARGS__); \
	} while (0)

#endif
