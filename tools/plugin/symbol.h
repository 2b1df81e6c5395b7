/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/symbol.h: what addresses of a trace mean: kernel functions by
 * tracectl_kernel_symbol events, functions of applications by the files that
 * the initial state of the trace (bin_info, process_map) says were mapped.
 *
 * Feed it all events; ask when all have been seen: what is mapped is often told
 * after the first addresses were recorded. An address is looked up in what its
 * process had mapped there last, before it executed another program if nothing
 * since.
 */
#ifndef TRACECTL_PLUGIN_SYMBOL_H
#define TRACECTL_PLUGIN_SYMBOL_H

#include "tools/plugin/event.h"
#include "tools/plugin/symbol_object.h"

/* The kernel's addresses, or those of one process and program. */
struct tctl_space;

struct tctl_symbols {
	struct tctl_map spaces;		/* all, by number */
	struct tctl_map processes;	/* pid to its space of today */
	struct tctl_map objects;	/* path to struct tctl_object */
	struct tctl_space *kernel;
};

void tctl_symbols_init(struct tctl_symbols *symbols);
void tctl_symbols_release(struct tctl_symbols *symbols);
/* Learns from maps, kernel symbols, forks and execs; others are ignored. */
void tctl_symbols_event(struct tctl_symbols *symbols,
			const struct tctl_event *event);

/* A kernel function; the events do that, too. name: NULL is ignored. */
void tctl_symbols_kernel_add(struct tctl_symbols *symbols, uint64_t address,
			     const char *name);

/* Never NULL; valid until release. pid: -1 is an unknown process's. */
struct tctl_space *tctl_symbols_process(struct tctl_symbols *symbols,
					int64_t pid);
struct tctl_space *tctl_symbols_kernel(struct tctl_symbols *symbols);
/* Unique among the spaces. */
uint64_t tctl_space_number(const struct tctl_space *space);

/* "malloc"; "[libfoo.so]" where only the file is known; "[not known]" (in the
   kernel "[kernel]"). To be freed. */
char *tctl_space_function(struct tctl_symbols *symbols,
			  struct tctl_space *space, uint64_t address);
/* "malloc+0x1c (libc.so.6)", "libfoo.so+0x1234" or "0x7f0012345678". To be
   freed. */
char *tctl_space_place(struct tctl_symbols *symbols, struct tctl_space *space,
		       uint64_t address);

#endif
