// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * payload.c: see payload.h. A declaration is turned into steps once; fixed
 * fields in a row are part of the next step. Lists of what has no fixed size
 * are loops; an iteration that moves on by nothing ends its loop, so that
 * counts cost no more time than there are bytes.
 */
#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tools/tracectld/payload.h"

enum {
	STEP_END,		/* nothing more */
	STEP_STRING,
	STEP_SEQUENCE,		/* u32 count, elements of 1 << log2 bytes */
	STEP_COUNT,		/* keep this integer as count number */
	STEP_COUNTED,		/* elements, as many as count number says */
	STEP_LOOP,		/* up to its STEP_AGAIN: number times */
	STEP_LOOP_COUNTED,	/* ... as often as count number says */
	STEP_AGAIN,		/* end of a loop */
};

#define COUNT_SIGNED	1
#define COUNT_NETWORK	2

struct making {
	const struct tctl_event_text *decl;
	struct tctl_payload *payload;
	uint32_t skip;
	uint8_t is_count[TCTL_MAX_FIELDS];
};

static struct tctl_payload_step *add(struct making *making, unsigned int type,
				     unsigned int log2, uint32_t number)
{
	struct tctl_payload *payload = making->payload;
	struct tctl_payload_step *step = &payload->steps[payload->nr_steps++];

	step->skip = making->skip;
	step->type = (uint16_t)type;
	step->log2 = (uint8_t)log2;
	step->number = number;
	making->skip = 0;
	return step;
}

static void make_count(struct making *making, uint32_t i)
{
	uint32_t kind = making->decl->fields[i].kind;
	struct tctl_payload_step *step = add(making, STEP_COUNT,
					     TCTL_KIND_LOG2(kind), i);

	if (TCTL_KIND_CLASS(kind) == TCTL_KIND_INT)
		step->kind |= COUNT_SIGNED;
	if (kind & TCTL_KIND_NETWORK)
		step->kind |= COUNT_NETWORK;
}

static void make(struct making *making, uint32_t from, uint32_t to);

static void make_list(struct making *making, uint32_t i)
{
	const struct tctl_event_field *field = &making->decl->fields[i];
	int counted = TCTL_KIND_SHAPE(field->kind) == TCTL_KIND_COUNTED;
	struct tctl_payload_step *begin, *end;

	begin = add(making, counted ? STEP_LOOP_COUNTED : STEP_LOOP, 0,
		    TCTL_KIND_LENGTH(field->kind));
	make(making, i + 1, field->end);
	end = add(making, STEP_AGAIN, 0, 0);
	end->other = (uint32_t)(begin + 1 - making->payload->steps);
	begin->other = making->payload->nr_steps;
}

static void make_field(struct making *making, uint32_t i)
{
	uint32_t kind = making->decl->fields[i].kind;
	unsigned int log2 = TCTL_KIND_LOG2(kind);

	if (TCTL_KIND_CLASS(kind) == TCTL_KIND_STRUCT)
		make(making, i + 1, making->decl->fields[i].end);
	else if (TCTL_KIND_CLASS(kind) == TCTL_KIND_LIST)
		make_list(making, i);
	else if (TCTL_KIND_SHAPE(kind) == TCTL_KIND_SEQUENCE)
		add(making, STEP_SEQUENCE, log2, 0);
	else if (TCTL_KIND_SHAPE(kind) == TCTL_KIND_COUNTED)
		add(making, STEP_COUNTED, log2, TCTL_KIND_LENGTH(kind));
	else if (TCTL_KIND_CLASS(kind) == TCTL_KIND_STRING)
		add(making, STEP_STRING, 0, 0);
	else if (making->is_count[i])
		make_count(making, i);
	else if (TCTL_KIND_SHAPE(kind) == TCTL_KIND_ARRAY)
		making->skip += TCTL_KIND_LENGTH(kind) << log2;
	else
		making->skip += 1u << log2;
}

static void make(struct making *making, uint32_t from, uint32_t to)
{
	for (; from < to; from = making->decl->fields[from].end)
		make_field(making, from);
}

