// SPDX-License-Identifier: GPL-2.0-or-later
/* attach.c: see attach.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "tools/tracectld/attach.h"
#include "tools/tracectld/region_file.h"
#include "tools/tracectld/trace.h"

#define IDS_AT_ONCE	4096u

union ids_message {
	struct tctl_msg_enable head;
	char room[sizeof(struct tctl_msg_enable) +
		  IDS_AT_ONCE * sizeof(struct tctl_event_id)];
};

int tctl_attach_matches(const struct tctl_app *app,
			const struct tctl_session *session)
{
	return app->readies && (!session->token || session->token == app->token);
}

static uint32_t slot_number(const struct tctl_app *app, unsigned int slot)
{
	return slot + (app->daemon->kind == TCTL_DAEMON_ROOT ?
		       TCTL_APP_SLOTS : 0);
}

static struct tctl_attachment *find(struct tctl_app *app,
				    const struct tctl_channel *channel,
				    unsigned int *ret_slot)
{
	unsigned int i;

	for (i = 0; i < TCTL_APP_SLOTS; i++)
		if (app->slots[i] && app->slots[i]->channel == channel) {
			*ret_slot = i;
			return app->slots[i];
		}
	return NULL;
}

/* Which events the loaded objects' statedump needs beside the wanted ones. */
static int is_statedump(const struct tctl_channel *channel, const char *name)
{
	return channel->session->statedump &&
	       channel == tctl_channel_first_user(channel->session) &&
	       tctl_event_is_statedump(name);
}

static int wants_any(const struct tctl_app *app,
		     const struct tctl_channel *channel)
{
	uint32_t i;

	for (i = 0; i < app->nr_events; i++)
		if (app->events[i].text &&
		    tctl_channel_wants(channel, app->events[i].name,
				       app->events[i].level))
			return 1;
	return 0;
}

static int wants(const struct tctl_app *app, const struct tctl_channel *channel,
		 uint32_t index)
{
	const struct tctl_app_event *event = &app->events[index];

	return event->text &&
	       (tctl_channel_wants(channel, event->name, event->level) ||
		is_statedump(channel, event->name));
}

static int get_shared(struct tctl_attachment *attachment)
{
	attachment->whole = tctl_region_file_shared(attachment->stream);
	if (attachment->whole)
		return 0;
	return tctl_region_file_new(attachment->stream, TCTL_PROTOCOL_WHOLE,
				    0, 0, 0, &attachment->whole);
}

/* 1: it is new to the process; 0: it had it before. */
static int get_own(struct tctl_app *app, struct tctl_attachment *attachment,
		   unsigned int slot, unsigned int shape)
{
	int err;

	attachment->counted = tctl_region_file_owned(attachment->stream,
						     app->pid, app->start_ns);
	if (attachment->counted)
		return 0;
	if (app->flags & TCTL_HELLO_NARROW)
		shape |= TCTL_REGION_FILE_NARROW;
	err = tctl_region_file_new(attachment->stream, TCTL_PROTOCOL_COUNTED,
				   app->pid, app->start_ns, shape,
				   &attachment->counted);
	if (err)
		return err;
	attachment->counted->slot = slot;
	return 1;
}

static int get_regions(struct tctl_app *app, struct tctl_attachment *attachment,
		       unsigned int slot)
{
	struct tctl_sessions *all = &app->daemon->sessions;
	int whole = app->flags & TCTL_HELLO_RSEQ && app->word_size == 64 &&
		    attachment->channel->protocol != TCTL_PROTOCOL_COUNTED;
	int err = 0;

	tctl_sessions_lock(all);
	if (whole)
		err = get_shared(attachment);
	if (!err)
		err = get_own(app, attachment, slot,
			      whole ? TCTL_REGION_FILE_SMALL : 0);
	tctl_sessions_unlock(all);
	return err;
}

static void send_channel(struct tctl_app *app,
			 const struct tctl_attachment *attachment,
			 unsigned int slot)
{
	struct tctl_msg_channel message = {
		.head = { sizeof(message), TCTL_APP_VERSION,
			  TCTL_MSG_CHANNEL },
		.channel = slot_number(app, slot),
	};
	int fds[2];

	if (attachment->whole) {
		fds[0] = attachment->whole->fd;
		message.region_size[message.nr_regions++] =
			attachment->whole->reader.region.region_size;
	}
	fds[message.nr_regions] = attachment->counted->fd;
	message.region_size[message.nr_regions++] =
		attachment->counted->reader.region.region_size;
	tctl_app_send(app, &message, fds, message.nr_regions);
}

static void send_simple(struct tctl_app *app, unsigned int slot,
			unsigned int type)
{
	struct tctl_msg_channel_only message = {
		.head = { sizeof(message), TCTL_APP_VERSION, (uint16_t)type },
		.channel = slot_number(app, slot),
	};

	tctl_app_send(app, &message, NULL, 0);
}

