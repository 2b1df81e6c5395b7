// SPDX-License-Identifier: GPL-2.0-or-later
/* kernel.c: see kernel.h. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "libtrace/region.h"
#include "tools/kernel/bpf.h"
#include "tools/kernel/ring.h"
#include "tools/kernel/statedump.h"
#include "tools/tracectld/kernel.h"
#include "tools/tracectld/kernel_state.h"
#include "tools/tracectld/loop.h"
#include "tools/tracectld/region_file.h"
#include "tools/tracectld/trace.h"

#define NO_ID		UINT32_MAX
#define FAILURES_SHOWN	8u
#define LEVEL_INFO	6
#define LOOK_MS		1000
#define LOOK_MAPS_MS	200	/* they come as fast as programs start */

struct tctl_kernel_channel {
	struct tctl_channel *channel;
	struct tctl_stream *stream;
	struct tctl_bpf *bpf;
	struct tctl_kernel_state state;
	struct tctl_sideband *sideband;
	uint32_t *ids;		/* by number in the catalogue; NO_ID: off */
	size_t nr_enabled;
	int dumped;		/* the state at the start was written */
};

/* Read when it is first needed, kept while a channel is open. */
static struct tctl_kernel_catalogue *catalogue;
static unsigned int nr_open;

const struct tctl_kernel_catalogue *tctl_kernel_get_catalogue(char *error,
							      size_t error_size)
{
	if (!catalogue)
		tctl_kernel_catalogue_new(&catalogue, error, error_size);
	return catalogue;
}

void tctl_kernel_put_catalogue(void)
{
	if (nr_open)
		return;
	tctl_kernel_catalogue_free(catalogue);
	catalogue = NULL;
}

static char *ring_of(void *arg, unsigned int cpu)
{
	struct tctl_kernel_channel *open = arg;

	return tctl_bpf_ring(open->bpf, cpu);
}

static uint64_t lost_of(void *arg)
{
	struct tctl_kernel_channel *open = arg;

	return tctl_bpf_lost(open->bpf);
}

static void flush_ring(void *arg, unsigned int cpu)
{
	struct tctl_kernel_channel *open = arg;

	tctl_bpf_flush(open->bpf, cpu);
}

static void free_open(struct tctl_kernel_channel *open)
{
	tctl_bpf_free(open->bpf);
	tctl_sideband_free(open->sideband);
	tctl_kernel_state_release(&open->state);
	free(open->ids);
	free(open);
}

/* The channel's region is freed: by now everything is in the files. */
static void release(void *arg)
{
	struct tctl_kernel_channel *open = arg;

	open->channel->open = NULL;
	nr_open--;
	free_open(open);
	tctl_kernel_put_catalogue();
}

static int open_rings(struct tctl_kernel_channel *open, char *error,
		      size_t error_size)
{
	const struct tctl_channel *channel = open->channel;
	struct tctl_bpf_config config = {
		.size = sizeof(config),
		.mode = channel->mode,
		.contexts = channel->contexts,
		.subbuf_size = channel->subbuf_size,
		.nr_subbufs = channel->nr_subbufs,
		.nr_cpus = channel->session->all->nr_cpus,
		.sample_hz = channel->sample_hz,
	};
	struct tctl_kernel_filter filter = channel->filter;
	int err = tctl_bpf_new(&config, &open->bpf, error, error_size);

	filter.without_tgid = (uint32_t)getpid();
	if (!err)
		err = tctl_bpf_filter(open->bpf, &filter);
	return err;
}

static int open_region(struct tctl_kernel_channel *open)
{
	const struct tctl_channel *channel = open->channel;
	struct tctl_sessions *all = channel->session->all;
	struct tctl_region_bytes bytes = {
		.fd = -1,
		.region = {
			.nr_cpus = all->nr_cpus,
			.protocol = TCTL_PROTOCOL_COUNTED,
			.mode = channel->mode,
			.contexts = channel->contexts,
			.subbuf_size = channel->subbuf_size,
			.nr_subbufs = channel->nr_subbufs,
			.word_size = 64,
		},
		.ring = ring_of, .lost = lost_of, .flush = flush_ring,
		.close_holes = tctl_kernel_ring_close_holes,
		.release = release, .arg = open,
	};
	struct tctl_region_file *region;
	int err;

	tctl_region_layout(&bytes.region);
	tctl_sessions_lock(all);
	err = tctl_region_file_kernel(open->stream, &bytes, &region);
	if (!err && open->stream->resumed)
		open->state.serial = region->serial;
	tctl_sessions_unlock(all);
	return err;
}

static int open_stream(struct tctl_kernel_channel *open)
{
	struct tctl_trace *trace;
	int err = tctl_trace_get_kernel(open->channel->session, &trace);

	if (!err)
		err = tctl_stream_get(trace, open->channel, &open->stream);
	if (!err)
		tctl_kernel_state_init(&open->state, open->stream, trace->path,
				       &open->stream->closed);
	return err;
}

