/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tools/lib/elf_declaration.h: an event that is declared apart from its slots
 * (abi/declaration.h), read from an ELF file. For elf_probes.c. Nothing in the
 * file is trusted.
 */
#ifndef TOOLS_ELF_DECLARATION_H
#define TOOLS_ELF_DECLARATION_H

#include <stdint.h>

#include "elf_image.h"
#include "event_text.h"

/* What tctl_event_text_parse() takes, and the level. */
struct tctl_elf_declaration {
	const char *text;
	uint64_t kinds[(TCTL_MAX_FIELDS + 1) / 2];
	unsigned int nr_fields;
	unsigned int level;
	char *memory;		/* of the text; NULL: it is not ours */
};

/* Returns 0, -EINVAL: parts of it are not in the file, or -ENOMEM. After 0 it
   needs release. The image's relocations have been read. */
int tctl_elf_declaration_read(struct tctl_elf_declaration *event,
			      const struct tctl_elf_image *image,
			      uint64_t address);
void tctl_elf_declaration_release(struct tctl_elf_declaration *event);

#endif
