/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/tracectl/record_empty.c: says why nothing was recorded. "seen" in the
 * daemon's totals are names of events that the applications have, enabled or
 * not; "applications" is how many took part, as something of theirs was.
 */
#include <stdlib.h>
#include <string.h>
#include "tools/tracectl/command.h"
#include "tools/tracectl/list_file.h"
#include "tools/tracectl/message.h"
#include "tools/tracectl/nearest.h"
#include "tools/tracectl/program.h"
#include "tools/tracectl/record.h"

static void empty_not_hit(json_t *seen)
{
	char *names = tctl_nearest_names(NULL, seen);

	tctl_warning("nothing was recorded: probes were open, but the program "
		     "came by none of them%s%s", *names ? ": " : "", names);
	free(names);
}

static void empty_no_match(const struct tctl_record *record, json_t *seen)
{
	json_t *patterns = json_object_get(record->enable, "patterns");
	char *wanted = tctl_nearest_names(NULL, patterns);
	char *names = tctl_nearest_names(patterns, seen);

	tctl_warning("nothing was recorded: no event matches %s (there are %s)",
		     wanted, names);
	free(wanted);
	free(names);
}

static void empty_dynamic(const char *path)
{
	json_t *events = NULL;
	size_t nr = 0;

	if (!tctl_list_file_events(path, &events))
		nr = json_array_size(events);
	json_decref(events);
	if (nr)
		tctl_warning("nothing was recorded: %s has %zu probes but did "
			     "not register (does it clear LD_PRELOAD, or run "
			     "in another mount namespace?)", path, nr);
	else
		tctl_warning("nothing was recorded: %s has no probes, nor has "
			     "any library or child of it (add some: "
			     "tracectl-probe(3); or record its memory calls: "
			     "--libc)", path);
}

static void empty_unreached(const char *path)
{
	switch (tctl_program_kind(path)) {
	case TCTL_PROGRAM_STATIC:
		tctl_warning("nothing was recorded: %s is linked statically, "
			     "so no library can be preloaded (link it with "
			     "libtracectl: pkg-config --static tracectl)",
			     path);
		break;
	case TCTL_PROGRAM_SECURE:
		tctl_warning("nothing was recorded: %s changes its user, group "
			     "or capabilities when it starts, so the system "
			     "preloads nothing (run it as that user)", path);
		break;
	case TCTL_PROGRAM_OTHER_LIBC:
		tctl_warning("nothing was recorded: %s runs on another C "
			     "library than libtracectl, which was not "
			     "preloaded (link it with a libtracectl.a built "
			     "for that one)", path);
		break;
	case TCTL_PROGRAM_FOREIGN:
		tctl_warning("nothing was recorded: %s is for another word "
			     "size or machine than libtracectl (install the "
			     "library of that kind)", path);
		break;
	case TCTL_PROGRAM_SCRIPT:
		tctl_warning("nothing was recorded: neither the interpreter of "
			     "the script %s nor a program that it ran has "
			     "probes (record their memory calls: --libc)",
			     path);
		break;
	default:
		empty_dynamic(path);
	}
}

void tctl_record_explain_empty(const struct tctl_record *record)
{
	json_t *seen = json_object_get(record->totals, "seen");
	long long applications = json_integer_value(
		json_object_get(record->totals, "applications"));

	if (json_integer_value(json_object_get(record->totals, "lost")))
		tctl_warning("nothing was recorded: all events were lost (more "
			     "or larger sub-buffers; is /dev/shm full?)");
	else if (!record->channel)
		tctl_warning("nothing was recorded: the kernel came by none of "
			     "the events, or no task is what the options say "
			     "(see tracectl list -k)");
	else if (json_array_size(seen) && applications)
		empty_not_hit(seen);
	else if (json_array_size(seen))
		empty_no_match(record, seen);
	else if (record->child.path)
		empty_unreached(record->child.path);
	else
		tctl_warning("nothing was recorded: no application with probes "
			     "was running (tracectl list --probes)");
}
