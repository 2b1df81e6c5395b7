/* SPDX-License-Identifier: MIT */
/*
 * abi/site.h: what a traced object contains: patch sites, event slots and the
 * note by which they are found. Emitted by <tracectl/immediate.h> and
 * <tracectl/probe.h>, read by libtracectl in the process and by
 * `tracectl list --file` from disk.
 *
 * All references are self-relative: (char *)&field + field is the target, so
 * that the records need no relocation at start-up.
 *
 * Sections (no symbol may have their names: assemblers take one for the other)
 *   tctl_sites   read-only, struct tctl_site[]: every instruction that can be
 *                patched: gates and value immediates
 *   tctl_slots   writable, struct tctl_event_slot, each 8-aligned and
 *                slot->size bytes long, back to back: what an open gate's cold
 *                code hands to the record function
 *   .note.tracectl  one allocated ELF note per object, owner "tracectl",
 *                type TCTL_NOTE_TYPE, descriptor struct tctl_note
 */
#ifndef TRACECTL_ABI_SITE_H
#define TRACECTL_ABI_SITE_H

#include <stddef.h>
#include <stdint.h>
#include <tracectl/abi/assert.h>

#define TCTL_SECTION_SITES	"tctl_sites"
#define TCTL_SECTION_EVENTS	"tctl_slots"
#define TCTL_SECTION_NOTE	".note.tracectl"
#define TCTL_NOTE_OWNER		"tracectl"
#define TCTL_NOTE_TYPE		1
#define TCTL_NOTE_VERSION	1

/* tctl_site.info: what kind of site, and where in its instruction. */
#define TCTL_SITE_GATE		0x01	/* code: the gate's first byte */
#define TCTL_SITE_VALUE		0x02	/* code: the gate in front of the
						   instruction with the immediate;
						   open: the variable is loaded */
#define TCTL_SITE_SWITCH	0x03	/* code: a jump to one of the ways */
#define TCTL_SITE_WAY		0x04	/* code: where a way of the switch before
					   it begins; key 0 */
#define TCTL_SITE_KIND(info)	((info) & 0xff)
#define TCTL_SITE_SIZE(info)	(((info) >> 8) & 0xff)	/* of the immediate */
#define TCTL_SITE_OFFSET(info)	(((info) >> 16) & 0xff)	/* from the gate to it */
#define TCTL_SITE_KEY_TEXT	(1u << 24)	/* key is a text (a probe's gate),
						   otherwise a pointer that holds
						   the immediate's address */
#define TCTL_SITE_DATA		(1u << 25)	/* code is a byte of data instead:
						   0 dormant, 1 open */

#define TCTL_SITE_TARGET	(1u << 26)	/* the gate's dormant bytes don't tell
						   where it goes when open: code of
						   the next record, which has info
						   0, does */

/* A switch is followed by its ways: first the code that loads the variable,
   where it goes at first and with all other values, then those of 0, 1, ... */
#define TCTL_SWITCH_WAYS	16

/* info 0: no site, to be skipped. */
struct tctl_site {
	int32_t code;	/* to the bytes that change */
	int32_t key;	/* to the event text or the pointer to the immediate */
	uint32_t info;
};
TCTL_ASSERT_SIZE(struct tctl_site, 12);

/*
 * Event text: one string literal, lines separated by '\n':
 *	provider:name
 *	file:line [ '\t' uri ]		uri: of the event's model (EMF)
 *	field [ '\t' labels ]		one line per field, in order
 * labels (enumerations only): "LABEL=value,LABEL=first..last"; a backslash
 * takes its meaning from a comma or backslash in a label. The first line of a
 * gate's key text alone selects the gate. A marker has, instead of the field
 * lines, '%' and its printf format up to the end of the text: its fields are
 * named by the word before each conversion.
 *
 * Kinds: what a field is on the wire, 32 bits each, two per word, field 2n in
 * the low half of kinds[n].
 */
#define TCTL_KIND_CLASS(k)	((k) & 0xf)
#define TCTL_KIND_UINT		1
#define TCTL_KIND_INT		2
#define TCTL_KIND_FLOAT		3	/* IEEE 754, 4 or 8 bytes */
#define TCTL_KIND_STRING	4	/* bytes, NUL-terminated, UTF-8 */
#define TCTL_KIND_BOOL		5	/* unsigned, 1 byte */
#define TCTL_KIND_STRUCT	6	/* its members, bits 16..31 of them, are
					   the fields that follow; a member that
					   is a structure or a list counts as one
					   with all that belongs to it */
