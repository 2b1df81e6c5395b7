/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/stack.c: a tree of frames. A frame is an address in a space, or
 * a name, and has a number; a node is a frame below another node.
 */
#include "tools/plugin/distribution.h"
#include "tools/plugin/stack.h"

/* Markers within recorded stacks (end of list, "from here on user space") are
   the last addresses there are; 0 is where unwinding failed. */
#define FIRST_MARKER	UINT64_C(0xfffffffffffff000)

struct stack_space {
	struct tctl_key key;		/* the space's number */
	struct tctl_map frames;		/* struct tctl_stack_frame */
};

/* Innermost first. All but the innermost are where calls return to: one byte
   before is the call. */
static size_t stack_read(const struct tctl_event *event, const char *name,
			 uint64_t *addresses)
{
	size_t i, nr, kept = 0;

	nr = tctl_event_numbers(event, name, addresses, TCTL_STACK_MAX);
	if (nr > TCTL_STACK_MAX)
		nr = TCTL_STACK_MAX;
	for (i = 0; i < nr; i++) {
		if (!addresses[i] || addresses[i] >= FIRST_MARKER)
			continue;
		addresses[kept] = addresses[i] - (kept ? 1 : 0);
		kept++;
	}
	return kept;
}

bool tctl_stack_read(struct tctl_stack *stack, const struct tctl_event *event)
{
	if (!event->class->has_stack)
		return false;
	stack->nr_user = stack_read(event, "user_stack", stack->user);
	if (!stack->nr_user)
		stack->nr_user = stack_read(event, "callstack_user",
					    stack->user);
	stack->nr_kernel = stack_read(event, "kernel_stack", stack->kernel);
	if (!stack->nr_kernel)
		stack->nr_kernel = stack_read(event, "callstack_kernel",
					      stack->kernel);
	return true;
}

void tctl_stacks_init(struct tctl_stacks *stacks)
{
	tctl_map_init(&stacks->nodes, sizeof(struct tctl_stack_node));
	tctl_map_init(&stacks->names, sizeof(struct tctl_stack_frame));
	tctl_map_init(&stacks->spaces, sizeof(struct stack_space));
	stacks->nr_frames = 0;
	stacks->value = 0;
	stacks->count = 0;
}

void tctl_stacks_release(struct tctl_stacks *stacks)
{
	size_t i;

	for (i = 0; i < stacks->spaces.nr; i++)
		tctl_map_release(&((struct stack_space *)
				   stacks->spaces.records[i])->frames);
	tctl_map_release(&stacks->spaces);
	tctl_map_release(&stacks->names);
	tctl_map_release(&stacks->nodes);
}

static struct tctl_stack_frame *frame_number(struct tctl_stacks *stacks,
					     struct tctl_stack_frame *frame,
					     enum tctl_frame_kind kind)
{
	if (!frame->number) {
		frame->number = ++stacks->nr_frames;
		frame->kind = kind;
	}
	return frame;
}

static struct tctl_stack_frame *frame_named(struct tctl_stacks *stacks,
					    enum tctl_frame_kind kind,
					    const char *name)
{
	return frame_number(stacks, tctl_map_get(&stacks->names, kind, name),
			    kind);
}

static struct tctl_map *space_frames(struct tctl_stacks *stacks,
				     const struct tctl_space *space)
{
	struct stack_space *frames = tctl_map_get(&stacks->spaces,
						  tctl_space_number(space),
						  NULL);

	if (!frames->frames.record_size)
		tctl_map_init(&frames->frames, sizeof(struct tctl_stack_frame));
	return &frames->frames;
}

static struct tctl_stack_node *node_below(struct tctl_stacks *stacks,
					  struct tctl_stack_node *parent,
					  struct tctl_stack_frame *frame)
{
	uint64_t above = parent ? parent->key.index + 1 : 0;
	struct tctl_stack_node *node;

	node = tctl_map_get(&stacks->nodes, above << 32 | frame->number, NULL);
	node->parent = parent;
	node->frame = frame;
	return node;
}

static struct tctl_stack_node *nodes_add(struct tctl_stacks *stacks,
					 struct tctl_stack_node *node,
					 enum tctl_frame_kind kind,
					 struct tctl_space *space,
					 const uint64_t *addresses, size_t nr)
{
	struct tctl_map *frames = nr ? space_frames(stacks, space) : NULL;
	struct tctl_stack_frame *frame;

	while (nr--) {
		frame = frame_number(stacks, tctl_map_get(frames,
						addresses[nr], NULL), kind);
		frame->space = space;
		node = node_below(stacks, node, frame);
	}
	return node;
}

struct tctl_stack_node *tctl_stacks_node(struct tctl_stacks *stacks,
					 const char *task,
					 const struct tctl_stack *stack,
					 struct tctl_space *user,
					 struct tctl_space *kernel,
					 const char *note)
{
	struct tctl_stack_node *node;

	node = node_below(stacks, NULL,
			  frame_named(stacks, TCTL_FRAME_TASK, task));
	if (stack) {
		node = nodes_add(stacks, node, TCTL_FRAME_USER, user,
				 stack->user, stack->nr_user);
		node = nodes_add(stacks, node, TCTL_FRAME_KERNEL, kernel,
				 stack->kernel, stack->nr_kernel);
	}
	if (note)
		node = node_below(stacks, node,
				  frame_named(stacks, TCTL_FRAME_NOTE, note));
	return node;
}

void tctl_stacks_add(struct tctl_stacks *stacks, struct tctl_stack_node *node,
		     int64_t value)
{
	node->value = tctl_sum(node->value, value);
	node->count++;
	stacks->value = tctl_sum(stacks->value, value);
	stacks->count++;
}

void tctl_stacks_sample(struct tctl_stacks *stacks, struct tctl_stack *stack,
			struct tctl_symbols *symbols,
			const struct tctl_event *event)
{
	struct tctl_stack_node *node;

	if (!tctl_stack_read(stack, event))
		return;
	node = tctl_stacks_node(stacks, event->comm ? event->comm : "?", stack,
				tctl_symbols_process(symbols, event->pid),
				tctl_symbols_kernel(symbols), NULL);
	tctl_stacks_add(stacks, node, 1);
}

struct tctl_stack_node *tctl_stacks_below(struct tctl_stacks *stacks,
					  struct tctl_stack_node *node,
					  const char *name)
{
	return node_below(stacks, node,
			  frame_named(stacks, TCTL_FRAME_USER, name));
}
