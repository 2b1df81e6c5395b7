// SPDX-License-Identifier: GPL-2.0-or-later
/* kernel_list.c: what the kernel has, for those who only look (kernel.h). */
#include <stdio.h>
#include <unistd.h>
#include "tools/lib/event_text.h"
#include "tools/tracectld/command.h"
#include "tools/tracectld/kernel.h"

size_t tctl_kernel_matches(json_t *patterns, json_t *exclude)
{
	const struct tctl_kernel_catalogue *catalogue;
	char error[512];
	size_t i, n = 0;

	catalogue = tctl_kernel_get_catalogue(error, sizeof(error));
	if (!catalogue)
		return 0;
	for (i = 0; i < tctl_kernel_catalogue_size(catalogue); i++) {
		const struct tctl_kernel_event *event =
			tctl_kernel_catalogue_event(catalogue, i);

		n += event->source != TCTL_KERNEL_STATE && !event->missing &&
		     tctl_kernel_names(patterns, event) &&
		     !tctl_kernel_names(exclude, event);
	}
	tctl_kernel_put_catalogue();
	return n;
}

static json_t *event_json(const struct tctl_kernel_event *event)
{
	struct tctl_event_text decl;
	json_t *item;

	if (tctl_event_text_parse(&decl, event->text, event->text_size,
				  event->kinds, event->nr_fields))
		return NULL;
	item = json_pack("{s:s, s:s, s:o}", "name", event->name, "pattern",
			 event->pattern_name, "fields",
			 tctl_command_fields(&decl));
	if (event->missing)
		json_object_set_new(item, "missing",
				    json_string(event->missing));
	tctl_event_text_release(&decl);
	return item;
}

json_t *tctl_kernel_list(char *error, size_t error_size)
{
	const struct tctl_kernel_catalogue *catalogue;
	json_t *events, *item, *answer;
	const char *note;
	size_t i;

	catalogue = tctl_kernel_get_catalogue(error, error_size);
	if (!catalogue)
		return NULL;
	events = json_array();
	for (i = 0; i < tctl_kernel_catalogue_size(catalogue); i++) {
		item = event_json(tctl_kernel_catalogue_event(catalogue, i));
		if (item)
			json_array_append_new(events, item);
	}
	answer = json_pack("{s:o}", "events", events);
	note = tctl_kernel_catalogue_note(catalogue);
	if (note)
		json_object_set_new(answer, "note", json_string(note));
	tctl_kernel_put_catalogue();
	return answer;
}

static unsigned int count_open(const struct tctl_sessions *all)
{
	struct tctl_session *session;
	struct tctl_channel *channel;
	unsigned int n = 0;

	TAILQ_FOREACH(session, &all->list, link)
		TAILQ_FOREACH(channel, &session->channels, link)
			n += channel->open != NULL;
	return n;
}

json_t *tctl_kernel_status(const struct tctl_sessions *all)
{
	const char *state = "ready";

	if (geteuid())
		state = "not root: the kernel is recorded by root's daemon";
	else if (access("/sys/kernel/btf/vmlinux", R_OK))
		state = "the kernel has no BTF (CONFIG_DEBUG_INFO_BTF)";
	else if (count_open(all))
		state = "in use";
	return json_pack("{s:s, s:s}", "name", "bpf", "state", state);
}
