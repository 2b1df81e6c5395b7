/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/symbol.c: from an address to a name, through the process, what is
 * mapped there, and the file.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/symbol.h"
#include "tools/plugin/symbol_kernel.h"
#include "tools/plugin/symbol_map.h"

/* Forks and execs that addresses are followed back through. */
#define MAX_ANCESTORS	64

struct tctl_space {
	struct tctl_key key;		/* number; 0: the kernel */
	struct tctl_space *parent;	/* the one before; NULL: none */
	struct tctl_mappings mappings;
	struct tctl_kernel_symbols kernel;
};

struct symbol_process {
	struct tctl_key key;		/* pid */
	struct tctl_space *space;
};

struct symbol_file {
	struct tctl_key key;		/* path */
	struct tctl_object *object;
};

static struct tctl_space *space_new(struct tctl_symbols *symbols)
{
	struct tctl_space *space = tctl_map_get(&symbols->spaces,
						symbols->spaces.nr, NULL);

	tctl_mappings_init(&space->mappings);
	return space;
}

void tctl_symbols_init(struct tctl_symbols *symbols)
{
	tctl_map_init(&symbols->spaces, sizeof(struct tctl_space));
	tctl_map_init(&symbols->processes, sizeof(struct symbol_process));
	tctl_map_init(&symbols->objects, sizeof(struct symbol_file));
	symbols->kernel = space_new(symbols);
}

void tctl_symbols_release(struct tctl_symbols *symbols)
{
	struct tctl_space *space;
	size_t i;

	for (i = 0; i < symbols->spaces.nr; i++) {
		space = (struct tctl_space *)symbols->spaces.records[i];
		tctl_mappings_release(&space->mappings);
		tctl_kernel_symbols_release(&space->kernel);
	}
	for (i = 0; i < symbols->objects.nr; i++)
		tctl_object_close(((struct symbol_file *)
				   symbols->objects.records[i])->object);
	tctl_map_release(&symbols->spaces);
	tctl_map_release(&symbols->processes);
	tctl_map_release(&symbols->objects);
}

struct tctl_space *tctl_symbols_process(struct tctl_symbols *symbols,
					int64_t pid)
{
	struct symbol_process *process =
		tctl_map_get(&symbols->processes, pid, NULL);

	if (!process->space)
		process->space = space_new(symbols);
	return process->space;
}

struct tctl_space *tctl_symbols_kernel(struct tctl_symbols *symbols)
{
	return symbols->kernel;
}

uint64_t tctl_space_number(const struct tctl_space *space)
{
	return space->key.number;
}

/* Once, though two events say so. */
static void process_forked(struct tctl_symbols *symbols, int64_t pid,
			   int64_t parent_pid)
{
	struct tctl_space *parent = tctl_symbols_process(symbols, parent_pid);
	struct symbol_process *process =
		tctl_map_get(&symbols->processes, pid, NULL);

	if (process->space &&
	    (process->space == parent || process->space->parent == parent))
		return;
	process->space = space_new(symbols);
	process->space->parent = parent;
}

static void symbols_forked(struct tctl_symbols *symbols,
			   const struct tctl_event *event)
{
	int64_t parent, child, tid;

	/* as the daemon tells it, of processes only */
	if (event->class->kind == TCTL_KIND_PROCESS_FORK) {
		if (tctl_event_integer(event, "parent_pid", &parent) &&
		    tctl_event_integer(event, "pid", &child))
			process_forked(symbols, child, parent);
		return;
	}
	if (!tctl_event_integer(event, "parent_pid", &parent) ||
	    !tctl_event_integer(event, "child_tid", &tid))
		return;
	/* a thread shares what its process has */
	if (tctl_event_integer(event, "child_pid", &child) && child != tid)
		return;
	process_forked(symbols, tid, parent);
}

/* The thread that executes is the process's first one from then on. The kernel
   maps the program before it says that it executes it: what the new space lacks
   is looked up in the old one. */
