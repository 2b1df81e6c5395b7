// SPDX-License-Identifier: GPL-2.0-or-later
/* tools/lib/event_nesting.c: see event_nesting.h. */
#include "event_nesting.h"

#include <errno.h>

static int refuse(struct tctl_event_text *event, const char *reason)
{
	event->reason = reason;
	return -EINVAL;
}

int tctl_event_is_element(const struct tctl_event_text *event, uint32_t i)
{
	uint32_t parent = event->fields[i].parent;

	return parent && TCTL_KIND_CLASS(event->fields[parent - 1].kind) ==
				 TCTL_KIND_LIST;
}

/* Fields that belong directly to this one. */
static uint32_t nr_own(uint32_t kind)
{
	switch (TCTL_KIND_CLASS(kind)) {
	case TCTL_KIND_STRUCT:
		return TCTL_KIND_LENGTH(kind);
	case TCTL_KIND_LIST:
		return 1;
	default:
		return 0;
	}
}

/* The next nr fields from *at on, with all that belongs to them. */
static int nest(struct tctl_event_text *event, uint32_t parent, uint32_t nr,
		unsigned int depth, uint32_t *at)
{
	struct tctl_event_field *field;
	uint32_t i, own;
	int ret;

	for (i = 0; i < nr; i++) {
		if (*at == event->nr_fields)
			return refuse(event, "a structure or list lacks fields");
		field = &event->fields[(*at)++];
		field->parent = parent;
		own = nr_own(field->kind);
		if (own && depth == TCTL_MAX_NESTING)
			return refuse(event, "structures are nested too deeply");
		ret = nest(event, (uint32_t)(field - event->fields) + 1, own,
			   depth + 1, at);
		if (ret)
			return ret;
		field->end = *at;
	}
	return 0;
}

static int is_count(uint32_t kind)
{
	return (TCTL_KIND_CLASS(kind) == TCTL_KIND_UINT ||
		TCTL_KIND_CLASS(kind) == TCTL_KIND_INT) &&
	       TCTL_KIND_SHAPE(kind) == TCTL_KIND_SCALAR;
}

static int check_count(struct tctl_event_text *event, uint32_t i)
{
	const struct tctl_event_field *fields = event->fields;
	uint32_t count = TCTL_KIND_LENGTH(fields[i].kind);

	if (TCTL_KIND_SHAPE(fields[i].kind) != TCTL_KIND_COUNTED)
		return 0;
	if (count >= i || fields[count].parent != fields[i].parent ||
	    !is_count(fields[count].kind))
		return refuse(event, "a list's count is no integer before it");
	return 0;
}

int tctl_event_nest(struct tctl_event_text *event)
{
	uint32_t at = 0, i;
	int ret = 0;

	while (!ret && at < event->nr_fields)
		ret = nest(event, 0, 1, 0, &at);
	for (i = 0; !ret && i < event->nr_fields; i++)
		ret = check_count(event, i);
	return ret;
}
