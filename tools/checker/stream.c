/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/stream.c: the packets of one stream file, in order. A packet
 * whose size can't be believed ends the reading of the file; one whose events
 * can't be read does not.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tools/checker/stream.h>

#define PACKET_MAGIC 0xC1FC1FC1u

/* Fields that events may have without any bits, for the whole file. */
#define WORK_SPARE 1000000

void tctl_stream_broken(struct tctl_stream_file *file, enum tctl_rule rule,
			uint64_t bit, const char *format, ...)
{
	struct tctl_where where = file->where;
	char text[256];
	va_list args;

	if (bit != UINT64_MAX)
		where.offset = (int64_t)(file->packet.offset + bit / 8);
	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	tctl_rule_broken(file->trace->findings, rule, &where, "%s", text);
}

void tctl_stream_undecoded(struct tctl_stream_file *file, enum tctl_rule rule)
{
	const struct tctl_decoder *decoder = &file->decoder;
	const char *name = decoder->failed->name;
	uint64_t left = decoder->end - decoder->failed_at;

	if (decoder->rule == TCTL_RULE_FILE_READ)
		tctl_stream_broken(file, rule, decoder->failed_at,
				   "the file can't be read here: %s",
				   file->window.error ?
				   strerror(file->window.error) :
				   "it became shorter");
	else if (decoder->rule == TCTL_RULE_VARIANT_SELECT)
		tctl_stream_broken(file, rule, decoder->failed_at,
				   "no option of '%.80s' has the tag %ju", name,
				   decoder->failed_value);
	else if (decoder->rule == TCTL_RULE_SEQUENCE_BOUNDS)
		tctl_stream_broken(file, rule, decoder->failed_at,
				   "'%.80s' has %ju elements, %ju bits are "
				   "left", name, decoder->failed_value, left);
	else if (decoder->rule == TCTL_RULE_STRING_END)
		tctl_stream_broken(file, rule, decoder->failed_at,
				   "'%.80s' has no NUL in the %ju bits left",
				   name, left);
	else if (decoder->rule == TCTL_RULE_EVENT_WORK)
		tctl_stream_broken(file, rule, decoder->failed_at,
				   "too many fields without bits");
	else
		tctl_stream_broken(file, rule, decoder->failed_at,
				   "'%.80s' ends behind the end", name);
}

static int scope_decode(struct tctl_stream_file *file, struct tctl_node *node,
			const char *what)
{
	if (!node || !tctl_decode(&file->decoder, node))
		return 0;
	if (file->decoder.rule == TCTL_RULE_EVENT_BOUNDS)
		tctl_stream_broken(file, TCTL_RULE_FILE_END, 0,
				   "the file ends inside a %s", what);
	else
		tctl_stream_undecoded(file, file->decoder.rule);
	return -1;
}

static int stream_find(struct tctl_stream_file *file)
{
	struct tctl_stream *stream = file->trace->streams;
	uint64_t id = file->decoder.role[TCTL_ROLE_STREAM_ID];

	if (tctl_decoder_has(&file->decoder, TCTL_ROLE_STREAM_ID))
		while (stream && stream->id != id)
			stream = stream->next;
	if (!stream)
		tctl_stream_broken(file, TCTL_RULE_PACKET_STREAM_ID, 0,
				   "no stream %ju is declared", id);
	else if (file->stream && file->stream != stream)
		tctl_stream_broken(file, TCTL_RULE_PACKET_STREAM_ID, 0,
				   "stream %ju in a file of stream %ju",
				   stream->id, file->stream->id);
	else
		file->stream = stream;
	return stream && file->stream == stream ? 0 : -1;
}

static void uuid_check(struct tctl_stream_file *file)
{
	uint64_t at = file->decoder.uuid_at;
	const uint8_t *uuid;

	if (at == UINT64_MAX || !file->trace->has_uuid)
		return;
	uuid = tctl_window_at(&file->window, file->packet.offset + at, 16);
	if (uuid && memcmp(uuid, file->trace->uuid, 16))
		tctl_stream_broken(file, TCTL_RULE_PACKET_UUID, at * 8,
				   "the packet's uuid is not the trace's");
}

