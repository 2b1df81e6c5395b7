// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/fuzz/event_text.c: the parser of events' declarations. An input is the
 * number of fields, their kinds as words, the text.
 */
#include "tools/lib/event_text.h"

#include "tests/fuzz/driver.h"
#include "tests/lib/tap.h"

#define CHECK(cond) do { \
	if (!(cond)) \
		abort(); \
} while (0)

static unsigned int accepted;

/* What is accepted keeps the header's promises. */
static void check_event(const struct tctl_event_text *event)
{
	const struct tctl_event_field *field;
	char text[TCTL_KIND_TEXT_MAX];
	size_t size;

	CHECK(event->nr_fields <= TCTL_MAX_FIELDS && event->memory);
	size = strlen(event->provider) + 1 + strlen(event->name);
	CHECK(strlen(event->full_name) == size);
	CHECK(!strpbrk(event->full_name, " \"\\;{}\n"));
	CHECK(!strpbrk(event->file, "\n\t\x7f"));
	for (uint32_t i = 0; i < event->nr_fields; i++) {
		field = &event->fields[i];
		CHECK(!strpbrk(field->name, " \"\\;{}:\n"));
		CHECK(field->parent <= i && field->end > i &&
		      field->end <= event->nr_fields);
		CHECK(!tctl_event_kind_check(field->kind));
		CHECK(!field->nr_labels == !(field->kind & TCTL_KIND_ENUM));
		for (uint32_t j = 0; j < field->nr_labels; j++)
			CHECK(*field->labels[j].name &&
			      !strpbrk(field->labels[j].name, "\n\t\x7f"));
		tctl_event_kind_print(field->kind, text, sizeof(text));
		CHECK(*text);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t kinds[(TCTL_MAX_FIELDS + 1) / 2 + 1];
	struct tctl_event_text event;
	size_t words;

	if (!size)
		return 0;
	words = (data[0] % 42u + 1) / 2;
	if (size < 1 + 8 * words)
		return 0;
	memcpy(kinds, data + 1, 8 * words);
	if (tctl_event_text_parse(&event, (const char *)data + 1 + 8 * words,
				  size - 1 - 8 * words, kinds,
				  data[0] % 42u)) {
		CHECK(event.reason && !event.memory);
		return 0;
	}
	check_event(&event);
	tctl_event_text_release(&event);
	accepted++;
	return 0;
}

#ifndef FUZZER
static void seed(const uint32_t *kinds, unsigned int n, const char *text)
{
	uint8_t input[512] = {(uint8_t)n};
	size_t words = (n + 1) / 2;

	memcpy(input + 1, kinds, n * sizeof(*kinds));
	strcpy((char *)input + 1 + 8 * words, text);
	fuzz_seed(input, 1 + 8 * words + strlen(text) + 1, 0, 0, 100000);
}

int main(void)
{
	static const uint32_t plain[] = {
		TCTL_KIND_UINT | 2 << 4, TCTL_KIND_STRING,
		TCTL_KIND_INT | 3 << 4 | TCTL_KIND_SEQUENCE << 12,
	};
	static const uint32_t labelled[] = {
		TCTL_KIND_INT | 2 << 4 | TCTL_KIND_ENUM,
		TCTL_KIND_UINT | TCTL_KIND_ENUM,
	};
	static const uint32_t nested[] = {
		TCTL_KIND_UINT, TCTL_KIND_LIST | TCTL_KIND_COUNTED << 12,
		TCTL_KIND_STRUCT | 2 << 16, TCTL_KIND_STRING,
		TCTL_KIND_UINT | TCTL_KIND_ENUM,
		TCTL_KIND_UINT | TCTL_KIND_COUNTED << 12,
	};

	seed(plain, 3, "app:name\ndir/file.c:12\nid\nname\n_values_length\n");
	seed(labelled, 2,
	     "a:b\nf.c:1\ncolor\tRED=-1,dark \xc3\xa9=77\nsmall\tON=1,OFF=0");
	seed(nested, 6, "a:b\nf.so:1\tmodel\nn\nl\n\nx\ny\tA=1..5,B\\,=6\nz");
	seed(plain, 3, "mark:m\nf.c:3\n%id %u path %-10.3s, at %#llx 100%%");
	tap_ok(accepted > 3, "%u of 400,000 changed declarations are accepted",
	       accepted);
	return tap_done();
}
#endif
