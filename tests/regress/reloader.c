/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * tests/regress/reloader.c: loads a shared object, calls it and unloads it,
 * ROUNDS times.	reloader OBJECT ROUNDS [global]
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <tracectl/probe.h>

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 2 ? (unsigned int)atoi(argv[2]) : 10;
	int flags = RTLD_NOW | (argc > 3 ? RTLD_GLOBAL : RTLD_LOCAL);

	for (unsigned int round = 0; round < rounds; round++) {
		void *object = dlopen(argv[1], flags);
		void (*call)(unsigned int);

		if (!object) {
			fprintf(stderr, "%s\n", dlerror());
			return 1;
		}
		*(void **)&call = dlsym(object, "plugin_call");
		call(round);
		TRACECTL_PROBE(reloader, round, (round, round));
		dlclose(object);
	}
	return 0;
}
