/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/plan.c: makes trees of nodes from declared types and resolves
 * references. A name is looked for among the fields that come before it: in
 * the structs around it, innermost first, then in the scopes decoded earlier,
 * last first. A dotted name with a scope's prefix is absolute.
 */
#include <stdlib.h>
#include <string.h>
#include <tools/checker/plan.h>

#define NODES_MAX 1000000
#define DEPTH_MAX 128
#define SIZE_MAX_BITS ((uint64_t)1 << 40)

enum scope {
	SCOPE_PACKET_HEADER, SCOPE_PACKET_CONTEXT, SCOPE_EVENT_HEADER,
	SCOPE_STREAM_CONTEXT, SCOPE_EVENT_CONTEXT, SCOPE_EVENT_FIELDS,
	NR_SCOPES,
};

static const char *const scope_prefix[NR_SCOPES] = {
	"trace.packet.header.", "stream.packet.context.",
	"stream.event.header.", "stream.event.context.",
	"event.context.", "event.fields.",
};

struct planner {
	struct tctl_trace *trace;
	struct tctl_node *roots[NR_SCOPES];
	struct tctl_node *around[DEPTH_MAX];	/* structs being made */
	unsigned int depth;
	enum scope scope;
	const char *event;
	bool failed;
	jmp_buf jump;
};

static void refuse(struct planner *planner, enum tctl_rule rule,
		   const struct tctl_type *type, const char *text,
		   const char *name)
{
	struct tctl_where where = tctl_where_file(planner->trace->metadata);

	where.line = type->line;
	where.event_name = planner->event;
	tctl_rule_broken(planner->trace->findings, rule, &where, "%s: %.200s",
			 text, name);
	planner->failed = true;
}

static const struct {
	enum scope scope;
	const char *name;
	enum tctl_role role;
} roles[] = {
	{ SCOPE_PACKET_HEADER, "magic", TCTL_ROLE_MAGIC },
	{ SCOPE_PACKET_HEADER, "stream_id", TCTL_ROLE_STREAM_ID },
	{ SCOPE_PACKET_HEADER, "stream_instance_id", TCTL_ROLE_INSTANCE },
	{ SCOPE_PACKET_CONTEXT, "timestamp_begin", TCTL_ROLE_BEGIN },
	{ SCOPE_PACKET_CONTEXT, "timestamp_end", TCTL_ROLE_END },
	{ SCOPE_PACKET_CONTEXT, "content_size", TCTL_ROLE_CONTENT_SIZE },
	{ SCOPE_PACKET_CONTEXT, "packet_size", TCTL_ROLE_PACKET_SIZE },
	{ SCOPE_PACKET_CONTEXT, "packet_seq_num", TCTL_ROLE_SEQUENCE },
	{ SCOPE_PACKET_CONTEXT, "events_discarded", TCTL_ROLE_DISCARDED },
	{ SCOPE_PACKET_CONTEXT, "cpu_id", TCTL_ROLE_CPU },
	{ SCOPE_EVENT_HEADER, "id", TCTL_ROLE_ID },
	{ SCOPE_EVENT_HEADER, "timestamp", TCTL_ROLE_TIME },
};

static enum tctl_role role_of(const struct planner *planner,
			      const struct tctl_node *node)
{
	size_t i;

	if (node->kind == TCTL_TYPE_ARRAY || node->kind == TCTL_TYPE_SEQUENCE)
		return planner->scope == SCOPE_PACKET_HEADER &&
		       planner->depth == 1 && !strcmp(node->name, "uuid") ?
		       TCTL_ROLE_UUID : TCTL_ROLE_NONE;
	if (node->kind != TCTL_TYPE_INTEGER && node->kind != TCTL_TYPE_ENUM)
		return TCTL_ROLE_NONE;
	for (i = 0; i < sizeof(roles) / sizeof(roles[0]); i++)
		if (roles[i].scope == planner->scope &&
		    !strcmp(roles[i].name, node->name))
			return roles[i].role;
	return node->clocked && planner->scope == SCOPE_EVENT_HEADER ?
	       TCTL_ROLE_TIME : TCTL_ROLE_NONE;
}

static struct tctl_node *child_find(const struct tctl_node *node,
				    const char *name, size_t len)
{
	uint32_t i;

	if (node->kind != TCTL_TYPE_STRUCT && node->kind != TCTL_TYPE_VARIANT)
		return NULL;
	for (i = 0; i < node->nr_children; i++)
		if (strlen(node->children[i]->name) == len &&
		    !memcmp(node->children[i]->name, name, len))
			return node->children[i];
	return NULL;
}