static void send_ids(struct tctl_app *app, unsigned int slot,
		     union ids_message *message, unsigned int type)
{
	if (!message->head.nr)
		return;
	message->head.head.size = (uint32_t)(sizeof(message->head) +
		message->head.nr * sizeof(message->head.ids[0]));
	message->head.head.version = TCTL_APP_VERSION;
	message->head.head.type = (uint16_t)type;
	message->head.channel = slot_number(app, slot);
	tctl_app_send(app, message, NULL, 0);
	message->head.nr = 0;
}

static void add_id(struct tctl_app *app, unsigned int slot,
		   union ids_message *message, unsigned int type,
		   uint32_t index, uint32_t id)
{
	message->head.ids[message->head.nr++] = (struct tctl_event_id) {
		.index = index, .id = id,
	};
	if (message->head.nr == IDS_AT_ONCE)
		send_ids(app, slot, message, type);
}

static void free_attachment(struct tctl_app *app, unsigned int slot)
{
	struct tctl_attachment *attachment = app->slots[slot];

	free(attachment->ids);
	free(attachment);
	app->slots[slot] = NULL;
}

void tctl_attach_forget(struct tctl_app *app)
{
	unsigned int i;

	for (i = 0; i < TCTL_APP_SLOTS; i++)
		if (app->slots[i])
			free_attachment(app, i);
}

static int grow_ids(struct tctl_attachment *attachment, uint32_t nr)
{
	uint16_t *ids;

	if (nr <= attachment->nr_ids)
		return 0;
	ids = realloc(attachment->ids, nr * sizeof(*ids));
	if (!ids)
		return -ENOMEM;
	memset(ids + attachment->nr_ids, 0xff,
	       (nr - attachment->nr_ids) * sizeof(*ids));
	attachment->ids = ids;
	attachment->nr_ids = nr;
	return 0;
}

/* The number that the process knew the channel by, or a free one. */
static int choose_slot(struct tctl_app *app, struct tctl_stream *stream)
{
	struct tctl_region_file *own = tctl_region_file_owned(stream, app->pid,
							      app->start_ns);
	unsigned int i;

	if (own && own->slot < TCTL_APP_SLOTS && !app->slots[own->slot])
		return (int)own->slot;
	for (i = 0; i < TCTL_APP_SLOTS; i++)
		if (!app->slots[i])
			return (int)i;
	return -ENOSPC;
}

static int open_stream(struct tctl_app *app, struct tctl_channel *channel,
		       struct tctl_stream **ret_stream)
{
	struct tctl_trace *trace;
	const struct tctl_writers writers = {
		.uid = app->uid,
		.word_size = app->word_size,
		.foreign = app->foreign,
	};
	int err = tctl_trace_get(channel->session, &writers, &trace);

	return err ? err : tctl_stream_get(trace, channel, ret_stream);
}

static void open_failed(struct tctl_app *app, struct tctl_channel *channel,
			int err)
{
	const char *advice = "see tracectld(8)";

	if (err == -ENOSPC || err == -ENOMEM)
		advice = "free memory in the runtime directory's file system, or use smaller buffers or fewer channels";
	else if (err == -EMFILE || err == -ENFILE)
		advice = "raise the limit of open files of tracectld";
	tctl_app_fail(app, "cannot give process %u channel %s: %s (%s)",
		      app->pid, channel->name, strerror(-err), advice);
	tctl_session_note_failure(channel->session, app->pid, app->error);
}

/* 1: the process saw none of it before. */
static int open_attachment(struct tctl_app *app, struct tctl_channel *channel,
			   unsigned int *ret_slot)
{
	struct tctl_attachment *attachment = calloc(1, sizeof(*attachment));
	int slot = -ENOMEM, err;

	if (!attachment)
		return -ENOMEM;
	err = open_stream(app, channel, &attachment->stream);
	if (!err)
		slot = choose_slot(app, attachment->stream);
	if (!err && slot < 0)
		err = slot;
	attachment->channel = channel;
	if (!err)
		err = get_regions(app, attachment, (unsigned int)slot);
	if (err < 0) {
		free(attachment);
		return err;
	}
	app->slots[slot] = attachment;
	*ret_slot = (unsigned int)slot;
	return err;
}

static int enable(struct tctl_app *app, struct tctl_attachment *attachment,
		  unsigned int slot, union ids_message *message,
		  uint32_t index)
{
	const struct tctl_app_event *event = &app->events[index];
	uint32_t id;
	int err = tctl_stream_event(attachment->stream, event->text,
				    event->text_size, event->kinds,
				    event->nr_fields, event->level, &id);

	if (err) {
		tctl_app_fail(app, "cannot record %s into channel %s: %s",
			      event->name, attachment->channel->name,
			      err == -ENOSPC ? "65534 different events are in it already (use another channel)" :
			      strerror(-err));
		tctl_session_note_failure(attachment->channel->session,
					  app->pid, app->error);
		return 0;
	}
	attachment->ids[index] = (uint16_t)id;
	add_id(app, slot, message, TCTL_MSG_ENABLE, index, id);
	return 1;
}

