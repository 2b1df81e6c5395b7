/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/index.c: index files: a header of four big-endian u32 (magic,
 * major, minor, entry length), then an entry of nine u64 for each packet
 * (seven in version 1.0).
 */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tools/checker/packet.h>
#include <unistd.h>

#define INDEX_MAGIC 0xC1F1DCC1u
#define HEADER_SIZE 16
#define ENTRY_1_0 56
#define ENTRY_1_1 72
#define BUFFER_SIZE ((uint64_t)ENTRY_1_1 * 1024)

static const struct {
	const char *name;
	enum tctl_role role;
} entry_fields[] = {
	{ "offset", TCTL_ROLE_NONE },
	{ "packet_size", TCTL_ROLE_PACKET_SIZE },
	{ "content_size", TCTL_ROLE_CONTENT_SIZE },
	{ "timestamp_begin", TCTL_ROLE_BEGIN },
	{ "timestamp_end", TCTL_ROLE_END },
	{ "events_discarded", TCTL_ROLE_DISCARDED },
	{ "stream_id", TCTL_ROLE_STREAM_ID },
	{ "stream_instance_id", TCTL_ROLE_INSTANCE },
	{ "packet_seq_num", TCTL_ROLE_SEQUENCE },
};

__attribute__((format(printf, 4, 5)))
static void broken(struct tctl_index *index, enum tctl_rule rule,
		   int64_t offset, const char *format, ...)
{
	struct tctl_where where = tctl_where_file(index->path);
	char text[128];
	va_list args;

	where.offset = offset;
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	tctl_rule_broken(index->findings, rule, &where, "%s", text);
}

