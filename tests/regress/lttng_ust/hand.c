/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/lttng_ust/hand.c: a provider without macros: structures, lists
 * in lists, a length with a name. What it writes follows its descriptions.
 */
#define LTTNG_UST_TRACEPOINT_DEFINE
#define LTTNG_UST_TRACEPOINT_PROBE_DYNAMIC_LINKAGE
#include "hand.h"

#include <lttng/ust-events.h>
#include <lttng/ust-ringbuffer-context.h>

#define FIELD(variable, field_name, field_type) \
	static const struct lttng_ust_event_field variable = { \
		.struct_size = sizeof(variable), \
		.name = field_name, \
		.type = (const struct lttng_ust_type_common *)&field_type, \
	}

#define INTEGER(variable, bits, is_signed, show) \
	static const struct lttng_ust_type_integer variable = { \
		.parent = { lttng_ust_type_integer }, \
		.struct_size = sizeof(variable), \
		.size = bits, .alignment = 8, .signedness = is_signed, \
		.base = show, \
	}

INTEGER(u8, 8, 0, 10);
INTEGER(u16, 16, 0, 16);
INTEGER(s32, 32, 1, 10);

static const struct lttng_ust_type_string string = {
	.parent = { lttng_ust_type_string },
	.struct_size = sizeof(string),
	.encoding = lttng_ust_string_encoding_UTF8,
};

static const struct lttng_ust_type_sequence shorts = {
	.parent = { lttng_ust_type_sequence },
	.struct_size = sizeof(shorts),
	.length_name = "count",
	.elem_type = &u16.parent,
};

/* structure { outer { count, inner { small, name }, shorts }, after } */
FIELD(count, "count", u8);
FIELD(small, "small", s32);
FIELD(name, "name", string);
FIELD(values, "values", shorts);
FIELD(after, "after", u16);

static const struct lttng_ust_event_field *const inner_fields[] = {
	&small, &name,
};
static const struct lttng_ust_type_struct inner_type = {
	.parent = { lttng_ust_type_struct },
	.struct_size = sizeof(inner_type),
	.nr_fields = 2,
	.fields = inner_fields,
};
FIELD(inner, "inner", inner_type);

static const struct lttng_ust_event_field *const outer_fields[] = {
	&count, &inner, &values,
};
static const struct lttng_ust_type_struct outer_type = {
	.parent = { lttng_ust_type_struct },
	.struct_size = sizeof(outer_type),
	.nr_fields = 3,
	.fields = outer_fields,
};
FIELD(outer, "outer", outer_type);

static const struct lttng_ust_event_field *const structure_fields[] = {
	&outer, &after,
};

/* nested { grid[2][3], count, inners[count] of inner, after } */
static const struct lttng_ust_type_array row = {
	.parent = { lttng_ust_type_array },
	.struct_size = sizeof(row),
	.elem_type = &u16.parent,
	.length = 3,
};
static const struct lttng_ust_type_array grid_type = {
	.parent = { lttng_ust_type_array },
	.struct_size = sizeof(grid_type),
	.elem_type = &row.parent,
	.length = 2,
};
static const struct lttng_ust_type_sequence inners_type = {
	.parent = { lttng_ust_type_sequence },
	.struct_size = sizeof(inners_type),
	.elem_type = &inner_type.parent,
};
FIELD(grid, "grid", grid_type);
FIELD(inners, "inners", inners_type);

static const struct lttng_ust_event_field *const nested_fields[] = {
	&grid, &count, &inners, &after,
};

struct payload {
	struct lttng_ust_ring_buffer_ctx ctx;
	const struct lttng_ust_channel_buffer_ops *ops;
};

static int begin(struct payload *payload, void *data, size_t size)
{
	struct lttng_ust_event_common *event = data;
	struct lttng_ust_event_recorder *recorder = event->child;
	struct lttng_ust_channel_common *channel = recorder->chan->parent;

	if (event->type != LTTNG_UST_EVENT_TYPE_RECORDER || !event->enabled ||
	    !channel->enabled || !channel->session->active)
		return -1;
	payload->ops = recorder->chan->ops;
	lttng_ust_ring_buffer_ctx_init(&payload->ctx, recorder, size, 1, NULL);
	return payload->ops->event_reserve(&payload->ctx);
}

static void write_bytes(struct payload *payload, const void *bytes, size_t size)
{
	payload->ops->event_write(&payload->ctx, bytes, size, 1);
}

static void write_inner(struct payload *payload, int32_t n)
{
	write_bytes(payload, &n, sizeof(n));
	payload->ops->event_strcpy(&payload->ctx, "name", 5);
}

static void write_u16(struct payload *payload, int n)
{
	uint16_t value = (uint16_t)n;

	write_bytes(payload, &value, sizeof(value));
}

static void write_u8(struct payload *payload, int n)
{
	uint8_t value = (uint8_t)n;

	write_bytes(payload, &value, sizeof(value));
}

static void structure_probe(void *data, int n)
{
	struct payload payload;
	int i;

	if (begin(&payload, data, 1 + 9 + 2 * (size_t)n + 2))
		return;
	write_u8(&payload, n);
	write_inner(&payload, -n);
	for (i = 0; i < n; i++)
		write_u16(&payload, i);
	write_u16(&payload, 0xabcd);
	payload.ops->event_commit(&payload.ctx);
}

static void nested_probe(void *data, int n)
{
	struct payload payload;
	int i;

	if (begin(&payload, data, 12 + 1 + 9 * (size_t)n + 2))
		return;
	for (i = 0; i < 6; i++)
		write_u16(&payload, i * 17);
	write_u8(&payload, n);
	for (i = 0; i < n; i++)
		write_inner(&payload, 100 + i);
	write_u16(&payload, 0xabcd);
	payload.ops->event_commit(&payload.ctx);
}

static const struct lttng_ust_probe_desc provider;

#define CLASS(event, number) \
	static const struct lttng_ust_tracepoint_class event##_class = { \
		.struct_size = sizeof(event##_class), \
		.fields = event##_fields, \
		.nr_fields = number, \
		.probe_callback = (void (*)(void))event##_probe, \
		.signature = "int, n", \
		.probe_desc = &provider, \
	}; \
	static const struct lttng_ust_event_desc event##_event = { \
		.struct_size = sizeof(event##_event), \
		.event_name = #event, \
		.probe_desc = &provider, \
		.tp_class = &event##_class, \
	}

CLASS(structure, 2);
CLASS(nested, 4);

static const struct lttng_ust_event_desc *const events[] = {
	&structure_event,
#ifdef HAND_NESTED
	&nested_event,
#endif
};

static const struct lttng_ust_probe_desc provider = {
	.struct_size = sizeof(provider),
	.provider_name = "tctl_hand",
	.event_desc = events,
	.nr_events = sizeof(events) / sizeof(events[0]),
	.major = LTTNG_UST_PROVIDER_MAJOR,
	.minor = LTTNG_UST_PROVIDER_MINOR,
};

__attribute__((constructor)) static void hand_begin(void)
{
	lttng_ust_probe_register(&provider);
}

void hand_run(void)
{
	lttng_ust_tracepoint(tctl_hand, structure, 3);
	lttng_ust_tracepoint(tctl_hand, structure, 0);
	lttng_ust_tracepoint(tctl_hand, nested, 2);
	lttng_ust_tracepoint(tctl_hand, nested, 0);
}
