/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/event.c: the events of one packet: their ids, times, fields,
 * and that the last one ends where the content ends.
 */
#include <tools/checker/stream.h>

/* More zeros than that are taken for padding without a look at the rest. */
#define ZEROS_MAX 65536

/* Nothing but zeros up to the end of the content: padding, not events. */
static bool zeros_left(struct tctl_stream_file *file, uint64_t from)
{
	struct tctl_decoder *decoder = &file->decoder;
	uint64_t byte = (from + 7) / 8, end = decoder->end / 8;

	if (end > byte && end - byte > ZEROS_MAX)
		end = byte + ZEROS_MAX;
	for (; byte < end; byte++) {
		const uint8_t *at = tctl_window_at(&file->window,
						   decoder->packet + byte, 1);

		if (!at || *at)
			return false;
	}
	return true;
}

static void padding_broken(struct tctl_stream_file *file, uint64_t from)
{
	tctl_stream_broken(file, TCTL_RULE_CONTENT_END, from,
			   "%ju bits behind the last event count as content",
			   file->decoder.end - from);
}

static const struct tctl_event *event_half(const struct tctl_stream *stream,
					   uint64_t id)
{
	uint32_t low = 0, high = stream->nr_events;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (stream->by_id[middle]->id < id)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < stream->nr_events && stream->by_id[low]->id == id)
		return stream->by_id[low];
	return NULL;
}

/* Dense ids, as they should be, are found without a search. */
static struct tctl_event *event_find(const struct tctl_stream *stream,
				     uint64_t id)
{
	if (id < stream->nr_events && stream->by_id[id]->id == id)
		return stream->by_id[id];
	return (struct tctl_event *)event_half(stream, id);
}

static uint64_t packet_begin(const struct tctl_stream_file *file)
{
	return file->packet.role[TCTL_ROLE_BEGIN];
}

/* Time goes back; -1: because there is no event but padding. */
static int backwards(struct tctl_stream_file *file, uint64_t start,
		      uint64_t time)
{
	bool first = !file->events &&
		     tctl_packet_has(&file->packet, TCTL_ROLE_BEGIN);

	if (!file->zeros_tried && zeros_left(file, start)) {
		padding_broken(file, start);
		return -1;
	}
	file->zeros_tried = true;
	if (first)
		tctl_stream_broken(file, TCTL_RULE_PACKET_BEGIN, start,
			"the event's time %ju is before timestamp_begin %ju",
			time, packet_begin(file));
	else
		tctl_stream_broken(file, TCTL_RULE_STREAM_TIME_ORDER, start,
			"time goes back from %ju to %ju", file->time, time);
	return 0;
}

/* A stamp of fewer than 64 bits continues the time before it: one that is
   lower has wrapped. If that leads behind the end of the packet, time went
   back instead. */
static bool time_extend(const struct tctl_stream_file *file, uint64_t *time,
			uint32_t size)
{
	uint64_t lap = (uint64_t)1 << size, back;

	back = (file->time & ~(lap - 1)) | (*time & (lap - 1));
	*time = back;
	if (back >= file->time)
		return true;
	*time = back + lap;
	if (*time > back && (!tctl_packet_has(&file->packet, TCTL_ROLE_END) ||
			     *time <= file->packet.role[TCTL_ROLE_END]))
		return true;
	*time = back;
	return false;
}

static int time_check(struct tctl_stream_file *file, uint64_t start)
{
	struct tctl_decoder *decoder = &file->decoder;
	uint64_t time = decoder->role[TCTL_ROLE_TIME];
	bool good;

	if (!tctl_decoder_has(decoder, TCTL_ROLE_TIME))
		return 0;
	if (decoder->time_size < 64)
		good = time_extend(file, &time, decoder->time_size);
	else
		good = time >= file->time;
	if (!good)
		return backwards(file, start, time);
	file->time = time;
	file->last_event = time;
	file->timed = true;
	return 0;
}

static struct tctl_event *event_known(struct tctl_stream_file *file,
				      uint64_t start)
{
	struct tctl_decoder *decoder = &file->decoder;
	struct tctl_event *event;
	uint64_t id = 0;

	if (tctl_decoder_has(decoder, TCTL_ROLE_ID))
		id = decoder->role[TCTL_ROLE_ID];
	else if (file->stream->nr_events == 1)
		id = file->stream->events->id;
	event = event_find(file->stream, id);
	if (event)
		return event;
	if (zeros_left(file, start))
		padding_broken(file, start);
	else
		tctl_stream_broken(file, TCTL_RULE_EVENT_ID, start,
				   "no event %ju is declared", id);
	return NULL;
}

static int scope_decode(struct tctl_stream_file *file, struct tctl_node *node)
{
	return node ? tctl_decode(&file->decoder, node) : 0;
}

static void label_note(struct tctl_stream_file *file)
{
	struct tctl_decoder *decoder = &file->decoder;
	const struct tctl_node *node = decoder->unlabelled;

	if (!node)
		return;
	decoder->unlabelled = NULL;
	tctl_stream_broken(file, TCTL_RULE_ENUM_LABEL, UINT64_MAX,
			   node->is_signed ? "'%.80s' has no label for %jd" :
			   "'%.80s' has no label for %ju", node->name,
			   decoder->unlabelled_value);
}

static int undecoded(struct tctl_stream_file *file, uint64_t start)
{
	if (file->decoder.rule != TCTL_RULE_FILE_READ &&
	    zeros_left(file, start))
		padding_broken(file, start);
	else
		tctl_stream_undecoded(file, file->decoder.rule);
	return -1;
}

/* One event; -1: the rest of the packet can't be read. */
static int event_check(struct tctl_stream_file *file)
{
	struct tctl_decoder *decoder = &file->decoder;
	struct tctl_stream *stream = file->stream;
	struct tctl_event *event;
	uint64_t start = decoder->at;

	decoder->has = 0;
	if (scope_decode(file, stream->header_node))
		return undecoded(file, start);
	event = event_known(file, start);
	if (!event)
		return -1;
	file->where.event_name = event->name;
	if (time_check(file, start))
		return -1;
	if (scope_decode(file, stream->context_node) ||
	    scope_decode(file, event->context_node) ||
	    scope_decode(file, event->fields_node))
		return undecoded(file, start);
	if (decoder->at == start) {
		tctl_stream_broken(file, TCTL_RULE_EVENT_SIZE, start,
				   "the event has no bits");
		return -1;
	}
	label_note(file);
	event->count++;
	return 0;
}

/* Less than the alignment of an event is left: no event can start there. */
static bool padding_left(const struct tctl_stream_file *file)
{
	const struct tctl_node *header = file->stream->header_node;
	uint64_t mask = header ? header->align - 1 : 0;

	return ((file->decoder.at + mask) & ~mask) >= file->decoder.end;
}

void tctl_events_check(struct tctl_stream_file *file)
{
	struct tctl_decoder *decoder = &file->decoder;

	file->events = 0;
	file->zeros_tried = false;
	while (decoder->at < decoder->end) {
		file->where.event = (int64_t)file->events;
		file->where.event_name = NULL;
		if (padding_left(file)) {
			padding_broken(file, decoder->at);
			break;
		}
		if (event_check(file))
			break;
		file->events++;
	}
	file->where.event = -1;
	file->where.event_name = NULL;
	file->sum->events += file->events;
}
