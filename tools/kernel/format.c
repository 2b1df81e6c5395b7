// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The parser of format files. Lines that matter:
 *	name: sched_switch
 *	ID: 372
 *		field:TYPE NAME;<tab>offset:8;<tab>size:4;<tab>signed:1;
 * Everything else is skipped.
 */
#include "format.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static void trim_end(char *text)
{
	size_t size = strlen(text);

	while (size && isspace((unsigned char)text[size - 1]))
		text[--size] = '\0';
}

/* Cuts "[...]" off the end: "u8 addr[6]", "char[]". */
static uint8_t cut_brackets(char *text)
{
	char *open = strrchr(text, '[');

	if (!open || text[strlen(text) - 1] != ']')
		return 0;
	*open = '\0';
	trim_end(text);
	return 1;
}

static int is_name(const char *text)
{
	if (!*text || isdigit((unsigned char)*text))
		return 0;
	for (; *text; text++)
		if (!isalnum((unsigned char)*text) && *text != '_')
			return 0;
	return 1;
}

int tctl_format_declaration(char *text, const char **ret_type,
			    const char **ret_name, uint8_t *ret_array)
{
	uint8_t array;
	char *blank;

	text += strspn(text, " \t");
	trim_end(text);
	array = cut_brackets(text);
	blank = strrchr(text, ' ');
	if (!blank || !is_name(blank + 1))
		return -EINVAL;
	*blank = '\0';
	trim_end(text);
	array |= cut_brackets(text);
	if (!*text)
		return -EINVAL;
	*ret_type = text;
	*ret_name = blank + 1;
	*ret_array = array;
	return 0;
}

/* The number behind a key, at most 32 bits. */
static int read_number(const char *line, const char *key, uint32_t *ret_number)
{
	const char *at = strstr(line, key);
	unsigned long long number;
	char *end;

	if (!at)
		return -EINVAL;
	at += strlen(key);
	number = strtoull(at, &end, 10);
	if (end == at || number > UINT32_MAX)
		return -EINVAL;
	*ret_number = (uint32_t)number;
	return 0;
}

static char *cut_place(char *declaration, uint8_t *ret_place)
{
	static const char data_loc[] = "__data_loc ", rel_loc[] = "__rel_loc ";

	if (!strncmp(declaration, data_loc, sizeof(data_loc) - 1)) {
		*ret_place = TCTL_FORMAT_DATA_LOC;
		return declaration + sizeof(data_loc) - 1;
	}
	if (!strncmp(declaration, rel_loc, sizeof(rel_loc) - 1)) {
		*ret_place = TCTL_FORMAT_REL_LOC;
		return declaration + sizeof(rel_loc) - 1;
	}
	*ret_place = TCTL_FORMAT_HERE;
	return declaration;
}

/* line: what follows "field:". */
static void read_field(struct tctl_format *format, char *line)
{
	struct tctl_format_entry *entry = &format->fields[format->nr_fields];
	char *rest = strchr(line, ';');
	uint32_t is_signed = 0;

	if (!rest || format->nr_fields == TCTL_FORMAT_MAX_FIELDS)
		return;
	*rest++ = '\0';
	if (read_number(rest, "offset:", &entry->offset) ||
	    read_number(rest, "size:", &entry->size))
		return;
	read_number(rest, "signed:", &is_signed);
	entry->is_signed = is_signed == 1;
	line = cut_place(line, &entry->place);
	if (tctl_format_declaration(line, &entry->type, &entry->name,
				    &entry->is_array) ||
	    !strncmp(entry->name, "common_", 7))
		return;
	format->nr_fields++;
}

static void read_line(struct tctl_format *format, char *line)
{
	line += strspn(line, " \t");
	if (!strncmp(line, "name: ", 6))
		format->name = line + 6;
	else if (!strncmp(line, "ID: ", 4))
		read_number(line, "ID: ", &format->id);
	else if (!strncmp(line, "field:", 6))
		read_field(format, line + 6);
}

int tctl_format_read(struct tctl_format *format, char *text)
{
	char *line;

	format->name = NULL;
	format->id = 0;
	format->nr_fields = 0;
	while ((line = strsep(&text, "\n")) && strncmp(line, "print fmt:", 10))
		read_line(format, line);
	return format->name && format->id ? 0 : -EINVAL;
}
