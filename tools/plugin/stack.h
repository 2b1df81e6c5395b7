/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/stack.h: call stacks of events, and what they add up to: a value
 * (samples, ns) for each distinct stack, in memory for distinct ones only.
 * Addresses stay addresses here; flame.h gives them names at the end.
 */
#ifndef TRACECTL_PLUGIN_STACK_H
#define TRACECTL_PLUGIN_STACK_H

#include "tools/plugin/event.h"
#include "tools/plugin/symbol.h"

/* What is deeper is cut off at the outer end. */
#define TCTL_STACK_MAX	256

enum tctl_frame_kind {
	TCTL_FRAME_TASK,	/* the outermost: a task's name */
	TCTL_FRAME_USER,
	TCTL_FRAME_KERNEL,
	TCTL_FRAME_NOTE,	/* what is known beside addresses */
};

/* Innermost first, as recorded. */
struct tctl_stack {
	size_t nr_user, nr_kernel;
	uint64_t user[TCTL_STACK_MAX], kernel[TCTL_STACK_MAX];
};

/* Fields user_stack and kernel_stack, else contexts callstack_user and
   callstack_kernel. False: the event has neither. */
bool tctl_stack_read(struct tctl_stack *stack, const struct tctl_event *event);

/* One frame of one or more stacks. */
struct tctl_stack_node {
	struct tctl_key key;		/* parent's number, frame's number */
	struct tctl_stack_node *parent;	/* NULL: outermost */
	struct tctl_stack_frame *frame;
	int64_t value;			/* of stacks that end here */
	uint64_t count;			/* of such stacks */
};

struct tctl_stack_frame {
	struct tctl_key key;		/* address, or a name */
	uint32_t number;
	enum tctl_frame_kind kind;
	struct tctl_space *space;	/* NULL: has a name */
};

struct tctl_stacks {
	struct tctl_map nodes;		/* parents before children */
	struct tctl_map names;		/* struct tctl_stack_frame */
	struct tctl_map spaces;		/* address spaces' frames */
	uint32_t nr_frames;
	int64_t value;			/* in all */
	uint64_t count;
};

void tctl_stacks_init(struct tctl_stacks *stacks);
void tctl_stacks_release(struct tctl_stacks *stacks);
/* The place of a stack. task: the outermost frame; note: the innermost, NULL
   for none; stack: NULL for none. user and kernel: whose addresses they are.
   Valid until release. */
struct tctl_stack_node *tctl_stacks_node(struct tctl_stacks *stacks,
					 const char *task,
					 const struct tctl_stack *stack,
					 struct tctl_space *user,
					 struct tctl_space *kernel,
					 const char *note);
void tctl_stacks_add(struct tctl_stacks *stacks, struct tctl_stack_node *node,
		     int64_t value);
/* Adds 1 for an event's stack, if it has one; the stack is read into *stack. */
void tctl_stacks_sample(struct tctl_stacks *stacks, struct tctl_stack *stack,
			struct tctl_symbols *symbols,
			const struct tctl_event *event);
/* A frame that has a name, below a node. */
struct tctl_stack_node *tctl_stacks_below(struct tctl_stacks *stacks,
					  struct tctl_stack_node *node,
					  const char *name);

#endif
