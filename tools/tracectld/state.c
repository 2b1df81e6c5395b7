// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * state.c: see state.h. Events are kept as text and kinds, so that ids and
 * metadata come out the same again.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "tools/tracectld/ctf_metadata.h"
#include "tools/tracectld/region_file.h"
#include "tools/tracectld/state.h"
#include "tools/tracectld/trace.h"

#define STATE_VERSION	1

static json_t *event_json(const struct tctl_event_class *class)
{
	json_t *kinds = json_array();
	unsigned int i;

	for (i = 0; i < (class->decl.nr_fields + 1) / 2; i++)
		json_array_append_new(kinds, json_integer(
			(json_int_t)class->kinds[i]));
	return json_pack("{s:s, s:o, s:i, s:i}", "text", class->text, "kinds",
			 kinds, "fields", (int)class->decl.nr_fields, "level",
			 class->level);
}

static json_t *region_json(const struct tctl_region_file *region)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I}",
			 "serial", (json_int_t)region->serial,
			 "protocol", (json_int_t)region->protocol,
			 "pid", (json_int_t)region->owner_pid,
			 "start_ns", (json_int_t)region->owner_start_ns,
			 "slot", (json_int_t)region->slot);
}

static json_t *totals_json(const struct tctl_totals *totals)
{
	return json_pack("[I, I, I, I, I]", (json_int_t)totals->events,
			 (json_int_t)totals->lost, (json_int_t)totals->bytes,
			 (json_int_t)totals->packets,
			 (json_int_t)totals->statedump);
}

static json_t *stream_json(const struct tctl_stream *stream)
{
	json_t *events = json_array(), *regions = json_array();
	struct tctl_region_file *region;
	uint32_t i;

	for (i = 0; i < stream->events.nr; i++)
		json_array_append_new(events,
				      event_json(stream->events.classes[i]));
	/* The kernel's are gone with the daemon. */
	TAILQ_FOREACH(region, &stream->regions, link)
		if (!tctl_region_file_is_kernel(region))
			json_array_append_new(regions, region_json(region));
	return json_pack("{s:s, s:I, s:o, s:o, s:o}", "channel",
			 stream->channel->name, "id", (json_int_t)stream->id,
			 "closed", totals_json(&stream->closed),
			 "events", events, "regions", regions);
}

static json_t *trace_json(const struct tctl_trace *trace)
{
	json_t *streams = json_array();
	struct tctl_stream *stream;
	char uuid[37];

	tctl_ctf_uuid_print(trace->uuid, uuid);
	TAILQ_FOREACH(stream, &trace->streams, link)
		json_array_append_new(streams, stream_json(stream));
	return json_pack("{s:I, s:I, s:b, s:b, s:s, s:o}", "uid",
			 (json_int_t)trace->writers.uid, "word_size",
			 (json_int_t)trace->writers.word_size, "kernel",
			 trace->writers.kernel, "foreign",
			 trace->writers.foreign, "uuid", uuid, "streams",
			 streams);
}

static json_t *rules_json(const struct tctl_channel *channel)
{
	json_t *list = json_array();
	struct tctl_rule *rule;

	TAILQ_FOREACH(rule, &channel->rules, link)
		json_array_append_new(list, json_pack(
			"{s:b, s:s, s:O?, s:i, s:b}", "enable", rule->enable,
			"pattern", rule->pattern, "exclude", rule->exclude,
			"level", rule->level, "level_only",
			rule->level_only));
	return list;
}

