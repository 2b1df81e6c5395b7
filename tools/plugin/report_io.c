/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report_io.c: what goes in and out: through the descriptors of
 * each process, disks and network devices.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/device.h"
#include "tools/plugin/io.h"
#include "tools/plugin/report.h"

struct io_descriptor {
	struct tctl_key key;		/* process and descriptor; file */
	int64_t pid, tid, fd;
	const char *name;		/* NULL: not known */
	struct tctl_io_sum sum;
};

struct io {
	struct tctl_io io;
	struct tctl_map descriptors;
	struct tctl_devices devices;
};

static const char *io_begin(struct tctl_report *report)
{
	struct io *io = report->data;

	tctl_io_init(&io->io);
	tctl_map_init(&io->descriptors, sizeof(struct io_descriptor));
	tctl_devices_init(&io->devices);
	return NULL;
}

static void io_release(struct tctl_report *report)
{
	struct io *io = report->data;

	tctl_io_release(&io->io);
	tctl_map_release(&io->descriptors);
	tctl_devices_release(&io->devices);
}

/* A number that is used for several files in turn is several descriptors. */
static void io_transfer(struct io *io, const struct tctl_event *event,
			const struct tctl_io_transfer *transfer)
{
	struct io_descriptor *descriptor;

	descriptor = tctl_map_get(&io->descriptors,
			(uint64_t)transfer->owner << 32 ^ transfer->fd,
			transfer->name);
	descriptor->pid = event->pid;
	descriptor->tid = event->tid;
	descriptor->fd = transfer->fd;
	descriptor->name = transfer->name;
	tctl_io_sum_add(&descriptor->sum, transfer);
}

static void io_event(struct tctl_report *report,
		     const struct tctl_event *event)
{
	struct tctl_io_transfer transfers[TCTL_IO_TRANSFERS];
	struct io *io = report->data;
	size_t i, nr;

	tctl_devices_event(&io->devices, event, event->inside &&
			   tctl_filter_cpu(&report->filter, event->cpu));
	nr = tctl_io_event(&io->io, event, transfers);
	if (!nr || !tctl_report_wants(report, event))
		return;
	for (i = 0; i < nr; i++)
		if (transfers[i].what != TCTL_IO_OPEN)
			io_transfer(io, event, &transfers[i]);
}

static int compare_descriptors(const void *a, const void *b)
{
	const struct io_descriptor *x = *(struct io_descriptor **)a;
	const struct io_descriptor *y = *(struct io_descriptor **)b;
	double moved = (double)y->sum.read_bytes + y->sum.written_bytes -
		       x->sum.read_bytes - x->sum.written_bytes;

	if (moved)
		return moved > 0 ? 1 : -1;
	if (x->sum.ns != y->sum.ns)
		return x->sum.ns < y->sum.ns ? 1 : -1;
	return x->key.index < y->key.index ? -1 : x->key.index > y->key.index;
}

static void print_descriptors(struct tctl_report *report,
			      struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "process", "process (pid)", TCTL_TEXT },
		{ "fd", "fd", TCTL_ID },
		TCTL_IO_COLUMNS,
		{ "name", "file", TCTL_TEXT },
		{ NULL, NULL, 0 }
	};
	struct io *io = report->data;
	struct io_descriptor *descriptor;
	char name[TCTL_TASK_NAME_SIZE];
	struct tctl_rows table;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&io->descriptors, compare_descriptors);
	tctl_rows_begin(&table, output, "descriptors",
			"Descriptors, most bytes first", columns,
			report->options.top);
	for (i = 0; i < io->descriptors.nr; i++) {
		descriptor = sorted[i];
		tctl_rows_add(&table, tctl_report_process_name(report,
					descriptor->pid, descriptor->tid, name),
			      descriptor->fd,
			      TCTL_IO_VALUES(&descriptor->sum),
			      descriptor->name);
	}
	tctl_rows_end(&table);
	free(sorted);
}

static void io_print(struct tctl_report *report, struct tctl_output *output)
{
	struct io *io = report->data;

	if (report->kinds[TCTL_KIND_SYSCALL_EXIT])
		print_descriptors(report, output);
	if (tctl_filter_has_task(&report->filter))
		tctl_output_note(output, "Devices are of all tasks: they are "
				 "not shown when some are chosen.");
	else
		tctl_devices_print(&io->devices, output, report->options.top);
}

const struct tctl_report_class tctl_report_io = {
	.name = "io",
	.description = "descriptors, disks, network: bytes and time",
	.help = "Bytes and time for each descriptor of each process, disk and\n"
		"network device.",
	.size = sizeof(struct io),
	.needs = { TCTL_KIND_SYSCALL_EXIT, TCTL_KIND_BLOCK_COMPLETE,
		   TCTL_KIND_NET_SEND, TCTL_KIND_NET_RECEIVE },
	.needs_any = true,
	.begin = io_begin,
	.event = io_event,
	.print = io_print,
	.release = io_release,
};