static int open_channel(struct tctl_channel *channel, char *error,
			size_t error_size)
{
	struct tctl_kernel_channel *open = calloc(1, sizeof(*open));
	size_t nr, i;
	int err;

	snprintf(error, error_size, "out of memory");
	if (!open)
		return -ENOMEM;
	open->channel = channel;
	err = -EIO;
	if (!tctl_kernel_get_catalogue(error, error_size))
		goto fail;
	nr = tctl_kernel_catalogue_size(catalogue);
	open->ids = malloc(nr * sizeof(*open->ids));
	err = open->ids ? 0 : -ENOMEM;
	for (i = 0; !err && i < nr; i++)
		open->ids[i] = NO_ID;
	if (!err)
		err = open_rings(open, error, error_size);
	if (!err)
		err = open_stream(open);
	if (!err)
		err = open_region(open);
	if (err)
		goto fail;
	channel->open = open;
	nr_open++;
	return 0;

fail:
	free_open(open);
	tctl_kernel_put_catalogue();
	return err;
}

int tctl_kernel_names(json_t *patterns, const struct tctl_kernel_event *event)
{
	json_t *item;
	size_t i;

	json_array_foreach(patterns, i, item)
		if (tctl_kernel_event_matches(event, json_string_value(item)))
			return 1;
	return 0;
}

/* As tctl_channel_wants(): the last rule that names the event decides. */
static int wants(const struct tctl_channel *channel,
		 const struct tctl_kernel_event *event)
{
	const struct tctl_rule *rule;
	int wanted = 0;

	if (event->source == TCTL_KERNEL_STATE ||
	    channel->session->state != TCTL_SESSION_RUNNING)
		return 0;
	TAILQ_FOREACH(rule, &channel->rules, link)
		if (rule->enable != wanted &&
		    tctl_kernel_event_matches(event, rule->pattern) &&
		    !tctl_kernel_names(rule->exclude, event))
			wanted = rule->enable;
	return wanted;
}

/* The difference between what is and what should be. */
struct changes {
	struct tctl_bpf_event *on, *off;
	size_t nr_on, nr_off;
};

static int find_changes(struct tctl_kernel_channel *open,
			struct changes *changes)
{
	size_t nr = tctl_kernel_catalogue_size(catalogue), i;
	int wanted;

	memset(changes, 0, sizeof(*changes));
	changes->on = calloc(nr, sizeof(*changes->on));
	changes->off = calloc(nr, sizeof(*changes->off));
	if (!changes->on || !changes->off)
		return -ENOMEM;
	for (i = 0; i < nr; i++) {
		const struct tctl_kernel_event *event =
			tctl_kernel_catalogue_event(catalogue, i);
		struct tctl_bpf_event entry = { .event = event };

		wanted = wants(open->channel, event);
		entry.id = open->ids[i];
		if (wanted && open->ids[i] == NO_ID)
			changes->on[changes->nr_on++] = entry;
		else if (!wanted && open->ids[i] != NO_ID)
			changes->off[changes->nr_off++] = entry;
	}
	return 0;
}

static void free_changes(struct changes *changes)
{
	size_t i;

	for (i = 0; i < changes->nr_on; i++)
		free(changes->on[i].error);
	for (i = 0; i < changes->nr_off; i++)
		free(changes->off[i].error);
	free(changes->on);
	free(changes->off);
}

static size_t number_of(const struct tctl_kernel_event *event)
{
	size_t i = 0;

	while (tctl_kernel_catalogue_event(catalogue, i) != event)
		i++;
	return i;
}

static void add_failure(json_t *failed, const char *name, const char *error)
{
	if (json_array_size(failed) < FAILURES_SHOWN)
		json_array_append_new(failed, json_pack("{s:s, s:s}", "event",
							name, "error", error));
}

static void note_result(struct tctl_kernel_channel *open,
			const struct tctl_bpf_event *entry, uint32_t id,
			json_t *failed)
{
	size_t i = number_of(entry->event);

	if (entry->err) {
		add_failure(failed, entry->event->name, entry->error ?
			    entry->error : strerror(-entry->err));
		return;
	}
	open->nr_enabled += id == NO_ID ? -1 : 1;
	open->ids[i] = id;
}

/* What this kernel lacks is said once, by those who asked for it by name. */
static void declare(struct tctl_kernel_channel *open, struct changes *changes,
		    json_t *failed)
{
	size_t i, kept = 0;
	int err;

	for (i = 0; i < changes->nr_on; i++) {
		struct tctl_bpf_event *entry = &changes->on[i];
		const struct tctl_kernel_event *event = entry->event;

		if (event->missing) {
			add_failure(failed, event->name, event->missing);
			continue;
		}
		err = tctl_stream_event(open->stream, event->text,
					event->text_size, event->kinds,
					event->nr_fields, LEVEL_INFO,
					&entry->id);
		if (err)
			add_failure(failed, event->name, strerror(-err));
		else
			changes->on[kept++] = *entry;
	}
	changes->nr_on = kept;
}

