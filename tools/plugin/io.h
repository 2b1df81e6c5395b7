/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/io.h: system calls as transfers to and from descriptors, for
 * report_io.c and report_files.c.
 */
#ifndef TRACECTL_PLUGIN_IO_H
#define TRACECTL_PLUGIN_IO_H

#include "tools/plugin/descriptor.h"

enum tctl_io_what {
	TCTL_IO_READ,
	TCTL_IO_WRITE,
	TCTL_IO_OTHER,		/* another call on a descriptor */
	TCTL_IO_OPEN,		/* name is what was to be opened */
};

struct tctl_io_transfer {
	enum tctl_io_what what;
	int64_t owner, tid;	/* of the descriptor; -1: not known */
	int64_t fd;		/* -1: none, the open failed */
	const char *name;	/* NULL: not known */
	int64_t bytes, ns;
	bool failed;
};

/* sendfile and the like have two ends; each is counted, the time once. */
#define TCTL_IO_TRANSFERS	2

struct tctl_io {
	struct tctl_calls calls;
	struct tctl_descriptors descriptors;
	struct tctl_call *returned;	/* kept for the names of transfers */
};

void tctl_io_init(struct tctl_io *io);
void tctl_io_release(struct tctl_io *io);

/* What an event completes; returns how many. Valid until the next one. */
size_t tctl_io_event(struct tctl_io *io, const struct tctl_event *event,
		     struct tctl_io_transfer ret_transfers[TCTL_IO_TRANSFERS]);

/* Sums, embedded by reports. */
struct tctl_io_sum {
	uint64_t reads, writes, others, errors;
	int64_t read_bytes, written_bytes, ns;
};

void tctl_io_sum_add(struct tctl_io_sum *sum,
		     const struct tctl_io_transfer *transfer);

/* As columns of a table, and the values for them. */
#define TCTL_IO_COLUMNS \
	{ "reads", "reads", TCTL_COUNT }, \
	{ "read_bytes", "read", TCTL_BYTES }, \
	{ "writes", "writes", TCTL_COUNT }, \
	{ "written_bytes", "written", TCTL_BYTES }, \
	{ "others", "other calls", TCTL_COUNT }, \
	{ "errors", "errors", TCTL_COUNT }, \
	{ "time_ns", "time", TCTL_NS }
#define TCTL_IO_VALUES(sum) \
	(int64_t)(sum)->reads, (sum)->read_bytes, (int64_t)(sum)->writes, \
	(sum)->written_bytes, (int64_t)(sum)->others, \
	(int64_t)(sum)->errors, (sum)->ns

#endif