/* The fields of a packet's header and context, into file->packet. */
static int packet_decode(struct tctl_stream_file *file)
{
	struct tctl_decoder *decoder = &file->decoder;

	decoder->has = 0;
	decoder->uuid_at = UINT64_MAX;
	if (scope_decode(file, file->trace->header_node, "packet header"))
		return -1;
	if (tctl_decoder_has(decoder, TCTL_ROLE_MAGIC) &&
	    decoder->role[TCTL_ROLE_MAGIC] != PACKET_MAGIC) {
		tctl_stream_broken(file, TCTL_RULE_PACKET_MAGIC, 0,
				   "the packet starts with 0x%jx",
				   decoder->role[TCTL_ROLE_MAGIC]);
		return -1;
	}
	uuid_check(file);
	if (stream_find(file) ||
	    scope_decode(file, file->stream->packet_node, "packet context"))
		return -1;
	memcpy(file->packet.role, decoder->role, sizeof(file->packet.role));
	file->packet.has = decoder->has;
	return 0;
}

/* Where the packet and its content end. -1: what follows can't be found. */
static int size_check(struct tctl_stream_file *file)
{
	struct tctl_packet *packet = &file->packet;
	uint64_t rest = file->decoder.end;

	packet->size = tctl_packet_has(packet, TCTL_ROLE_PACKET_SIZE) ?
		       packet->role[TCTL_ROLE_PACKET_SIZE] : rest;
	packet->content = tctl_packet_has(packet, TCTL_ROLE_CONTENT_SIZE) ?
			  packet->role[TCTL_ROLE_CONTENT_SIZE] : packet->size;
	if (packet->size % 8 || packet->size < file->decoder.at) {
		tctl_stream_broken(file, TCTL_RULE_PACKET_SIZE, UINT64_MAX,
				   "packet_size is %ju bits", packet->size);
		return -1;
	}
	if (packet->size > rest) {
		tctl_stream_broken(file, TCTL_RULE_FILE_END, UINT64_MAX,
				   "the packet has %ju bits, the file %ju more",
				   packet->size, rest);
		return -1;
	}
	return 0;
}

static bool content_sound(struct tctl_stream_file *file)
{
	const struct tctl_packet *packet = &file->packet;

	if (packet->content <= packet->size &&
	    packet->content >= file->decoder.at)
		return true;
	tctl_stream_broken(file, TCTL_RULE_CONTENT_SIZE, UINT64_MAX,
			   "content_size is %ju bits, packet_size %ju",
			   packet->content, packet->size);
	return false;
}

/* Both packets have the value. */
static bool both(const struct tctl_stream_file *file, enum tctl_role role)
{
	return !file->first && tctl_packet_has(&file->packet, role) &&
	       tctl_packet_has(&file->before, role);
}

static void instance_check(struct tctl_stream_file *file)
{
	const uint64_t *now = file->packet.role, *old = file->before.role;

	if (both(file, TCTL_ROLE_INSTANCE) &&
	    now[TCTL_ROLE_INSTANCE] != old[TCTL_ROLE_INSTANCE])
		tctl_stream_broken(file, TCTL_RULE_STREAM_INSTANCE_ID,
				   UINT64_MAX, "it changes from %ju to %ju",
				   old[TCTL_ROLE_INSTANCE],
				   now[TCTL_ROLE_INSTANCE]);
	if (both(file, TCTL_ROLE_CPU) &&
	    now[TCTL_ROLE_CPU] != old[TCTL_ROLE_CPU])
		tctl_stream_broken(file, TCTL_RULE_CPU_ID, UINT64_MAX,
				   "it changes from %ju to %ju",
				   old[TCTL_ROLE_CPU], now[TCTL_ROLE_CPU]);
}

