/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report_memory.c: what applications allocated and have not freed.
 * Blocks are known from the beginning of the trace on, also before the window;
 * what is freed without having been seen to be allocated is counted as such.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/report.h"
#include "tools/plugin/symbol.h"

struct memory_block {
	struct tctl_key key;		/* address; the process as text */
	int64_t pid, size;
	int64_t site;			/* -1: not recorded */
};

struct memory_process {
	struct tctl_key key;		/* pid */
	uint64_t allocations, frees, failed, unknown;
	int64_t total, live, peak, blocks;
};

struct memory_site {
	struct tctl_key key;		/* address; the process as text */
	int64_t pid;
	int64_t bytes, blocks;
};

struct memory {
	struct tctl_symbols symbols;
	struct tctl_map blocks, processes;
	struct tctl_distribution sizes;
};

static const char *memory_begin(struct tctl_report *report)
{
	struct memory *memory = report->data;

	tctl_symbols_init(&memory->symbols);
	tctl_map_init(&memory->blocks, sizeof(struct memory_block));
	tctl_map_init(&memory->processes, sizeof(struct memory_process));
	return NULL;
}

static void memory_release(struct tctl_report *report)
{
	struct memory *memory = report->data;

	tctl_symbols_release(&memory->symbols);
	tctl_map_release(&memory->blocks);
	tctl_map_release(&memory->processes);
	tctl_distribution_release(&memory->sizes);
}

/* The key of a process's blocks. */
static void process_text(const struct tctl_event *event, char buf[24])
{
	snprintf(buf, 24, "%" PRId64, event->pid);
}

static void block_end(struct memory *memory, struct memory_process *process,
		      struct memory_block *block)
{
	process->live -= block->size;
	process->blocks--;
	tctl_map_remove(&memory->blocks, block);
}

static void memory_free(struct memory *memory,
			struct memory_process *process,
			const struct tctl_event *event, int64_t ptr,
			bool wanted)
{
	struct memory_block *block;
	char owner[24];

	if (!ptr)
		return;
	process_text(event, owner);
	block = tctl_map_find(&memory->blocks, ptr, owner);
	process->frees += wanted;
	if (block)
		block_end(memory, process, block);
	else
		process->unknown += wanted;
}

static void memory_allocate(struct memory *memory,
			    struct memory_process *process,
			    const struct tctl_event *event, int64_t ptr,
			    int64_t size, bool wanted)
{
	struct memory_block *block;
	char owner[24];

	if (!ptr) {
		process->failed += wanted;
		return;
	}
	process_text(event, owner);
	block = tctl_map_find(&memory->blocks, ptr, owner);
	if (block)		/* its end was lost */
		block_end(memory, process, block);
	block = tctl_map_get(&memory->blocks, ptr, owner);
	block->size = size;
	block->pid = event->pid;
	if (!tctl_event_integer(event, "ip", &block->site))
		block->site = -1;
	process->blocks++;
	process->live = tctl_sum(process->live, size);
	if (process->live > process->peak)
		process->peak = process->live;
	if (!wanted)
		return;
	process->allocations++;
	process->total = tctl_sum(process->total, size);
	tctl_distribution_add(&memory->sizes, size);
}

/* What no address space holds is not believed. */
static int64_t event_size(const struct tctl_event *event)
{
	int64_t size, number = 1;

	if (!tctl_event_integer(event, "size", &size))
		size = 0;
	if (!strcmp(event->class->call, "calloc") &&
	    !tctl_event_integer(event, "nmemb", &number))
		number = 1;
	if (__builtin_mul_overflow(size, number, &size) || size < 0 ||
	    size > INT64_C(1) << 48)
		return 0;
	return size;
}

static void memory_event(struct tctl_report *report,
			 const struct tctl_event *event)
{
	struct memory *memory = report->data;
	struct memory_process *process;
	int64_t ptr = 0, in = 0, size;
	bool wanted;

	tctl_symbols_event(&memory->symbols, event);
	if (event->class->kind != TCTL_KIND_MEMORY ||
	    event->time_ns >= report->filter.end_ns)
		return;
	if (!tctl_filter_task(&report->filter, event->pid, event->tid,
			      event->comm))
		return;
	wanted = tctl_report_wants(report, event);
	process = tctl_map_get(&memory->processes, event->pid, NULL);
	if (!tctl_event_integer(event, "ptr", &ptr) &&
	    !tctl_event_integer(event, "out_ptr", &ptr))
		return;
	if (!strcmp(event->class->call, "free")) {
		memory_free(memory, process, event, ptr, wanted);
		return;
	}
	size = event_size(event);
	tctl_event_integer(event, "in_ptr", &in);
	/* a realloc that fails leaves the old block */
	if (ptr || !size)
		memory_free(memory, process, event, in, wanted);
	if (ptr || size)
		memory_allocate(memory, process, event, ptr, size, wanted);
}