/* Returns how many events were enabled or disabled. */
static unsigned int update_ids(struct tctl_app *app,
			       struct tctl_attachment *attachment,
			       unsigned int slot)
{
	static union ids_message on, off;
	unsigned int changes = 0;
	uint32_t i;
	int has, should;

	if (grow_ids(attachment, app->nr_events))
		return 0;
	for (i = 0; i < app->nr_events; i++) {
		has = attachment->ids[i] != TCTL_APP_NO_ID;
		should = wants(app, attachment->channel, i);
		if (has == should)
			continue;
		if (should) {
			changes += enable(app, attachment, slot, &on, i);
			continue;
		}
		attachment->ids[i] = TCTL_APP_NO_ID;
		add_id(app, slot, &off, TCTL_MSG_DISABLE, i, 0);
		changes++;
	}
	send_ids(app, slot, &on, TCTL_MSG_ENABLE);
	send_ids(app, slot, &off, TCTL_MSG_DISABLE);
	return changes;
}

static unsigned int count_channels(const struct tctl_app *app,
				   const struct tctl_session *session)
{
	unsigned int i, n = 0;

	for (i = 0; i < TCTL_APP_SLOTS; i++)
		n += app->slots[i] && app->slots[i]->channel->session == session;
	return n;
}

static unsigned int update_channel(struct tctl_app *app,
				   struct tctl_channel *channel)
{
	struct tctl_attachment *attachment;
	unsigned int slot = 0, changes = 0;
	int fresh = 0;

	attachment = find(app, channel, &slot);
	if (channel->session->state != TCTL_SESSION_RUNNING ||
	    !tctl_attach_matches(app, channel->session)) {
		if (!attachment)
			return 0;
		send_simple(app, slot, TCTL_MSG_CHANNEL_CLOSE);
		free_attachment(app, slot);
		return 1;
	}
	if (!attachment) {
		if (!wants_any(app, channel))
			return 0;
		fresh = open_attachment(app, channel, &slot);
		if (fresh < 0) {
			open_failed(app, channel, fresh);
			return 0;
		}
		attachment = app->slots[slot];
		send_channel(app, attachment, slot);
		changes++;
	}
	changes += update_ids(app, attachment, slot);
	if (fresh && channel->session->statedump &&
	    channel == tctl_channel_first_user(channel->session))
		send_simple(app, slot, TCTL_MSG_STATEDUMP);
	if (fresh && count_channels(app, channel->session) == 1)
		channel->session->applications++;
	return changes;
}

/* For people who wonder why nothing is recorded. */
static void note_seen(struct tctl_session *session, const struct tctl_app *app)
{
	uint32_t i;

	for (i = 0; i < app->nr_events; i++) {
		const char *name = app->events[i].name;

		if (json_object_size(session->seen) >= TCTL_SESSION_SEEN)
			return;
		if (app->events[i].text && !tctl_event_is_statedump(name))
			json_object_set_new(session->seen, name, json_true());
	}
}

void tctl_attach_failed(struct tctl_app *app)
{
	struct tctl_session *session;

	TAILQ_FOREACH(session, &app->daemon->sessions.list, link)
		if (count_channels(app, session))
			tctl_session_note_failure(session, app->pid,
						  app->error);
}

uint64_t tctl_attach_update(struct tctl_app *app, int always)
{
	struct tctl_channel *channel;
	struct tctl_session *session;
	unsigned int changes = 0;

	app->changed = 0;
	if (!app->readies)
		return 0;
	TAILQ_FOREACH(session, &app->daemon->sessions.list, link) {
		if (session->state == TCTL_SESSION_RUNNING &&
		    tctl_attach_matches(app, session))
			note_seen(session, app);
		TAILQ_FOREACH(channel, &session->channels, link)
			if (!channel->kernel)
				changes += update_channel(app, channel);
	}
	return changes || always || app->busy_sites ? tctl_app_sync(app) : 0;
}

uint64_t tctl_attach_flush(struct tctl_app *app,
			   const struct tctl_session *session)
{
	unsigned int i, sent = 0;

	for (i = 0; i < TCTL_APP_SLOTS; i++) {
		if (!app->slots[i] ||
		    app->slots[i]->channel->session != session)
			continue;
		send_simple(app, i, TCTL_MSG_FLUSH);
		sent = 1;
	}
	return sent ? tctl_app_sync(app) : 0;
}
