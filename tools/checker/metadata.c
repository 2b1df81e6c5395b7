/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/metadata.c: reads a metadata file. A packetised one starts with
 * a magic number, whose byte order is that of all packet headers in it; each
 * packet is a header of 37 bytes, text up to content_size and padding.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tools/checker/metadata.h>
#include <unistd.h>

#define METADATA_MAX ((off_t)32 << 20)
#define METADATA_MAGIC 0x75D11D57u
#define HEADER_SIZE 37

static const char signature[] = "/* CTF 1.8 */";

struct metadata_header {
	uint32_t magic, checksum, content_size, packet_size;
	uint8_t uuid[16];
	uint8_t compression, encryption, checksum_scheme, major, minor;
};

static int broken(struct tctl_trace *trace, enum tctl_rule rule,
		  int64_t offset, const char *text)
{
	struct tctl_where where = tctl_where_file(trace->metadata);

	where.offset = offset;
	tctl_rule_broken(trace->findings, rule, &where, "%s", text);
	return -1;
}

static int fd_read(struct tctl_trace *trace, int fd, char *to, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t got = read(fd, to + done, size - done);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return broken(trace, TCTL_RULE_FILE_READ, done,
				      got ? strerror(errno) :
				      "the file became shorter");
		done += got;
	}
	return 0;
}

static int file_size(struct tctl_trace *trace, int fd, size_t *ret_size)
{
	struct stat st;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		return broken(trace, TCTL_RULE_FILE_READ, -1,
			      "this is no regular file");
	if (st.st_size > METADATA_MAX)
		return broken(trace, TCTL_RULE_TSDL_LIMITS, -1,
			      "more than 32 MiB of metadata");
	*ret_size = st.st_size;
	return 0;
}

static int file_load(struct tctl_trace *trace, char **ret, size_t *ret_size)
{
	int fd = open(trace->metadata, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char *bytes = NULL;
	size_t size;

	if (fd < 0)
		return broken(trace, TCTL_RULE_FILE_READ, -1, strerror(errno));
	if (file_size(trace, fd, &size))
		goto fail;
	bytes = malloc(size + 1);
	if (!bytes) {
		broken(trace, TCTL_RULE_FILE_READ, -1, "out of memory");
		goto fail;
	}
	if (fd_read(trace, fd, bytes, size))
		goto fail;
	close(fd);
	*ret = bytes;
	*ret_size = size;
	return 0;
fail:
	free(bytes);
	close(fd);
	return -1;
}

static uint32_t u32_at(const char *at, bool swap)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return swap ? __builtin_bswap32(value) : value;
}

static struct metadata_header header_at(const char *at, bool swap)
{
	struct metadata_header header = {
		.magic = u32_at(at, swap),
		.checksum = u32_at(at + 20, swap),
		.content_size = u32_at(at + 24, swap),
		.packet_size = u32_at(at + 28, swap),
		.compression = at[32], .encryption = at[33],
		.checksum_scheme = at[34], .major = at[35], .minor = at[36],
	};

	memcpy(header.uuid, at + 4, sizeof(header.uuid));
	return header;
}

/* What is wrong with a packet of which left bytes are there; NULL: nothing. */
static const char *header_fault(const struct metadata_header *header,
				size_t left)
{
	if (header->magic != METADATA_MAGIC)
		return "the packet does not start with 0x75D11D57";
	if (header->compression || header->encryption ||
	    header->checksum_scheme)
		return "the packet is compressed, encrypted or has a checksum";
	if (header->major != 1 || header->minor != 8)
		return "the packet is not of version 1.8";
	if (header->content_size % 8 || header->packet_size % 8 ||
	    header->content_size / 8 < HEADER_SIZE)
		return "the packet's content_size is not sound";
	if (header->content_size > header->packet_size)
		return "content_size exceeds packet_size";
	if (header->packet_size / 8 > left)
		return "the packet ends behind the end of the file";
	return NULL;
}

static int uuid_check(struct tctl_trace *trace, size_t at,
		      const struct metadata_header *header)
{
	if (!trace->packetised) {
		trace->packetised = true;
		memcpy(trace->packet_uuid, header->uuid, 16);
	} else if (memcmp(trace->packet_uuid, header->uuid, 16)) {
		return broken(trace, TCTL_RULE_METADATA_UUID, at,
			      "this packet has another uuid than the first");
	}
	return 0;
}

/* Move the text of all packets to the start of bytes, one after another. */
static int packets_strip(struct tctl_trace *trace, char *bytes, size_t *size)
{
	bool swap = u32_at(bytes, false) != METADATA_MAGIC;
	size_t at = 0, text = 0, len;

	while (at < *size) {
		struct metadata_header header;
		const char *fault;

		if (*size - at < HEADER_SIZE)
			return broken(trace, TCTL_RULE_METADATA_PACKET, at,
				      "a part of a packet header is left");
		header = header_at(bytes + at, swap);
		fault = header_fault(&header, *size - at);
		if (fault)
			return broken(trace, TCTL_RULE_METADATA_PACKET, at,
				      fault);
		uuid_check(trace, at, &header);
		len = header.content_size / 8 - HEADER_SIZE;
		memmove(bytes + text, bytes + at + HEADER_SIZE, len);
		text += len;
		at += header.packet_size / 8;
	}
	*size = text;
	return 0;
}

static bool packetised(const char *bytes, size_t size)
{
	return size >= 4 && (u32_at(bytes, false) == METADATA_MAGIC ||
			     u32_at(bytes, true) == METADATA_MAGIC);
}

int tctl_metadata_read(struct tctl_trace *trace, char **ret_text,
		       size_t *ret_len)
{
	size_t size, len = sizeof(signature) - 1;
	char *bytes;

	if (file_load(trace, &bytes, &size))
		return -1;
	if (packetised(bytes, size)) {
		if (packets_strip(trace, bytes, &size)) {
			free(bytes);
			return -1;
		}
	} else if (size < len || memcmp(bytes, signature, len)) {
		broken(trace, TCTL_RULE_METADATA_SIGNATURE, 0,
		       "the file starts with other bytes");
	}
	*ret_text = bytes;
	*ret_len = size;
	return 0;
}