static int compare_processes(const void *a, const void *b)
{
	const struct memory_process *x = *(struct memory_process **)a;
	const struct memory_process *y = *(struct memory_process **)b;

	if (x->peak != y->peak)
		return x->peak < y->peak ? 1 : -1;
	return x->key.number < y->key.number ? -1 :
	       x->key.number > y->key.number;
}

static void print_processes(struct tctl_report *report,
			    struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "comm", "process", TCTL_TEXT },
		{ "pid", "pid", TCTL_ID },
		{ "allocations", "allocations", TCTL_COUNT },
		{ "frees", "frees", TCTL_COUNT },
		{ "failed", "failed", TCTL_COUNT },
		{ "frees_unknown", "freed, not seen before", TCTL_COUNT },
		{ "total_bytes", "allocated", TCTL_BYTES },
		{ "peak_bytes", "peak", TCTL_BYTES },
		{ "live_bytes", "live at the end", TCTL_BYTES },
		{ "live_blocks", "in blocks", TCTL_COUNT },
		{ NULL, NULL, 0 }
	};
	struct memory *memory = report->data;
	struct memory_process *process;
	struct tctl_rows table;
	const char *comm;
	void **sorted;
	int64_t pid;
	size_t i;

	sorted = tctl_map_sorted(&memory->processes, compare_processes);
	tctl_rows_begin(&table, output, "processes", "Processes", columns,
			report->options.top);
	for (i = 0; i < memory->processes.nr; i++) {
		process = sorted[i];
		pid = process->key.number;
		comm = pid < 0 ? "" :
		       tctl_state_task(&report->state, pid)->comm;
		tctl_rows_add(&table, *comm ? comm : NULL,
			      pid < 0 ? TCTL_NOTHING : pid,
			      (int64_t)process->allocations,
			      (int64_t)process->frees,
			      (int64_t)process->failed,
			      (int64_t)process->unknown, process->total,
			      process->peak, process->live, process->blocks);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static int compare_sites(const void *a, const void *b)
{
	const struct memory_site *x = *(struct memory_site **)a;
	const struct memory_site *y = *(struct memory_site **)b;

	if (x->bytes != y->bytes)
		return x->bytes < y->bytes ? 1 : -1;
	return x->key.index < y->key.index ? -1 : x->key.index > y->key.index;
}

static void print_sites(struct tctl_report *report, struct tctl_output *output,
			const struct tctl_map *sites)
{
	static const struct tctl_column columns[] = {
		{ "live_bytes", "bytes", TCTL_BYTES },
		{ "live_blocks", "blocks", TCTL_COUNT },
		{ "process", "process (pid)", TCTL_TEXT },
		{ "site", "allocated at", TCTL_TEXT },
		{ NULL, NULL, 0 }
	};
	char name[TCTL_TASK_NAME_SIZE], *place;
	struct memory *memory = report->data;
	struct memory_site *site;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(sites, compare_sites);
	tctl_rows_begin(&table, output, "sites", "Live by call site", columns,
			report->options.top);
	for (i = 0; i < sites->nr; i++) {
		site = sorted[i];
		place = tctl_space_place(&memory->symbols,
			tctl_symbols_process(&memory->symbols, site->pid),
			site->key.number);
		tctl_rows_add(&table, site->bytes, site->blocks,
			      tctl_report_process_name(report, site->pid, -1,
						       name), place);
		free(place);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void memory_print(struct tctl_report *report,
			 struct tctl_output *output)
{
	struct memory *memory = report->data;
	const struct memory_block *block;
	struct memory_site *site;
	struct tctl_map sites;
	size_t i;

	print_processes(report, output);
	tctl_map_init(&sites, sizeof(*site));
	for (i = 0; i < memory->blocks.nr; i++) {
		block = (struct memory_block *)memory->blocks.records[i];
		if (block->site == -1)
			continue;
		site = tctl_map_get(&sites, block->site, block->key.text);
		site->pid = block->pid;
		site->bytes = tctl_sum(site->bytes, block->size);
		site->blocks++;
	}
	if (sites.nr)
		print_sites(report, output, &sites);
	tctl_map_release(&sites);
	tctl_output_histogram(output, "histogram", "Sizes of blocks",
			      &memory->sizes, false);
}

const struct tctl_report_class tctl_report_memory = {
	.name = "memory",
	.description = "allocated and not freed",
	.help = "For each process: allocations, frees, peak, live blocks.",
	.size = sizeof(struct memory),
	.needs = { TCTL_KIND_MEMORY },
	.begin = memory_begin,
	.event = memory_event,
	.print = memory_print,
	.release = memory_release,
};
