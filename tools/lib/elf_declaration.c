// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Puts the parts of a declaration together to an event's text, as libtracectl
 * does in the process. A pointer is followed by asking the image for its target;
 * offsets are those of the file's word size.
 */
#include "elf_declaration.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracectl/abi/declaration.h>

struct parts {
	const struct tctl_elf_image *image;
	const char *head, *lines, *model;
	uint64_t labels;	/* address of the next field's */
	uint64_t kinds;
};

/* Pointer number i of those at an address. */
static int follow(const struct parts *parts, uint64_t address, unsigned int i,
		  uint64_t *ret_target)
{
	const unsigned int each = parts->image->is_64_bit ? 8 : 4;

	return tctl_elf_image_pointer(parts->image, address + i * each,
				      ret_target);
}

static int follow_text(const struct parts *parts, uint64_t address,
		       unsigned int i, const char **ret_text)
{
	uint64_t target;
	int err = follow(parts, address, i, &target);

	if (err)
		return err;
	*ret_text = tctl_elf_image_string(parts->image, target,
					  TCTL_MAX_EVENT_TEXT);
	return *ret_text ? 0 : -EINVAL;
}

static int read_level(const struct parts *parts, uint64_t address,
		      unsigned int *ret_level)
{
	const unsigned char *level;
	uint64_t target;
	int err = follow(parts, address, 2, &target);

	*ret_level = TCTL_DECLARED_LEVEL;
	if (err || !target)
		return err;
	level = tctl_elf_image_at(parts->image, target, 1);
	if (!level)
		return -EINVAL;
	*ret_level = *level;
	return 0;
}

static int read_model(struct parts *parts, uint64_t address)
{
	uint64_t target;
	int err = follow(parts, address, 3, &target);

	return err || !target ? err :
		follow_text(parts, target, 0, &parts->model);
}

static int read_fields(struct parts *parts, uint64_t address,
		       struct tctl_elf_declaration *event)
{
	const unsigned char *kinds;
	uint64_t fields, nr;

	if (follow(parts, address, 1, &fields) ||
	    follow_text(parts, fields, 0, &parts->lines) ||
	    follow(parts, fields, 1, &parts->kinds) ||
	    follow(parts, fields, 2, &parts->labels) ||
	    follow(parts, fields, 3, &nr) || nr > TCTL_MAX_FIELDS)
		return -EINVAL;
	event->nr_fields = (unsigned int)nr;
	kinds = tctl_elf_image_at(parts->image, parts->kinds,
				  (nr + 1) / 2 * 8);
	if (!kinds)
		return -EINVAL;
	for (uint64_t i = 0; i < (nr + 1) / 2; i++)
		event->kinds[i] = tctl_elf_image_u64(parts->image,
						     kinds + 8 * i);
	return 0;
}

static void print_name(FILE *out, const char *name)
{
	for (; *name; name++)
		fprintf(out, *name == ',' || *name == '\\' ? "\\%c" : "%c",
			*name);
}

/* One label at an address. Returns 1, 0 behind the last one, or -EINVAL. */
static int print_label(FILE *out, const struct parts *parts, uint64_t address,
		       int is_first, int64_t *next)
{
	const unsigned char *values;
	uint64_t name_at, is_next;
	int64_t first, last;
	const char *name;

	values = tctl_elf_image_at(parts->image, address, 16);
	if (!values || follow(parts, address + 16, 0, &name_at) ||
	    follow(parts, address + 16, 1, &is_next))
		return -EINVAL;
	if (!name_at)
		return 0;
	name = tctl_elf_image_string(parts->image, name_at,
				     TCTL_MAX_EVENT_TEXT);
	if (!name || ftell(out) > (long)TCTL_MAX_EVENT_TEXT)
		return -EINVAL;
	first = is_next ? *next :
		(int64_t)tctl_elf_image_u64(parts->image, values);
	last = is_next ? *next :
		(int64_t)tctl_elf_image_u64(parts->image, values + 8);
	*next = (int64_t)((uint64_t)last + 1);
	fputc(is_first ? '\t' : ',', out);
	print_name(out, name);
	fprintf(out, "=%" PRId64 "..%" PRId64, first, last);
	return 1;
}

static int print_labels(FILE *out, struct parts *parts)
{
	const unsigned int each = parts->image->is_64_bit ? 32 : 24;
	const unsigned int pointer = parts->image->is_64_bit ? 8 : 4;
	uint64_t address;
	int64_t next = 0;
	int more = 1;

	if (follow(parts, parts->labels, 0, &address))
		return -EINVAL;
	parts->labels += pointer;
	for (unsigned int i = 0; more > 0 && i <= TCTL_MAX_LABELS; i++)
		more = print_label(out, parts, address + i * each, !i, &next);
	return more ? -EINVAL : 0;
}

static int print_fields(FILE *out, struct parts *parts,
			const struct tctl_elf_declaration *event)
{
	const char *line = parts->lines;
	uint32_t kind;
	int length, err = 0;

	for (unsigned int i = 0; i < event->nr_fields && *line && !err; i++) {
		length = 1 + (int)strcspn(line + 1, "\n");
		fprintf(out, "%.*s", length, line);
		line += length;
		kind = (uint32_t)(event->kinds[i / 2] >> (i % 2 * 32));
		if (kind & TCTL_KIND_ENUM)
			err = print_labels(out, parts);
	}
	return err;
}

static int compose(struct parts *parts, struct tctl_elf_declaration *event)
{
	size_t size = 0;
	FILE *out = open_memstream(&event->memory, &size);
	int err;

	if (!out)
		return -ENOMEM;
	fputs(parts->head, out);
	if (parts->model)
		fprintf(out, "\t%s", parts->model);
	err = print_fields(out, parts, event);
	if (fclose(out) && !err)
		err = -ENOMEM;
	event->text = event->memory;
	return err;
}

int tctl_elf_declaration_read(struct tctl_elf_declaration *event,
			      const struct tctl_elf_image *image,
			      uint64_t address)
{
	struct parts parts = { .image = image };
	int err;

	memset(event, 0, sizeof(*event));
	err = follow_text(&parts, address, 0, &parts.head);
	if (!err)
		err = read_fields(&parts, address, event);
	if (!err)
		err = read_level(&parts, address, &event->level);
	if (!err)
		err = read_model(&parts, address);
	if (!err)
		err = compose(&parts, event);
	if (err)
		tctl_elf_declaration_release(event);
	return err;
}

void tctl_elf_declaration_release(struct tctl_elf_declaration *event)
{
	free(event->memory);
	event->memory = NULL;
}
