// SPDX-License-Identifier: GPL-2.0-or-later
/* kernel_state.c: see kernel_state.h. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <tracectl/abi/ring.h>
#include "tools/tracectld/kernel_state.h"
#include "tools/tracectld/loop.h"

#define PACKET_SIZE	(1u << 18)
#define LEVEL_INFO	6

void tctl_kernel_state_init(struct tctl_kernel_state *state,
			    struct tctl_stream *stream, const char *directory,
			    struct tctl_totals *totals)
{
	memset(state, 0, sizeof(*state));
	state->stream = stream;
	state->directory = directory;
	state->totals = totals;
}

void tctl_kernel_state_release(struct tctl_kernel_state *state)
{
	tctl_stream_file_close(&state->file);
	free(state->bytes);
	state->bytes = NULL;
}

/* As a record in the channel's rings: header and contexts, which are ours. */
static size_t put_head(const struct tctl_kernel_state *state, char *to)
{
	uint64_t header = TCTL_RECORD_HEADER(state->id, state->end_ns);
	uint32_t contexts = state->stream->channel->contexts;
	uint32_t pid = (uint32_t)getpid();
	char *at = to;

	memcpy(at, &header, sizeof(header));
	at += sizeof(header);
	if (contexts & TCTL_CONTEXT_VPID)
		at = mempcpy(at, &pid, sizeof(pid));
	if (contexts & TCTL_CONTEXT_VTID)
		at = mempcpy(at, &pid, sizeof(pid));
	if (contexts & TCTL_CONTEXT_PROCNAME) {
		strncpy(at, "tracectld", 16);
		at += 16;
	}
	return (size_t)(at - to);
}

static int open_file(struct tctl_kernel_state *state)
{
	const char *channel = state->stream->channel->name;
	char name[128];

	if (state->file.opened)
		return 0;
	if (state->serial)
		snprintf(name, sizeof(name), "%s_state-%u", channel,
			 state->serial);
	else
		snprintf(name, sizeof(name), "%s_state", channel);
	return tctl_stream_file_open(&state->file, state->directory, name, 0);
}

static int write_packet(struct tctl_kernel_state *state)
{
	struct tctl_ctf_packet packet = {
		.uuid = state->stream->trace->uuid,
		.stream_id = state->stream->id,
		.instance_id = UINT64_MAX - state->serial,
		.begin_ns = state->begin_ns,
		.end_ns = state->end_ns,
		.records_size = state->size,
	};
	uint64_t before = state->file.size;
	int err = tctl_trace_write_metadata(state->stream->trace);

	if (!err)
		err = open_file(state);
	if (!err)
		err = tctl_stream_file_append(&state->file, &packet,
					      state->bytes);
	if (err)
		return err;
	state->totals->events += state->events;
	state->totals->statedump += state->events;
	state->totals->packets++;
	state->totals->bytes += state->file.size - before;
	return 0;
}

int tctl_kernel_state_flush(struct tctl_kernel_state *state)
{
	struct tctl_session *session = state->stream->trace->session;
	int err;

	if (!state->events)
		return 0;
	tctl_sessions_lock(session->all);
	err = write_packet(state);
	if (err)
		tctl_session_fail(session, state->directory, err);
	tctl_sessions_unlock(session->all);
	if (!err)
		state->size = state->events = 0;
	return err;
}

/* Events of a kind come one after the other, thousands of them. */
static int find_id(struct tctl_kernel_state *state,
		   const struct tctl_kernel_event *event)
{
	int err;

	if (state->event == event)
		return 0;
	err = tctl_stream_event(state->stream, event->text, event->text_size,
				event->kinds, event->nr_fields, LEVEL_INFO,
				&state->id);
	state->event = err ? NULL : event;
	return err;
}

int tctl_kernel_state_emit(void *arg, const struct tctl_kernel_event *event,
			   uint64_t time_ns, const void *payload, size_t size)
{
	struct tctl_kernel_state *state = arg;
	size_t at;
	int err = find_id(state, event);

	if (!err && state->size + size + 64 > PACKET_SIZE)
		err = tctl_kernel_state_flush(state);
	if (!err && !state->bytes && !(state->bytes = malloc(PACKET_SIZE)))
		err = -ENOMEM;
	if (err || size + 64 > PACKET_SIZE)
		return err ? err : -E2BIG;
	if (time_ns > state->end_ns)
		state->end_ns = time_ns;
	if (!state->events)
		state->begin_ns = state->end_ns;
	at = (state->size + 7) & ~(size_t)7;
	memset(state->bytes + state->size, 0, at - state->size);
	at += put_head(state, state->bytes + at);
	memcpy(state->bytes + at, payload, size);
	state->size = at + size;
	state->events++;
	return 0;
}

/* When the newest file of a trace was written, on CLOCK_MONOTONIC. */
static uint64_t last_written_ns(const struct tctl_kernel_state *state)
{
	uint64_t offset = state->stream->trace->session->clock_offset_ns;
	uint64_t ns, last = 0;
	struct dirent *entry;
	struct stat st;
	DIR *dir = opendir(state->directory);

	while (dir && (entry = readdir(dir))) {
		if (fstatat(dirfd(dir), entry->d_name, &st, 0) ||
		    !S_ISREG(st.st_mode) || !strcmp(entry->d_name, "metadata"))
			continue;
		ns = (uint64_t)st.st_mtim.tv_sec * 1000000000u +
		     (uint64_t)st.st_mtim.tv_nsec;
		if (ns > last)
			last = ns;
	}
	if (dir)
		closedir(dir);
	return last > offset ? last - offset : 0;
}

int tctl_kernel_state_gap(struct tctl_kernel_state *state,
			  const struct tctl_kernel_event *event)
{
	uint64_t since_ns = last_written_ns(state);

	return tctl_kernel_state_emit(state, event, tctl_loop_now_ns(),
				      &since_ns, sizeof(since_ns));
}
