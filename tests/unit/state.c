// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/unit/state.c: what one tctl_sessions saves, another one loads and has
 * the same sessions, traces, ids, metadata and regions; damaged state files are
 * refused with a reason; regions nobody knows are removed.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tests/lib/tap.h"
#include "tools/tracectld/drain.h"
#include "tools/tracectld/region_file.h"
#include "tools/tracectld/state.h"
#include "tools/tracectld/trace.h"

static char work[] = "/tmp/tracectl-test.XXXXXX";
static int dir_fd;
static char error[1024];

static char *read_file(const char *name)
{
	static char texts[2][65536];
	static int turn;
	char *text = texts[turn++ & 1], path[300];
	FILE *file;
	size_t n = 0;

	snprintf(path, sizeof(path), "%s/%s", work, name);
	file = fopen(path, "r");
	if (file) {
		n = fread(text, 1, sizeof(texts[0]) - 1, file);
		fclose(file);
	}
	text[n] = 0;
	return text;
}

static void write_state(const char *text)
{
	int fd = openat(dir_fd, "state.json", O_WRONLY | O_CREAT | O_TRUNC,
			0600);

	if (write(fd, text, strlen(text)) < 0)
		perror("state.json");
	close(fd);
}

static struct tctl_session *make_session(struct tctl_sessions *all)
{
	struct tctl_session *session = NULL;
	char output[300];
	json_t *wanted;

	snprintf(output, sizeof(output), "%s/out", work);
	wanted = json_pack("{s:s, s:s, s:s, s:[{s:s, s:i, s:i}, {s:s, s:s}]}",
			   "session", "s", "output", output, "token", "abc",
			   "channels", "name", "one", "subbuf_size", 4096,
			   "nr_subbufs", 2, "name", "two", "mode",
			   "overwrite");
	if (tctl_session_create(all, wanted, &session, error, sizeof(error)))
		tap_note("%s", error);
	json_decref(wanted);
	return session;
}

static void fill(struct tctl_session *session)
{
	static const char text[] = "p:e\nf.c:1\nx\ty=1", text2[] = "p:f\nf:2";
	const uint64_t kind = TCTL_KIND_UINT | TCTL_KIND_ENUM;
	const struct tctl_writers writers = { .uid = 1000, .word_size = 64 };
	struct tctl_channel *channel = TAILQ_FIRST(&session->channels);
	json_t *exclude = json_pack("[s]", "p:no*");
	struct tctl_region_file *region;
	struct tctl_stream *stream;
	struct tctl_trace *trace;
	uint32_t id;
	int err = 0;

	tctl_channel_rule(channel, 1, "p:*", exclude, 5, 1);
	json_decref(exclude);
	err |= tctl_trace_get(session, &writers, &trace);
	err |= tctl_stream_get(trace, channel, &stream);
	err |= tctl_stream_event(stream, text, sizeof(text), &kind, 1, 13, &id);
	err |= tctl_stream_event(stream, text2, sizeof(text2), &kind, 0, 3,
				 &id);
	tctl_sessions_lock(session->all);
	err |= tctl_region_file_new(stream, TCTL_PROTOCOL_WHOLE, 0, 0, 0,
				    &region);
	err |= tctl_region_file_new(stream, TCTL_PROTOCOL_COUNTED, 77, 88, 1,
				    &region);
	region->slot = 3;
	err |= tctl_trace_write_metadata(trace);
	tctl_sessions_unlock(session->all);
	session->state = TCTL_SESSION_RUNNING;
	tap_is(err, 0, "a session with a trace, events and regions");
	tap_is(id, 1, "... the second event has id 1");
}

/* Beside it, the trace of applications of the other byte order. */
static void fill_foreign(struct tctl_session *session)
{
	const struct tctl_writers writers = {
		.uid = 1000, .word_size = 32, .foreign = 1,
	};
	struct tctl_channel *channel = TAILQ_FIRST(&session->channels);
	struct tctl_region_file *region;
	struct tctl_stream *stream;
	struct tctl_trace *trace;
	int err;

	err = tctl_trace_get(session, &writers, &trace);
	err |= tctl_stream_get(trace, channel, &stream);
	tctl_sessions_lock(session->all);
	err |= tctl_region_file_new(stream, TCTL_PROTOCOL_COUNTED, 79, 90,
				    TCTL_REGION_FILE_NARROW, &region);
	tctl_sessions_unlock(session->all);
	tap_is(err, 0, "a trace of the other byte order");
	tap_ok(strstr(trace->path, "/ust/uid/1000/32-bit-") != NULL,
	       "... in its own folder");
}

