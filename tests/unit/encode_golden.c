/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The encoder of one port, linked in, against its committed bytes: a file of
 * tests/unit/encode/, in whose lines stand, in memory order,
 *
 *	gate BEFORE TARGET open|close AFTER|ERROR DISASSEMBLY
 *	value BEFORE SIZE OFFSET NUMBER AFTER|ERROR DISASSEMBLY
 *	switch BEFORE PLACE DISTANCE AFTER|ERROR DISASSEMBLY
 *
 * (PLACE: bytes in front of the switch, which alignment asks for)
 * with `same` as AFTER where nothing is to be stored. What the bytes are called
 * by a disassembler is looked at by tests/regress/encode_objdump.sh.
 *
 * With ENCODE_BIG_ENDIAN the file has big-endian words, and the encoder, which
 * takes words in the order of the machine, is given them turned round.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tracectl/abi/site.h>
#include <arch/encode.h>
#include <tests/lib/tap.h>

#define MAX_BYTES	16

struct bytes {
	uint8_t at[MAX_BYTES] __attribute__((aligned(8)));
	size_t length;
};

static void bytes_read(const char *hex, struct bytes *ret)
{
	memset(ret, 0, sizeof(*ret));
	for (; hex[0] && hex[1] && ret->length < MAX_BYTES; hex += 2) {
		const char digits[3] = { hex[0], hex[1], 0 };

		ret->at[ret->length++] = strtoul(digits, NULL, 16);
	}
}

static void bytes_turn(struct bytes *bytes)
{
#ifdef ENCODE_BIG_ENDIAN
	size_t i;

	for (i = 0; i + 4 <= bytes->length; i += 4) {
		uint32_t word;

		memcpy(&word, bytes->at + i, 4);
		word = __builtin_bswap32(word);
		memcpy(bytes->at + i, &word, 4);
	}
#else
	(void)bytes;
#endif
}

static int error_of(const char *word)
{
	if (!strcmp(word, "EBUSY"))
		return -EBUSY;
	if (!strcmp(word, "EILSEQ"))
		return -EILSEQ;
	if (!strcmp(word, "ERANGE"))
		return -ERANGE;
	return 0;
}

/* The store, as the patcher does it. */
static void apply(struct bytes *bytes, const struct tctl_edit *edit)
{
	uint8_t *at = bytes->at + edit->offset;
	uint16_t half = edit->value;
	uint32_t word = edit->value;

	switch (edit->size) {
	case 1:
		*at = edit->value;
		break;
	case 2:
		memcpy(at, &half, 2);
		break;
	case 4:
		memcpy(at, &word, 4);
		break;
	case 8:
		memcpy(at, &edit->value, 8);
		break;
	}
}

static int is_aligned(const struct tctl_edit *edit, const struct bytes *bytes)
{
	return !edit->size || !((uintptr_t)(bytes->at + edit->offset) &
				(edit->size - 1u));
}

static void check(const char *line, struct bytes *bytes, int ret,
		  const struct tctl_edit *edit, const char *after)
{
	struct bytes expected;

	if (error_of(after)) {
		tap_is(ret, error_of(after), line);
		return;
	}
	if (!strcmp(after, "same")) {
		tap_ok(!ret && !edit->size, "%s", line);
		return;
	}
	bytes_read(after, &expected);
	if (!ret)
		apply(bytes, edit);
	bytes_turn(bytes);
	tap_ok(!ret && edit->size && is_aligned(edit, bytes) &&
	       !memcmp(bytes->at, expected.at, MAX_BYTES), "%s", line);
}

static int check_gate(const char *line)
{
	struct tctl_edit edit = { .size = 0 };
	char before[64], how[16], after[64];
	struct bytes bytes;
	long target;

	if (sscanf(line, "gate %63s %ld %15s %63s", before, &target, how,
		   after) != 4)
		return 0;
	bytes_read(before, &bytes);
	bytes_turn(&bytes);
	check(line, &bytes, tctl_encode_gate(bytes.at, (int32_t)target,
					     !strcmp(how, "open"), &edit),
	      &edit, after);
	return 1;
}

static int check_value(const char *line)
{
	struct tctl_edit edit = { .size = 0 };
	char before[64], after[64];
	unsigned int size, offset;
	unsigned long long number;
	struct bytes bytes;

	if (sscanf(line, "value %63s %u %u %llx %63s", before, &size, &offset,
		   &number, after) != 5)
		return 0;
	bytes_read(before, &bytes);
	bytes_turn(&bytes);
	check(line, &bytes, tctl_encode_value(bytes.at, TCTL_SITE_VALUE |
					      size << 8 | offset << 16,
					      number, &edit), &edit, after);
	return 1;
}

static int check_switch(const char *line)
{
	struct tctl_edit edit = { .size = 0 };
	char before[64], after[64];
	struct bytes bytes;
	long long distance;
	unsigned int place;
	int ret;

	if (sscanf(line, "switch %63s %u %lld %63s", before, &place, &distance,
		   after) != 4 || place >= MAX_BYTES / 2)
		return 0;
	bytes_read(before, &bytes);
	bytes_turn(&bytes);
	ret = tctl_encode_switch(bytes.at + place, distance, &edit);
	edit.offset += place;
	check(line, &bytes, ret, &edit, after);
	return 1;
}

int main(void)
{
	const char *top = getenv("top_srcdir");
	unsigned int checked = 0;
	char path[4096], line[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/tests/unit/encode/%s.golden",
		 top ? top : ".", ENCODE_PORT);
	file = fopen(path, "r");
	tap_ok(file != NULL, "%s", path);
	while (file && fgets(line, sizeof(line), file)) {
		line[strcspn(line, "\n#")] = '\0';
		if (check_gate(line) || check_value(line) ||
		    check_switch(line))
			checked++;
		else
			tap_ok(!*line, "the line is understood: %s", line);
	}
	if (file)
		fclose(file);
	tap_ok(checked > 5, "%u lines", checked);
	return tap_done();
}
