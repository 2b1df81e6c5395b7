/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/install_probe.c FILE: passes a probe every millisecond until
 * FILE is gone, at most 30 s. Compiled by install.sh against the installed
 * headers; also as C++.
 */
#include <stdio.h>
#include <unistd.h>
#include <tracectl/probe.h>

int main(int argc, char **argv)
{
	int i;

	if (argc < 2)
		return 1;
	for (i = 0; i < 30000 && !access(argv[1], F_OK); i++) {
		PROBE(install, tick, (i, i), (file, argv[1]));
		usleep(1000);
	}
	return 0;
}
