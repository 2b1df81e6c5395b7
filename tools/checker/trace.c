/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/checker/trace.c: one trace: a directory with a metadata file, stream
 * files and perhaps index files.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <tools/checker/lint.h>
#include <tools/checker/metadata.h>
#include <tools/checker/parse.h>
#include <tools/checker/plan.h>
#include <tools/checker/stream.h>
#include <unistd.h>

const char *tctl_trace_env(const struct tctl_trace *trace, const char *key)
{
	const struct tctl_env *env;

	for (env = trace->envs; env; env = env->next)
		if (!strcmp(env->key, key))
			return env->value;
	return NULL;
}

bool tctl_trace_is_own(const struct tctl_trace *trace)
{
	return tctl_trace_env(trace, "tracectl_version") != NULL;
}

const struct tctl_clock *tctl_trace_clock(const struct tctl_trace *trace)
{
	return trace->clocks;
}

uint64_t tctl_clock_ns(const struct tctl_clock *clock, uint64_t ticks)
{
	unsigned __int128 ns;

	if (!clock)
		return ticks;
	ns = (unsigned __int128)clock->offset + ticks;
	ns = ns * 1000000000u / clock->frequency;
	ns += (unsigned __int128)clock->offset_s * 1000000000u;
	return (uint64_t)ns;
}

static void broken(struct tctl_trace *trace, enum tctl_rule rule,
		   const char *path, const char *text)
{
	struct tctl_where where = tctl_where_file(path);

	tctl_rule_broken(trace->findings, rule, &where, "%s", text);
}

/* -1: there is nothing to decode streams with. */
static int metadata_check(struct tctl_trace *trace)
{
	char *text;
	size_t len;
	int ret;

	if (tctl_metadata_read(trace, &text, &len))
		return -1;
	ret = tctl_tsdl_parse(trace, text, len);
	free(text);
	if (ret || tctl_lint(trace))
		return -1;
	return tctl_plan_make(trace);
}

static int stream_name(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && strcmp(entry->d_name, "metadata") &&
	       strcmp(entry->d_name, "index");
}

static int index_name(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return entry->d_name[0] != '.' && len > 4 &&
	       !strcmp(entry->d_name + len - 4, ".idx");
}

static void names_free(struct dirent **names, int nr)
{
	while (nr > 0)
		free(names[--nr]);
	free(names);
}

static void streams_check(struct tctl_trace *trace, int dir_fd)
{
	struct dirent **names;
	struct stat st;
	int i, nr = scandirat(dir_fd, ".", &names, stream_name, alphasort);

	if (nr < 0) {
		broken(trace, TCTL_RULE_FILE_READ, trace->path,
		       strerror(errno));
		return;
	}
	for (i = 0; i < nr; i++) {
		/* Directories below a trace are searched on their own. */
		if (!fstatat(dir_fd, names[i]->d_name, &st, 0) &&
		    S_ISDIR(st.st_mode))
			continue;
		if (tctl_stream_check(trace, dir_fd, names[i]->d_name))
			broken(trace, TCTL_RULE_FILE_READ, names[i]->d_name,
			       "out of memory");
	}
	names_free(names, nr);
}

/* Each index file belongs to a stream file. */
static void index_check(struct tctl_trace *trace, int dir_fd)
{
	struct dirent **names;
	struct stat st;
	int i, nr = scandirat(dir_fd, "index", &names, index_name, alphasort);

	for (i = 0; i < nr; i++) {
		struct tctl_where where = tctl_where_file(trace->path);
		char *name = names[i]->d_name;
		size_t len = strlen(name);

		name[len - 4] = '\0';
		if (fstatat(dir_fd, name, &st, 0))
			tctl_rule_broken(trace->findings,
					 TCTL_RULE_INDEX_MISSING, &where,
					 "index/%s.idx has no stream file",
					 name);
	}
	if (nr >= 0)
		names_free(names, nr);
}

static bool same_instance(const struct tctl_stream_sum *a,
			  const struct tctl_stream_sum *b)
{
	return a->has_instance && b->has_instance && a->has_time &&
	       b->has_time && a->stream_id == b->stream_id &&
	       a->instance == b->instance;
}

static bool overlap(const struct tctl_stream_sum *a,
		    const struct tctl_stream_sum *b)
{
	return a->begin < b->end && b->begin < a->end;
}

static int sum_compare(const void *a, const void *b)
{
	const struct tctl_stream_sum *l = *(struct tctl_stream_sum *const *)a;
	const struct tctl_stream_sum *r = *(struct tctl_stream_sum *const *)b;

	if (l->stream_id != r->stream_id)
		return l->stream_id < r->stream_id ? -1 : 1;
	if (l->instance != r->instance)
		return l->instance < r->instance ? -1 : 1;
	return l->begin < r->begin ? -1 : l->begin > r->begin;
}

/* One stream may be split over files, one after another; not side by side. */
static void instances_check(struct tctl_trace *trace)
{
	struct tctl_stream_sum *sum, **list;
	size_t nr = 0, i = 0;

	for (sum = trace->sums; sum; sum = sum->next)
		nr++;
	list = calloc(nr + 1, sizeof(*list));
	if (!list)
		return;
	for (sum = trace->sums; sum; sum = sum->next)
		list[i++] = sum;
	qsort(list, nr, sizeof(*list), sum_compare);
	for (i = 1; i < nr; i++) {
		struct tctl_where where = tctl_where_file(trace->path);

		if (!same_instance(list[i - 1], list[i]))
			continue;
		list[i - 1]->continued = true;
		if (overlap(list[i - 1], list[i]))
			tctl_rule_broken(trace->findings,
					 TCTL_RULE_STREAM_INSTANCE_ID, &where,
					 "%s and %s are the same instance %ju",
					 list[i - 1]->file, list[i]->file,
					 list[i]->instance);
	}
	free(list);
}

static void directory_check(struct tctl_trace *trace)
{
	int dir_fd = open(trace->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (dir_fd < 0) {
		broken(trace, TCTL_RULE_FILE_READ, trace->path,
		       strerror(errno));
		return;
	}
	if (!metadata_check(trace)) {
		streams_check(trace, dir_fd);
		index_check(trace, dir_fd);
		instances_check(trace);
	}
	close(dir_fd);
}

struct tctl_trace *tctl_trace_check(struct tctl_findings *findings,
				    const char *path)
{
	struct tctl_trace *trace = calloc(1, sizeof(*trace));
	char *metadata = NULL;

	if (!trace)
		return NULL;
	trace->findings = findings;
	trace->path = strdup(path);
	trace->last_stream = &trace->streams;
	trace->last_sum = &trace->sums;
	if (!trace->path || asprintf(&metadata, "%s/metadata", path) < 0) {
		tctl_trace_close(trace);
		return NULL;
	}
	trace->metadata = metadata;
	directory_check(trace);
	return trace;
}

void tctl_trace_close(struct tctl_trace *trace)
{
	struct tctl_stream_sum *sum;

	while ((sum = trace->sums)) {
		trace->sums = sum->next;
		free(sum->file);
		free(sum);
	}
	tctl_arena_release(&trace->arena);
	free(trace->metadata);
	free(trace->path);
	free(trace);
}