static ssize_t bytes_at(int fd, void *to, size_t size, uint64_t offset)
{
	size_t done = 0;

	while (done < size) {
		ssize_t got = pread(fd, (char *)to + done, size - done,
				    (off_t)(offset + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		done += got;
	}
	return (ssize_t)done;
}

static void size_check(struct tctl_index *index)
{
	struct stat st;
	uint64_t left;

	if (fstat(index->fd, &st) || !S_ISREG(st.st_mode) ||
	    st.st_size < HEADER_SIZE) {
		index->sound = false;
		return;
	}
	left = (uint64_t)st.st_size - HEADER_SIZE;
	index->entries = left / index->entry_length;
	if (left % index->entry_length)
		broken(index, TCTL_RULE_INDEX_COUNT, st.st_size,
		       "%ju bytes behind the last whole entry",
		       left % index->entry_length);
}

static void header_check(struct tctl_index *index)
{
	uint32_t words[4];
	uint32_t expected;

	if (bytes_at(index->fd, words, sizeof(words), 0) != HEADER_SIZE) {
		broken(index, TCTL_RULE_INDEX_MAGIC, 0,
		       "no header of %d bytes", HEADER_SIZE);
		return;
	}
	if (be32toh(words[0]) != INDEX_MAGIC) {
		broken(index, TCTL_RULE_INDEX_MAGIC, 0,
		       "the file starts with 0x%x", be32toh(words[0]));
		return;
	}
	if (be32toh(words[1]) != 1 || be32toh(words[2]) > 1) {
		broken(index, TCTL_RULE_INDEX_VERSION, 4,
		       "version %u.%u", be32toh(words[1]), be32toh(words[2]));
		return;
	}
	expected = be32toh(words[2]) ? ENTRY_1_1 : ENTRY_1_0;
	index->entry_length = be32toh(words[3]);
	index->sound = index->entry_length == expected;
	if (!index->sound)
		broken(index, TCTL_RULE_INDEX_ENTRY_LENGTH, 12,
		       "entries of %u bytes", index->entry_length);
	else
		size_check(index);
}

void tctl_index_open(struct tctl_index *index, const struct tctl_trace *trace,
		     int dir_fd, const char *file)
{
	struct tctl_where where;
	struct stat st;
	char *below;

	memset(index, 0, sizeof(*index));
	index->findings = trace->findings;
	index->fd = -1;
	if (asprintf(&index->path, "%s/index/%s.idx", trace->path, file) < 0) {
		index->path = NULL;
		return;
	}
	below = index->path + strlen(trace->path) + 1;
	where = tctl_where_file(index->path);
	index->fd = openat(dir_fd, below, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (index->fd >= 0)
		header_check(index);
	else if (errno != ENOENT)
		tctl_rule_broken(index->findings, TCTL_RULE_FILE_READ, &where,
				 "%s", strerror(errno));
	else if (!fstatat(dir_fd, "index", &st, 0))
		tctl_rule_broken_as(index->findings, TCTL_RULE_INDEX_MISSING,
				    tctl_trace_is_own(trace) ? TCTL_WARNING :
				    TCTL_NOTE, &where,
				    "stream %s has no index file", file);
}

static const uint8_t *entry_at(struct tctl_index *index, uint64_t number)
{
	uint64_t per = BUFFER_SIZE / index->entry_length;

	if (!index->bytes)
		index->bytes = malloc(BUFFER_SIZE);
	if (!index->bytes)
		return NULL;
	if (number - index->base >= index->len) {
		ssize_t got = bytes_at(index->fd, index->bytes,
				       per * index->entry_length, HEADER_SIZE +
				       number * index->entry_length);

		index->base = number;
		index->len = (uint64_t)got / index->entry_length;
	}
	if (number - index->base >= index->len)
		return NULL;
	return index->bytes + (number - index->base) * index->entry_length;
}

static uint64_t expected_value(const struct tctl_packet *packet,
			       enum tctl_role role)
{
	switch (role) {
	case TCTL_ROLE_NONE:
		return packet->offset;
	case TCTL_ROLE_PACKET_SIZE:
		return packet->size;
	case TCTL_ROLE_CONTENT_SIZE:
		return packet->content;
	default:
		return packet->role[role];
	}
}

static bool is_known(const struct tctl_packet *packet, enum tctl_role role)
{
	return role == TCTL_ROLE_NONE || role == TCTL_ROLE_PACKET_SIZE ||
	       role == TCTL_ROLE_CONTENT_SIZE || tctl_packet_has(packet, role);
}

static void field_check(struct tctl_index *index,
			const struct tctl_packet *packet,
			const uint8_t *entry, uint32_t field)
{
	struct tctl_where where = tctl_where_file(index->path);
	enum tctl_role role = entry_fields[field].role;
	uint64_t expected = expected_value(packet, role), value;

	memcpy(&value, entry + field * 8, sizeof(value));
	value = be64toh(value);
	if (value == expected || !is_known(packet, role))
		return;
	where.packet = (int64_t)packet->number;
	where.packet_offset = (int64_t)packet->offset;
	tctl_rule_broken(index->findings, TCTL_RULE_INDEX_ENTRY, &where,
			 "%s is %ju, the packet's is %ju",
			 entry_fields[field].name, value, expected);
}

void tctl_index_check(struct tctl_index *index,
		      const struct tctl_packet *packet)
{
	const uint8_t *entry;
	uint32_t i;

	if (!index->sound || packet->number >= index->entries)
		return;
	entry = entry_at(index, packet->number);
	for (i = 0; entry && i < index->entry_length / 8; i++)
		field_check(index, packet, entry, i);
}

void tctl_index_close(struct tctl_index *index, bool complete,
		      uint64_t packets)
{
	struct tctl_where where;

	if (index->sound && complete && index->entries != packets) {
		where = tctl_where_file(index->path);
		tctl_rule_broken(index->findings, TCTL_RULE_INDEX_COUNT, &where,
				 "%ju entries for %ju packets", index->entries,
				 packets);
	}
	if (index->fd >= 0)
		close(index->fd);
	free(index->bytes);
	free(index->path);
}