static void symbols_executed(struct tctl_symbols *symbols,
			     const struct tctl_event *event)
{
	struct symbol_process *process;
	struct tctl_space *old;
	int64_t pid;

	if (!tctl_event_integer(event, "tid", &pid))
		return;
	old = tctl_symbols_process(symbols, pid);
	process = tctl_map_get(&symbols->processes, pid, NULL);
	process->space = space_new(symbols);
	process->space->parent = old;
}

/* Addresses are unsigned: negative ones as integers are the kernel's. */
static bool event_address(const struct tctl_event *event, const char *name,
			  uint64_t *ret_address)
{
	int64_t integer;

	if (!tctl_event_integer(event, name, &integer))
		return false;
	*ret_address = integer;
	return true;
}

static void symbols_mapped(struct tctl_symbols *symbols,
			   const struct tctl_event *event)
{
	const char *path = tctl_event_text(event, "filename");
	struct tctl_mapping *mapping;
	uint64_t begin, end, offset;
	int64_t pid;

	if (!path || !tctl_event_integer(event, "pid", &pid) ||
	    !event_address(event, "start", &begin) ||
	    !event_address(event, "end", &end) ||
	    !event_address(event, "pgoff", &offset) || end <= begin)
		return;
	mapping = tctl_mappings_add(
		&tctl_symbols_process(symbols, pid)->mappings, begin, end,
		path);
	mapping->offset = offset;
}

/* As the dynamic linker loaded it: from the first byte on, at one base. */
static void symbols_loaded(struct tctl_symbols *symbols,
			   const struct tctl_event *event)
{
	const char *path = tctl_event_text(event, "path");
	uint64_t begin, size, end;
	struct tctl_mapping *mapping;
	int64_t is_pic;

	if (!path)
		path = tctl_event_text(event, "sopath");
	if (!path || event->pid < 0 ||
	    !event_address(event, "baddr", &begin) ||
	    (!event_address(event, "memsz", &size) &&
	     !event_address(event, "size", &size)) ||
	    __builtin_add_overflow(begin, size, &end) || !size)
		return;
	mapping = tctl_mappings_add(
		&tctl_symbols_process(symbols, event->pid)->mappings, begin,
		end, path);
	mapping->whole = true;
	mapping->position_dependent =
		tctl_event_integer(event, "is_pic", &is_pic) && !is_pic;
}

static void symbols_build_id(struct tctl_symbols *symbols,
			     const struct tctl_event *event)
{
	uint64_t numbers[TCTL_BUILD_ID_MAX], begin;
	struct tctl_mapping *mapping;
	size_t i, nr;

	if (!event_address(event, "baddr", &begin))
		return;
	mapping = tctl_map_find(&tctl_symbols_process(symbols,
					event->pid)->mappings.map, begin, NULL);
	nr = tctl_event_numbers(event, "build_id", numbers, TCTL_BUILD_ID_MAX);
	if (!mapping || nr > TCTL_BUILD_ID_MAX)
		return;
	mapping->build_id.nr = nr;
	for (i = 0; i < nr; i++)
		mapping->build_id.bytes[i] = numbers[i];
}

void tctl_symbols_kernel_add(struct tctl_symbols *symbols, uint64_t address,
			     const char *name)
{
	tctl_kernel_symbols_add(&symbols->kernel->kernel, address, name);
}

void tctl_symbols_event(struct tctl_symbols *symbols,
			const struct tctl_event *event)
{
	uint64_t address;

	switch (event->class->kind) {
	case TCTL_KIND_FORK:
	case TCTL_KIND_PROCESS_FORK:
		symbols_forked(symbols, event);
		break;
	case TCTL_KIND_EXEC:
		symbols_executed(symbols, event);
		break;
	case TCTL_KIND_PROCESS_MAP:
		symbols_mapped(symbols, event);
		break;
	case TCTL_KIND_BIN_INFO:
		symbols_loaded(symbols, event);
		break;
	case TCTL_KIND_BUILD_ID:
		symbols_build_id(symbols, event);
		break;
	case TCTL_KIND_KERNEL_SYMBOL:
		if (event_address(event, "address", &address))
			tctl_symbols_kernel_add(symbols, address,
						tctl_event_text(event, "name"));
		break;
	default:
		break;
	}
}