#define TCTL_KIND_LIST		7	/* array or counted: of what the next
					   field, which has no name, describes */
#define TCTL_KIND_LOG2(k)	(((k) >> 4) & 0xf)	/* element size */
#define TCTL_KIND_BASE(k)	(((k) >> 8) & 0x3)	/* display base */
#define TCTL_KIND_DEC		0
#define TCTL_KIND_HEX		1
#define TCTL_KIND_OCT		2
#define TCTL_KIND_BIN		3
#define TCTL_KIND_NETWORK	(1u << 10)	/* big-endian on the wire */
#define TCTL_KIND_ENUM		(1u << 11)	/* labels in the text */
#define TCTL_KIND_SHAPE(k)	(((k) >> 12) & 0x3)
#define TCTL_KIND_SCALAR	0
#define TCTL_KIND_ARRAY		1	/* fixed number of elements, bits 16..31 */
#define TCTL_KIND_SEQUENCE	2	/* u32 count (native order), elements */
#define TCTL_KIND_COUNTED	3	/* elements; how many is the value of the
					   integer field number bits 16..31 of the
					   event, which comes earlier in the same
					   structure */
#define TCTL_KIND_TEXT		(1u << 14)	/* array/sequence of 1-byte UTF-8 */
#define TCTL_KIND_LENGTH(k)	((k) >> 16)	/* elements of an array */

#define TCTL_MAX_FIELDS		256	/* of an event */
#define TCTL_MAX_PROBE_FIELDS	40	/* of a PROBE() */
#define TCTL_MAX_NESTING	8	/* structures and lists in each other */

#define TCTL_SLOT_DECLARED	0xffffu	/* see abi/declaration.h */

/*
 * An event slot; one with text 0 is none and skipped. All fields on the wire
 * are byte-aligned and follow each other without padding, in the byte order of
 * the machine unless TCTL_KIND_NETWORK.
 */
#ifdef __clang__		/* in C++ an extension, and said to be one */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wc99-extensions"
#endif
struct tctl_event_slot {
	int32_t text;		/* self-relative, to the event text, or to a
				   struct tctl_declaration */
	uint32_t index;		/* 0; the library's name for the event once known */
	uint16_t size;		/* bytes of this slot, kinds included */
	uint16_t nr_fields;	/* TCTL_SLOT_DECLARED: no kinds follow */
	uint8_t level;		/* TRACECTL_*: 0 emerg .. 14 debug; of one that
				   is declared: 0 */
	uint8_t reserved[3];	/* 0 */
	__extension__ uint64_t kinds[];	/* (nr_fields + 1) / 2 words */
};
#ifdef __clang__
#pragma clang diagnostic pop
#endif
TCTL_ASSERT_SIZE(struct tctl_event_slot, 16);

/*
 * What a site's cold code passes: the payload as a list of segments. Only the
 * variable kinds may be cut when the record gets too long.
 */
#define TCTL_SEGMENT_FIXED	0	/* size bytes as they are */
#define TCTL_SEGMENT_STRING	1	/* size bytes without the NUL: a NUL is
					   added, embedded NULs become '?' */
#define TCTL_SEGMENT_SEQUENCE	2	/* u32 element count is put in front;
					   log2 of the element size in bits 8.. */
#define TCTL_SEGMENT_TYPE(f)	((f) & 0xff)
#define TCTL_SEGMENT_LOG2(f)	(((f) >> 8) & 0xf)

struct tctl_segment {
	const void *base;
	uint32_t size;		/* bytes */
	uint32_t flags;
};

/*
 * The record function: called by cold code only. Async-signal-safe, never
 * fails, leaves errno alone.
 */
typedef void tctl_record_fn(struct tctl_event_slot *slot,
			    const struct tctl_segment *segments,
			    unsigned int nr_segments);

/*
 * One per executable or shared object, hidden, zero until the library has seen
 * the object. A gate is opened only after record was set. unregister is given
 * first: the object exchanges it for a function of its own when its destructors
 * run and calls what was there; a library that finds it not NULL is too late.
 */
struct tctl_object {
	tctl_record_fn *record;
	const struct tctl_immediate_calls *immediate; /* <tracectl/immediate.h> */
	void (*unregister)(struct tctl_object *object);
};

struct tctl_note {
	uint32_t version;	/* TCTL_NOTE_VERSION */
	int32_t sites_begin;	/* self-relative, each */
	int32_t sites_end;
	int32_t events_begin;
	int32_t events_end;
	int32_t object;
};
TCTL_ASSERT_SIZE(struct tctl_note, 24);

#endif
