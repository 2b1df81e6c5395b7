/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/bench/lttng.c CASE LOOPS: LTTng-UST's open events in the same loops;
 * the script has started a session for it. Prints ns per event. Without
 * arguments it ends at once (start-up time).
 */
#define BENCH_LTTNG
#include "tests/bench/events.h"

int main(int argc, char **argv)
{
	if (argc < 3)
		return 0;
	printf("%.3f\n", events_run(argv[1], strtoull(argv[2], NULL, 0)));
	return 0;
}
