// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/fuzz/kernel_sideband.c: perf's side-band records, as they lie in a ring.
 * An input is a ring of 512 bytes and the position where reading begins.
 */
#include "tools/kernel/sideband_record.h"

#include <linux/perf_event.h>

#include "tests/fuzz/driver.h"
#include "tests/lib/tap.h"

#define RING	512u

#define CHECK(cond) do { \
	if (!(cond)) \
		abort(); \
} while (0)

static unsigned int records[TCTL_SIDEBAND_LOST + 1];

static void check_record(const uint8_t *bytes, size_t size)
{
	uint8_t *exact = malloc(size);
	struct tctl_sideband_record record;

	CHECK(exact);
	memcpy(exact, bytes, size);
	if (!tctl_sideband_record_parse(exact, size, &record)) {
		CHECK(!record.filename == (record.type != TCTL_SIDEBAND_MAP));
		CHECK(!record.filename || strlen(record.filename) < size);
		records[record.type]++;
	}
	free(exact);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	uint8_t bytes[256];
	uint64_t tail, head;
	size_t n;

	if (size != RING + 1)
		return 0;
	tail = data[RING];
	head = tail + RING;
	while ((n = tctl_sideband_record_copy(data, RING, tail, head, bytes,
					      sizeof(bytes)))) {
		CHECK(n <= sizeof(bytes) && n <= head - tail);
		check_record(bytes, n);
		tail += n;
	}
	return 0;
}

#ifndef FUZZER
static size_t put(uint8_t *at, uint32_t type, const void *body, size_t size)
{
	struct perf_event_header header = {
		.type = type,
		.size = (uint16_t)(sizeof(header) + size + 16),
	};
	uint64_t trailer[2] = {0x100000001, 12345};

	memcpy(at, &header, sizeof(header));
	memcpy(at + sizeof(header), body, size);
	memcpy(at + sizeof(header) + size, trailer, sizeof(trailer));
	return header.size;
}

int main(void)
{
	static const uint32_t map[24] = {
		5, 5, 0x1000, 0, 0x2000, 0, 0x3000, 0, 8, 1, 99, 0, 0, 0, 5, 2,
		0x7273752f, 0x6e69622f, 0x7363612f, 0,
	};
	static const uint32_t fork[6] = {6, 5, 6, 5, 100, 0};
	static const uint64_t lost[2] = {1, 3};
	uint8_t ring[RING + 1] = {0};
	size_t at = 0;

	at += put(ring + at, PERF_RECORD_MMAP2, map, 80);
	at += put(ring + at, PERF_RECORD_FORK, fork, sizeof(fork));
	at += put(ring + at, PERF_RECORD_LOST, lost, sizeof(lost));
	at += put(ring + at, PERF_RECORD_COMM, fork, sizeof(fork));
	fuzz_seed(ring, sizeof(ring), 0, at, 100000);
	tap_ok(records[TCTL_SIDEBAND_MAP] && records[TCTL_SIDEBAND_FORK] &&
		       records[TCTL_SIDEBAND_LOST] &&
		       records[TCTL_SIDEBAND_OTHER],
	       "of 100,000 changed rings: %u maps, %u forks, %u losses, "
	       "%u others",
	       records[TCTL_SIDEBAND_MAP], records[TCTL_SIDEBAND_FORK],
	       records[TCTL_SIDEBAND_LOST], records[TCTL_SIDEBAND_OTHER]);
	return tap_done();
}
#endif
