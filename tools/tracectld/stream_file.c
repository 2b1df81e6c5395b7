// SPDX-License-Identifier: GPL-2.0-or-later
/* stream_file.c: see stream_file.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>
#include "tools/tracectld/stream_file.h"

static int open_file(const char *directory, const char *format,
		     const char *name)
{
	char path[4096], tail[512];
	int fd;

	snprintf(tail, sizeof(tail), format, name);
	if (snprintf(path, sizeof(path), "%s/%s", directory, tail) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	fd = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0660);
	return fd < 0 ? -errno : fd;
}

static int write_all(int fd, const void *bytes, size_t size, uint64_t offset)
{
	size_t done = 0;

	while (done < size) {
		ssize_t n = pwrite(fd, (const char *)bytes + done, size - done,
				   (off_t)(offset + done));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -ENOSPC;
		done += (size_t)n;
	}
	return 0;
}

static uint64_t entry_offset(uint64_t packet)
{
	return TCTL_CTF_INDEX_HEAD + packet * TCTL_CTF_INDEX_ENTRY;
}

/* Take over what a predecessor left, up to and without packet `packets`. */
static int resume(struct tctl_stream_file *file, uint64_t packets)
{
	char entry[TCTL_CTF_INDEX_ENTRY];
	struct tctl_ctf_index index;
	struct stat st;

	if (packets) {
		if (pread(file->index_fd, entry, sizeof(entry),
			  (off_t)entry_offset(packets - 1)) != sizeof(entry))
			return -EBADMSG;
		tctl_ctf_index_parse(entry, &index);
		file->size = index.offset + index.packet_size;
		file->end_ns = index.end_ns;
		file->discarded = index.discarded;
		if (fstat(file->fd, &st))
			return -errno;
		if ((uint64_t)st.st_size < file->size)
			return -EBADMSG;
	}
	file->packets = packets;
	if (ftruncate(file->fd, (off_t)file->size) ||
	    ftruncate(file->index_fd, (off_t)entry_offset(packets)))
		return -errno;
	return 0;
}

int tctl_stream_file_open(struct tctl_stream_file *file, const char *directory,
			  const char *name, uint64_t packets)
{
	char head[TCTL_CTF_INDEX_HEAD];
	int err;

	memset(file, 0, sizeof(*file));
	file->fd = open_file(directory, "%s", name);
	if (file->fd < 0)
		return file->fd;
	file->index_fd = open_file(directory, "index/%s.idx", name);
	if (file->index_fd < 0) {
		err = file->index_fd;
		goto close_stream;
	}
	err = resume(file, packets);
	tctl_ctf_index_head(head);
	if (!err)
		err = write_all(file->index_fd, head, sizeof(head), 0);
	if (err)
		goto close_index;
	file->opened = 1;
	return 0;

close_index:
	close(file->index_fd);
close_stream:
	close(file->fd);
	return err;
}

void tctl_stream_file_close(struct tctl_stream_file *file)
{
	if (!file->opened)
		return;
	close(file->fd);
	close(file->index_fd);
	file->opened = 0;
}

static int undo(struct tctl_stream_file *file, int err)
{
	if (ftruncate(file->fd, (off_t)file->size) ||
	    ftruncate(file->index_fd, (off_t)entry_offset(file->packets)))
		return err;	/* the next write overwrites the rest */
	return err;
}

/* As write_all() of several pieces. */
static int write_pieces(int fd, struct iovec *pieces, int nr, uint64_t offset)
{
	while (nr) {
		ssize_t n = pwritev(fd, pieces, nr, (off_t)offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -ENOSPC;
		offset += (uint64_t)n;
		for (; nr && (size_t)n >= pieces->iov_len; nr--, pieces++)
			n -= (ssize_t)pieces->iov_len;
		if (nr) {
			pieces->iov_base = (char *)pieces->iov_base + n;
			pieces->iov_len -= (size_t)n;
		}
	}
	return 0;
}

static int write_packet(const struct tctl_stream_file *file,
			const struct tctl_ctf_packet *packet,
			const void *records)
{
	char head[TCTL_CTF_RECORDS_AT], padding[8] = { 0 };
	struct iovec pieces[] = {
		{ head, sizeof(head) },
		{ (void *)records, packet->records_size },
		{ padding, tctl_ctf_packet_size(packet) -
			   packet->records_size - sizeof(head) },
	};

	tctl_ctf_packet_head(packet, head);
	return write_pieces(file->fd, pieces, 3, file->size);
}

int tctl_stream_file_append(struct tctl_stream_file *file,
			    struct tctl_ctf_packet *packet,
			    const void *records)
{
	char entry[TCTL_CTF_INDEX_ENTRY];
	int err;

	packet->sequence = file->packets;
	err = write_packet(file, packet, records);
	if (err)
		return undo(file, err);
	tctl_ctf_index_entry(packet, file->size, entry);
	err = write_all(file->index_fd, entry, sizeof(entry),
			entry_offset(file->packets));
	if (err)
		return undo(file, err);
	file->size += tctl_ctf_packet_size(packet);
	file->packets++;
	file->end_ns = packet->end_ns;
	file->discarded = packet->discarded;
	return 0;
}