static int has_foreign(struct tctl_session *session)
{
	struct tctl_trace *trace;
	struct tctl_region_file *own;

	TAILQ_FOREACH(trace, &session->traces, link) {
		if (!trace->writers.foreign)
			continue;
		own = tctl_region_file_owned(TAILQ_FIRST(&trace->streams), 79,
					     90);
		return own && own->reader.foreign &&
		       own->reader.region.flags == TCTL_REGION_NARROW &&
		       TAILQ_FIRST(&trace->streams)->events.foreign;
	}
	return 0;
}

static void test_save_and_load(void)
{
	struct tctl_sessions first, second;
	struct tctl_session *session;
	struct tctl_region_file *own;
	struct tctl_stream *stream;
	char *before, *after, metadata[] = "out/ust/uid/1000/64-bit/metadata";

	tctl_sessions_init(&first, work, dir_fd);
	fill(make_session(&first));
	fill_foreign(TAILQ_FIRST(&first.list));
	tap_is(tctl_state_save(&first), 0, "save");
	before = read_file("state.json");
	tap_ok(strlen(read_file(metadata)) > 1000, "metadata is there");
	close(openat(dir_fd, "regions/99", O_CREAT | O_WRONLY, 0600));

	tctl_sessions_init(&second, work, dir_fd);
	tap_is(tctl_state_load(&second, error, sizeof(error)), 0, "load");
	tap_ok(faccessat(dir_fd, "regions/99", F_OK, 0),
	       "a region that nobody knows is removed");
	session = tctl_session_find(&second, "s");
	tap_ok(session && session->token == 0xabc, "the session is back");
	stream = TAILQ_FIRST(&TAILQ_FIRST(&session->traces)->streams);
	own = tctl_region_file_owned(stream, 77, 88);
	tap_ok(own && own->slot == 3, "... the process's region");
	tap_ok(!!tctl_region_file_shared(stream), "... the shared region");
	tap_ok(has_foreign(session), "... the trace of the other byte order");
	before = strdup(before);
	second.dirty = 1;
	tctl_state_save(&second);
	after = read_file("state.json");
	tap_ok(!strcmp(before, after), "saved again it is the same");
	free(before);
	before = strdup(read_file(metadata));
	tctl_sessions_release(&first);
	tap_ok(strlen(before) > 1000 && !strcmp(before, read_file(metadata)),
	       "metadata written anew is the same");
	free(before);
	tctl_drain_drop_all(session);
	tap_ok(!faccessat(dir_fd, "regions/1", F_OK, 0) &&
	       !faccessat(dir_fd, "regions/2", F_OK, 0),
	       "regions that are dropped stay as long as the state names them");
	tctl_state_save(&second);
	tap_ok(faccessat(dir_fd, "regions/1", F_OK, 0) &&
	       faccessat(dir_fd, "regions/2", F_OK, 0),
	       "... and are gone then");
	tctl_sessions_release(&second);
}

static void test_damaged(void)
{
	static const char *const texts[] = {
		"", "{", "[]", "{\"version\": 1}",
		"{\"version\": 99, \"next_region\": 1, \"sessions\": []}",
		"{\"version\": 1, \"next_region\": 1, \"sessions\": [7]}",
		"{\"version\": 1, \"next_region\": 1, \"sessions\": [{\"name\": \"x\"}]}",
	};
	struct tctl_sessions all;
	unsigned int i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		write_state(texts[i]);
		error[0] = 0;
		tctl_sessions_init(&all, work, dir_fd);
		tap_ok(tctl_state_load(&all, error, sizeof(error)) < 0 &&
		       strstr(error, "move it away"), "refused: %s", texts[i]);
		tctl_sessions_release(&all);
	}
	unlinkat(dir_fd, "state.json", 0);
	tctl_sessions_init(&all, work, dir_fd);
	tap_is(tctl_state_load(&all, error, sizeof(error)), 0, "no state");
	tctl_sessions_release(&all);
}

int main(void)
{
	char command[64];
	int status;

	if (!mkdtemp(work))
		return 99;
	dir_fd = open(work, O_DIRECTORY | O_RDONLY | O_CLOEXEC);
	mkdirat(dir_fd, "regions", 0700);
	test_save_and_load();
	test_damaged();
	status = tap_done();
	close(dir_fd);
	snprintf(command, sizeof(command), "rm -r %s", work);
	return system(command) || status;
}