static json_t *session_json(const struct tctl_session *session)
{
	json_t *channels = json_array(), *traces = json_array(), *item;
	struct tctl_channel *channel;
	struct tctl_trace *trace;
	char token[20];

	TAILQ_FOREACH(channel, &session->channels, link) {
		item = tctl_channel_json(channel);
		json_object_set_new(item, "rules", rules_json(channel));
		json_array_append_new(channels, item);
	}
	TAILQ_FOREACH(trace, &session->traces, link)
		json_array_append_new(traces, trace_json(trace));
	snprintf(token, sizeof(token), "%llx",
		 (unsigned long long)session->token);
	return json_pack("{s:s, s:s, s:s, s:i, s:b, s:b, s:I, s:s, s:I, s:I, s:I, s:I, s:o, s:o}",
			 "name", session->name, "output", session->output,
			 "token", token, "state", session->state,
			 "statedump", session->statedump,
			 "own_name", session->own_name,
			 "clock_offset_ns",
			 (json_int_t)session->clock_offset_ns,
			 "created", session->created, "owner_pid",
			 (json_int_t)session->owner_pid, "owner_start_ns",
			 (json_int_t)session->owner_start_ns, "next_snapshot",
			 (json_int_t)session->next_snapshot,
			 "applications", (json_int_t)session->applications,
			 "channels", channels, "traces", traces);
}

static json_t *state_json(const struct tctl_sessions *all)
{
	json_t *sessions = json_array();
	struct tctl_session *session;

	TAILQ_FOREACH(session, &all->list, link)
		json_array_append_new(sessions, session_json(session));
	return json_pack("{s:i, s:I, s:o}", "version", STATE_VERSION,
			 "next_region", (json_int_t)all->next_region,
			 "sessions", sessions);
}

/* Through a buffer: jansson writes each token by itself. Closes fd. */
static int write_json(int fd, const json_t *state)
{
	FILE *file = fdopen(fd, "w");
	int err = 0;

	if (!file) {
		err = -errno;
		close(fd);
		return err;
	}
	if (!state || json_dumpf(state, file, JSON_COMPACT))
		err = -ENOSPC;
	if (fclose(file) && !err)
		err = -errno;
	return err;
}

