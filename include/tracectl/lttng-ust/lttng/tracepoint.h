/* SPDX-License-Identifier: MIT */
/*
 * lttng/tracepoint.h, of tracectl: programs and libraries that are written for
 * LTTng-UST 2.0 to 2.13 compile against this header as they are. Their events
 * are recorded by tracectl, and each dormant tracepoint costs one instruction.
 * tracectl-lttng(7) says how to build, and what is different.
 *
 * One pass over a header of events is enough: the defines that make LTTng's read
 * it several times (CREATE_PROBES, DEFINE, PROBE_DYNAMIC_LINKAGE, INCLUDE) are
 * not looked at.
 */
#ifndef TRACECTL_LTTNG_TRACEPOINT_H
#define TRACECTL_LTTNG_TRACEPOINT_H

/* Whatever the file that includes this stands in. */
#ifdef __cplusplus
extern "C++" {
#endif
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
#include <tracectl/lttng_event.h>
#ifdef __cplusplus
}
#endif

#pragma GCC system_header

#ifndef LTTNG_UST_COMPAT_API_VERSION
#define LTTNG_UST_COMPAT_API_VERSION	0
#endif
#define LTTNG_UST_COMPAT_API(version) \
	(LTTNG_UST_COMPAT_API_VERSION <= (version))

/* Sites. */
#define lttng_ust_tracepoint(provider, name, ...) \
	TCTL_LTTNG_SITE(provider, name, ##__VA_ARGS__)
#define lttng_ust_do_tracepoint(provider, name, ...) \
	TCTL_LTTNG_DO(provider, name, ##__VA_ARGS__)
#define lttng_ust_tracepoint_enabled(provider, name) \
	TCTL_LTTNG_IS_OPEN(provider, name)

/* Events. Up to 20 arguments and 40 fields. */
#define LTTNG_UST_TP_ARGS(...)		__VA_ARGS__
#define LTTNG_UST_TP_FIELDS(...)	__VA_ARGS__
#define LTTNG_UST_TP_ENUM_VALUES(...)	__VA_ARGS__

#define LTTNG_UST_TRACEPOINT_EVENT(provider, name, args, fields) \
	TCTL_LTTNG_CLASS(provider, name, (args), fields ~) \
	TCTL_LTTNG_INSTANCE(provider, name, provider, name, (args))
#define LTTNG_UST_TRACEPOINT_EVENT_CLASS(provider, name, args, fields) \
	TCTL_LTTNG_CLASS(provider, name, (args), fields ~)
#define LTTNG_UST_TRACEPOINT_EVENT_INSTANCE(class_provider, class_name, \
					    provider, name, args) \
	TCTL_LTTNG_INSTANCE(class_provider, class_name, provider, name, (args))
#define LTTNG_UST_TRACEPOINT_LOGLEVEL(provider, name, level) \
	TCTL_LTTNG_LEVEL(provider, name, level)
#define LTTNG_UST_TRACEPOINT_MODEL_EMF_URI(provider, name, uri) \
	TCTL_LTTNG_MODEL(provider, name, uri)
#define LTTNG_UST_TRACEPOINT_ENUM(provider, name, values) \
	TCTL_LTTNG_ENUM(provider, name, values)

#define lttng_ust_field_enum_value(label, value) \
	TCTL_LTTNG_RANGE(label, value, value)
#define lttng_ust_field_enum_range(label, first, last) \
	TCTL_LTTNG_RANGE(label, first, last)
#define lttng_ust_field_enum_auto(label)	TCTL_LTTNG_NEXT(label)

enum {
	LTTNG_UST_TRACEPOINT_LOGLEVEL_EMERG = TRACECTL_EMERG,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_ALERT = TRACECTL_ALERT,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_CRIT = TRACECTL_CRIT,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_ERR = TRACECTL_ERR,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_WARNING = TRACECTL_WARNING,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_NOTICE = TRACECTL_NOTICE,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO = TRACECTL_INFO,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_SYSTEM = TRACECTL_DEBUG_SYSTEM,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_PROGRAM = TRACECTL_DEBUG_PROGRAM,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_PROCESS = TRACECTL_DEBUG_PROCESS,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_MODULE = TRACECTL_DEBUG_MODULE,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_UNIT = TRACECTL_DEBUG_UNIT,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_FUNCTION = TRACECTL_DEBUG_FUNCTION,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_LINE = TRACECTL_DEBUG_LINE,
	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG = TRACECTL_DEBUG,
};

/* Fields. */
#define lttng_ust_field_integer(type, name, expr) \
	(name, (expr), lttng_number, (type, 0, ~)),
#define lttng_ust_field_integer_hex(type, name, expr) \
	(name, (expr), lttng_number, (type, TCTL_FLAGS_hex, ~)),
#define lttng_ust_field_integer_network(type, name, expr) \
	(name, (expr), lttng_number, (type, TCTL_FLAGS_net, ~)),
#define lttng_ust_field_integer_network_hex(type, name, expr) \
	(name, (expr), lttng_number, (type, TCTL_FLAGS_net_hex, ~)),
#define lttng_ust_field_float(type, name, expr) \
	(name, (expr), lttng_number, (type, 0, ~)),
#define lttng_ust_field_enum(provider, labels, type, name, expr) \
	(name, (expr), lttng_enum, \
	 (type, 0, TCTL_LTTNG_LABELS_NAME(provider, labels))),
#define lttng_ust_field_string(name, expr) \
	(name, (expr), lttng_string, (~, 0, ~)),
#define lttng_ust_field_array(type, name, expr, length) \
	(name, (expr), lttng_array, (type, 0, length)),
#define lttng_ust_field_array_hex(type, name, expr, length) \
	(name, (expr), lttng_array, (type, TCTL_FLAGS_hex, length)),
#define lttng_ust_field_array_network(type, name, expr, length) \
	(name, (expr), lttng_array, (type, TCTL_FLAGS_net, length)),
#define lttng_ust_field_array_network_hex(type, name, expr, length) \
	(name, (expr), lttng_array, (type, TCTL_FLAGS_net_hex, length)),
#define lttng_ust_field_array_text(type, name, expr, length) \
	(name, (expr), lttng_text, (type, 0, length)),
#define lttng_ust_field_sequence(type, name, expr, length_type, length) \
	(name, (expr), lttng_sequence, (type, 0, (length_type)(length))),
#define lttng_ust_field_sequence_hex(type, name, expr, length_type, length) \
	(name, (expr), lttng_sequence, (type, TCTL_FLAGS_hex, \
	 (length_type)(length))),
#define lttng_ust_field_sequence_network(type, name, expr, \
	length_type, length) \
	(name, (expr), lttng_sequence, (type, TCTL_FLAGS_net, \
	 (length_type)(length))),