static struct tctl_object *symbols_object(struct tctl_symbols *symbols,
					  const struct tctl_mapping *mapping)
{
	struct symbol_file *file =
		tctl_map_get(&symbols->objects, 0, mapping->path);

	if (!file->object)
		file->object = tctl_object_open(mapping->path,
						&mapping->build_id);
	return file->object;
}

static struct tctl_mapping *space_mapping(struct tctl_space *space,
					  uint64_t address)
{
	struct tctl_mapping *mapping;
	unsigned int i;

	for (i = 0; space && i < MAX_ANCESTORS; i++, space = space->parent) {
		mapping = tctl_mappings_find(&space->mappings, address);
		if (mapping)
			return mapping;
	}
	return NULL;
}

/* In the numbering of the mapped file. */
static bool mapping_address(const struct tctl_mapping *mapping,
			    const struct tctl_object *object, uint64_t address,
			    uint64_t *ret_address)
{
	uint64_t distance = address - mapping->key.number;

	if (mapping->position_dependent) {
		*ret_address = address;
		return true;
	}
	if (mapping->whole)
		return tctl_object_at_distance(object, distance, ret_address);
	return tctl_object_at_offset(object, mapping->offset + distance,
				     ret_address);
}

static const char *mapping_function(struct tctl_symbols *symbols,
				    const struct tctl_mapping *mapping,
				    uint64_t address, uint64_t *ret_distance)
{
	struct tctl_object *object = symbols_object(symbols, mapping);
	uint64_t within, begin;
	const char *name;

	if (!mapping_address(mapping, object, address, &within))
		return NULL;
	name = tctl_object_function(object, within, &begin);
	if (name)
		*ret_distance = within - begin;
	return name;
}

static const char *mapping_file(const struct tctl_mapping *mapping)
{
	const char *slash = strrchr(mapping->path, '/');

	return slash && slash[1] ? slash + 1 : mapping->path;
}

char *tctl_space_function(struct tctl_symbols *symbols,
			  struct tctl_space *space, uint64_t address)
{
	const struct tctl_mapping *mapping;
	uint64_t distance;
	const char *name;

	if (space == symbols->kernel) {
		name = tctl_kernel_symbols_find(&space->kernel, address,
						&distance);
		return tctl_plugin_text("%s", name ? name : "[kernel]");
	}
	mapping = space_mapping(space, address);
	if (!mapping)
		return tctl_plugin_text("[not known]");
	name = mapping_function(symbols, mapping, address, &distance);
	if (name)	/* without a version, name@LIBRARY_1.0 */
		return tctl_plugin_text("%.*s", (int)strcspn(name, "@"), name);
	name = mapping_file(mapping);
	/* [vdso] and [heap] are in brackets already */
	return tctl_plugin_text(*name == '[' ? "%s" : "[%s]", name);
}

char *tctl_space_place(struct tctl_symbols *symbols, struct tctl_space *space,
		       uint64_t address)
{
	const struct tctl_mapping *mapping;
	uint64_t distance;
	const char *name;

	if (space == symbols->kernel) {
		name = tctl_kernel_symbols_find(&space->kernel, address,
						&distance);
		return name ? tctl_plugin_text("%s+0x%" PRIx64, name,
					       distance) :
			      tctl_plugin_text("0x%" PRIx64, address);
	}
	mapping = space_mapping(space, address);
	if (!mapping)
		return tctl_plugin_text("0x%" PRIx64, address);
	name = mapping_function(symbols, mapping, address, &distance);
	if (name && !distance)
		return tctl_plugin_text("%s (%s)", name, mapping_file(mapping));
	if (name)
		return tctl_plugin_text("%s+0x%" PRIx64 " (%s)", name,
					distance, mapping_file(mapping));
	return tctl_plugin_text("%s+0x%" PRIx64, mapping_file(mapping),
				address - mapping->key.number +
				mapping->offset);
}
