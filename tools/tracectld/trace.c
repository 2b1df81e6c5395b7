// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * trace.c: see trace.h. Metadata is kept in memory as a whole and written on
 * from where the file ends, so that a full disk delays it and loses nothing.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tools/tracectld/ctf_metadata.h"
#include "tools/tracectld/region_file.h"
#include "tools/tracectld/trace.h"

int tctl_trace_folder(const struct tctl_trace *trace, const char *directory,
		      char *path, size_t size)
{
	const struct tctl_writers *writers = &trace->writers;
	int n;

	if (writers->kernel)
		n = snprintf(path, size, "%s/kernel", directory);
	else
		n = snprintf(path, size, "%s/ust/uid/%u/%u-bit%s%s", directory,
			     writers->uid, writers->word_size,
			     writers->foreign ? "-" : "", writers->foreign ?
			     tctl_ctf_byte_order(writers->foreign) : "");
	return n >= (int)size ? -ENAMETOOLONG : 0;
}

static int make_folder(const char *path)
{
	return mkdir(path, 0770) && errno != EEXIST ? -errno : 0;
}

int tctl_trace_make_folders(const char *directory)
{
	char path[4096];
	char *slash;
	int err;

	if (snprintf(path, sizeof(path), "%s/index", directory) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	for (slash = strchr(path + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = 0;
		err = make_folder(path);
		*slash = '/';
		if (err && err != -EROFS && err != -EACCES)
			return err;
	}
	return make_folder(path);
}

static void boot_id(char *text, size_t size)
{
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");

	*text = 0;
	if (!file)
		return;
	if (!fgets(text, (int)size, file))
		*text = 0;
	text[strcspn(text, "\n")] = 0;
	fclose(file);
}

/* Append to the metadata what write() prints. */
static int append(struct tctl_trace *trace, const char *text, size_t size)
{
	char *longer = realloc(trace->metadata, trace->metadata_size + size);

	if (!longer)
		return -ENOMEM;
	memcpy(longer + trace->metadata_size, text, size);
	trace->metadata = longer;
	trace->metadata_size += size;
	return 0;
}

struct memory_stream {
	FILE *out;
	char *text;
	size_t size;
};

static int memory_open(struct memory_stream *memory)
{
	memory->text = NULL;
	memory->out = open_memstream(&memory->text, &memory->size);
	return memory->out ? 0 : -ENOMEM;
}

static int memory_append(struct memory_stream *memory, struct tctl_trace *trace)
{
	int err = fclose(memory->out) ? -ENOMEM : 0;

	if (!err)
		err = append(trace, memory->text, memory->size);
	free(memory->text);
	return err;
}

static int declare_trace(struct tctl_trace *trace)
{
	char host[256] = "", boot[64];
	struct tctl_ctf_trace ctf = {
		.uuid = trace->uuid,
		.kernel = trace->writers.kernel,
		.uid = trace->writers.uid,
		.word_size = trace->writers.word_size,
		.foreign = trace->writers.foreign,
		.own_name = trace->session->own_name,
		.name = trace->session->name,
		.created = trace->session->created,
		.hostname = host,
		.boot_id = boot,
		.clock_offset_ns = trace->session->clock_offset_ns,
	};
	struct memory_stream memory;
	int err = memory_open(&memory);

	if (err)
		return err;
	gethostname(host, sizeof(host) - 1);
	boot_id(boot, sizeof(boot));
	tctl_ctf_preamble(memory.out, &ctf);
	return memory_append(&memory, trace);
}

static int declare_stream(struct tctl_stream *stream)
{
	struct memory_stream memory;
	int err = memory_open(&memory);

	if (err)
		return err;
	tctl_ctf_stream(memory.out, stream->id, stream->channel->contexts,
			stream->trace->writers.kernel);
	return memory_append(&memory, stream->trace);
}

static int declare_event(struct tctl_stream *stream, uint32_t id)
{
	const struct tctl_event_class *class = stream->events.classes[id];
	struct memory_stream memory;
	int err = memory_open(&memory);

	if (err)
		return err;
	tctl_ctf_event(memory.out, stream->id, id, class->level, &class->decl,
		       stream->trace->writers.kernel);
	return memory_append(&memory, stream->trace);
}

static int open_metadata(const char *directory)
{
	char path[4096];
	int fd;

	if (snprintf(path, sizeof(path), "%s/metadata", directory) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	fd = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0660);
	return fd < 0 ? -errno : fd;
}

static int write_from(int fd, const char *text, size_t size, size_t *done)
{
	while (*done < size) {
		ssize_t n = pwrite(fd, text + *done, size - *done,
				   (off_t)*done);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -ENOSPC;
		*done += (size_t)n;
	}
	return 0;
}

int tctl_trace_write_metadata(struct tctl_trace *trace)
{
	int err = 0;

	if (trace->metadata_written == trace->metadata_size)
		return 0;
	if (trace->metadata_fd < 0) {
		err = tctl_trace_make_folders(trace->path);
		if (!err) {
			trace->metadata_fd = open_metadata(trace->path);
			err = trace->metadata_fd < 0 ? trace->metadata_fd : 0;
		}
	}
	if (!err)
		err = write_from(trace->metadata_fd, trace->metadata,
				 trace->metadata_size,
				 &trace->metadata_written);
	if (err)
		tctl_session_fail(trace->session, trace->path, err);
	return err;
}

int tctl_trace_copy_metadata(struct tctl_trace *trace, const char *directory)
{
	int fd = open_metadata(directory), err;
	size_t done = 0;

	if (fd < 0)
		return fd;
	err = write_from(fd, trace->metadata, trace->metadata_size, &done);
	close(fd);
	return err;
}

int tctl_trace_redeclare(struct tctl_trace *trace)
{
	struct tctl_stream *stream;
	uint32_t id;
	int err;

	trace->metadata_size = trace->metadata_written = 0;
	err = declare_trace(trace);
	TAILQ_FOREACH(stream, &trace->streams, link) {
		if (!err)
			err = declare_stream(stream);
		for (id = 0; !err && id < stream->events.nr; id++)
			err = declare_event(stream, id);
	}
	if (err)
		return err;
	err = tctl_trace_write_metadata(trace);
	if (!err && ftruncate(trace->metadata_fd,
			      (off_t)trace->metadata_size))
		err = -errno;
	return err;
}

struct tctl_trace *tctl_trace_new(struct tctl_session *session,
				  const struct tctl_writers *writers,
				  const uint8_t *uuid)
{
	struct tctl_trace *trace = calloc(1, sizeof(*trace));
	char path[4096];

	if (!trace)
		return NULL;
	trace->session = session;
	trace->writers = *writers;
	trace->metadata_fd = -1;
	memcpy(trace->uuid, uuid, 16);
	TAILQ_INIT(&trace->streams);
	if (tctl_trace_folder(trace, session->output, path, sizeof(path)) ||
	    !(trace->path = strdup(path))) {
		free(trace);
		return NULL;
	}
	TAILQ_INSERT_TAIL(&session->traces, trace, link);
	return trace;
}

struct tctl_stream *tctl_stream_new(struct tctl_trace *trace,
				    struct tctl_channel *channel, uint32_t id)
{
	struct tctl_stream *stream = calloc(1, sizeof(*stream));

	if (!stream)
		return NULL;
	stream->trace = trace;
	stream->channel = channel;
	stream->id = id;
	stream->events.foreign = trace->writers.foreign;
	TAILQ_INIT(&stream->regions);
	TAILQ_INSERT_TAIL(&trace->streams, stream, link);
	if (id >= trace->nr_streams)
		trace->nr_streams = id + 1;
	return stream;
}

static void stream_free(struct tctl_stream *stream)
{
	struct tctl_region_file *region;

	while ((region = TAILQ_FIRST(&stream->regions)))
		tctl_region_file_free(region, 0);
	TAILQ_REMOVE(&stream->trace->streams, stream, link);
	tctl_event_table_release(&stream->events);
	free(stream);
}

void tctl_trace_free(struct tctl_trace *trace)
{
	struct tctl_stream *stream;

	while ((stream = TAILQ_FIRST(&trace->streams)))
		stream_free(stream);
	TAILQ_REMOVE(&trace->session->traces, trace, link);
	if (trace->metadata_fd >= 0)
		close(trace->metadata_fd);
	free(trace->metadata);
	free(trace->path);
	free(trace);
}

static int make_uuid(uint8_t *uuid)
{
	if (getrandom(uuid, 16, 0) != 16)
		return -EIO;
	uuid[6] = (uuid[6] & 0x0f) | 0x40;
	uuid[8] = (uuid[8] & 0x3f) | 0x80;
	return 0;
}

static int trace_make(struct tctl_session *session,
		      const struct tctl_writers *writers,
		      struct tctl_trace **ret_trace)
{
	struct tctl_trace *trace;
	uint8_t uuid[16];
	int err = make_uuid(uuid);

	if (err)
		return err;
	trace = tctl_trace_new(session, writers, uuid);
	if (!trace)
		return -ENOMEM;
	err = declare_trace(trace);
	if (err) {
		tctl_trace_free(trace);
		return err;
	}
	tctl_trace_write_metadata(trace);
	session->all->dirty = 1;
	*ret_trace = trace;
	return 0;
}

static int same_writers(const struct tctl_writers *a,
			const struct tctl_writers *b)
{
	return a->kernel == b->kernel && a->uid == b->uid &&
	       a->word_size == b->word_size && a->foreign == b->foreign;
}

int tctl_trace_get(struct tctl_session *session,
		   const struct tctl_writers *writers,
		   struct tctl_trace **ret_trace)
{
	struct tctl_trace *trace;
	int err;

	TAILQ_FOREACH(trace, &session->traces, link)
		if (same_writers(&trace->writers, writers)) {
			*ret_trace = trace;
			return 0;
		}
	tctl_sessions_lock(session->all);
	err = trace_make(session, writers, ret_trace);
	tctl_sessions_unlock(session->all);
	return err;
}

int tctl_trace_get_kernel(struct tctl_session *session,
			  struct tctl_trace **ret_trace)
{
	const struct tctl_writers kernel = { .kernel = 1, .word_size = 64 };

	return tctl_trace_get(session, &kernel, ret_trace);
}

int tctl_stream_get(struct tctl_trace *trace, struct tctl_channel *channel,
		    struct tctl_stream **ret_stream)
{
	struct tctl_sessions *all = trace->session->all;
	struct tctl_stream *stream;
	int err = -ENOMEM;

	TAILQ_FOREACH(stream, &trace->streams, link)
		if (stream->channel == channel) {
			*ret_stream = stream;
			return 0;
		}
	tctl_sessions_lock(all);
	stream = tctl_stream_new(trace, channel, trace->nr_streams);
	if (stream) {
		err = declare_stream(stream);
		if (err) {
			trace->nr_streams--;
			stream_free(stream);
		} else {
			all->dirty = 1;
			*ret_stream = stream;
		}
	}
	tctl_sessions_unlock(all);
	return err;
}

int tctl_stream_event(struct tctl_stream *stream, const char *text,
		      size_t text_size, const uint64_t *kinds,
		      unsigned int nr_fields, unsigned int level,
		      uint32_t *ret_id)
{
	struct tctl_sessions *all = stream->trace->session->all;
	int err;

	tctl_sessions_lock(all);
	err = tctl_event_table_get(&stream->events, text, text_size, kinds,
				   nr_fields, level, ret_id);
	if (err == 1) {
		err = declare_event(stream, *ret_id);
		all->dirty = 1;
	}
	tctl_sessions_unlock(all);
	return err;
}
