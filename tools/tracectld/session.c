// SPDX-License-Identifier: GPL-2.0-or-later
/* session.c: see session.h. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>
#include "tools/tracectld/loop.h"
#include "tools/tracectld/region_file.h"
#include "tools/tracectld/session.h"
#include "tools/tracectld/trace.h"

#define WRITE_ADVICE	"make room or give permission there: what is in the buffers is kept meanwhile"
#define FAILURES_KEPT	32u
#define CLOCK_NS	900000000u
#define RETRY_NS	1000000000u

/* Possible CPUs: the highest number in a list like "0-3,8". */
static unsigned int possible_cpus(void)
{
	FILE *file = fopen("/sys/devices/system/cpu/possible", "re");
	unsigned int last = 0, n;
	char c;

	if (file) {
		while (fscanf(file, "%u", &n) == 1) {
			last = n;
			if (fscanf(file, "%c", &c) != 1)
				break;
		}
		fclose(file);
	}
	n = (unsigned int)sysconf(_SC_NPROCESSORS_CONF);
	if (last + 1 > n)
		n = last + 1;
	return n > TCTL_MAX_CPUS ? TCTL_MAX_CPUS : n;
}

int tctl_sessions_init(struct tctl_sessions *all, const char *runtime,
		       int dir_fd)
{
	memset(all, 0, sizeof(*all));
	TAILQ_INIT(&all->list);
	all->runtime = runtime;
	all->dir_fd = dir_fd;
	all->next_region = 1;
	all->nr_cpus = possible_cpus();
	return -pthread_mutex_init(&all->lock, NULL);
}

void tctl_sessions_release(struct tctl_sessions *all)
{
	struct tctl_session *session;

	while ((session = TAILQ_FIRST(&all->list)))
		tctl_session_free(session);
	free(all->leavings);
	free(all->buffer);
	pthread_mutex_destroy(&all->lock);
}

void tctl_sessions_lock(struct tctl_sessions *all)
{
	__atomic_add_fetch(&all->wanted, 1, __ATOMIC_RELAXED);
	pthread_mutex_lock(&all->lock);
	__atomic_sub_fetch(&all->wanted, 1, __ATOMIC_RELAXED);
}

void tctl_sessions_unlock(struct tctl_sessions *all)
{
	pthread_mutex_unlock(&all->lock);
}

int tctl_sessions_refresh_clock(struct tctl_sessions *all)
{
	uint64_t now_ns = tctl_loop_now_ns();

	if (now_ns - all->clock_ns < CLOCK_NS)
		return 0;
	tctl_clock_refresh(&all->clock);
	all->clock_ns = now_ns;
	return 1;
}

struct tctl_session *tctl_session_find(struct tctl_sessions *all,
				       const char *name)
{
	struct tctl_session *session;

	TAILQ_FOREACH(session, &all->list, link)
		if (!strcmp(session->name, name))
			return session;
	return NULL;
}

const char *tctl_session_state_name(const struct tctl_session *session)
{
	static const char *const names[] = { "created", "running", "stopped" };

	return names[session->state];
}

