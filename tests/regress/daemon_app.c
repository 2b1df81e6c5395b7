// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * tests/regress/daemon_app.c: emits daemon_test:tick N times, with a pause
 * after each where one is given; then waits until the file named third is gone.
 *
 *	daemon_app N [MICROSECONDS [FILE]]
 */
#include <stdlib.h>
#include <unistd.h>
#include <tracectl/probe.h>

int main(int argc, char **argv)
{
	long n = argc > 1 ? atol(argv[1]) : 1, i;
	unsigned int pause_us = argc > 2 ? (unsigned int)atoi(argv[2]) : 0;

	for (i = 0; i < n; i++) {
		PROBE(daemon_test, tick, (n, i), (text, "a \"text\""));
		if (pause_us)
			usleep(pause_us);
	}
	while (argc > 3 && !access(argv[3], F_OK))
		usleep(10000);
	return 0;
}
