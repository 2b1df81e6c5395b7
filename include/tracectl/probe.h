/* SPDX-License-Identifier: MIT */
/*
 * tracectl/probe.h: instrumenting C (C11) and C++ (C++11) programs.
 *
 *	PROBE(myapp, request_done, (id, req->id), (path, req->path),
 *	      (flags, f, hex), (body, buf, bytes, length));
 *
 * is a statement and all there is to write: no declaration, no library to link.
 * Dormant it costs one instruction; the expressions are evaluated, once each,
 * only while somebody records the event. tracectl-probe(3) has all of it.
 *
 * Safe in signal handlers, before main, after exit handlers, in forked children.
 */
#ifndef TRACECTL_PROBE_H
#define TRACECTL_PROBE_H

#include <tracectl/field.h>
#include <tracectl/field_label.h>
#include <tracectl/level.h>
#include <tracectl/mark.h>
#include <tracectl/probe_site.h>

/*
 * TRACECTL_PROBE(provider, name, (field, expr[, form[, extra]])...)
 * TRACECTL_PROBE_LEVEL(level, provider, name, (field, ...)...)
 *	with a level of level.h.
 * TRACECTL_PROBE_ENABLED(provider, name)
 *	an expression: whether anybody records an event of this name. For work
 *	that only serves a probe.
 */
#define TRACECTL_PROBE(...) \
	TCTL_PROBE(TRACECTL_DEBUG_LINE, __VA_ARGS__, ~)
#define TRACECTL_PROBE_LEVEL(...) \
	TCTL_PROBE(__VA_ARGS__, ~)
#define TRACECTL_PROBE_ENABLED(provider, name) \
	TCTL_IS_OPEN(TCTL_STRING(provider) ":" TCTL_STRING(name))

#define TCTL_PROBE(level, provider, name, ...) \
	TCTL_PROBE_1(TCTL_COUNT(__VA_ARGS__), level, \
		     TCTL_STRING(provider) ":" TCTL_STRING(name), __VA_ARGS__)
#define TCTL_PROBE_1(n, level, title, ...) \
	TCTL_PROBE_2(n, level, title, __VA_ARGS__)
#define TCTL_PROBE_2(n, level, title, ...) \
	TCTL_PROBE_3(n, TCTL_EACH_FIELD_##n, TCTL_PAIRS_##n, level, title, \
		     __VA_ARGS__)
#define TCTL_PROBE_3(n, each, pairs, level, title, ...) \
	TCTL_PROBE_4(TCTL_PROBE_STYLE(each(TCTL_FIELD_STYLE, __VA_ARGS__)), \
		     n, each, pairs, level, title, __VA_ARGS__)
#define TCTL_PROBE_STYLE(...)	TCTL_SECOND(__VA_ARGS__, PLAIN, ~)
#define TCTL_PROBE_4(style, ...)	TCTL_PROBE_5(style, __VA_ARGS__)
#define TCTL_PROBE_5(style, ...)	TCTL_PROBE_##style(__VA_ARGS__)

#define TCTL_PROBE_PLAIN(n, each, pairs, level, title, ...) \
	TCTL_SITE(n, title TCTL_HERE each(TCTL_FIELD_TEXT, __VA_ARGS__), \
		  each(TCTL_FIELD_CHECK, __VA_ARGS__), \
		  each(TCTL_FIELD_PUT, __VA_ARGS__), \
		  level, pairs(TCTL_FIELD_PAIR, __VA_ARGS__))

#define TCTL_PROBE_LABELLED(n, each, pairs, level, title, ...) \
	TCTL_SITE_LABELLED(n, title, \
			   title "\\n" __FILE__ ":" TCTL_STRING(__LINE__) \
				each(TCTL_FIELD_LINE, __VA_ARGS__), \
			   (each(TCTL_FIELD_OPERANDS, __VA_ARGS__)), \
			   TCTL_LABEL_LIMIT(0 each(TCTL_FIELD_LABELS, \
						   __VA_ARGS__), n) \
				each(TCTL_FIELD_CHECK, __VA_ARGS__), \
			   each(TCTL_FIELD_PUT, __VA_ARGS__), \
			   level, pairs(TCTL_FIELD_PAIR, __VA_ARGS__))

#ifndef TRACECTL_NO_SHORT_NAMES
#define PROBE(...)			TRACECTL_PROBE(__VA_ARGS__)
#define PROBE_LEVEL(...)		TRACECTL_PROBE_LEVEL(__VA_ARGS__)
#define PROBE_ENABLED(provider, name)	TRACECTL_PROBE_ENABLED(provider, name)
#endif

#endif
