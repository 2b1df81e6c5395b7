/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/list_file.c: the probes in an ELF file, as JSON like the
 * daemon's.
 */
#include <stdio.h>
#include <string.h>
#include "tools/lib/elf_probes.h"
#include "tools/tracectl/command.h"
#include "tools/tracectl/list_file.h"
#include "tools/tracectl/message.h"

static json_t *list_file_fields(const struct tctl_event_text *event)
{
	json_t *fields = json_array();
	char type[TCTL_KIND_TEXT_MAX];
	uint32_t i;

	for (i = 0; i < event->nr_fields; i++) {
		tctl_event_kind_print(event->fields[i].kind, type,
				      sizeof(type));
		json_array_append_new(fields, json_pack("{ss ss}", "name",
			event->fields[i].name, "type", type));
	}
	return fields;
}

static json_t *list_file_event(const struct tctl_elf_probe *probe)
{
	const struct tctl_event_text *event = &probe->event;

	return json_pack("{ss si ss si si so}", "name", event->full_name,
			 "level", (int)probe->level, "file", event->file,
			 "line", (int)event->line, "sites",
			 (int)probe->nr_sites, "fields",
			 list_file_fields(event));
}

/* reason: of the failure, copied when there is room. */
static int list_file_read(const char *path, json_t **ret_events,
			  char *reason, size_t size)
{
	struct tctl_elf_probes probes;
	int error = tctl_elf_probes_read(&probes, path);
	size_t i;

	*ret_events = NULL;
	snprintf(reason, size, "%s", error && probes.reason ? probes.reason :
							     strerror(-error));
	if (error)
		return error;
	*ret_events = json_array();
	for (i = 0; i < probes.nr_probes; i++)
		json_array_append_new(*ret_events,
				      list_file_event(&probes.probes[i]));
	tctl_elf_probes_release(&probes);
	return 0;
}

int tctl_list_file_events(const char *path, json_t **ret_events)
{
	char reason[256];

	return list_file_read(path, ret_events, reason, sizeof(reason));
}

int tctl_list_file_read(const char *path, json_t **ret_events)
{
	char reason[256];
	int error = list_file_read(path, ret_events, reason, sizeof(reason));

	if (!error)
		return TCTL_EXIT_OK;
	tctl_error("cannot read the probes of %s: %s (name a program or a "
		   "shared library)", path, reason);
	return TCTL_EXIT_FAILED;
}
