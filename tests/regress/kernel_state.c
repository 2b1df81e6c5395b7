// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/regress/kernel_state.c: print the state of the system as the daemon
 * records it, one event a line, each payload decoded by its declaration.
 * Arguments: symbols, maps, files, or pids; "run", a command: what comes while
 * it runs instead; "refuse", a command: nothing can be written at first. Exit
 * 1: a payload is not what its declaration says, or times go back.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/kernel/statedump.h"
#include "tools/lib/event_text.h"

struct output {
	uint64_t last_ns;
	int bad;
};

static uint64_t load(const uint8_t *at, unsigned int size)
{
	uint64_t value = 0;

	memcpy(&value, at, size);
	return value;
}

/* Prints a field; its size, or 0: it does not fit. */
static size_t print_field(const struct tctl_event_field *field,
			  const uint8_t *at, size_t left)
{
	uint32_t kind = field->kind;
	size_t size = (size_t)1 << TCTL_KIND_LOG2(kind);

	if (TCTL_KIND_CLASS(kind) == TCTL_KIND_STRING) {
		size = strnlen((const char *)at, left);
		if (size == left)
			return 0;
		printf(" %s=\"%s\"", field->name, (const char *)at);
		return size + 1;
	}
	if (TCTL_KIND_SHAPE(kind) == TCTL_KIND_ARRAY)
		size *= TCTL_KIND_LENGTH(kind);
	if (size > left)
		return 0;
	if (kind & TCTL_KIND_TEXT)
		printf(" %s=\"%.16s\"", field->name, (const char *)at);
	else if (TCTL_KIND_CLASS(kind) == TCTL_KIND_INT)
		printf(" %s=%" PRId32, field->name, (int32_t)load(at, 4));
	else
		printf(TCTL_KIND_BASE(kind) ? " %s=%#" PRIx64 : " %s=%" PRIu64,
		       field->name, load(at, (unsigned int)size));
	return size;
}

static void print_payload(struct output *output,
			  const struct tctl_event_text *text,
			  const uint8_t *payload, size_t size)
{
	size_t at = 0, n;

	printf("%s", text->name);
	for (uint32_t i = 0; i < text->nr_fields; i++) {
		n = print_field(&text->fields[i], payload + at, size - at);
		if (!n)
			output->bad = 1;
		at += n;
	}
	printf("\n");
	if (at != size)
		output->bad = 1;
}

static int emit(void *arg, const struct tctl_kernel_event *event,
		uint64_t time_ns, const void *payload, size_t size)
{
	struct output *output = arg;
	struct tctl_event_text text;

	if (time_ns < output->last_ns ||
	    tctl_event_text_parse(&text, event->text, event->text_size,
				  event->kinds, event->nr_fields)) {
		output->bad = 1;
		return 0;
	}
	output->last_ns = time_ns;
	print_payload(output, &text, payload, size);
	tctl_event_text_release(&text);
	return 0;
}

static uint32_t what_of(const char *word)
{
	if (!strcmp(word, "symbols"))
		return TCTL_STATEDUMP_SYMBOLS;
	if (!strcmp(word, "maps"))
		return TCTL_STATEDUMP_MAPS;
	return strcmp(word, "files") ? 0 : TCTL_STATEDUMP_FILES;
}

/* As on a full disk. */
static int refuse(void *arg, const struct tctl_kernel_event *event,
		  uint64_t time_ns, const void *payload, size_t size)
{
	(void)arg;
	(void)event;
	(void)time_ns;
	(void)payload;
	(void)size;
	return -ENOSPC;
}

/* The memory maps of what a command starts; refused: at first nothing can be
   written. */
static int follow(const struct tctl_kernel_catalogue *catalogue,
		  const char *command, int refused, struct output *output)
{
	struct tctl_sideband *sideband;
	char error[256];
	int ret;

	ret = tctl_sideband_new(catalogue, &sideband, error, sizeof(error));
	if (ret) {
		fprintf(stderr, "%s\n", error);
		return ret;
	}
	if (system(command))
		output->bad = 1;
	if (refused && tctl_sideband_read(sideband, refuse, NULL) != -ENOSPC)
		output->bad = 1;
	ret = tctl_sideband_read(sideband, emit, output);
	tctl_sideband_free(sideband);
	return ret;
}

int main(int argc, char **argv)
{
	struct tctl_kernel_catalogue *catalogue;
	struct output output = {0};
	uint32_t pids[16] = {0};
	unsigned int nr = 0;
	uint32_t what = 0;
	char error[256];
	int ret;

	for (int i = 1; i < argc; i++) {
		what |= what_of(argv[i]);
		if (!what_of(argv[i]) && nr < 15)
			pids[nr++] = (uint32_t)atoi(argv[i]);
	}
	if (tctl_kernel_catalogue_new(&catalogue, error, sizeof(error))) {
		fprintf(stderr, "%s\n", error);
		return 2;
	}
	if (argc == 3 && !strcmp(argv[1], "run"))
		ret = follow(catalogue, argv[2], 0, &output);
	else if (argc == 3 && !strcmp(argv[1], "refuse"))
		ret = follow(catalogue, argv[2], 1, &output);
	else
		ret = tctl_kernel_statedump(catalogue, what, nr ? pids : NULL,
					    emit, &output);
	tctl_kernel_catalogue_free(catalogue);
	return ret || output.bad;
}
