// SPDX-License-Identifier: GPL-2.0-or-later
/* snapshot.c: see snapshot.h. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "tools/tracectld/region_file.h"
#include "tools/tracectld/snapshot.h"
#include "tools/tracectld/trace.h"

static int has_overwrite(const struct tctl_session *session)
{
	struct tctl_channel *channel;

	TAILQ_FOREACH(channel, &session->channels, link)
		if (channel->mode == TCTL_MODE_OVERWRITE)
			return 1;
	return 0;
}

static int take_stream(struct tctl_stream *stream, const char *directory,
		       struct tctl_totals *totals)
{
	struct tctl_region_file *region;
	int err = 0;

	TAILQ_FOREACH(region, &stream->regions, link) {
		if (!tctl_region_file_overwrites(region))
			continue;
		err = tctl_region_file_snapshot(region, directory, totals);
		if (err)
			break;
	}
	return err;
}

static int take_trace(struct tctl_trace *trace, const char *output,
		      struct tctl_totals *totals)
{
	struct tctl_stream *stream;
	char path[4096];
	int err = tctl_trace_folder(trace, output, path, sizeof(path));

	if (!err)
		err = tctl_trace_make_folders(path);
	if (!err)
		err = tctl_trace_copy_metadata(trace, path);
	TAILQ_FOREACH(stream, &trace->streams, link)
		if (!err)
			err = take_stream(stream, path, totals);
	return err;
}

static int choose_output(struct tctl_session *session, json_t *request,
			 char *output, size_t size)
{
	const char *wanted = json_string_value(json_object_get(request,
							       "output"));

	if (!wanted)
		snprintf(output, size, "%s/snapshot-%u", session->output,
			 session->next_snapshot);
	else if (wanted[0] != '/' || strlen(wanted) > 3000)
		return -EINVAL;
	else
		snprintf(output, size, "%s", wanted);
	session->next_snapshot++;
	session->all->dirty = 1;
	return mkdir(output, 0770) ? -errno : 0;
}

int tctl_snapshot_take(struct tctl_session *session, json_t *request,
		       json_t *answer, char *error, size_t error_size)
{
	struct tctl_totals totals = { 0 };
	struct tctl_trace *trace;
	char output[3100] = "";
	int err;

	if (!has_overwrite(session)) {
		snprintf(error, error_size,
			 "cannot take a snapshot of session %s: it has no channel in overwrite mode (create it with one)",
			 session->name);
		return -EINVAL;
	}
	err = choose_output(session, request, output, sizeof(output));
	tctl_sessions_lock(session->all);
	TAILQ_FOREACH(trace, &session->traces, link)
		if (!err)
			err = take_trace(trace, output, &totals);
	tctl_sessions_unlock(session->all);
	if (err) {
		snprintf(error, error_size,
			 "cannot write a snapshot of session %s to %.300s: %s (choose another folder, or free some space)",
			 session->name, output, strerror(-err));
		return err;
	}
	json_object_set_new(answer, "output", json_string(output));
	json_object_set_new(answer, "totals",
			    json_pack("{s:I, s:I, s:I, s:I, s:I}",
				      "events", (json_int_t)totals.events,
				      "statedump",
				      (json_int_t)totals.statedump,
				      "lost", (json_int_t)totals.lost,
				      "bytes", (json_int_t)totals.bytes,
				      "packets", (json_int_t)totals.packets));
	return 0;
}
