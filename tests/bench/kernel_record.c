// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/bench/kernel_record.c: the eBPF backend without a daemon: enables the
 * patterns given, says "ready", takes what is recorded each millisecond, and
 * ends when its input does; then says how much there was and how much was lost.
 *
 * Alone, --empty attaches programs that do nothing: the price of being called.
 */
#include <bpf/libbpf.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "tests/bench/empty.skel.h"
#include "tests/bench/measure.h"
#include "tests/lib/kernel_channel.h"

static struct kernel_channel channel;

static int goes_on(void)
{
	struct pollfd input = {.fd = 0, .events = POLLIN};
	char byte;

	return poll(&input, 1, 1) < 1 || read(0, &byte, 1) == 1;
}

static void consumers_pass(void)
{
	uint32_t cpu;

	/* What is read is the page cache's business: only give it back. */
	for (cpu = 0; cpu < channel.config.nr_cpus; cpu++) {
		struct tctl_ring_consumer *consumer;
		struct tctl_ring *ring = channel.walks[cpu].ring;

		if (!ring)
			continue;
		consumer = (void *)((char *)ring + TCTL_KERNEL_RING_CONSUMER);
		__atomic_store_n(
			&consumer->consumed,
			__atomic_load_n(&ring->reserve, __ATOMIC_ACQUIRE) &
				~(channel.config.subbuf_size - 1ull),
			__ATOMIC_SEQ_CST);
	}
}

static int record(char **patterns)
{
	if (kernel_channel_open(&channel, TCTL_MODE_DISCARD, 1 << 20, 4)) {
		fprintf(stderr, "bench: %s\n", channel.error);
		return 1;
	}
	for (; *patterns; patterns++)
		if (kernel_channel_enable(&channel, *patterns))
			measure_die(channel.error);
	puts("ready");
	fflush(stdout);
	while (goes_on())
		consumers_pass();
	fprintf(stderr, "%llu lost\n",
		(unsigned long long)kernel_channel_lost(&channel));
	kernel_channel_close(&channel);
	return 0;
}

static int empty(void)
{
	struct tctl_empty *skeleton = tctl_empty__open_and_load();

	if (!skeleton || tctl_empty__attach(skeleton))
		measure_die("attach empty programs");
	puts("ready");
	fflush(stdout);
	while (goes_on())
		;
	tctl_empty__destroy(skeleton);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--empty"))
		return empty();
	return record(argv + 1);
}
