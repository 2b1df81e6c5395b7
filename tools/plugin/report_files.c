/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/report_files.c: files by name: how often opened, what was read
 * from and written to them, by how many processes.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/io.h"
#include "tools/plugin/report.h"

struct files_file {
	struct tctl_key key;		/* name */
	struct tctl_io_sum sum;
	uint64_t opens, failed_opens;
	uint64_t processes;
};

struct files_user {
	struct tctl_key key;		/* process, name */
};

struct files {
	struct tctl_io io;
	struct tctl_map files, users;
};

static const char *files_begin(struct tctl_report *report)
{
	struct files *files = report->data;

	tctl_io_init(&files->io);
	tctl_map_init(&files->files, sizeof(struct files_file));
	tctl_map_init(&files->users, sizeof(struct files_user));
	return NULL;
}

static void files_release(struct tctl_report *report)
{
	struct files *files = report->data;

	tctl_io_release(&files->io);
	tctl_map_release(&files->files);
	tctl_map_release(&files->users);
}

static void files_transfer(struct files *files,
			   const struct tctl_io_transfer *transfer)
{
	const char *name = transfer->name && *transfer->name ?
				   transfer->name : "[not known]";
	struct files_file *file = tctl_map_get(&files->files, 0, name);
	size_t users = files->users.nr;

	tctl_map_get(&files->users, transfer->owner, name);
	file->processes += files->users.nr != users;
	if (transfer->what != TCTL_IO_OPEN) {
		tctl_io_sum_add(&file->sum, transfer);
		return;
	}
	file->opens++;
	file->failed_opens += transfer->failed;
	file->sum.ns = tctl_sum(file->sum.ns, transfer->ns);
}

static void files_event(struct tctl_report *report,
			const struct tctl_event *event)
{
	struct tctl_io_transfer transfers[TCTL_IO_TRANSFERS];
	struct files *files = report->data;
	size_t i, nr;

	nr = tctl_io_event(&files->io, event, transfers);
	if (!nr || !tctl_report_wants(report, event))
		return;
	for (i = 0; i < nr; i++)
		files_transfer(files, &transfers[i]);
}

static int compare_files(const void *a, const void *b)
{
	const struct files_file *x = *(struct files_file **)a;
	const struct files_file *y = *(struct files_file **)b;
	double moved = (double)y->sum.read_bytes + y->sum.written_bytes -
		       x->sum.read_bytes - x->sum.written_bytes;

	if (moved)
		return moved > 0 ? 1 : -1;
	if (x->sum.ns != y->sum.ns)
		return x->sum.ns < y->sum.ns ? 1 : -1;
	return strcmp(x->key.text, y->key.text);
}

static void files_print(struct tctl_report *report, struct tctl_output *output)
{
	static const struct tctl_column columns[] = {
		{ "opens", "opens", TCTL_COUNT },
		{ "failed_opens", "failed", TCTL_COUNT },
		{ "processes", "processes", TCTL_COUNT },
		TCTL_IO_COLUMNS,
		{ "name", "file", TCTL_TEXT },
		{ NULL, NULL, 0 }
	};
	struct files *files = report->data;
	struct files_file *file;
	struct tctl_rows table;
	void **sorted;
	size_t i;

	sorted = tctl_map_sorted(&files->files, compare_files);
	tctl_rows_begin(&table, output, "files", "Files, most bytes first",
			columns, report->options.top);
	for (i = 0; i < files->files.nr; i++) {
		file = sorted[i];
		tctl_rows_add(&table, (int64_t)file->opens,
			      (int64_t)file->failed_opens,
			      (int64_t)file->processes,
			      TCTL_IO_VALUES(&file->sum), file->key.text);
	}
	tctl_rows_end(&table);
	free(sorted);
}

const struct tctl_report_class tctl_report_files = {
	.name = "files",
	.description = "files: opened, read, written",
	.help = "Files by name: opens, bytes and time, by how many processes.",
	.size = sizeof(struct files),
	.needs = { TCTL_KIND_SYSCALL_ENTRY, TCTL_KIND_SYSCALL_EXIT },
	.begin = files_begin,
	.event = files_event,
	.print = files_print,
	.release = files_release,
};
