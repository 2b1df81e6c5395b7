/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/record.c PROTOCOL CASE LOOPS [context]: the cost of an open
 * event. Makes a region as the daemon does, opens it as channel 0 in this
 * process, enables the program's events, and checks afterwards that all that
 * was measured is in the rings. Prints ns per event.
 *
 * PROTOCOL: whole or counted. CASE: events.h. context: vpid and vtid in each
 * record, as channels have by default; without it as LTTng-UST's default.
 */
#include <fcntl.h>
#include <unistd.h>
#include "libtrace/channel.h"
#include "libtrace/event.h"
#include "libtrace/gate.h"
#include "libtrace/region.h"
#include "tests/bench/events.h"
#include "tools/tracectld/clock.h"

#define RECORD_MIN	24	/* header and two 64-bit fields */

static int region_make(struct tctl_region *region)
{
	struct tctl_clock_state clock;
	int fd = open("/dev/shm", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	tctl_clock_init(&clock);
	if (fd < 0 || !tctl_region_layout(region) ||
	    ftruncate(fd, region->region_size) ||
	    posix_fallocate(fd, 0, tctl_region_reserved(region)) ||
	    pwrite(fd, region, sizeof(*region), 0) != sizeof(*region) ||
	    tctl_clock_publish(&clock, fd, 0))
		measure_die("make a region in /dev/shm");
	return fd;
}

static void enable_all(void)
{
	static const char provider[] = "tctl_bench:";
	unsigned int id = 0;

	for (uint32_t i = 1; i <= tctl_event_count(); i++) {
		if (strncmp(tctl_events[i].text, provider,
			    sizeof(provider) - 1))
			continue;
		tctl_channel_enable(0, i, id++);
		tctl_gate_want(tctl_events[i].name);
	}
	if (!id || tctl_gate_commit(NULL))
		measure_die("open the gates");
}

/* All events of the run must have passed through the rings. */
static void check_arrived(const struct tctl_region *region, int fd,
			  uint64_t events)
{
	uint64_t bytes = 0, lost = 0;
	struct tctl_ring ring;

	for (unsigned int cpu = 0; cpu < region->nr_cpus; cpu++) {
		if (pread(fd, &ring, sizeof(ring),
			  tctl_region_ring_offset(region, cpu)) !=
		    sizeof(ring))
			measure_die("read a ring");
		bytes += TCTL_COMMIT_POS(ring.commit) + ring.reserve;
		lost += ring.lost;
	}
	if (lost || bytes < events * RECORD_MIN)
		measure_die("record all events: some did not arrive");
}

int main(int argc, char **argv)
{
	struct tctl_region region = {
		.mode = TCTL_MODE_OVERWRITE,
		.nr_cpus = sysconf(_SC_NPROCESSORS_CONF),
		.subbuf_size = 1 << 18,
		.nr_subbufs = 8,
		.word_size = 8 * sizeof(long),
	};
	uint64_t loops;
	double result;
	int fd;

	if (argc < 4)
		measure_die("measure: record PROTOCOL CASE LOOPS [context]");
	region.protocol = TCTL_PROTOCOL_WHOLE;
	if (!strcmp(argv[1], "counted")) {
		region.protocol = TCTL_PROTOCOL_COUNTED;
		region.owner_pid = getpid();
	}
	if (argc > 4)
		region.contexts = TCTL_CONTEXT_VPID | TCTL_CONTEXT_VTID;
	loops = strtoull(argv[3], NULL, 0);
	fd = region_make(&region);
	if (tctl_channel_open(0, &fd, 1))
		measure_die("open the region as a channel");
	enable_all();
	result = events_run(argv[2], loops);
	if (strcmp(argv[2], "rdtsc"))
		check_arrived(&region, fd, loops / 64 * 64);
	printf("%.3f\n", result);
	return 0;
}
