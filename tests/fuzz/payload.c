// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/fuzz/payload.c: measuring payloads. An input is the number of fields,
 * their kinds as words, the declaration's text with its NUL, the payload.
 */
#include "tools/tracectld/payload.h"

#include "tests/fuzz/driver.h"
#include "tests/lib/tap.h"

#define MAX_FIELDS	16

static unsigned int measured, ended;

/* What is found lies within the bytes, and is found again in just those. */
static void check(const struct tctl_event_text *event, const char *bytes,
		  size_t size, int foreign)
{
	struct tctl_payload payload;
	int64_t length;

	if (tctl_payload_init(&payload, event))
		return;
	length = tctl_payload_length(&payload, foreign, bytes, size);
	if (length < -1 || length > (int64_t)size)
		abort();
	if (length >= 0 && tctl_payload_length(&payload, foreign, bytes,
					       (size_t)length) != length)
		abort();
	tctl_payload_release(&payload);
	measured++;
	ended += length >= 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint64_t kinds[MAX_FIELDS / 2];
	struct tctl_event_text event;
	const char *text, *end;
	unsigned int nr;
	size_t words;

	if (!size)
		return 0;
	nr = data[0] % (MAX_FIELDS + 1);
	words = (nr + 1) / 2;
	if (size < 1 + 8 * words)
		return 0;
	memcpy(kinds, data + 1, 8 * words);
	text = (const char *)data + 1 + 8 * words;
	size -= 1 + 8 * words;
	end = memchr(text, 0, size);
	if (!end || tctl_event_text_parse(&event, text,
					  (size_t)(end - text) + 1, kinds, nr))
		return 0;
	size -= (size_t)(end - text) + 1;
	check(&event, end + 1, size, 0);
	check(&event, end + 1, size, 1);
	tctl_event_text_release(&event);
	return 0;
}

#ifndef FUZZER
static void seed(const uint32_t *kinds, unsigned int n, const char *text,
		 const char *bytes, size_t size)
{
	size_t words = (n + 1) / 2, at = 1 + 8 * words + strlen(text) + 1;
	uint8_t input[512] = {(uint8_t)n};

	memcpy(input + 1, kinds, n * sizeof(*kinds));
	strcpy((char *)input + 1 + 8 * words, text);
	memcpy(input + at, bytes, size);
	fuzz_seed(input, at + size, at, at + size, 100000);
}

int main(void)
{
	static const uint32_t flat[] = {
		TCTL_KIND_UINT, TCTL_KIND_STRING,
		TCTL_KIND_UINT | 2 << 4 | TCTL_KIND_COUNTED << 12,
		TCTL_KIND_INT | 3 << 4 | TCTL_KIND_SEQUENCE << 12,
	};
	static const uint32_t nested[] = {
		TCTL_KIND_UINT | 1 << 4, TCTL_KIND_LIST | TCTL_KIND_COUNTED << 12,
		TCTL_KIND_STRUCT | 3 << 16, TCTL_KIND_STRING,
		TCTL_KIND_INT | 3 << 4 | TCTL_KIND_NETWORK,
		TCTL_KIND_UINT | TCTL_KIND_COUNTED << 12 | 4 << 16,
	};

	seed(flat, 4, "a:b\nf.c:1\nn\ns\nl\nq", "\2x\0" "11112222" "\1\0\0\0"
	     "12345678", 23);
	seed(nested, 6, "a:b\nf.c:1\nn\nl\n\ns\nm\nt",
	     "\2\0" "ab\0" "\0\0\0\0\0\0\0\2zz" "\0" "\0\0\0\0\0\0\0\1z", 25);
	tap_ok(measured > 1000 && ended > 100 && ended < measured,
	       "%u of %u payloads end where their declaration says", ended,
	       measured);
	return tap_done();
}
#endif