static int write_state(struct tctl_sessions *all)
{
	json_t *state;
	int fd, err;

	fd = openat(all->dir_fd, "state.json.new", O_WRONLY | O_CREAT |
		    O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return -errno;
	state = state_json(all);
	err = write_json(fd, state);
	json_decref(state);
	if (!err && renameat(all->dir_fd, "state.json.new", all->dir_fd,
			     "state.json"))
		err = -errno;
	return err;
}

/* If memory for the state is short, what the regions give back may help. */
int tctl_state_save(struct tctl_sessions *all)
{
	int err;

	if (!all->dirty)
		return 0;
	err = write_state(all);
	if (!err)
		all->dirty = 0;
	tctl_region_files_clear(all);
	return err;
}

static int parse_uuid(const char *text, uint8_t *uuid)
{
	unsigned int i, byte;

	for (i = 0; i < 16; i++) {
		if (*text == '-')
			text++;
		if (sscanf(text, "%2x", &byte) != 1)
			return -EINVAL;
		uuid[i] = (uint8_t)byte;
		text += 2;
	}
	return 0;
}

static int load_event(struct tctl_stream *stream, json_t *item)
{
	uint64_t kinds[TCTL_MAX_FIELDS / 2 + 1] = { 0 };
	json_t *words;
	const char *text;
	int fields, level, n;
	uint32_t id;
	size_t i;

	if (json_unpack(item, "{s:s, s:o, s:i, s:i}", "text", &text, "kinds",
			&words, "fields", &fields, "level", &level) ||
	    fields < 0 || fields > TCTL_MAX_FIELDS ||
	    json_array_size(words) > TCTL_MAX_FIELDS / 2 + 1)
		return -EINVAL;
	for (i = 0; i < json_array_size(words); i++)
		kinds[i] = (uint64_t)json_integer_value(
			json_array_get(words, i));
	n = tctl_event_table_get(&stream->events, text, strlen(text) + 1, kinds,
				 (unsigned int)fields, (unsigned int)level,
				 &id);
	return n < 0 ? n : n == 1 ? 0 : -EINVAL;
}

/* A region that is gone or damaged costs what was in it, nothing else. */
static int load_region(struct tctl_stream *stream, json_t *item)
{
	json_int_t serial, protocol, pid, start_ns, slot;
	struct tctl_region_file *region;
	int err;

	if (json_unpack(item, "{s:I, s:I, s:I, s:I, s:I}", "serial", &serial,
			"protocol", &protocol, "pid", &pid, "start_ns",
			&start_ns, "slot", &slot))
		return -EINVAL;
	err = tctl_region_file_resume(stream, (uint32_t)serial,
				      (uint32_t)protocol, (uint32_t)pid,
				      (uint64_t)start_ns, &region);
	if (!err)
		region->slot = (uint32_t)slot;
	else
		tctl_session_fail(stream->trace->session,
				  stream->trace->session->all->runtime, err);
	return 0;
}

static int load_stream(struct tctl_trace *trace, json_t *item)
{
	json_t *events, *regions, *part;
	json_int_t id, closed[5];
	struct tctl_channel *channel;
	struct tctl_stream *stream;
	const char *name;
	size_t i;
	int err = 0;

	if (json_unpack(item, "{s:s, s:I, s:o, s:o, s:[I, I, I, I, I]}", "channel",
			&name, "id", &id, "events", &events, "regions",
			&regions, "closed", &closed[0], &closed[1], &closed[2],
			&closed[3], &closed[4]))
		return -EINVAL;
	channel = tctl_session_channel(trace->session, name);
	if (!channel)
		return -EINVAL;
	stream = tctl_stream_new(trace, channel, (uint32_t)id);
	if (!stream)
		return -ENOMEM;
	stream->resumed = 1;
	stream->closed = (struct tctl_totals) {
		(uint64_t)closed[0], (uint64_t)closed[1], (uint64_t)closed[2],
		(uint64_t)closed[3], (uint64_t)closed[4],
	};
	json_array_foreach(events, i, part)
		if (!err)
			err = load_event(stream, part);
	json_array_foreach(regions, i, part)
		if (!err)
			err = load_region(stream, part);
	return err;
}

static int load_trace(struct tctl_session *session, json_t *item)
{
	struct tctl_writers writers = { 0 };
	json_int_t uid, word_size;
	struct tctl_trace *trace;
	json_t *streams, *part;
	uint8_t uuid[16];
	const char *text;
	size_t i;
	int err = 0;

	if (json_unpack(item, "{s:I, s:I, s:b, s?b, s:s, s:o}", "uid", &uid,
			"word_size", &word_size, "kernel", &writers.kernel,
			"foreign", &writers.foreign, "uuid", &text, "streams",
			&streams) ||
	    parse_uuid(text, uuid))
		return -EINVAL;
	writers.uid = (uint32_t)uid;
	writers.word_size = (uint32_t)word_size;
	trace = tctl_trace_new(session, &writers, uuid);
	if (!trace)
		return -ENOMEM;
	json_array_foreach(streams, i, part)
		if (!err)
			err = load_stream(trace, part);
	if (!err)	/* what can't be written now is written later */
		tctl_trace_redeclare(trace);
	return err;
}

static int load_rule(struct tctl_channel *channel, json_t *item)
{
	json_t *exclude = NULL;
	int enable, level, level_only;
	const char *pattern;

	if (json_unpack(item, "{s:b, s:s, s?o, s:i, s:b}", "enable", &enable,
			"pattern", &pattern, "exclude", &exclude, "level",
			&level, "level_only", &level_only))
		return -EINVAL;
	return tctl_channel_rule(channel, enable, pattern, exclude, level,
				 level_only);
}

static int load_channel(struct tctl_session *session, json_t *item)
{
	struct tctl_channel *channel;
	json_t *rule;
	char error[256];
	size_t i;
	int err = tctl_channel_new(session, item, &channel, error,
				   sizeof(error));

	if (err)
		return err;
	TAILQ_INSERT_TAIL(&session->channels, channel, link);
	json_array_foreach(json_object_get(item, "rules"), i, rule)
		if (!err)
			err = load_rule(channel, rule);
	return err;
}

static int load_session(struct tctl_sessions *all, json_t *item)
{
	const char *name, *output, *token, *created;
	json_int_t offset, next_snapshot, applications, owner_pid, owner_ns;
	json_t *channels, *traces, *part;
	struct tctl_session *session;
	int state, statedump, own_name, err = 0;
	size_t i;

	if (json_unpack(item, "{s:s, s:s, s:s, s:i, s:b, s:b, s:I, s:s, s:I, s:I, s:I, s:I, s:o, s:o}",
			"name", &name, "output", &output, "token", &token,
			"state", &state, "statedump", &statedump,
			"own_name", &own_name,
			"clock_offset_ns", &offset, "created", &created,
			"owner_pid", &owner_pid, "owner_start_ns", &owner_ns,
			"next_snapshot", &next_snapshot, "applications",
			&applications, "channels", &channels, "traces",
			&traces) ||
	    !tctl_name_valid(name) || state < 0 || state > TCTL_SESSION_STOPPED)
		return -EINVAL;
	session = tctl_session_new(all, name);
	if (!session || !(session->output = strdup(output)))
		return -ENOMEM;
	session->token = strtoull(token, NULL, 16);
	session->state = state;
	session->statedump = statedump;
	session->own_name = own_name;
	session->clock_offset_ns = (uint64_t)offset;
	snprintf(session->created, sizeof(session->created), "%s", created);
	session->owner_pid = (uint32_t)owner_pid;
	session->owner_start_ns = (uint64_t)owner_ns;
	session->next_snapshot = (uint32_t)next_snapshot;
	session->applications = (uint32_t)applications;
	json_array_foreach(channels, i, part)
		if (!err)
			err = load_channel(session, part);
	tctl_sessions_lock(all);
	json_array_foreach(traces, i, part)
		if (!err)
			err = load_trace(session, part);
	tctl_sessions_unlock(all);
	return err;
}

static int knows_region(struct tctl_sessions *all, const char *name)
{
	struct tctl_region_file *region;
	struct tctl_session *session;
	struct tctl_stream *stream;
	struct tctl_trace *trace;
	unsigned long serial = strtoul(name, NULL, 10);

	TAILQ_FOREACH(session, &all->list, link)
		TAILQ_FOREACH(trace, &session->traces, link)
			TAILQ_FOREACH(stream, &trace->streams, link)
				TAILQ_FOREACH(region, &stream->regions, link)
					if (region->serial == serial)
						return 1;
	return 0;
}

/* Regions that were made and never used, or whose end was not noted. */
static void remove_strangers(struct tctl_sessions *all)
{
	int fd = openat(all->dir_fd, "regions", O_DIRECTORY | O_RDONLY |
			O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	if (!dir) {
		if (fd >= 0)
			close(fd);
		return;
	}
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.' && !knows_region(all,
							     entry->d_name))
			unlinkat(dirfd(dir), entry->d_name, 0);
	closedir(dir);
}

