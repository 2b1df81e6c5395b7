/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/plugin/io.c: which calls move how many bytes between which descriptors.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/plugin/distribution.h"
#include "tools/plugin/io.h"

/* What a call returns as error; and more than one can move. */
#define MAX_ERRNO	4095
#define MAX_BYTES	(INT64_C(1) << 40)

struct io_call {
	const char *name;
	enum tctl_io_what what;
	const char *fd;
	const char *to;		/* the descriptor it writes to, if two */
};

/* By name. */
static const struct io_call io_calls[] = {
	{ "copy_file_range", TCTL_IO_READ, "fd_in", "fd_out" },
	{ "creat", TCTL_IO_OPEN, NULL, NULL },
	{ "open", TCTL_IO_OPEN, NULL, NULL },
	{ "openat", TCTL_IO_OPEN, NULL, NULL },
	{ "openat2", TCTL_IO_OPEN, NULL, NULL },
	{ "pread64", TCTL_IO_READ, "fd", NULL },
	{ "preadv", TCTL_IO_READ, "fd", NULL },
	{ "preadv2", TCTL_IO_READ, "fd", NULL },
	{ "pwrite64", TCTL_IO_WRITE, "fd", NULL },
	{ "pwritev", TCTL_IO_WRITE, "fd", NULL },
	{ "pwritev2", TCTL_IO_WRITE, "fd", NULL },
	{ "read", TCTL_IO_READ, "fd", NULL },
	{ "readv", TCTL_IO_READ, "fd", NULL },
	{ "recv", TCTL_IO_READ, "fd", NULL },
	{ "recvfrom", TCTL_IO_READ, "fd", NULL },
	{ "recvmsg", TCTL_IO_READ, "fd", NULL },
	{ "send", TCTL_IO_WRITE, "fd", NULL },
	{ "sendfile", TCTL_IO_READ, "in_fd", "out_fd" },
	{ "sendfile64", TCTL_IO_READ, "in_fd", "out_fd" },
	{ "sendmsg", TCTL_IO_WRITE, "fd", NULL },
	{ "sendto", TCTL_IO_WRITE, "fd", NULL },
	{ "splice", TCTL_IO_READ, "fd_in", "fd_out" },
	{ "write", TCTL_IO_WRITE, "fd", NULL },
	{ "writev", TCTL_IO_WRITE, "fd", NULL },
};

/* Whatever else is done to a descriptor. */
static const struct io_call io_other = { NULL, TCTL_IO_OTHER, "fd", NULL };

void tctl_io_init(struct tctl_io *io)
{
	tctl_calls_init(&io->calls);
	tctl_descriptors_init(&io->descriptors);
	io->returned = NULL;
}

void tctl_io_release(struct tctl_io *io)
{
	tctl_calls_release(&io->calls);
	tctl_descriptors_release(&io->descriptors);
}

static int compare_call(const void *name, const void *call)
{
	return strcmp(name, ((const struct io_call *)call)->name);
}

static const struct io_call *io_call_find(const char *name)
{
	const struct io_call *call = bsearch(name, io_calls,
		sizeof(io_calls) / sizeof(io_calls[0]), sizeof(io_calls[0]),
		compare_call);

	return call ? call : &io_other;
}

static void transfer_name(struct tctl_io *io, const struct tctl_call *call,
			  const char *argument,
			  struct tctl_io_transfer *transfer)
{
	if (!argument ||
	    !tctl_event_integer(&call->entry, argument, &transfer->fd))
		transfer->fd = -1;
	transfer->name = tctl_descriptors_name(&io->descriptors,
					       transfer->owner, transfer->fd);
}

static void transfer_open(const struct tctl_call *call,
			  const struct tctl_event *exit,
			  struct tctl_io_transfer *transfer)
{
	transfer->name = tctl_call_text(call, exit, "filename");
	if (!transfer->name)
		transfer->name = tctl_call_text(call, exit, "pathname");
	transfer->fd = transfer->failed ? -1 : transfer->bytes;
	transfer->bytes = 0;
}

static size_t io_returned(struct tctl_io *io, const struct tctl_call *call,
			  const struct tctl_event *exit,
			  struct tctl_io_transfer *transfers)
{
	const struct io_call *kind = io_call_find(call->name);
	struct tctl_io_transfer *first = &transfers[0];

	memset(transfers, 0, TCTL_IO_TRANSFERS * sizeof(*transfers));
	first->what = kind->what;
	first->owner = tctl_descriptors_owner(exit);
	first->tid = exit->tid;
	first->ns = exit->time_ns - call->entry.time_ns;
	if (!tctl_event_integer(exit, "ret", &first->bytes))
		first->bytes = 0;
	first->failed = first->bytes < 0 && first->bytes >= -MAX_ERRNO;
	if (kind->what == TCTL_IO_OPEN) {
		transfer_open(call, exit, first);
		return 1;
	}
	if (first->bytes < 0 || first->bytes > MAX_BYTES ||
	    kind->what == TCTL_IO_OTHER)
		first->bytes = 0;
	transfer_name(io, call, kind->fd, first);
	if (!kind->to)
		return first->fd >= 0;
	transfers[1] = *first;
	transfers[1].what = TCTL_IO_WRITE;
	transfers[1].ns = 0;
	transfer_name(io, call, kind->to, &transfers[1]);
	return 2;
}

size_t tctl_io_event(struct tctl_io *io, const struct tctl_event *event,
		     struct tctl_io_transfer ret_transfers[TCTL_IO_TRANSFERS])
{
	struct tctl_call_step step;
	size_t nr;

	if (io->returned)
		tctl_calls_done(&io->calls, io->returned);
	io->returned = NULL;
	tctl_descriptors_event(&io->descriptors, event);
	step = tctl_calls_event(&io->calls, event);
	io->returned = step.returned;
	if (!step.returned)
		return 0;
	/* what a close closes has its name until then */
	nr = io_returned(io, step.returned, event, ret_transfers);
	tctl_descriptors_returned(&io->descriptors, step.returned, event);
	return nr;
}

void tctl_io_sum_add(struct tctl_io_sum *sum,
		     const struct tctl_io_transfer *transfer)
{
	switch (transfer->what) {
	case TCTL_IO_READ:
		sum->reads++;
		sum->read_bytes = tctl_sum(sum->read_bytes, transfer->bytes);
		break;
	case TCTL_IO_WRITE:
		sum->writes++;
		sum->written_bytes = tctl_sum(sum->written_bytes,
					      transfer->bytes);
		break;
	default:
		sum->others++;
		break;
	}
	sum->errors += transfer->failed;
	sum->ns = tctl_sum(sum->ns, transfer->ns);
}