static void apply(struct tctl_kernel_channel *open, struct changes *changes,
		  json_t *failed)
{
	size_t i;

	if (changes->nr_off)
		tctl_bpf_disable(open->bpf, changes->off, changes->nr_off);
	for (i = 0; i < changes->nr_off; i++)
		note_result(open, &changes->off[i], NO_ID, failed);
	declare(open, changes, failed);
	if (changes->nr_on)
		tctl_bpf_enable(open->bpf, changes->on, changes->nr_on);
	for (i = 0; i < changes->nr_on; i++)
		note_result(open, &changes->on[i], changes->on[i].id, failed);
}

/* Count what the channel was made for while it records. */
static void count_profiles(struct tctl_kernel_channel *open, json_t *failed)
{
	int running = open->channel->session->state == TCTL_SESSION_RUNNING;
	char error[512];

	if (open->channel->profiles &&
	    tctl_bpf_profile(open->bpf, running ? open->channel->profiles : 0,
			     error, sizeof(error)))
		add_failure(failed, "tracectl_profile_hits", error);
}

/* Whether addresses are recorded, which somebody will want to have names for. */
static int has_stacks(const struct tctl_kernel_channel *open)
{
	static const uint32_t numbers[] = {
		TCTL_KERNEL_EVENT_profile_sample, TCTL_KERNEL_EVENT_offcpu,
	};
	size_t nr = tctl_kernel_catalogue_size(catalogue), i;

	if (open->channel->profiles)
		return 1;
	for (i = 0; i < nr; i++) {
		const struct tctl_kernel_event *event =
			tctl_kernel_catalogue_event(catalogue, i);

		if (open->ids[i] != NO_ID &&
		    event->source == TCTL_KERNEL_PROGRAM &&
		    (event->number == numbers[0] ||
		     event->number == numbers[1]))
			return 1;
	}
	return 0;
}

/* The system as it is when recording begins. Of a command that is yet to come
   there is nothing to say but whom it may meet. */
static int dump_state(struct tctl_kernel_channel *open,
		      struct tctl_kernel_state *state)
{
	uint32_t what = 0;
	int err;

	if (!open->channel->follow)
		what |= TCTL_STATEDUMP_FILES;
	if (has_stacks(open))
		what |= TCTL_STATEDUMP_SYMBOLS |
			(open->channel->follow ? 0 : TCTL_STATEDUMP_MAPS);
	err = tctl_kernel_statedump(catalogue, what, NULL,
				    tctl_kernel_state_emit, state);
	return err ? err : tctl_kernel_state_flush(state);
}

static void note_gap(struct tctl_kernel_channel *open)
{
	const struct tctl_kernel_event *event =
		tctl_kernel_catalogue_find(catalogue, "tracectl_gap");

	if (event)
		tctl_kernel_state_gap(&open->state, event);
}

static void begin_state(struct tctl_kernel_channel *open, json_t *failed)
{
	char error[512] = "";
	int err = 0;

	if (!open->sideband && has_stacks(open))
		err = tctl_sideband_new(catalogue, &open->sideband, error,
					sizeof(error));
	if (err)
		add_failure(failed, "tracectl_process_map", error);
	if (open->dumped)
		return;
	open->dumped = 1;
	if (open->stream->resumed)
		note_gap(open);
	if (!open->channel->session->statedump) {
		tctl_kernel_state_flush(&open->state);
		return;
	}
	err = dump_state(open, &open->state);
	if (err)
		add_failure(failed, "lttng_statedump_start", strerror(-err));
}

struct hit_sink {
	struct tctl_kernel_channel *open;
	const struct tctl_kernel_event *event;
};

static void emit_hit(void *arg, const struct tctl_kernel_hit *hit,
		     uint64_t hits)
{
	const struct hit_sink *sink = arg;
	struct {
		uint32_t profile;
		uint64_t address, hits;
	} __attribute__((packed)) payload = {
		hit->profile, hit->address, hits,
	};

	tctl_kernel_state_emit(&sink->open->state, sink->event,
			       tctl_loop_now_ns(), &payload, sizeof(payload));
}

static void end_state(struct tctl_kernel_channel *open)
{
	struct hit_sink sink = {
		.open = open,
		.event = tctl_kernel_catalogue_find(catalogue,
						    "tracectl_profile_hits"),
	};

	if (open->sideband)
		tctl_sideband_read(open->sideband, tctl_kernel_state_emit,
				   &open->state);
	if (sink.event)
		tctl_bpf_profiles(open->bpf, emit_hit, &sink);
	tctl_kernel_state_flush(&open->state);
}