/* Follow a dotted path from node downwards. */
static struct tctl_node *path_follow(struct tctl_node *node, const char *path)
{
	while (node && *path) {
		size_t len = strcspn(path, ".");

		node = child_find(node, path, len);
		path += len + (path[len] == '.');
	}
	return node;
}

static struct tctl_node *relative_find(struct planner *planner,
				       const char *path)
{
	struct tctl_node *found = NULL;
	int i;

	for (i = (int)planner->depth - 1; i >= 0 && !found; i--)
		if (planner->around[i]->kind == TCTL_TYPE_STRUCT)
			found = path_follow(planner->around[i], path);
	for (i = (int)planner->scope - 1; i >= 0 && !found; i--)
		if (planner->roots[i])
			found = path_follow(planner->roots[i], path);
	return found;
}

static struct tctl_node *reference_find(struct planner *planner,
					const char *path)
{
	struct tctl_node *root;
	int i;

	for (i = 0; i <= (int)planner->scope; i++) {
		size_t len = strlen(scope_prefix[i]);

		if (strncmp(path, scope_prefix[i], len))
			continue;
		root = i == (int)planner->scope ? planner->around[0] :
		       planner->roots[i];
		return root ? path_follow(root, path + len) : NULL;
	}
	return relative_find(planner, path);
}

/* The slot that holds the referenced value, made if there is none. */
static int32_t slot_of(struct planner *planner, struct tctl_node *target)
{
	if (target->slot < 0)
		target->slot = (int32_t)planner->trace->nr_slots++;
	target->plain = false;
	return target->slot;
}

static void sequence_resolve(struct planner *planner, struct tctl_node *node)
{
	const char *ref = node->type->ref;
	struct tctl_node *length = reference_find(planner, ref);

	if (!length)
		refuse(planner, TCTL_RULE_SEQUENCE_LENGTH, node->type,
		       "no such field before the sequence", ref);
	else if (length->kind != TCTL_TYPE_INTEGER || length->is_signed)
		refuse(planner, TCTL_RULE_SEQUENCE_LENGTH, node->type,
		       "the length is no unsigned integer", ref);
	else
		node->ref = slot_of(planner, length);
}

static int label_compare(const void *a, const void *b)
{
	const struct tctl_range *left = *(const struct tctl_range *const *)a;
	const struct tctl_range *right = *(const struct tctl_range *const *)b;

	return strcmp(left->label, right->label);
}

