/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/musl_probe.c: probes in a program for another libc, without
 * the library: it must link, run, and evaluate no argument.
 */
#include <stdio.h>
#include <tracectl/probe.h>

static int evaluated;

static int evaluate(void)
{
	return ++evaluated;
}

int main(int argc, char **argv)
{
	PROBE(musl, first, (number, evaluate()), (name, argv[0]));
	for (int i = 0; i < argc; i++)
		PROBE(musl, second, (i, i), (half, i / 2.0));
	if (PROBE_ENABLED(musl, second))
		evaluate();
	printf("evaluated %d\n", evaluated);
	return evaluated;
}