/* Numbers left out are packets that an overwriting tracer lost: ours loses
   events, never whole packets of a file. */
static void sequence_check(struct tctl_stream_file *file)
{
	uint64_t now = file->packet.role[TCTL_ROLE_SEQUENCE];
	uint64_t old = file->before.role[TCTL_ROLE_SEQUENCE];
	bool lost = now > old && !tctl_trace_is_own(file->trace);

	if (both(file, TCTL_ROLE_SEQUENCE) && now != old + 1)
		tctl_rule_broken_as(file->trace->findings,
				    TCTL_RULE_PACKET_SEQUENCE,
				    lost ? TCTL_WARNING : TCTL_ERROR,
				    &file->where,
				    "packet_seq_num goes from %ju to %ju",
				    old, now);
}

static void discarded_check(struct tctl_stream_file *file)
{
	const uint64_t *now = file->packet.role, *old = file->before.role;

	if (both(file, TCTL_ROLE_DISCARDED) &&
	    now[TCTL_ROLE_DISCARDED] < old[TCTL_ROLE_DISCARDED])
		tctl_stream_broken(file, TCTL_RULE_EVENTS_DISCARDED, UINT64_MAX,
				   "events_discarded goes from %ju to %ju",
				   old[TCTL_ROLE_DISCARDED],
				   now[TCTL_ROLE_DISCARDED]);
}

static void begin_check(struct tctl_stream_file *file)
{
	const struct tctl_packet *packet = &file->packet;
	const uint64_t *now = packet->role, *old = file->before.role;

	if (!tctl_packet_has(packet, TCTL_ROLE_BEGIN))
		return;
	if (tctl_packet_has(packet, TCTL_ROLE_END) &&
	    now[TCTL_ROLE_BEGIN] > now[TCTL_ROLE_END])
		tctl_stream_broken(file, TCTL_RULE_PACKET_BEGIN, UINT64_MAX,
				   "timestamp_begin %ju, timestamp_end %ju",
				   now[TCTL_ROLE_BEGIN], now[TCTL_ROLE_END]);
	if (!file->first && tctl_packet_has(&file->before, TCTL_ROLE_END) &&
	    now[TCTL_ROLE_BEGIN] < old[TCTL_ROLE_END])
		tctl_stream_broken(file, TCTL_RULE_PACKET_TIME_ORDER,
				   UINT64_MAX, "it begins at %ju, before the "
				   "end %ju of the packet before",
				   now[TCTL_ROLE_BEGIN], old[TCTL_ROLE_END]);
	file->time = now[TCTL_ROLE_BEGIN];
}

static void end_check(struct tctl_stream_file *file)
{
	uint64_t end = file->packet.role[TCTL_ROLE_END];

	if (file->timed && tctl_packet_has(&file->packet, TCTL_ROLE_END) &&
	    file->last_event > end)
		tctl_stream_broken(file, TCTL_RULE_PACKET_END, UINT64_MAX,
				   "the last event's time %ju is behind "
				   "timestamp_end %ju", file->last_event, end);
}

static void sum_add(struct tctl_stream_file *file)
{
	const struct tctl_packet *packet = &file->packet;
	struct tctl_stream_sum *sum = file->sum;
	uint64_t end = packet->role[TCTL_ROLE_END];

	sum->packets++;
	sum->stream_id = file->stream->id;
	if (tctl_packet_has(packet, TCTL_ROLE_INSTANCE)) {
		sum->has_instance = true;
		sum->instance = packet->role[TCTL_ROLE_INSTANCE];
	}
	if (tctl_packet_has(packet, TCTL_ROLE_DISCARDED))
		sum->lost = packet->role[TCTL_ROLE_DISCARDED];
	if (!tctl_packet_has(packet, TCTL_ROLE_BEGIN) ||
	    !tctl_packet_has(packet, TCTL_ROLE_END))
		return;
	if (!sum->has_time)
		sum->begin = packet->role[TCTL_ROLE_BEGIN];
	sum->has_time = true;
	sum->end = end > sum->end ? end : sum->end;
}