/* The first of the sorted labels that is not before name. */
static uint32_t label_halve(const struct tctl_range **labels, uint32_t nr,
			    const char *name)
{
	uint32_t low = 0, high = nr;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (strcmp(labels[middle]->label, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Each range of the tag that is called name selects the child. */
static bool option_add(struct tctl_node *node, struct tctl_option *options,
		       const struct tctl_range **labels, uint32_t nr,
		       const char *name, uint32_t child)
{
	uint32_t i, first = label_halve(labels, nr, name);

	for (i = first; i < nr && !strcmp(labels[i]->label, name) &&
	     node->nr_options < nr; i++)
		options[node->nr_options++] = (struct tctl_option){
			.first = labels[i]->first, .last = labels[i]->last,
			.child = child,
		};
	return i > first;
}

/* Names are compared whole: babeltrace2 aborts where only the underscore
   differs. */
static void options_match(struct planner *planner, struct tctl_node *node,
			  struct tctl_option *options,
			  const struct tctl_range **labels, uint32_t nr)
{
	uint32_t i;

	qsort(labels, nr, sizeof(*labels), label_compare);
	for (i = 0; i < node->nr_children; i++) {
		const char *name = node->children[i]->name;

		if (!option_add(node, options, labels, nr, name, i))
			refuse(planner, TCTL_RULE_VARIANT_TAG, node->type,
			       "the tag has no label for the option", name);
	}
}

/* An event's option is looked for one by one. */
#define OPTIONS_MAX 1024

static void options_make(struct planner *planner, struct tctl_node *node,
			 const struct tctl_node *tag)
{
	struct tctl_arena *arena = &planner->trace->arena;
	const struct tctl_range **labels;
	struct tctl_option *options;
	uint32_t i, nr = tag->nr_ranges;

	if (node->nr_children > OPTIONS_MAX || nr > OPTIONS_MAX) {
		refuse(planner, TCTL_RULE_TSDL_LIMITS, node->type,
		       "too many options or labels", node->name);
		return;
	}
	options = tctl_arena_alloc(arena, (nr + 1) * sizeof(*options));
	labels = tctl_arena_alloc(arena, (nr + 1) * sizeof(*labels));
	for (i = 0; i < nr; i++)
		labels[i] = &tag->ranges[i];
	node->options = options;
	options_match(planner, node, options, labels, nr);
}

static void variant_resolve(struct planner *planner, struct tctl_node *node)
{
	const char *ref = node->type->ref;
	struct tctl_node *tag = ref ? reference_find(planner, ref) : NULL;

	if (!tag)
		refuse(planner, TCTL_RULE_VARIANT_TAG, node->type,
		       "no such field before the variant", ref ? ref : "<>");
	else if (tag->kind != TCTL_TYPE_ENUM)
		refuse(planner, TCTL_RULE_VARIANT_TAG, node->type,
		       "the tag is no enum", ref);
	else {
		node->ref = slot_of(planner, tag);
		node->is_signed = tag->is_signed;
		options_make(planner, node, tag);
	}
}

static struct tctl_node *node_make(struct planner *planner,
				   struct tctl_type *type, const char *name);

static void node_limit(struct planner *planner, const struct tctl_type *type)
{
	if (planner->trace->nr_nodes++ < NODES_MAX &&
	    planner->depth < DEPTH_MAX - 1)
		return;
	refuse(planner, TCTL_RULE_TSDL_LIMITS, type,
	       "the types hold too many fields or levels", "");
	longjmp(planner->jump, 2);
}

static uint32_t align_max(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

static void children_make(struct planner *planner, struct tctl_node *node)
{
	const struct tctl_type *type = node->type;
	bool variant = node->kind == TCTL_TYPE_VARIANT;
	uint32_t i;

	node->children = tctl_arena_alloc(&planner->trace->arena,
			(type->nr_fields + 1) * sizeof(*node->children));
	planner->around[planner->depth++] = node;
	for (i = 0; i < type->nr_fields; i++) {
		struct tctl_node *child = node_make(planner,
						    type->fields[i].type,
						    type->fields[i].name);

		node->children[node->nr_children++] = child;
		if (!variant)
			node->align = align_max(node->align, child->align);
	}
	planner->depth--;
}

static void number_make(struct planner *planner, struct tctl_node *node,
			const struct tctl_type *type)
{
	enum tctl_byte_order order = type->order;

	if (order == TCTL_ORDER_NATIVE)
		order = planner->trace->order;
	node->be = order == TCTL_ORDER_BE;
	node->is_signed = type->is_signed;
	node->clocked = type->clock != NULL;
	node->size = (uint32_t)type->size;
	node->align = align_max(node->align, (uint32_t)type->align);
	node->plain = true;
}

static int range_compare(const void *a, const void *b)
{
	const struct tctl_range *left = a, *right = b;

	return left->first < right->first ? -1 : left->first > right->first;
}

static int range_compare_unsigned(const void *a, const void *b)
{
	uint64_t left = ((const struct tctl_range *)a)->first;
	uint64_t right = ((const struct tctl_range *)b)->first;

	return left < right ? -1 : left > right;
}

/* Sorted, so that a label can be looked up; disjoint ranges by halving. */
static void ranges_sort(struct tctl_type *type)
{
	const struct tctl_range *range = type->ranges;
	bool is_signed = type->inner->is_signed;
	uint32_t i;

	if (type->sorted)
		return;
	qsort(type->ranges, type->nr_ranges, sizeof(*type->ranges),
	      is_signed ? range_compare : range_compare_unsigned);
	type->sorted = type->disjoint = true;
	for (i = 1; i < type->nr_ranges; i++)
		if (is_signed ? range[i].first <= range[i - 1].last :
		    (uint64_t)range[i].first <= (uint64_t)range[i - 1].last)
			type->disjoint = false;
}

static void ranges_make(struct tctl_node *node, struct tctl_type *type)
{
	ranges_sort(type);
	node->ranges = type->ranges;
	node->nr_ranges = type->nr_ranges;
	node->disjoint = type->disjoint;
}

static void element_make(struct planner *planner, struct tctl_node *node)
{
	struct tctl_node *element;

	node->children = tctl_arena_alloc(&planner->trace->arena,
					  sizeof(*node->children));
	planner->around[planner->depth++] = node;
	element = node_make(planner, node->type->inner, "");
	planner->depth--;
	node->children[0] = element;
	node->nr_children = 1;
	node->align = align_max(node->align, element->align);
	node->length = node->type->length;
	node->plain = node->kind == TCTL_TYPE_ARRAY && element->plain &&
		      element->size % element->align == 0 &&
		      node->length <= SIZE_MAX_BITS / element->size;
	if (node->plain)
		node->size = (uint32_t)element->size;
}

static void node_fill(struct planner *planner, struct tctl_node *node)
{
	struct tctl_type *type = node->type;

	switch (type->kind) {
	case TCTL_TYPE_INTEGER:
	case TCTL_TYPE_FLOAT:
		number_make(planner, node, type);
		break;
	case TCTL_TYPE_STRING:
		node->align = 8;
		break;
	case TCTL_TYPE_ENUM:
		number_make(planner, node, type->inner);
		node->plain = false;
		ranges_make(node, type);
		break;
	case TCTL_TYPE_STRUCT:
		children_make(planner, node);
		break;
	case TCTL_TYPE_VARIANT:
		children_make(planner, node);
		variant_resolve(planner, node);
		break;
	case TCTL_TYPE_SEQUENCE:
		element_make(planner, node);
		sequence_resolve(planner, node);
		break;
	case TCTL_TYPE_ARRAY:
		element_make(planner, node);
		break;
	}
}

static struct tctl_node *node_make(struct planner *planner,
				   struct tctl_type *type, const char *name)
{
	struct tctl_node *node;

	node_limit(planner, type);
	node = tctl_arena_alloc(&planner->trace->arena, sizeof(*node));
	node->kind = type->kind;
	node->type = type;
	node->name = name;
	node->slot = node->ref = -1;
	node->align = type->align ? (uint32_t)type->align : 1;
	node_fill(planner, node);
	node->role = role_of(planner, node);
	if (node->role)
		node->plain = false;
	return node;
}

static struct tctl_node *scope_make(struct planner *planner, enum scope scope,
				    struct tctl_type *type)
{
	int i;

	for (i = scope; i < NR_SCOPES; i++)
		planner->roots[i] = NULL;
	planner->scope = scope;
	planner->depth = 0;
	if (type)
		planner->roots[scope] = node_make(planner, type, "");
	return planner->roots[scope];
}

static int event_compare(const void *a, const void *b)
{
	const struct tctl_event *left = *(struct tctl_event *const *)a;
	const struct tctl_event *right = *(struct tctl_event *const *)b;

	return left->id < right->id ? -1 : left->id > right->id;
}

static void events_sort(struct planner *planner, struct tctl_stream *stream)
{
	struct tctl_event *event;
	uint32_t i = 0;

	stream->by_id = tctl_arena_alloc(&planner->trace->arena,
			(stream->nr_events + 1) * sizeof(*stream->by_id));
	for (event = stream->events; event; event = event->next)
		stream->by_id[i++] = event;
	qsort(stream->by_id, stream->nr_events, sizeof(*stream->by_id),
	      event_compare);
}

static void stream_make(struct planner *planner, struct tctl_stream *stream)
{
	struct tctl_event *event;

	planner->event = NULL;
	stream->packet_node = scope_make(planner, SCOPE_PACKET_CONTEXT,
					 stream->packet_context);
	stream->header_node = scope_make(planner, SCOPE_EVENT_HEADER,
					 stream->event_header);
	stream->context_node = scope_make(planner, SCOPE_STREAM_CONTEXT,
					  stream->event_context);
	for (event = stream->events; event; event = event->next) {
		planner->event = event->name;
		event->context_node = scope_make(planner, SCOPE_EVENT_CONTEXT,
						 event->context);
		event->fields_node = scope_make(planner, SCOPE_EVENT_FIELDS,
						event->fields);
	}
	events_sort(planner, stream);
}

static void trace_make(struct planner *planner)
{
	struct tctl_trace *trace = planner->trace;
	struct tctl_stream *stream;

	trace->header_node = scope_make(planner, SCOPE_PACKET_HEADER,
					trace->packet_header);
	for (stream = trace->streams; stream; stream = stream->next)
		stream_make(planner, stream);
}

int tctl_plan_make(struct tctl_trace *trace)
{
	struct tctl_where where = tctl_where_file(trace->metadata);
	struct planner *planner = calloc(1, sizeof(*planner));
	int ret;

	if (!planner)
		return -1;
	planner->trace = trace;
	trace->arena.failed = &planner->jump;
	switch (setjmp(planner->jump)) {
	case 0:
		trace_make(planner);
		break;
	case 1:
		tctl_rule_broken(trace->findings, TCTL_RULE_TSDL_LIMITS, &where,
				 "the declarations need too much memory");
		planner->failed = true;
		break;
	default:
		break;
	}
	ret = planner->failed ? -1 : 0;
	free(planner);
	return ret;
}
