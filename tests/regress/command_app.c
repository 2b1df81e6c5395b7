/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/command_app.c: a program to be recorded:
 *
 *	command_app COUNT [MARK]
 *
 * emits command_test:tick COUNT times and command_test:done once. With MARK it
 * makes that file after the first COUNT, goes on emitting, one tick a
 * millisecond, and ends once the file is gone. Prints how many ticks it
 * emitted, also when SIGTERM ends it.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <tracectl/probe.h>

static volatile sig_atomic_t terminated;

static void on_term(int signal)
{
	(void)signal;
	terminated = 1;
}

static void tick(unsigned long n)
{
	PROBE_LEVEL(TRACECTL_INFO, command_test, tick, (n, n));
}

int main(int argc, char **argv)
{
	unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 0) : 1, n;
	const char *mark = argc > 2 ? argv[2] : NULL;

	signal(SIGTERM, on_term);
	for (n = 0; n < count; n++)
		tick(n);
	if (mark)
		fclose(fopen(mark, "w"));
	while (mark && !terminated && !access(mark, F_OK)) {
		tick(n++);
		usleep(1000);
	}
	PROBE(command_test, done, (text, "at the end"));
	printf("%lu\n", n);
	return terminated ? 7 : 0;
}