static void update_channel(struct tctl_channel *channel, json_t *answer)
{
	int running = channel->session->state == TCTL_SESSION_RUNNING;
	json_t *failed = json_object_get(answer, "failed");
	struct changes changes;
	char error[1024];

	if (!channel->open &&
	    (!running || (TAILQ_EMPTY(&channel->rules) && !channel->profiles)))
		return;
	if (!channel->open && open_channel(channel, error, sizeof(error))) {
		json_object_set_new(answer, "error", json_sprintf(
			"cannot record the kernel: %s", error));
		return;
	}
	if (find_changes(channel->open, &changes))
		json_object_set_new(answer, "error",
				    json_string("out of memory"));
	else
		apply(channel->open, &changes, failed);
	free_changes(&changes);
	count_profiles(channel->open, failed);
	if (running)
		begin_state(channel->open, failed);
	else
		end_state(channel->open);
	json_object_set_new(answer, "events", json_integer((json_int_t)
		channel->open->nr_enabled + json_integer_value(
			json_object_get(answer, "events"))));
}

void tctl_kernel_update(struct tctl_session *session, json_t *answer)
{
	struct tctl_channel *channel;
	json_t *kernel = NULL;

	TAILQ_FOREACH(channel, &session->channels, link) {
		if (!channel->kernel)
			continue;
		if (!kernel)
			kernel = json_pack("{s:i, s:[]}", "events", 0,
					   "failed");
		update_channel(channel, kernel);
	}
	if (kernel && answer)
		json_object_set(answer, "kernel", kernel);
	json_decref(kernel);
}

static int check_process(uint32_t pid, char *error, size_t error_size)
{
	if (kill((pid_t)pid, 0) && errno == ESRCH)
		snprintf(error, error_size,
			 "cannot follow process %u: there is none (see ps -e)",
			 pid);
	else if (tgkill((pid_t)pid, (pid_t)pid, 0) && errno == ESRCH)
		snprintf(error, error_size,
			 "cannot follow process %u: it is a thread (name its process: Tgid in /proc/%u/status)",
			 pid, pid);
	else
		return 0;
	return -ESRCH;
}

int tctl_kernel_follow(struct tctl_session *session, uint32_t pid, char *error,
		       size_t error_size)
{
	struct tctl_channel *channel;
	int err = check_process(pid, error, error_size);

	if (err)
		return err;
	TAILQ_FOREACH(channel, &session->channels, link) {
		if (!channel->open || !channel->follow)
			continue;
		err = tctl_bpf_follow(channel->open->bpf, pid);
		if (err) {
			snprintf(error, error_size,
				 "cannot follow process %u: %s (does it run still?)",
				 pid, strerror(-err));
			return err;
		}
	}
	return 0;
}

int tctl_kernel_snapshot(struct tctl_session *session, const char *output)
{
	struct tctl_totals totals = { 0 };
	struct tctl_kernel_state state;
	struct tctl_channel *channel;
	char path[4096];
	int err = 0;

	TAILQ_FOREACH(channel, &session->channels, link) {
		if (err || !channel->open ||
		    channel->mode != TCTL_MODE_OVERWRITE)
			continue;
		err = tctl_trace_folder(channel->open->stream->trace, output,
					path, sizeof(path));
		if (err)
			break;
		tctl_kernel_state_init(&state, channel->open->stream, path,
				       &totals);
		err = dump_state(channel->open, &state);
		tctl_kernel_state_release(&state);
	}
	return err;
}

static int is_recording(const struct tctl_channel *channel)
{
	return channel->open &&
	       channel->session->state == TCTL_SESSION_RUNNING;
}

static void look_at_channel(struct tctl_kernel_channel *open)
{
	tctl_bpf_update_cpus(open->bpf);
	if (open->sideband)
		tctl_sideband_read(open->sideband, tctl_kernel_state_emit,
				   &open->state);
	tctl_kernel_state_flush(&open->state);
}

void tctl_kernel_look(struct tctl_sessions *all)
{
	struct tctl_session *session;
	struct tctl_channel *channel;

	TAILQ_FOREACH(session, &all->list, link)
		TAILQ_FOREACH(channel, &session->channels, link)
			if (is_recording(channel))
				look_at_channel(channel->open);
}

int tctl_kernel_look_ms(const struct tctl_sessions *all)
{
	struct tctl_session *session;
	struct tctl_channel *channel;
	int ms = 0;

	TAILQ_FOREACH(session, &all->list, link)
		TAILQ_FOREACH(channel, &session->channels, link) {
			if (!is_recording(channel))
				continue;
			if (channel->open->sideband)
				return LOOK_MAPS_MS;
			ms = LOOK_MS;
		}
	return ms;
}
