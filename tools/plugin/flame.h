/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/flame.h: stacks with names instead of addresses, as a tree: what
 * flame graphs, folded stacks and tables of functions are made of.
 */
#ifndef TRACECTL_PLUGIN_FLAME_H
#define TRACECTL_PLUGIN_FLAME_H

#include <stdio.h>
#include "tools/plugin/stack.h"

struct tctl_flame_node {
	struct tctl_key key;		/* parent and kind; name */
	enum tctl_frame_kind kind;
	struct tctl_flame_node *parent;	/* NULL: of the root itself */
	struct tctl_flame_node *child, *sibling;	/* by name */
	int64_t self, total;
	uint64_t count;			/* stacks that end here or deeper */
	unsigned int depth;		/* 0: the root */
};

struct tctl_flame {
	struct tctl_map nodes;		/* parents before children */
	struct tctl_flame_node *root;	/* name "all" */
	unsigned int max_depth;
};

/* stacks and symbols are not needed any more afterwards. */
void tctl_flame_init(struct tctl_flame *flame, const struct tctl_stacks *stacks,
		     struct tctl_symbols *symbols);
void tctl_flame_release(struct tctl_flame *flame);

/* "task;outer;inner"; to be freed. */
char *tctl_flame_path(const struct tctl_flame *flame,
		      const struct tctl_flame_node *node);
/* "task;outer;inner 12" for each distinct stack, sorted; the kernel's functions
   end in _[k]. A name's own semicolons become colons. */
void tctl_flame_fold(const struct tctl_flame *flame, FILE *stream);
/* A page of its own: one SVG image with its style and script in it. unit: of
   values, "samples" or "ns". */
void tctl_flame_svg(const struct tctl_flame *flame, FILE *stream,
		    const char *title, const char *unit);

/* Each function once: what it spent itself and, once for each stack that it is
   in, with all it called. */
struct tctl_flame_function {
	struct tctl_key key;		/* kind, name */
	int64_t self, total;
};

/* struct tctl_flame_function; to be released. */
void tctl_flame_functions(const struct tctl_flame *flame,
			  struct tctl_map *ret_functions);

#endif