static void packet_start(struct tctl_stream_file *file, uint64_t offset)
{
	struct tctl_decoder *decoder = &file->decoder;

	memset(&file->packet, 0, sizeof(file->packet));
	file->packet.number = file->sum->packets;
	file->packet.offset = offset;
	file->where.packet = (int64_t)file->sum->packets;
	file->where.packet_offset = (int64_t)offset;
	memset(decoder->role, 0, sizeof(decoder->role));
	decoder->packet = offset;
	decoder->at = 0;
	decoder->end = (file->window.file_size - offset) * 8;
	file->timed = false;
}

/* One packet; -1: the one behind it can't be found. */
static int packet_check(struct tctl_stream_file *file, uint64_t offset)
{
	packet_start(file, offset);
	if (packet_decode(file) || size_check(file))
		return -1;
	instance_check(file);
	sequence_check(file);
	discarded_check(file);
	begin_check(file);
	if (content_sound(file)) {
		file->decoder.end = file->packet.content;
		file->decoder.work += 2 * file->packet.content;
		tctl_events_check(file);
		end_check(file);
	}
	tctl_index_check(&file->index, &file->packet);
	sum_add(file);
	file->before = file->packet;
	file->first = false;
	return 0;
}

static void packets_check(struct tctl_stream_file *file)
{
	uint64_t offset = 0;

	if (!file->window.file_size)
		tctl_stream_broken(file, TCTL_RULE_FILE_EMPTY, UINT64_MAX,
				   "the file is empty");
	while (offset < file->window.file_size) {
		if (packet_check(file, offset))
			return;
		offset += file->packet.size / 8;
	}
	file->complete = true;
}

static int file_open(struct tctl_stream_file *file, int dir_fd,
		     const char *name)
{
	int ret = tctl_window_open(&file->window, dir_fd, name);

	if (!ret)
		return 0;
	tctl_rule_broken(file->trace->findings, TCTL_RULE_FILE_READ,
			 &file->where, "%s", ret == -EINVAL ?
			 "this is no regular file" : strerror(-ret));
	return ret;
}

static void file_check(struct tctl_stream_file *file, int dir_fd,
		       const char *name)
{
	if (file_open(file, dir_fd, name))
		return;
	file->sum->bytes = file->window.file_size;
	tctl_index_open(&file->index, file->trace, dir_fd, name);
	packets_check(file);
	tctl_index_close(&file->index, file->complete, file->sum->packets);
	tctl_window_close(&file->window);
}

static struct tctl_stream_sum *sum_new(struct tctl_trace *trace,
				       const char *name)
{
	struct tctl_stream_sum *sum = calloc(1, sizeof(*sum));

	if (!sum)
		return NULL;
	sum->file = strdup(name);
	*trace->last_sum = sum;
	trace->last_sum = &sum->next;
	return sum;
}

int tctl_stream_check(struct tctl_trace *trace, int dir_fd, const char *name)
{
	struct tctl_stream_file *file = calloc(1, sizeof(*file));
	uint64_t *slots = calloc(trace->nr_slots + 1, sizeof(*slots));
	struct tctl_stream_sum *sum = sum_new(trace, name);
	char *path = NULL;
	int ret = -1;

	if (!file || !slots || !sum || !sum->file ||
	    asprintf(&path, "%s/%s", trace->path, name) < 0)
		goto out;
	file->trace = trace;
	file->sum = sum;
	file->where = tctl_where_file(path);
	file->first = true;
	file->decoder.window = &file->window;
	file->decoder.slots = slots;
	file->decoder.work = WORK_SPARE;
	file_check(file, dir_fd, name);
	free(path);
	ret = 0;
out:
	free(slots);
	free(file);
	return ret;
}