#define lttng_ust_field_sequence_network_hex(type, name, expr, \
	length_type, length) \
	(name, (expr), lttng_sequence, (type, TCTL_FLAGS_net_hex, \
	 (length_type)(length))),
#define lttng_ust_field_sequence_text(type, name, expr, length_type, length) \
	(name, (expr), lttng_text_sequence, (type, 0, (length_type)(length))),
#define lttng_ust_field_unused(expr)

/* Only LTTng's filters see these. */
#define lttng_ust_field_integer_nowrite(type, name, expr)
#define lttng_ust_field_float_nowrite(type, name, expr)
#define lttng_ust_field_enum_nowrite(provider, labels, type, name, expr)
#define lttng_ust_field_string_nowrite(name, expr)
#define lttng_ust_field_array_nowrite(type, name, expr, length)
#define lttng_ust_field_array_nowrite_hex(type, name, expr, length)
#define lttng_ust_field_array_network_nowrite(type, name, expr, length)
#define lttng_ust_field_array_network_nowrite_hex(type, name, expr, length)
#define lttng_ust_field_array_text_nowrite(type, name, expr, length)
#define lttng_ust_field_sequence_nowrite(type, name, expr, length_type, length)
#define lttng_ust_field_sequence_nowrite_hex(type, name, expr, \
	length_type, length)
#define lttng_ust_field_sequence_network_nowrite(type, name, expr, \
	length_type, length)
#define lttng_ust_field_sequence_network_nowrite_hex(type, name, expr, \
	length_type, length)
#define lttng_ust_field_sequence_text_nowrite(type, name, expr, \
	length_type, length)
#define lttng_ust_field_unused_nowrite(expr)

/* The names before 2.13. */
#if LTTNG_UST_COMPAT_API(0)
#define tracepoint		lttng_ust_tracepoint
#define do_tracepoint		lttng_ust_do_tracepoint
#define tracepoint_enabled	lttng_ust_tracepoint_enabled

#define TP_ARGS			LTTNG_UST_TP_ARGS
#define TP_FIELDS		LTTNG_UST_TP_FIELDS
#define TP_ENUM_VALUES		LTTNG_UST_TP_ENUM_VALUES
#define TRACEPOINT_EVENT	LTTNG_UST_TRACEPOINT_EVENT
#define TRACEPOINT_EVENT_CLASS	LTTNG_UST_TRACEPOINT_EVENT_CLASS
#define TRACEPOINT_EVENT_INSTANCE(provider, class_name, name, args) \
	TCTL_LTTNG_INSTANCE(provider, class_name, provider, name, (args))
