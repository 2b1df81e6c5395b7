/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/lib/event_text.h: an event's declaration as applications carry it
 * (abi/site.h: event text and kinds), checked and taken apart. The bytes come
 * from applications and ELF files and are not trusted: what
 * tctl_event_text_parse() accepts can be written into TSDL and JSON as it is,
 * quotes and backslashes escaped.
 *
 * No locks; an event belongs to one thread at a time.
 */
#ifndef TOOLS_EVENT_TEXT_H
#define TOOLS_EVENT_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/site.h>

#define TCTL_MAX_EVENT_TEXT	49152u	/* bytes, NUL included */
#define TCTL_MAX_IDENTIFIER	255u	/* bytes of a provider, name or field */
#define TCTL_MAX_LABELS		1024u	/* of an event */

struct tctl_event_label {
	const char *name;	/* UTF-8, no control characters */
	int64_t value;		/* of an unsigned field: the same 64 bits */
	int64_t last;		/* of a range that begins with value */
};

struct tctl_event_field {
	const char *name;	/* C identifier, unique in its structure; "" of
				   a list's element */
	uint32_t kind;		/* TCTL_KIND_*, consistent */
	uint32_t parent;	/* number of the structure or list that it
				   belongs to, plus 1; 0: the event */
	uint32_t end;		/* number of the field behind all its own */
	uint32_t nr_labels;	/* not 0 exactly with TCTL_KIND_ENUM */
	const struct tctl_event_label *labels;
};

struct tctl_event_text {
	const char *full_name;	/* provider:name */
	const char *provider;	/* C identifiers */
	const char *name;
	const char *file;	/* UTF-8, no control characters */
	uint32_t line;
	const char *model;	/* URI, text like the file; or NULL */
	uint32_t nr_fields;
	struct tctl_event_field *fields;
	const char *reason;	/* why parsing failed, one line; or NULL */
	void *memory;		/* what the pointers point into */
};

/*
 * text: size bytes, the last of them the only NUL. kinds: (nr_fields + 1) / 2
 * words in native order. Nothing of either is kept. Returns 0, -EINVAL
 * (event->reason says why) or -ENOMEM. Release in every case but needs it only
 * after 0.
 */
int tctl_event_text_parse(struct tctl_event_text *event, const char *text,
			  size_t size, const uint64_t *kinds,
			  unsigned int nr_fields);
void tctl_event_text_release(struct tctl_event_text *event);

/* Check a kind alone: 0 or -EINVAL. */
int tctl_event_kind_check(uint32_t kind);

/*
 * A kind for humans: "u32", "s64", "u16 hex", "u16 network", "enum u8", "bool",
 * "f64", "string", "array of 4 u8 hex", "sequence of s32", "text", "text of
 * 16", "struct of 2" fields that follow, "array of 3 the next". At most
 * TCTL_KIND_TEXT_MAX bytes, NUL included.
 */
#define TCTL_KIND_TEXT_MAX	64
void tctl_event_kind_print(uint32_t kind, char *buf, size_t size);

#endif