int tctl_payload_init(struct tctl_payload *payload,
		      const struct tctl_event_text *decl)
{
	struct making making = { .decl = decl, .payload = payload };
	uint32_t i, kind;

	payload->nr_steps = 0;
	payload->steps = calloc(2 * decl->nr_fields + 1,
				sizeof(*payload->steps));
	if (!payload->steps)
		return -ENOMEM;
	for (i = 0; i < decl->nr_fields; i++) {
		kind = decl->fields[i].kind;
		if (TCTL_KIND_SHAPE(kind) == TCTL_KIND_COUNTED)
			making.is_count[TCTL_KIND_LENGTH(kind)] = 1;
	}
	make(&making, 0, decl->nr_fields);
	if (making.skip)
		add(&making, STEP_END, 0, 0);
	return 0;
}

void tctl_payload_release(struct tctl_payload *payload)
{
	free(payload->steps);
	payload->steps = NULL;
}

struct measure {
	int big_endian;
	const char *bytes;
	size_t size, at;
	uint32_t depth;
	struct {
		uint64_t left;
		size_t began;	/* this iteration */
	} loops[TCTL_MAX_NESTING + 1];
	uint64_t counts[TCTL_MAX_FIELDS];
};

/* Behind n elements. */
static int skip(struct measure *m, uint64_t n, unsigned int log2)
{
	if (n > (m->size - m->at) >> log2)
		return -1;
	m->at += n << log2;
	return 0;
}

static int skip_string(struct measure *m)
{
	const char *end = memchr(m->bytes + m->at, 0, m->size - m->at);

	if (!end)
		return -1;
	m->at = (size_t)(end - m->bytes) + 1;
	return 0;
}

static int skip_sequence(struct measure *m, unsigned int log2)
{
	uint32_t count;

	if (m->size - m->at < sizeof(count))
		return -1;
	memcpy(&count, m->bytes + m->at, sizeof(count));
	m->at += sizeof(count);
	return skip(m, m->big_endian ? be32toh(count) : le32toh(count), log2);
}

/* A negative count is a very large one. */
static int keep_count(struct measure *m, const struct tctl_payload_step *step)
{
	unsigned int size = 1u << step->log2;
	uint64_t value = 0;

	if (m->size - m->at < size)
		return -1;
	memcpy(&value, m->bytes + m->at, size);
	if (step->kind & COUNT_NETWORK || m->big_endian)
		value = be64toh(value) >> (64 - 8 * size);
	else
		value = le64toh(value);
	if (step->kind & COUNT_SIGNED && value >> (8 * size - 1))
		return -1;
	m->counts[step->number] = value;
	m->at += size;
	return 0;
}

/* Into the loop that step i begins, or to the step behind it. */
static uint32_t begin_loop(struct measure *m,
			   const struct tctl_payload_step *step, uint32_t i,
			   uint64_t n)
{
	if (!n)
		return step->other;
	m->loops[m->depth].left = n;
	m->loops[m->depth++].began = m->at;
	return i + 1;
}

static uint32_t end_loop(struct measure *m,
			 const struct tctl_payload_step *step, uint32_t i)
{
	uint32_t top = m->depth - 1;

	if (--m->loops[top].left && m->at != m->loops[top].began) {
		m->loops[top].began = m->at;
		return step->other;
	}
	m->depth--;
	return i + 1;
}

int64_t tctl_payload_length(const struct tctl_payload *payload, int foreign,
			    const char *bytes, size_t size)
{
	const struct tctl_payload_step *step;
	struct measure m;
	uint32_t i = 0;
	int bad = 0;

	m.big_endian = (BYTE_ORDER == BIG_ENDIAN) != !!foreign;
	m.bytes = bytes;
	m.size = size;
	m.at = 0;
	m.depth = 0;
	while (i < payload->nr_steps) {
		step = &payload->steps[i];
		if (skip(&m, step->skip, 0))
			return -1;
		switch (step->type) {
		case STEP_STRING:
			bad = skip_string(&m);
			break;
		case STEP_SEQUENCE:
			bad = skip_sequence(&m, step->log2);
			break;
		case STEP_COUNT:
			bad = keep_count(&m, step);
			break;
		case STEP_COUNTED:
			bad = skip(&m, m.counts[step->number], step->log2);
			break;
		case STEP_LOOP:
			i = begin_loop(&m, step, i, step->number);
			continue;
		case STEP_LOOP_COUNTED:
			i = begin_loop(&m, step, i,
				       m.counts[step->number]);
			continue;
		case STEP_AGAIN:
			i = end_loop(&m, step, i);
			continue;
		}
		if (bad)
			return -1;
		i++;
	}
	return (int64_t)m.at;
}