static int load_all(struct tctl_sessions *all, json_t *state)
{
	json_int_t next_region;
	json_t *sessions, *item;
	int version, err = 0;
	size_t i;

	if (json_unpack(state, "{s:i, s:I, s:o}", "version", &version,
			"next_region", &next_region, "sessions", &sessions))
		return -EINVAL;
	if (version != STATE_VERSION)
		return -EPROTONOSUPPORT;
	all->next_region = (uint32_t)next_region;
	json_array_foreach(sessions, i, item)
		if (!err)
			err = load_session(all, item);
	return err;
}

int tctl_state_load(struct tctl_sessions *all, char *error, size_t error_size)
{
	int fd = openat(all->dir_fd, "state.json", O_RDONLY | O_NOFOLLOW |
			O_CLOEXEC);
	json_error_t reason = { .text = "it does not say what it should" };
	json_t *state;
	int err;

	if (fd < 0 && errno != ENOENT)
		return -errno;
	state = fd < 0 ? NULL : json_loadfd(fd, JSON_ALLOW_NUL, &reason);
	if (fd >= 0)
		close(fd);
	err = fd < 0 ? 0 : state ? load_all(all, state) : -EINVAL;
	json_decref(state);
	if (err)
		snprintf(error, error_size,
			 "cannot use %s/state.json of an earlier daemon: %s (move it away, and regions/ with it, to start without its sessions)",
			 all->runtime, err == -EINVAL ? reason.text :
			 strerror(-err));
	else
		remove_strangers(all);
	return err;
}
