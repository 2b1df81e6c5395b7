// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * app_message.c: the one place where messages of applications are checked
 * (abi/app.h). The bytes are a private copy; nothing in them is believed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <tracectl/abi/site.h>
#include "tools/lib/event_text.h"
#include "tools/tracectld/app.h"
#include "tools/tracectld/attach.h"
#include "tools/tracectld/foreign.h"
#include "tools/tracectld/operation.h"
#include "tools/tracectld/process.h"

/* Text as it may be shown to people and written into JSON. */
static void copy_text(char *to, size_t room, const char *from, size_t size)
{
	size_t i;

	for (i = 0; i + 1 < room && i < size && from[i]; i++)
		to[i] = (unsigned char)from[i] < 0x20 ||
			(unsigned char)from[i] >= 0x7f ? '?' : from[i];
	to[i] = 0;
}

static int apply_hello(struct tctl_app *app, const struct tctl_msg_hello *hello)
{
	size_t room = hello->head.size - sizeof(*hello);

	if (app->introduced ||
	    (hello->word_size != 32 && hello->word_size != 64))
		return -EBADMSG;
	app->exe = malloc(room + 1);
	if (!app->exe)
		return -E2BIG;
	copy_text(app->exe, room + 1, hello->exe, room);
	copy_text(app->procname, sizeof(app->procname), hello->procname,
		  sizeof(hello->procname));
	app->vpid = hello->pid;
	app->word_size = hello->word_size;
	app->flags = hello->flags;
	app->nr_cpus = hello->nr_cpus;
	app->token = hello->token;
	app->start_ns = hello->start_ns;
	app->introduced = 1;
	tctl_process_seen(app);
	tctl_daemon_note(app->daemon, "process %u (%s) of user %u is here",
			 app->pid, app->procname, app->uid);
	return 0;
}

static int make_room(struct tctl_app *app, uint32_t index)
{
	uint32_t size = app->nr_events;
	struct tctl_app_event *events;

	if (index < app->nr_events)
		return 0;
	if (index >= TCTL_APP_MAX_EVENTS)
		return -EBADMSG;
	while (size <= index)
		size = size ? size * 2 : 64;
	events = realloc(app->events, size * sizeof(*events));
	if (!events)
		return -E2BIG;
	memset(events + app->nr_events, 0,
	       (size - app->nr_events) * sizeof(*events));
	app->events = events;
	app->nr_events = size;
	return 0;
}

static int keep_event(struct tctl_app *app, const struct tctl_msg_event *event,
		      const char *text, const char *name)
{
	struct tctl_app_event *slot = &app->events[event->index];
	size_t words = (event->nr_fields + 1u) / 2;

	app->memory += event->text_size + words * sizeof(uint64_t) + 64;
	if (app->memory > TCTL_APP_MAX_MEMORY)
		return -E2BIG;
	slot->text = malloc(event->text_size);
	slot->kinds = malloc((words + 1) * sizeof(uint64_t));
	slot->name = strdup(name);
	if (!slot->text || !slot->kinds || !slot->name)
		return -E2BIG;
	memcpy(slot->text, text, event->text_size);
	memcpy(slot->kinds, event->kinds, words * sizeof(uint64_t));
	slot->text_size = event->text_size;
	slot->nr_fields = event->nr_fields;
	slot->level = event->level;
	slot->nr_sites = event->nr_sites;
	app->changed = 1;
	return 0;
}

/* What only is no usable declaration costs the application this event, not the
   connection. */
static int apply_event(struct tctl_app *app, const struct tctl_msg_event *event)
{
	size_t room = event->head.size - sizeof(*event);
	size_t kinds = (event->nr_fields + 1u) / 2 * sizeof(uint64_t);
	const char *text = (const char *)event->kinds + kinds;
	struct tctl_event_text decl;
	int err;

	if (room < kinds || !event->text_size ||
	    event->text_size > room - kinds || !event->index)
		return -EBADMSG;
	err = make_room(app, event->index);
	if (err || app->events[event->index].text)
		return err;
	err = tctl_event_text_parse(&decl, text, event->text_size,
				    event->kinds, event->nr_fields);
	if (err == -ENOMEM)
		return -E2BIG;
	if (err) {
		tctl_app_fail(app, "cannot use event %u of process %u: %s",
			      event->index, app->pid,
			      decl.reason ? decl.reason : "not well formed");
		return 0;
	}
	err = keep_event(app, event, text, decl.full_name);
	tctl_event_text_release(&decl);
	return err;
}

static int apply_ack(struct tctl_app *app, const struct tctl_msg_ack *ack)
{
	size_t room = ack->head.size - sizeof(*ack);
	char text[300];

	if (ack->serial > app->daemon->serial || ack->serial < app->acked)
		return -EBADMSG;
	copy_text(text, sizeof(text), ack->text, room);
	app->acked = ack->serial;
	app->busy_sites = ack->busy_sites;
	if (ack->error)
		tctl_app_fail(app, "%s", *text ? text :
			      strerror(ack->error < 0 && ack->error > -4096 ?
				       -ack->error : EIO));
	else if (ack->busy_sites)
		tctl_app_fail(app, "a debugger's breakpoints sit on %u probe sites, which stay as they are (remove them, then enable the events again)",
			      ack->busy_sites);
	if (ack->error || ack->busy_sites)
		tctl_attach_failed(app);
	tctl_operations_ack(app->daemon, app, ack->error || ack->busy_sites);
	return 0;
}

static int apply_ready(struct tctl_app *app)
{
	app->readies++;
	tctl_attach_update(app, 1);
	return 0;
}

static size_t fixed_size(unsigned int type)
{
	switch (type) {
	case TCTL_MSG_HELLO:
		return sizeof(struct tctl_msg_hello);
	case TCTL_MSG_EVENT:
		return sizeof(struct tctl_msg_event);
	case TCTL_MSG_OBJECT:
		return sizeof(struct tctl_msg_object);
	case TCTL_MSG_ACK:
		return sizeof(struct tctl_msg_ack);
	case TCTL_MSG_READY:
	case TCTL_MSG_BYE:
		return sizeof(struct tctl_message);
	default:
		return SIZE_MAX;
	}
}

int tctl_app_message_apply(struct tctl_app *app, void *bytes, size_t size)
{
	const struct tctl_message *head = bytes;

	if (size < sizeof(*head))
		return -EBADMSG;
	if (!app->introduced)
		app->foreign = head->size == __builtin_bswap32((uint32_t)size);
	if (app->foreign)
		tctl_foreign_message_in(bytes, size);
	if (head->size != size ||
	    head->version < TCTL_APP_VERSION || size < fixed_size(head->type))
		return -EBADMSG;
	if (!app->introduced && head->type != TCTL_MSG_HELLO)
		return -EBADMSG;
	switch (head->type) {
	case TCTL_MSG_HELLO:
		return apply_hello(app, bytes);
	case TCTL_MSG_EVENT:
		return apply_event(app, bytes);
	case TCTL_MSG_READY:
		return apply_ready(app);
	case TCTL_MSG_ACK:
		return apply_ack(app, bytes);
	case TCTL_MSG_BYE:
		app->failed = 1;
		return 0;
	default:	/* objects: the statedump carries them */
		return 0;
	}
}
