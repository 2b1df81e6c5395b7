/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * examples/hello.c: a program with a few probes. Nothing to declare, nothing
 * to link:
 *
 *	cc -O2 -Iinclude -o hello examples/hello.c
 *	tracectl record -- ./hello
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tracectl/probe.h>

struct request {
	unsigned int id;
	const char *path;
	unsigned char body[8];
	size_t body_size;
};

static double handle(const struct request *request)
{
	double seconds = (request->id % 7) * 0.001;

	PROBE(hello, request_done, (id, request->id), (path, request->path),
	      (seconds, seconds),
	      (body, request->body, bytes, request->body_size));
	return seconds;
}

int main(int argc, char **argv)
{
	static const char *const paths[] = { "/", "/index.html", "/favicon.ico" };
	unsigned int count = argc > 1 ? strtoul(argv[1], NULL, 0) : 100;
	double total = 0;

	PROBE(hello, start, (argc, argc), (program, argv[0]), (table, paths));
	for (unsigned int i = 0; i < count; i++) {
		struct request request = {
			.id = i,
			.path = paths[i % 3],
			.body_size = i % 8,
		};

		memset(request.body, 'a' + i % 26, sizeof(request.body));
		total += handle(&request);
	}
	PROBE(hello, end, (requests, count), (total, total));
	printf("%u requests, %.3f s\n", count, total);
	return 0;
}