static uint64_t clock_ns(clockid_t id)
{
	struct timespec now;

	clock_gettime(id, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* CLOCK_REALTIME at CLOCK_MONOTONIC 0: the tightest of a few looks. */
static uint64_t clock_offset(void)
{
	uint64_t best = UINT64_MAX, offset = 0, before, real, after;
	int i;

	for (i = 0; i < 10; i++) {
		before = clock_ns(CLOCK_MONOTONIC);
		real = clock_ns(CLOCK_REALTIME);
		after = clock_ns(CLOCK_MONOTONIC);
		if (after - before >= best)
			continue;
		best = after - before;
		before += best / 2;
		offset = real > before ? real - before : 0;
	}
	return offset;
}

struct tctl_session *tctl_session_new(struct tctl_sessions *all,
				      const char *name)
{
	struct tctl_session *session = calloc(1, sizeof(*session));

	if (!session)
		return NULL;
	session->all = all;
	session->statedump = 1;
	session->next_snapshot = 1;
	session->seen = json_object();
	session->failed = json_array();
	snprintf(session->name, sizeof(session->name), "%s", name);
	TAILQ_INIT(&session->channels);
	TAILQ_INIT(&session->traces);
	tctl_sessions_lock(all);
	TAILQ_INSERT_TAIL(&all->list, session, link);
	tctl_sessions_unlock(all);
	return session;
}

void tctl_session_free(struct tctl_session *session)
{
	struct tctl_sessions *all = session->all;
	struct tctl_channel *channel;
	struct tctl_trace *trace;

	tctl_sessions_lock(all);
	while ((trace = TAILQ_FIRST(&session->traces)))
		tctl_trace_free(trace);
	TAILQ_REMOVE(&all->list, session, link);
	tctl_sessions_unlock(all);
	while ((channel = TAILQ_FIRST(&session->channels))) {
		TAILQ_REMOVE(&session->channels, channel, link);
		tctl_channel_free(channel);
	}
	json_decref(session->seen);
	json_decref(session->failed);
	free(session->output);
	free(session);
	all->dirty = 1;
}

static int is_empty(const char *path)
{
	DIR *dir = opendir(path);
	struct dirent *entry;
	int err = 0;

	if (!dir)
		return -errno;
	while (!err && (entry = readdir(dir)))
		if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
			err = -ENOTEMPTY;
	closedir(dir);
	return err;
}

static int make_parents(const char *path)
{
	char *copy = strdup(path), *slash;
	int err = 0;

	if (!copy)
		return -ENOMEM;
	for (slash = strchr(copy + 1, '/'); !err && slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = 0;
		if (mkdir(copy, 0770) && errno != EEXIST && access(copy, F_OK))
			err = -errno;
		*slash = '/';
	}
	free(copy);
	return err;
}

static int prepare_output(const char *path)
{
	struct statvfs fs;
	int err;

	if (path[0] != '/')
		return -EINVAL;
	if (strlen(path) > 3000)
		return -ENAMETOOLONG;
	err = make_parents(path);
	if (err)
		return err;
	if (mkdir(path, 0770)) {
		if (errno != EEXIST)
			return -errno;
		err = is_empty(path);
		if (err)
			return err;
	}
	if (access(path, W_OK | X_OK))
		return -errno;
	if (!statvfs(path, &fs) && fs.f_blocks && !fs.f_bavail)
		return -ENOSPC;
	return 0;
}

static const char *advice(int err)
{
	switch (-err) {
	case EINVAL:
		return "not an absolute path (give one that starts with /)";
	case ENOTEMPTY:
		return "the folder exists and is not empty (choose another one, or remove it)";
	case ENOENT:
		return "the folder above it does not exist (make it first, or choose another path)";
	case ENOTDIR:
		return "something that is no folder is in the way (choose another path)";
	case EACCES:
	case EPERM:
	case EROFS:
		return "no permission to write there (choose another folder, or change its permissions)";
	case ENOSPC:
		return "No space left on device (free some space, or choose another file system)";
	default:
		return strerror(-err);
	}
}

static void created_text(char *text, size_t size)
{
	time_t now = time(NULL);
	struct tm local;

	localtime_r(&now, &local);
	strftime(text, size, "%Y-%m-%dT%H:%M:%S%z", &local);
}

static int add_channels(struct tctl_session *session, json_t *channels,
			char *error, size_t error_size)
{
	json_t *item;
	size_t i;
	int err = 0;

	if (!json_array_size(channels))
		return tctl_session_add_channel(session, NULL, error,
						error_size);
	json_array_foreach(channels, i, item) {
		err = tctl_session_add_channel(session, item, error,
					       error_size);
		if (err)
			break;
	}
	return err;
}

static int fill(struct tctl_session *session, const char *output,
		const char *token, json_t *channels, char *error,
		size_t error_size)
{
	char *end;
	int err = add_channels(session, channels, error, error_size);

	if (err)
		return err;
	session->token = token ? strtoull(token, &end, 16) : 0;
	if (token && (!*token || *end)) {
		snprintf(error, error_size,
			 "cannot create session %s: \"%.40s\" is no token (give up to 16 hexadecimal digits)",
			 session->name, token);
		return -EINVAL;
	}
	session->output = strdup(output);
	if (!session->output)
		return -ENOMEM;
	err = prepare_output(output);
	if (err)
		snprintf(error, error_size,
			 "cannot create session %s in %.300s: %s",
			 session->name, output, advice(err));
	return err == -ENOTEMPTY ? -EEXIST : err;
}

int tctl_session_create(struct tctl_sessions *all, json_t *wanted,
			struct tctl_session **ret_session, char *error,
			size_t error_size)
{
	const char *name, *output, *token = NULL;
	struct tctl_session *session;
	json_t *channels = NULL;
	int statedump = 1, own_name = 0, err;

	if (json_unpack(wanted, "{s:s, s:s, s?s, s?o, s?b, s?b}", "session",
			&name, "output", &output, "token", &token, "channels",
			&channels, "statedump", &statedump, "own_name",
			&own_name)) {
		snprintf(error, error_size,
			 "cannot create a session: \"session\" or \"output\" is missing or something has a wrong type");
		return -EINVAL;
	}
	if (!tctl_name_valid(name)) {
		snprintf(error, error_size,
			 "cannot create session \"%.80s\": not a usable name (up to %d letters, digits, _ . -; neither . nor - first)",
			 name, TCTL_NAME_MAX);
		return -EINVAL;
	}
	if (tctl_session_find(all, name)) {
		snprintf(error, error_size,
			 "cannot create session %s: it exists (destroy it first, or choose another name)",
			 name);
		return -EEXIST;
	}
	session = tctl_session_new(all, name);
	if (!session)
		return -ENOMEM;
	session->statedump = statedump;
	session->own_name = own_name;
	session->clock_offset_ns = clock_offset();
	created_text(session->created, sizeof(session->created));
	err = fill(session, output, token, channels, error, error_size);
	if (err) {
		tctl_session_free(session);
		return err;
	}
	all->dirty = 1;
	*ret_session = session;
	return 0;
}

static int is_kernel(json_t *wanted)
{
	const char *domain = json_string_value(json_object_get(wanted,
							       "domain"));

	return domain && !strcmp(domain, "kernel");
}

int tctl_session_add_channel(struct tctl_session *session, json_t *wanted,
			     char *error, size_t error_size)
{
	struct tctl_channel *channel;
	int err;

	/* Applications get all their channels when they attach. */
	if (session->state != TCTL_SESSION_CREATED && !is_kernel(wanted)) {
		snprintf(error, error_size,
			 "cannot add a channel to session %s: it was started (add channels before start)",
			 session->name);
		return -EBUSY;
	}
	err = tctl_channel_new(session, wanted, &channel, error, error_size);
	if (err)
		return err;
	if (tctl_session_channel(session, channel->name)) {
		snprintf(error, error_size,
			 "cannot add channel %s to session %s: it exists (choose another name)",
			 channel->name, session->name);
		tctl_channel_free(channel);
		return -EEXIST;
	}
	TAILQ_INSERT_TAIL(&session->channels, channel, link);
	session->all->dirty = 1;
	return 0;
}

struct tctl_channel *tctl_session_channel(struct tctl_session *session,
					  const char *name)
{
	struct tctl_channel *channel;

	TAILQ_FOREACH(channel, &session->channels, link)
		if (!strcmp(channel->name, name))
			return channel;
	return NULL;
}

static void add(struct tctl_totals *sum, const struct tctl_totals *part)
{
	sum->events += part->events;
	sum->lost += part->lost;
	sum->bytes += part->bytes;
	sum->packets += part->packets;
	sum->statedump += part->statedump;
}

static uint64_t for_streams(struct tctl_session *session,
			    const struct tctl_channel *channel,
			    struct tctl_totals *totals)
{
	struct tctl_region_file *region;
	struct tctl_stream *stream;
	struct tctl_trace *trace;
	uint64_t waiting = 0;

	TAILQ_FOREACH(trace, &session->traces, link)
		TAILQ_FOREACH(stream, &trace->streams, link) {
			if (channel && stream->channel != channel)
				continue;
			add(totals, &stream->closed);
			TAILQ_FOREACH(region, &stream->regions, link) {
				tctl_region_file_totals(region, totals);
				waiting += tctl_region_file_waiting(region);
			}
		}
	return waiting;
}

void tctl_session_sum(struct tctl_session *session,
		      const struct tctl_channel *channel,
		      struct tctl_totals *ret_totals)
{
	memset(ret_totals, 0, sizeof(*ret_totals));
	for_streams(session, channel, ret_totals);
}

void tctl_session_totals(struct tctl_session *session,
			 struct tctl_totals *ret_totals)
{
	tctl_sessions_lock(session->all);
	tctl_session_sum(session, NULL, ret_totals);
	tctl_sessions_unlock(session->all);
}

static json_t *totals_json(const struct tctl_totals *totals)
{
	return json_pack("{s:I, s:I, s:I, s:I, s:I}",
			 "events", (json_int_t)totals->events,
			 "statedump", (json_int_t)totals->statedump,
			 "lost", (json_int_t)totals->lost,
			 "bytes", (json_int_t)totals->bytes,
			 "packets", (json_int_t)totals->packets);
}

static json_t *per_channel(struct tctl_session *session)
{
	json_t *list = json_array(), *item;
	struct tctl_channel *channel;
	struct tctl_totals totals;

	TAILQ_FOREACH(channel, &session->channels, link) {
		tctl_session_sum(session, channel, &totals);
		item = totals_json(&totals);
		json_object_set_new(item, "name", json_string(channel->name));
		json_array_append_new(list, item);
	}
	return list;
}

static json_t *seen_list(const struct tctl_session *session)
{
	json_t *list = json_array(), *value;
	const char *name;

	json_object_foreach(session->seen, name, value)
		json_array_append_new(list, json_string(name));
	return list;
}

void tctl_session_note_failure(struct tctl_session *session, uint32_t pid,
			       const char *error)
{
	if (json_array_size(session->failed) < FAILURES_KEPT)
		json_array_append_new(session->failed, json_pack(
			"{s:I, s:s}", "pid", (json_int_t)pid, "error", error));
}

json_t *tctl_session_totals_json(struct tctl_session *session)
{
	struct tctl_totals totals = { 0 };
	uint64_t waiting;
	json_t *answer;

	tctl_sessions_lock(session->all);
	waiting = for_streams(session, NULL, &totals);
	answer = totals_json(&totals);
	json_object_set_new(answer, "per_channel", per_channel(session));
	json_object_set_new(answer, "output", json_string(session->output));
	json_object_set_new(answer, "applications",
			    json_integer(session->applications));
	json_object_set_new(answer, "seen", seen_list(session));
	if (json_array_size(session->failed))
		json_object_set(answer, "failed", session->failed);
	if (session->error) {
		json_object_set_new(answer, "error", json_sprintf(
			"%s (%s)", session->error_text, WRITE_ADVICE));
		json_object_set_new(answer, "unwritten_bytes",
				    json_integer((json_int_t)waiting));
	}
	tctl_sessions_unlock(session->all);
	return answer;
}

void tctl_session_fail(struct tctl_session *session, const char *path, int err)
{
	session->error = err;
	session->retry_ns = tctl_loop_now_ns() + RETRY_NS;
	snprintf(session->error_text, sizeof(session->error_text),
		 "cannot write the trace in %.300s: %s", path, strerror(-err));
}
