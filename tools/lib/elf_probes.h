/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/lib/elf_probes.h: the probes of an executable or shared object, read
 * from its file (abi/site.h: note, sites, event slots) without running it. Both
 * word sizes and byte orders. Nothing in the file is trusted.
 *
 * No locks.
 */
#ifndef TOOLS_ELF_PROBES_H
#define TOOLS_ELF_PROBES_H

#include <stddef.h>

#include "event_text.h"

struct tctl_elf_probe {
	struct tctl_event_text event;
	unsigned int level;
	unsigned int nr_sites;	/* gates of this provider:name in the file */
};

struct tctl_elf_probes {
	struct tctl_elf_probe *probes;	/* by name, file and line; each once */
	size_t nr_probes;
	size_t nr_gates;		/* of all probes */
	size_t nr_values;		/* reads of immediate values */
	size_t nr_refused;		/* events that no daemon would take */
	const char *reason;		/* why reading failed, or the last event was
					   refused, one line; or NULL */
};

/*
 * Returns 0, also for a file without probes; -errno of opening it; -ENOEXEC: no
 * ELF file, or one that is not linked yet; -EBADMSG: an ELF file whose records
 * make no sense; -ENOMEM. Release after 0 only.
 */
int tctl_elf_probes_read(struct tctl_elf_probes *probes, const char *path);

/* The same of a file's bytes in memory; they are not changed or kept. */
int tctl_elf_probes_parse(struct tctl_elf_probes *probes, void *bytes,
			  size_t size);

void tctl_elf_probes_release(struct tctl_elf_probes *probes);

#endif