#define TRACEPOINT_LOGLEVEL	LTTNG_UST_TRACEPOINT_LOGLEVEL
#define TRACEPOINT_MODEL_EMF_URI	LTTNG_UST_TRACEPOINT_MODEL_EMF_URI
#define TRACEPOINT_ENUM		LTTNG_UST_TRACEPOINT_ENUM

#define TRACE_EMERG		LTTNG_UST_TRACEPOINT_LOGLEVEL_EMERG
#define TRACE_ALERT		LTTNG_UST_TRACEPOINT_LOGLEVEL_ALERT
#define TRACE_CRIT		LTTNG_UST_TRACEPOINT_LOGLEVEL_CRIT
#define TRACE_ERR		LTTNG_UST_TRACEPOINT_LOGLEVEL_ERR
#define TRACE_WARNING		LTTNG_UST_TRACEPOINT_LOGLEVEL_WARNING
#define TRACE_NOTICE		LTTNG_UST_TRACEPOINT_LOGLEVEL_NOTICE
#define TRACE_INFO		LTTNG_UST_TRACEPOINT_LOGLEVEL_INFO
#define TRACE_DEBUG_SYSTEM	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_SYSTEM
#define TRACE_DEBUG_PROGRAM	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_PROGRAM
#define TRACE_DEBUG_PROCESS	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_PROCESS
#define TRACE_DEBUG_MODULE	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_MODULE
#define TRACE_DEBUG_UNIT	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_UNIT
#define TRACE_DEBUG_FUNCTION	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_FUNCTION
#define TRACE_DEBUG_LINE	LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG_LINE
#define TRACE_DEBUG		LTTNG_UST_TRACEPOINT_LOGLEVEL_DEBUG

#define ctf_enum_value			lttng_ust_field_enum_value
#define ctf_enum_range			lttng_ust_field_enum_range
#define ctf_enum_auto			lttng_ust_field_enum_auto
#define ctf_integer			lttng_ust_field_integer
#define ctf_integer_hex			lttng_ust_field_integer_hex
#define ctf_integer_network		lttng_ust_field_integer_network
#define ctf_integer_network_hex		lttng_ust_field_integer_network_hex
#define ctf_float			lttng_ust_field_float
#define ctf_enum			lttng_ust_field_enum
#define ctf_string			lttng_ust_field_string
#define ctf_array			lttng_ust_field_array
#define ctf_array_hex			lttng_ust_field_array_hex
#define ctf_array_network		lttng_ust_field_array_network
#define ctf_array_network_hex		lttng_ust_field_array_network_hex
#define ctf_array_text			lttng_ust_field_array_text
#define ctf_sequence			lttng_ust_field_sequence
#define ctf_sequence_hex		lttng_ust_field_sequence_hex
#define ctf_sequence_network		lttng_ust_field_sequence_network
#define ctf_sequence_network_hex	lttng_ust_field_sequence_network_hex
#define ctf_sequence_text		lttng_ust_field_sequence_text
#define ctf_unused			lttng_ust_field_unused
#define ctf_integer_nowrite		lttng_ust_field_integer_nowrite
#define ctf_float_nowrite		lttng_ust_field_float_nowrite
#define ctf_enum_nowrite		lttng_ust_field_enum_nowrite
#define ctf_string_nowrite		lttng_ust_field_string_nowrite
#define ctf_array_nowrite		lttng_ust_field_array_nowrite
#define ctf_array_nowrite_hex		lttng_ust_field_array_nowrite_hex
#define ctf_array_network_nowrite	lttng_ust_field_array_network_nowrite
#define ctf_array_network_nowrite_hex	lttng_ust_field_array_network_nowrite_hex
#define ctf_array_text_nowrite		lttng_ust_field_array_text_nowrite
#define ctf_sequence_nowrite		lttng_ust_field_sequence_nowrite
#define ctf_sequence_nowrite_hex	lttng_ust_field_sequence_nowrite_hex
#define ctf_sequence_network_nowrite	lttng_ust_field_sequence_network_nowrite
#define ctf_sequence_network_nowrite_hex	lttng_ust_field_sequence_network_nowrite_hex
#define ctf_sequence_text_nowrite	lttng_ust_field_sequence_text_nowrite
#define ctf_unused_nowrite		lttng_ust_field_unused_nowrite
#endif

#endif
